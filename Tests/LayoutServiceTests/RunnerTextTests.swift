import HTTP
import Testing

@testable import LayoutService

/// A build that prints an answer of the service obeys no command in a layout's names.
@Suite struct RunnerTextTests {
    private static let name = #"a\n::error::x\n##vso[task.setvariable variable=a]b\n##[error]z"#
    private static let layout =
        #"{"views":[{"id":"root"},{"id":"\#(name)","parent":"root","text":"\#(name)","class":"\#(name)"}],"constraints":["#
        + #"{"id":"\#(name)","identifier":"\#(name)","equation":"root.width == 10"},"#
        + #"{"id":"k2","identifier":"\#(name)","equation":"root.width == 20"}]}"#

    private func commands(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { line in
            line.drop { $0 == " " || $0 == "\t" }.hasPrefix("::") || line.contains("##vso[") || line.contains("##[")
        }
    }

    @Test(arguments: ["text", "xcode", "markdown", "junit", "checkstyle", "html"])
    func `a report as a text has no runner's commands`(format: String) throws {
        let answer = try TestService().post("/v1/check?format=\(format)", json: RunnerTextTests.layout)
        #expect(answer.status == .ok)
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(text.contains("vso"))
        #expect(commands(text).isEmpty, "\(commands(text))")
    }

    @Test func `neither has the log or the report of a session`() throws {
        let service = try TestService()
        let path = try #require(service.post("/v1/sessions", json: RunnerTextTests.layout).fields["Location"])
        for part in ["log", "report?format=text", "report?format=xcode"] {
            let text = String(decoding: service.get("\(path)/\(part)").body, as: UTF8.self)
            #expect(text.contains("vso"), "\(part)")
            #expect(commands(text).isEmpty, "\(part): \(commands(text))")
        }
    }
}
