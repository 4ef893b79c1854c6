import HTTP
import JSON
import SessionStore
import Testing

@testable import LayoutService

@Suite struct OpenAPITests {
    private let service: TestService
    private let document: JSONDocument

    init() throws {
        service = try TestService()
        document = try JSONDocument(parsing: service.get("/openapi.json").body)
    }

    private var operations: [(path: String, method: String)] {
        document.withRoot { root in
            var found: [(String, String)] = []
            for path in root["paths"]?.members.map(Array.init) ?? [] {
                for member in path.value.members.map(Array.init) ?? [] where member.name != "parameters" {
                    found.append((path.name, member.name.uppercased()))
                }
            }
            return found
        }
    }

    @Test func `every route is in the document, and every operation of the document is a route`() {
        let routes = Set(service.application.routes.map { "\($0.method.rawValue) \($0.pattern)" })
        #expect(Set(operations.map { "\($0.method) \($0.path)" }) == routes)
    }

    @Test func `every reference of the document leads somewhere`() {
        document.withRoot { root in
            var references: [String] = []
            collect(root, &references)
            #expect(references.count > 20)
            for reference in Set(references) {
                var place: JSONValue? = root
                for part in reference.split(separator: "/").dropFirst() { place = place?[String(part)] }
                #expect(place != nil, "\(reference) leads nowhere")
            }
        }
    }

    @Test func `each query parameter of an operation is known to its route, and no other is`() throws {
        document.withRoot { root in
            for (path, method) in operations {
                let operation = root["paths"]?[path]?[method.lowercased()]
                let parameters = operation?["parameters"]?.elements.map { $0.filter { $0["in"]?.string == "query" } } ?? []
                let names = parameters.compactMap { $0["name"]?.string }
                let target = path == "/v1/sessions/{id}" ? "/v1/sessions/x" : path.replacing("{id}", with: "x").replacing("{name}", with: "x")
                guard path.hasPrefix("/v1") else { continue }
                for name in names {
                    let response = service.send(method, "\(target)?\(name)=~")
                    #expect(!String(decoding: response.body, as: UTF8.self).contains("unknown-parameter"), "\(method) \(path) ?\(name)")
                }
                let other = service.send(method, "\(target)?surprise=1")
                #expect(String(decoding: other.body, as: UTF8.self).contains("unknown-parameter"), "\(method) \(path)")
            }
        }
    }

    @Test func `the fields of a report are those of its schema`() throws {
        let report = try JSONDocument(parsing: service.post("/v1/check", json: Bodies.conflicting).body)
        let fields = report.withRoot(names)
        #expect(fields.count > 20)
        #expect(fields.subtracting(schema("Report")).isEmpty)
    }

    @Test func `the fields of sessions are exactly those of their schemas`() throws {
        let created = service.post("/v1/sessions", json: Bodies.conflicting)
        let location = try #require(created.fields["Location"])
        let list = try JSONDocument(parsing: service.get("/v1/sessions").body)
        let summary = list.withRoot { root in names(root["sessions"]?[0]) }
        #expect(summary == schema("SessionSummary"))
        #expect(try JSONDocument(parsing: created.body).withRoot(names) == schema("CreatedSession"))
        #expect(try JSONDocument(parsing: service.get(location).body).withRoot(names) == schema("Session"))
    }

    private func names(_ value: JSONValue?) -> Set<String> {
        Set(value?.members.map { $0.map(\.name) } ?? [])
    }

    private func schema(_ name: String) -> Set<String> {
        document.withRoot { root in names(root["components"]?["schemas"]?[name]?["properties"]) }
    }

    private func collect(_ value: JSONValue, _ references: inout [String]) {
        if let reference = value["$ref"]?.string { references.append(reference) }
        for member in value.members.map(Array.init) ?? [] { collect(member.value, &references) }
        for element in value.elements.map(Array.init) ?? [] { collect(element, &references) }
    }
}
