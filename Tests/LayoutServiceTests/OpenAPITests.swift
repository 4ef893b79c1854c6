import HTTP
import JSON
import LayoutModel
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

    @Test func `text scales are what the document says that they are`() throws {
        let pattern = try #require(document.withRoot { $0["components"]?["schemas"]?["TextScales"]?["pattern"]?.string })
        let regex = try Regex(pattern)
        let session = try #require(service.post("/v1/sessions", json: Bodies.clean).fields["Location"])
        for (text, isTaken) in [
            ("1...3", true), ("0.05...10", true), ("00.10", true), ("2", true), ("0", false), ("0.0", false), ("0...1", false),
            ("1...0.00", false), ("1..3", false), ("1...", false), ("-1...2", false),
        ] {
            #expect((text.firstMatch(of: regex) != nil) == isTaken, "\(text)")
            #expect((service.get("\(session)/sizes.svg?textScale=\(text)").status == .ok) == isTaken, "\(text)")
        }
    }

    @Test func `lists of rules and findings are what the document says that they are`() throws {
        func takes(_ schema: String, _ text: String) throws -> Bool {
            let pattern = try #require(document.withRoot { $0["components"]?["schemas"]?[schema]?["pattern"]?.string })
            return text.firstMatch(of: try Regex(pattern)) != nil
        }
        for rule in Rule.allCases.map(\.rawValue) {
            #expect(
                try takes("FailOn", rule) && takes("FailOn", "error,\(rule)") && takes("Rules", rule) && takes("Rules", "all,\(rule)=off"), "\(rule)")
        }
        for severity in Severity.allCases.map(\.name) {
            #expect(try takes("FailOn", severity) && takes("Rules", "recommended=\(severity)"), "\(severity)")
        }
        for text in ["", "conflict", "conflict,", "none", "all", "interface-builder,error", "error", "all=none", "all=on,conflict=off", "a,conflict"]
        {
            let failOn = service.post("/v1/check?failOn=\(text)", json: Bodies.clean).status
            #expect(try takes("FailOn", text) == (failOn != .badRequest), "failOn=\(text)")
            let rules = service.post("/v1/check?rules=\(text)", json: Bodies.clean).status
            #expect(try takes("Rules", text) == (rules != .badRequest), "rules=\(text)")
        }
    }

    @Test func `numbers that are text are what the document says that they are`() throws {
        func pattern(_ operation: String, _ member: String) throws -> Regex<AnyRegexOutput> {
            let event = document.withRoot { root in
                root["components"]?["schemas"]?["Event"]?["oneOf"]?.elements.map { Array($0) }?
                    .first { $0["properties"]?["op"]?["const"]?.string == operation }?["properties"]?[member]
            }
            return try Regex(#require(event?["pattern"]?.string ?? event?["oneOf"]?.elements.map { Array($0) }?.first?["pattern"]?.string))
        }
        let session = try #require(service.post("/v1/sessions", json: Bodies.clean).fields["Location"])
        let size = try #require(
            document.withRoot {
                $0["components"]?["schemas"]?["Document"]?["properties"]?["size"]?["properties"]?["width"]?["pattern"]?.string
            })
        let (length, number) = (try pattern("resize", "width"), try pattern("setConstant", "constant"))
        for text in [
            "1", "0", "01", "1.5", "375:667", "1.5:2.5", "0:1", "1:0.5", "1:00.10", "1:0", "1:0.00", "-1", "-1:2", "1:-2", "", " 1", "1.", ".5", "1:",
            ":1",
            "1e3", "+1", "1:2:3", "1/2", "\u{661}",
        ] {
            let resize = service.post("\(session)/events", json: #"{"events":[{"op":"resize","width":"\#(text)"}]}"#).status
            #expect((text.firstMatch(of: length) != nil) == (resize == .ok), "\(text)")
            let sized = service.post("/v1/check", json: #"{"size":{"width":"\#(text)"},"constraints":[]}"#).status
            #expect((text.firstMatch(of: try Regex(size)) != nil) == (sized == .ok), "\(text)")
            let constant = service.post("\(session)/preview", json: #"{"events":[{"op":"setConstant","id":"c1","constant":"\#(text)"}]}"#).status
            #expect((text.firstMatch(of: number) != nil) == (constant == .ok), "\(text)")
        }
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

    @Test(arguments: ["sound", "of a log", "damaged", "without tables", "closed"])
    func `each status that an operation answers is in the document`(database: String) throws {
        let created =
            database == "of a log" ? service.post("/v1/sessions", text: Bodies.message(1)) : service.post("/v1/sessions", json: Bodies.conflicting)
        let id = try #require(created.fields["Location"]).dropFirst(13)
        switch database {
        case "damaged": try service.alterDatabase("UPDATE session SET options = x'00ff'; UPDATE step SET report = x'00ff'")
        case "without tables": try service.alterDatabase("DROP TABLE step; DROP TABLE finding; DROP TABLE session_tag; DROP TABLE session_key")
        case "closed": service.close()
        default: break
        }
        var found: Set<Int> = []
        for (path, method) in operations {
            let target = path.replacing("{id}", with: id).replacing("{other}", with: id).replacing("{name}", with: "none")
                .replacing("{chapter}", with: "none")
            let answers =
                method == "POST" || method == "PUT"
                ? ["", "{", "[]", #"{"events":[{"op":"undo"}]}"#, #"{"constraints":["a.width == 1"]}"#].flatMap { body in
                    ["application/json", "text/html"].map { service.send(method, target, fields: [("Content-Type", $0)], body: Array(body.utf8)) }
                } : [target, target + "?limit=x&step=x&view=a", target + "?view=title&axis=horizontal"].map { service.send(method, $0) }
            for answer in answers {
                found.insert(answer.status.code)
                let isTold = document.withRoot { $0["paths"]?[path]?[method.lowercased()]?["responses"]?["\(answer.status.code)"] != nil }
                #expect(isTold, "\(method) \(path): \(answer.status.code) \(answer.text.prefix(200))")
            }
        }
        #expect(found.contains(["sound": 415, "of a log": 422, "damaged": 500, "without tables": 500, "closed": 503][database] ?? 0))
    }

    @Test func `an exported session is as its schema says`() throws {
        let url = try #require(service.post("/v1/sessions?tag=a", json: Bodies.conflicting).fields["Location"])
        #expect(service.post(url + "/events", json: #"{"events":[{"op":"resize","width":90,"height":44}]}"#).status == .ok)
        #expect(service.post(url + "/exercise", json: #"{"count":1,"seed":1}"#).status == .ok)
        // A key that is none is refused also where it says nothing.
        #expect(service.post(url + "/exercise", json: #"{"":null}"#).status == .unprocessableContent)
        #expect(service.post(url + "/exercise", json: #"{"count":1,"seed":1,"views":null}"#).status == .ok)
        let file = try JSONDocument(parsing: service.get(url + "/export").body)
        #expect(file.withRoot(names).subtracting(schema("SessionFile")).isEmpty)
        document.withRoot { root in
            let properties = root["components"]?["schemas"]?["SessionFile"]?["properties"]
            for list in ["steps", "exercises"] {
                let known = names(properties?[list]?["items"]?["properties"])
                #expect(file.withRoot { names($0[list]?.elements.map(Array.init)?.last) } == known, "\(list)")
            }
            #expect(properties?["name"]?["maxLength"]?.integer == LayoutApplication.nameLimit)
            #expect(properties?["tags"]?["maxItems"]?.integer == LayoutApplication.tagCountLimit)
            #expect(properties?["tags"]?["items"]?["maxLength"]?.integer == LayoutApplication.tagLimit)
            #expect(properties?["steps"]?["maxItems"]?.integer == StoredBounds.mostSteps + 1)
        }
    }

    /// Whether a number, or its text, is one of the forms of a schema.
    private func isTold(_ value: JSONTree?, by schema: String) throws -> Bool {
        try document.withRoot { root in
            let forms = root["components"]?["schemas"]?[schema]?["oneOf"]?.elements.map(Array.init) ?? []
            return try forms.contains { form in
                guard let text = value?.string else { return form["type"]?.string == "number" && value?.double != nil }
                return try form["pattern"]?.string.map { try text.firstMatch(of: Regex($0)) != nil } ?? false
            }
        }
    }

    @Test(arguments: ["30", "30.5", "\"61:3\""])
    func `the numbers of what decides a view are as their schemas say`(width: String) throws {
        let layout = """
            {"size": {"width": 100, "height": 100},
             "views": [{"id": "root"}, {"id": "a", "parent": "root", "intrinsicContentSize": {"width": \(width), "height": 10}}],
             "constraints": ["a.centerX == 0.25 * root.centerX + 1:2", "a.top == root.top"]}
            """
        let url = try #require(service.post("/v1/sessions", json: layout).fields["Location"])
        var kinds: Set<String> = []
        let answer = try JSONTree(parsing: service.get("\(url)/affecting?view=a&by=5").body)
        for value in answer["values"]?.elements ?? [] {
            for row in value["rows"]?.elements ?? [] {
                #expect(try isTold(row["factor"], by: "ExactLength") && isTold(row["part"], by: "ExactLength"), "\(row)")
            }
            for change in value["changes"]?.elements ?? [] where change["from"] != nil {
                kinds.insert(change["kind"]?.string ?? "")
                #expect(try isTold(change["from"], by: "DocumentNumber") && isTold(change["to"], by: "DocumentNumber"), "\(change)")
            }
        }
        #expect(kinds.contains("intrinsicContentSize"))
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
        // Only an import and a damaged row have these.
        let rare: Set = ["damaged", "imported"]
        #expect(summary == schema("SessionSummary").subtracting(rare))
        #expect(try JSONDocument(parsing: created.body).withRoot(names) == schema("SessionPlace").union(["report"]).subtracting(rare))
        #expect(try JSONDocument(parsing: service.get(location).body).withRoot(names) == schema("Session").subtracting(rare))
    }

    @Test func `the keys of a view are those that documents may have`() throws {
        let keys = schema("View")
        for key in keys.subtracting(["id"]).union(["surprise"]) {
            let parent = key == "parent" ? "" : #""parent": "root", "#
            let text = #"{"views": [{"id": "root"}, {"id": "a", \#(parent)"\#(key)": {}}], "constraints": []}"#
            let answer = String(decoding: service.post("/v1/check", json: text).body, as: UTF8.self)
            #expect(answer.contains("unknown key") == (key == "surprise"), "\(key): \(answer)")
        }
        let view = #"""
            {"id": "a", "parent": "root", "class": "UILabel", "text": "t", "intrinsicContentSize": {"width": 9, "height": 8}, "label": "l", "outlet": "o",
             "textSizes": [{"scale": 2, "width": 19, "height": 8}], "hugging": {"horizontal": 9}, "compressionResistance": {"vertical": 8},
             "baseline": {"firstFromTop": 7, "lastFromBottom": 2}, "alignmentRectInsets": {"left": 1}, "layoutMargins": {"leading": 4},
             "source": {"file": "a.swift", "line": 3, "column": 4}}
            """#
        let guide = #"{"id": "g", "parent": "root", "kind": "guide", "insets": {"top": 3}}"#
        let sized =
            #"{"id": "s", "parent": "root", "autoresizing": {"frame": {"x": 0, "y": 0, "width": 1, "height": 1}, "superview": {"width": 2, "height": 2}}}"#
        let wrapping = #"{"id": "w", "parent": "root", "heightsByWidth": [{"width": 9, "height": 8}]}"#
        let text = #"{"views": [{"id": "root"}, \#(view), \#(guide), \#(sized), \#(wrapping)], "constraints": []}"#
        let location = try #require(service.post("/v1/sessions", json: text).fields["Location"])
        let shown = try JSONDocument(parsing: service.get(location).body).withRoot { root in
            (root["document"]?["views"]?.elements.map(Array.init) ?? []).reduce(into: Set<String>()) { $0.formUnion(names($1)) }
        }
        #expect(shown == keys, "\(shown.symmetricDifference(keys))")
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
