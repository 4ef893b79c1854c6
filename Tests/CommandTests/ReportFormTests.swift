import Foundation
import FoundationXML
import JSON
import Testing

/// Every form that reports have, as those who read them want it: of files, and of answers to requests.
@Suite struct ReportFormTests {
    /// Two conflicts, an ambiguity, names that need escaping.
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.file("sub/a b.json", Layouts.conflicting.replacing("title", with: #"\"t<&\""#))
        try folder.file("b.json", Layouts.ambiguous)
        try folder.file("c.json", Layouts.clean)
        try folder.file("d.json", #"{"format": "plumbline/1""#)
        return folder
    }

    private func check(_ format: String, _ folder: TemporaryFolder) throws -> String {
        let outcome = try folder.run(["check", ".", "--format", format])
        #expect(outcome.status == 2)
        return outcome.output
    }

    @Test func `Checkstyle and JUnit are XML that others read`() throws {
        for format in ["checkstyle", "junit"] {
            let text = try check(format, try folder())
            let parser = XMLParser(data: Data(text.utf8))
            let reader = Elements()
            parser.delegate = reader
            #expect(parser.parse(), "\(format): \(String(describing: parser.parserError))")
            if format == "checkstyle" {
                #expect(reader.names == ["checkstyle": 1, "file": 4, "error": 3])
                #expect(Set(reader.attributes) == ["version", "name", "line", "column", "severity", "message", "source"])
            } else {
                #expect(reader.names["testsuite"] == 4 && reader.names["testcase"] == 7 && reader.names["failure"] == 2 && reader.names["error"] == 1)
            }
        }
    }

    @Test func `the Code Quality report has what GitLab asks for, each fingerprint once`() throws {
        let document = try JSONDocument(parsing: Array(try check("gitlab", try folder()).utf8))
        document.withRoot { root in
            let issues = root.elements.map(Array.init) ?? []
            #expect(issues.count == 3)
            #expect(Set(issues.compactMap { $0["fingerprint"]?.string }).count == 3)
            for issue in issues {
                #expect(["info", "minor", "major", "critical", "blocker"].contains(issue["severity"]?.string))
                #expect(issue["description"]?.string?.isEmpty == false && issue["check_name"]?.string?.isEmpty == false)
                #expect((issue["location"]?["lines"]?["begin"]?.number?.integer ?? 0) >= 1)
                #expect(issue["location"]?["path"]?.string?.hasPrefix("/") == false)
            }
        }
    }

    @Test func `SARIF has all that code scanning needs, and places that exist`() throws {
        let folder = try folder()
        let document = try JSONDocument(parsing: Array(try check("sarif", folder).utf8))
        document.withRoot { root in
            #expect(root["$schema"]?.string?.hasSuffix("sarif-2.1.0.json") == true && root["version"]?.string == "2.1.0")
            let run = root["runs"]?[0]
            let rules = run?["tool"]?["driver"]?["rules"]?.elements.map(Array.init) ?? []
            for rule in rules {
                for key in ["shortDescription", "fullDescription", "help"] {
                    let text = rule[key]?["text"]?.string ?? ""
                    #expect(!text.isEmpty && text.count <= 1024)
                }
                #expect(["error", "warning", "note"].contains(rule["defaultConfiguration"]?["level"]?.string))
                #expect(["error", "warning", "recommendation"].contains(rule["properties"]?["problem.severity"]?.string))
                #expect((rule["properties"]?["tags"]?.count ?? 0) <= 10)
            }
            let results = run?["results"]?.elements.map(Array.init) ?? []
            #expect(results.compactMap { $0["ruleId"]?.string } == ["ambiguity", "unreadable", "conflict"])
            for result in results {
                let index = result["ruleIndex"]?.number?.integer ?? -1
                #expect(rules.indices.contains(index) && rules[index]["id"]?.string == result["ruleId"]?.string)
                let place = result["locations"]?[0]?["physicalLocation"]
                let name = place?["artifactLocation"]?["uri"]?.string?.removingPercentEncoding ?? ""
                let lines = (try? folder.text(name))?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
                let line = place?["region"]?["startLine"]?.number?.integer ?? 0
                #expect((1...max(1, lines.count)).contains(line), "\(name):\(line)")
                #expect(place?["region"]?["startColumn"]?.number != nil && place?["region"]?["endColumn"]?.number != nil)
                #expect(result["partialFingerprints"]?["primaryLocationLineHash"]?.string?.isEmpty == false)
            }
            let flow = results.last?["codeFlows"]?[0]?["threadFlows"]?[0]?["locations"]
            #expect(flow?.count == 4)
        }
    }

    @Test func `fingerprints stay when lines move and constraints are named anew`() throws {
        func fingerprints(_ text: String) throws -> [String] {
            let folder = try TemporaryFolder()
            try folder.file("a.json", text)
            let outcome = try folder.run(["check", "a.json", "--rules", "all", "--format", "sarif"])
            let document = try JSONDocument(parsing: Array(outcome.output.utf8))
            return document.withRoot { root in
                (root["runs"]?[0]?["results"]?.elements.map(Array.init) ?? []).compactMap {
                    $0["partialFingerprints"]?["primaryLocationLineHash"]?.string
                }.sorted()
            }
        }
        let text = Layouts.ambiguous.replacing(#""title.leading == root.leading + 8", "#, with: "")
            .replacing(#""title.width == 20""#, with: #""title.left == root.left + 8", "title.width == 20", "title.width >= 10""#)
        let moved = text.replacing("\"constraints\":[", with: "\n\n\"constraints\":[{\"id\": \"extra\", \"equation\": \"other.width == 3\"},")
        let first = try fingerprints(text)
        let second = try fingerprints(moved)
        #expect(first.count == 3 && Set(first).isSubset(of: second), "\(first) \(second)")
    }

    @Test func `the page and the summary name what was found, and nothing of it is markup`() throws {
        let html = try check("html", try folder())
        #expect(html.contains("<section class=\"error\">") && html.contains("t&lt;&amp;") && !html.contains("t<&"))
        let markdown = try check("markdown", try folder())
        #expect(markdown.hasPrefix("### Plumbline: 2 errors, 1 warning in 4 layouts\n"))
        // Within a span of code signs are only signs.
        #expect(markdown.contains("- `c3: H:[\"t<&\"(60)], would break`\n"))
    }

    @Test func `checks and reports answer in the form that is asked for`() throws {
        let service = try RunningService()
        let url = "/v1/check?rules=fixed-direction&file=Views/cell.json"
        let sarif = try service.post(url, Layouts.conflicting, fields: [("Accept", "application/sarif+json")])
        #expect(sarif.status == 200 && sarif.fields["content-type"] == "application/sarif+json")
        #expect(sarif.text.contains("\"uri\": \"Views/cell.json\"") && sarif.text.contains("\"ruleId\": \"conflict\""))
        #expect(try service.post("/v1/check?format=junit&failOn=conflict", Layouts.conflicting).status == 422)
        #expect(try service.post("/v1/check?format=junit&failOn=ambiguity", Layouts.conflicting).status == 200)
        #expect(try service.post("/v1/check?failOn=error", Layouts.conflicting).status == 422)
        #expect(try service.post("/v1/check?failOn=everything", Layouts.conflicting).status == 400)
        // A name is too long whether it is told or not.
        let long = String(repeating: "n", count: 1001)
        for query in ["file=\(long)", "file=\(long)&rules=all"] {
            #expect(try service.post("/v1/check?" + query, Layouts.conflicting).status == 400)
        }
        #expect(try service.post("/v1/check?rules=everything", Layouts.conflicting).status == 400)
        #expect(try service.post("/v1/check?format=pdf", Layouts.conflicting).status == 400)
        let markdown = try service.post("/v1/check", Layouts.conflicting, fields: [("Accept", "text/markdown, application/json;q=0.5")])
        #expect(markdown.text.hasPrefix("### Plumbline: 1 error in 1 layout"))
        let plain = try service.post("/v1/check", Layouts.conflicting, fields: [("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")])
        #expect(plain.object["verdict"] as? String == "conflicting")
        let found = try service.post("/v1/check?rules=truncated-text", Layouts.conflicting).object
        #expect((found["findings"] as? [[String: Any]])?.first?["rule"] as? String == "conflict")

        let created = try service.post("/v1/sessions", Layouts.conflicting)
        let session = try #require(created.object["url"] as? String)
        let page = try #require(created.object["page"] as? String)
        #expect(created.fields["link"]?.contains(page) == true)
        #expect(try service.get(page).status == 200)
        #expect(try service.get(session + "/report", fields: [("Accept", "application/sarif+json")]).text.contains("\"ruleId\": \"conflict\""))
        #expect(try service.get(session + "/report?failOn=conflict").status == 422)
        #expect(try service.get(session + "/report?failOn=ambiguity&format=xcode").status == 200)
        #expect(try service.get("/v1/sessions/none/report?format=sarif").status == 404)
        #expect(try service.get(session + "/report").object["verdict"] as? String == "conflicting")
    }
}

/// Every form in which checks and stored reports answer, asked for in each way, through a socket.
@Suite struct AnswerFormTests {
    /// How each form begins, and its media type; nil where `Accept` has no word for it.
    private static let forms: [(name: String, accept: String?, type: String, begins: String)] = [
        ("json", "application/json", "application/json", "{\"format\":\"plumbline.report"),
        ("sarif", "application/sarif+json", "application/sarif+json", "{\n  \"$schema\""),
        ("junit", "application/junit+xml", "application/xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites"),
        ("checkstyle", "application/checkstyle+xml", "application/xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle"),
        ("markdown", "text/markdown", "text/markdown; charset=utf-8", "### Plumbline: 1 error"),
        ("text", "text/plain", "text/plain; charset=utf-8", "document.json: 1 finding"),
        ("github", nil, "text/plain; charset=utf-8", "::error file=document.json,"),
        ("xcode", nil, "text/plain; charset=utf-8", "document.json:1:"),
        ("gitlab", nil, "application/json", "[\n  {\n    \"description\""),
        ("html", nil, "text/html; charset=utf-8", "<!DOCTYPE html>"),
    ]

    @Test func `every form is had by its name and by its media type`() throws {
        let service = try RunningService()
        let session = try #require(try service.post("/v1/sessions", Layouts.conflicting).object["url"] as? String)
        for form in AnswerFormTests.forms {
            var asked: [(query: String, fields: [(String, String)])] = [("?format=\(form.name)", [("Accept", "image/png")])]
            if let accept = form.accept {
                asked.append(("", [("Accept", accept)]))
                asked.append(("", [("Accept", "text/html, \(accept);q=0.9, application/*;q=0.1")]))
                // The name wins, and names of types do not mind capitals.
                asked.append(("?format=\(form.name)", [("Accept", "application/junit+xml, text/markdown")]))
                asked.append(("", [("Accept", accept.uppercased())]))
            }
            for (query, fields) in asked {
                for gzip in [false, true] {
                    let more = gzip ? fields + [("Accept-Encoding", "gzip")] : fields
                    for answer in [
                        try service.post("/v1/check" + query, Layouts.conflicting, fields: more),
                        try service.get(session + "/report" + query, fields: more),
                    ] {
                        #expect(answer.status == 200 && answer.fields["content-type"] == form.type, "\(form.name) \(fields): \(answer.fields)")
                        if !gzip {
                            #expect(
                                answer.text.hasPrefix(form.begins) || form.name != "json" && answer.text.contains("ProfileCell"),
                                "\(form.name): \(answer.text.prefix(80))")
                        }
                        #expect((answer.fields["vary"] ?? "").components(separatedBy: ", ").contains("Accept"), "\(form.name): \(answer.fields)")
                    }
                }
            }
            // What fails is told by the status in every form, with the findings.
            let failed = try service.post("/v1/check?failOn=conflict&format=\(form.name)", Layouts.conflicting)
            #expect(failed.status == 422 && failed.fields["content-type"] == form.type && failed.text.hasPrefix(form.begins))
        }
        // What is not wanted is the least of all.
        let refused = try service.post("/v1/check", Layouts.conflicting, fields: [("Accept", "application/sarif+json;q=0, text/markdown;q=0.001")])
        #expect(refused.fields["content-type"] == "text/markdown; charset=utf-8")
    }
}

/// How often each element is met, and which attributes.
private final class Elements: NSObject, XMLParserDelegate {
    var names: [String: Int] = [:]
    var attributes: [String] = []

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
    ) {
        names[name, default: 0] += 1
        self.attributes += attributes.keys
    }
}
