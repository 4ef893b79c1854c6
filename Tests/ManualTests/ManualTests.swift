import Foundation
import JSON
import LayoutDiagnosis
import LayoutLint
import LayoutModel
import Testing

@testable import LayoutCheck
@testable import Manual

/// What the manual has to mention, and where its links lead.
@Suite struct ManualTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func chapter(_ name: String) throws -> ManualChapter {
        try #require(Manual.chapter(named: name))
    }

    @Test func `each file of the manual is a chapter, and each chapter has a title and sections`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: ManualTests.root.appendingPathComponent("Sources/Manual").path)
        #expect(Set(files.filter { $0.hasSuffix(".md") }) == Set(Manual.chapters.map { "\($0.name).md" }))
        for chapter in Manual.chapters {
            #expect(chapter.text.hasPrefix("# \(chapter.title)\n"), "\(chapter.name)")
            #expect(!chapter.sections.isEmpty && !chapter.text.contains("<!--") && chapter.text.hasSuffix("\n"), "\(chapter.name)")
            // A title stands in the page as it is.
            #expect(!chapter.title.contains { "<>&\"`".contains($0) }, "\(chapter.name)")
        }
        #expect(Manual.chapter(named: "no-such-chapter") == nil)
    }

    @Test func `links lead to chapters and sections that exist`() throws {
        let anchors = Dictionary(uniqueKeysWithValues: Manual.chapters.map { ($0.name, Set($0.sections.map(\.anchor))) })
        var count = 0
        for chapter in Manual.chapters {
            for match in chapter.html.matches(of: /href="\/help\/([a-z]+)(?:#([^"]*))?"/) {
                count += 1
                let known = try #require(anchors[String(match.1)], "\(chapter.name): \(match.0)")
                if let anchor = match.2 { #expect(known.contains(String(anchor)), "\(chapter.name): \(match.0)") }
            }
            #expect(!chapter.html.contains(".md\""), "\(chapter.name)")
        }
        #expect(count > 30)
    }

    @Test func `the README names every chapter and is one page`() throws {
        let file = ManualTests.root.appendingPathComponent("README.md")
        let readme = try String(contentsOf: file, encoding: .utf8)
        for chapter in Manual.chapters { #expect(readme.contains("(Sources/Manual/\(chapter.name).md)"), "\(chapter.name)") }
        #expect(readme.utf8.count <= 9 << 10 && readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 121)
        for match in readme.matches(of: /\]\(([^)#]+)\)|src="([^"]+)"/) {
            let name = String(match.1 ?? match.2 ?? "")
            #expect(FileManager.default.fileExists(atPath: ManualTests.root.appendingPathComponent(name).path), "\(name)")
        }
    }

    @Test(arguments: Diagnosis.Cause.allCases)
    func `every cause has a section with its page`(cause: Diagnosis.Cause) throws {
        let section = try #require(try chapter("causes").sections.first { $0.anchor == cause.rawValue })
        #expect(section.text == "\(CauseGuide(cause).summary) \(CauseGuide(cause).help)")
    }

    @Test(arguments: Rule.allCases)
    func `every rule has a section with its page`(rule: Rule) throws {
        // Two findings are about the check itself, and `plumbline help rules` lists them as well.
        let section = try #require(try chapter("rules").sections.first { $0.anchor == rule.rawValue })
        #expect(section.text.contains(rule.guide.summary) && section.text.contains("Severity: \(rule.severity.name)"))
    }

    @Test(arguments: ConfigurationReader.keys)
    func `every key of a configuration is described`(key: String) throws {
        #expect(try chapter("configuration").text.contains("\"\(key)\":"))
    }

    @Test func `every route is described with its methods`() throws {
        let file = ManualTests.root.appendingPathComponent("Sources/LayoutService/Resources/openapi.json")
        let document = try JSONDocument(parsing: Array(Data(contentsOf: file)))
        let text = try chapter("http").text
        let routes = document.withRoot { root in
            (root["paths"]?.members.map(Array.init) ?? []).flatMap { path in
                (path.value.members.map(Array.init) ?? []).filter { $0.name != "parameters" }.map { "\($0.name.uppercased()) \(path.name)" }
            }
        }
        #expect(routes.count > 35)
        for route in routes { #expect(text.contains("`\(route)`"), "\(route)") }
    }

    @Test func `every query parameter is described`() throws {
        let file = ManualTests.root.appendingPathComponent("Sources/LayoutService/Resources/openapi.json")
        let document = try JSONDocument(parsing: Array(Data(contentsOf: file)))
        let text = try chapter("http").text
        document.withRoot { root in
            for path in root["paths"]?.members.map(Array.init) ?? [] {
                for operation in path.value.members.map(Array.init) ?? [] where operation.name != "parameters" {
                    for parameter in operation.value["parameters"]?.elements.map(Array.init) ?? [] where parameter["in"]?.string == "query" {
                        let name = parameter["name"]?.string ?? ""
                        #expect(text.contains("?\(name)=") || text.contains("&\(name)="), "\(path.name): \(name)")
                    }
                }
            }
        }
    }

    @Test func `every field of a report and every event is described`() throws {
        let file = ManualTests.root.appendingPathComponent("Sources/LayoutService/Resources/openapi.json")
        let document = try JSONDocument(parsing: Array(Data(contentsOf: file)))
        let (reports, documents, sessions) = (try chapter("reports").text, try chapter("documents").text, try chapter("sessions").text)
        document.withRoot { root in
            let schemas = root["components"]?["schemas"]
            func keys(_ schema: String) -> [String] { schemas?[schema]?["properties"]?.members.map { $0.map(\.name) } ?? [] }
            #expect(keys("Report").count > 20)
            for key in keys("Report") + keys("Diagnosis") { #expect(reports.contains("`\(key)`"), "\(key)") }
            for key in keys("Document") + keys("View") { #expect(documents.contains("`\(key)`"), "\(key)") }
            let events = schemas?["Event"]?["oneOf"]?.elements.map(Array.init) ?? []
            #expect(events.count > 10)
            for event in events {
                let name = event["properties"]?["op"]?["const"]?.string ?? ""
                #expect(!name.isEmpty && sessions.contains("`\(name)`"), "\(name)")
            }
        }
    }
}
