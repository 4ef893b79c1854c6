import HTTP
import Testing

@testable import LayoutService

@Suite struct QueryValueTests {
    private let document = #"{"constraints": ["a.width == 10"], "size": {"width": 100, "height": 100}}"#

    @Test func `values that would be read in another way than they are meant are refused`() throws {
        let service = try TestService()
        let session = try #require(service.post("/v1/sessions", json: document).fields["Location"])
        func isRefused(_ answer: HTTPResponse, _ sentence: String) -> Bool { answer.status == .badRequest && answer.text.contains(sentence) }
        for target in ["\(session)/report?width=5...1", "\(session)/sizes.svg?height=5...1", "\(session)/report?textScale=3...1"] {
            #expect(isRefused(service.get(target), "the smaller first"), "\(target)")
        }
        #expect(isRefused(service.post("/v1/check?width=5...1", json: document), "the smaller first"))
        for by in ["0x10", "0x1p3", "nan", "inf", "0", "1e400", "", "%2B", "1e"] {
            #expect(isRefused(service.get("\(session)/affecting?view=a&by=\(by)"), "points other than 0, such as 20 or -8"), "\(by)")
        }
        for by in ["20", "-8", "1.5e2", "%2B4"] { #expect(service.get("\(session)/affecting?view=a&by=\(by)").status == .ok, "\(by)") }
    }

    @Test func `a number with a sign is refused`() throws {
        let service = try TestService()
        let session = try #require(service.post("/v1/sessions", json: document).fields["Location"])
        let targets = ["/v1/sessions?limit=", "/v1/findings?limit="] + ["events?from=", "report?step=", "stream?after="].map { "\(session)/\($0)" }
        for target in targets {
            for number in ["%2B1", "-0", "%2B0", "", "%201"] {
                #expect(service.get(target + number).status == .badRequest, "\(target + number)")
            }
        }
        for number in ["+1", "-0", "1 "] {
            #expect(service.get("\(session)/stream", fields: [("Last-Event-ID", number)]).status == (number == "1 " ? .ok : .badRequest), "\(number)")
        }
    }

    @Test func `the greatest seed is named`() throws {
        let service = try TestService()
        let session = try #require(service.post("/v1/sessions", json: document).fields["Location"])
        for seed in ["1e19", "-1", "9223372036854775808", "1.5"] {
            let answer = service.post("\(session)/exercise", json: #"{"seed": \#(seed)}"#)
            #expect(answer.status == .unprocessableContent && answer.text.contains("a whole number from 0 to 9223372036854775807"), "\(answer.text)")
        }
        #expect(service.post("\(session)/exercise", json: #"{"seed": 9223372036854775807}"#).status == .ok)
        #expect(service.post("/v1/check?seed=10000000000000000000", json: document).text.contains("from 0 to 9223372036854775807"))
    }
}
