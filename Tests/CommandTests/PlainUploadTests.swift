import Foundation
import Testing

/// Files that are sent by hand, as curl does without a type of their own.
@Suite struct PlainUploadTests {
    private let service: RunningService
    private let folder: TemporaryFolder

    init() throws {
        service = try RunningService()
        folder = try TemporaryFolder()
        try folder.file("cell.json", Layouts.conflicting)
        try folder.file("run.log", "Started.\n" + Layouts.log + "\n")
        try folder.file("Main.storyboard", SampleRepository.storyboard(of: "Main", width: 100))
        try folder.file("lines.txt", "a.leading == root.leading + 8\na.width == 60\na.width == 50\n" + String(repeating: "# a comment\n", count: 9))
    }

    private func curl(_ words: String...) throws -> (status: String, body: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["curl", "-sS", "-w", "\n%{http_code}"] + words.map { $0.hasPrefix("/v1") ? "http://127.0.0.1:\(service.port)\($0)" : $0 }
        process.currentDirectoryURL = folder.url
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        let end = try #require(text.lastIndex(of: "\n"))
        return (String(text[text.index(after: end)...]), String(text[..<end]))
    }

    @Test(arguments: ["cell.json", "run.log", "Main.storyboard", "lines.txt"], ["/v1/check", "/v1/sessions"])
    func `a file needs no header`(file: String, route: String) throws {
        for words in [["--data-binary", "@\(file)"], ["-F", "file=@\(file)"], ["-F", "layout=@\(file)"]] {
            let answer = try curl(words[0], words[1], route)
            #expect(answer.status == (route == "/v1/check" ? "200" : "201") && answer.body.contains("conflicting"), "\(words) \(answer)")
        }
        if file.hasSuffix(".json") || file.hasSuffix("board") {
            let answer = try curl("-d", "@\(file)", route)
            #expect(answer.status.hasPrefix("20") && answer.body.contains("conflicting"), "\(answer)")
        }
    }

    @Test func `lines that curl joined are answered with how to keep them`() throws {
        let answer = try curl("-d", "@lines.txt", "/v1/check")
        #expect(answer.status == "400" && answer.body.contains("--data-binary @FILE"), "\(answer)")
    }

    @Test func `a form's file keeps its name`() throws {
        let stored = try curl("-F", "file=@Main.storyboard", "/v1/sessions")
        let id = try #require(try JSONSerialization.jsonObject(with: Data(stored.body.utf8)) as? [String: Any])["id"] as? String
        #expect(try service.get("/v1/sessions/\(id ?? "")").text.contains("Main.storyboard"))
        let checked = try curl("-F", "file=@Main.storyboard", "/v1/check?format=text")
        #expect(checked.body.contains("Main.storyboard:"), "\(checked)")
        let renamed = try curl("-F", "file=@Main.storyboard;filename=../../etc/a\"b.storyboard", "/v1/check?format=text")
        #expect(renamed.status == "200" && !renamed.body.contains("etc/"), "\(renamed)")
    }

    @Test func `a form that is not one file is refused in words`() throws {
        #expect(try curl("-F", "a=@cell.json", "-F", "b=@run.log", "/v1/check").status == "400")
        let cut = try HTTPClient.send(
            "POST", "/v1/check", port: service.port, fields: [("Content-Type", "multipart/form-data; boundary=x")],
            body: Data("--x\r\nContent-Disposition: form-data".utf8))
        #expect(cut.status == 400 && cut.text.contains("malformed-form"))
        for body in ["", "--x", "--x--", "--x\r\n\r\n\r\n--x--", "--x\r\n\r\n--x--\r\n", "\r\n--x\r\n\r\n{}\r\n--x", "--x\r\nA: b\r\n\r\n"] {
            let answer = try HTTPClient.send(
                "POST", "/v1/check", port: service.port, fields: [("Content-Type", "multipart/form-data; boundary=x")], body: Data(body.utf8))
            #expect((400...422).contains(answer.status), "\(body) \(answer.text)")
        }
    }

    @Test func `a page of another site is refused as ever`() throws {
        for type in ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/octet-stream", "text/plain"] {
            for route in ["/v1/check", "/v1/sessions"] {
                let fields = [("Content-Type", type), ("Origin", "http://evil.example")]
                #expect(try HTTPClient.send("POST", route, port: service.port, fields: fields, body: Data(Layouts.clean.utf8)).status == 403)
                let site = [("Content-Type", type), ("Sec-Fetch-Site", "cross-site")]
                #expect(try HTTPClient.send("POST", route, port: service.port, fields: site, body: Data(Layouts.clean.utf8)).status == 403)
            }
        }
        #expect((try service.get("/v1/sessions").object["sessions"] as? [Any])?.isEmpty == true)
    }

    @Test func `every example can be posted as it is listed`() throws {
        let list = try #require(try service.get("/v1/examples").object["examples"] as? [[String: Any]])
        #expect(list.count > 10)
        for entry in list {
            let url = try #require(entry["url"] as? String)
            let example = try service.get(url)
            let report = try service.post("/v1/check", example.text)
            #expect(report.status == 200 && report.object["verdict"] as? String == entry["verdict"] as? String, "\(url) \(report.text.prefix(300))")
            let stored = try service.post("/v1/sessions", example.text)
            #expect(stored.status == 201, "\(url)")
            let id = try #require(stored.object["id"] as? String)
            let replay = try curl("-d", "", "/v1/sessions/\(id)/replay")
            #expect(replay.status == "200" && replay.body.contains("\"identical\":true"), "\(replay)")
        }
    }

    @Test func `events and replay need no header either`() throws {
        let stored = try service.post("/v1/sessions", Layouts.clean)
        let id = try #require(stored.object["id"] as? String)
        let step = try curl("-d", #"{"events":[{"op":"addConstraint","constraint":"title.width == 60"}]}"#, "/v1/sessions/\(id)/events")
        #expect(step.status == "200", "\(step)")
        #expect(try curl("-X", "POST", "/v1/sessions/\(id)/replay").status == "200")
        #expect(try curl("-d", "", "/v1/sessions/\(id)/replay").status == "200")
        #expect(try curl("-F", "a=b", "/v1/sessions/\(id)/events").status == "415")
    }

    @Test func `a report has the layout's name and root, of one as of several`() throws {
        for file in ["cell.json", "Main.storyboard"] {
            let report = try JSONSerialization.jsonObject(with: Data(try curl("--data-binary", "@\(file)", "/v1/check").body.utf8)) as? [String: Any]
            #expect(report?.keys.contains("name") == true && report?["root"] is String)
        }
    }
}
