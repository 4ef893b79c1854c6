import HTTP
import JSON
import LayoutCheck
import LayoutLint
import LayoutModel
import Reporting
import Testing

@testable import LayoutService

/// Documents for which a check once took work that grew with the square of their length, or answers that grew with it.
@Suite struct BoundedWorkTests {
    private func findings(_ answer: HTTPResponse) throws -> [(rule: String, message: String)] {
        let list = try JSONTree(parsing: answer.body)["findings"]?.elements ?? []
        return list.map { ($0["rule"]?.string ?? $0["kind"]?.string ?? "", $0["message"]?.string ?? "") }
    }

    /// Views that are all as large as the root, so that none covers another in part.
    private func stacked(_ count: Int, further: String = "") -> String {
        let views = (0..<count).map {
            #"{"id": "v\#($0)", "parent": "root", "autoresizing": {"frame": {"x": 0, "y": 0, "width": 100, "height": 100}, "superview": {"width": 100, "height": 100}}}"#
        }
        return #"{"size": {"width": 100, "height": 100}, "views": [{"id": "root"}, \#(views.joined(separator: ", "))], "constraints": []\#(further)}"#
    }

    @Test func `siblings in one place are compared up to a limit, and the report says so`() throws {
        let service = try TestService()
        let few = service.post("/v1/check?rules=overlapping-views", json: stacked(300))
        #expect(try few.status == .ok && findings(few).isEmpty, "\(few.text.prefix(600))")
        let many = service.post("/v1/check?rules=overlapping-views&failOn=unproven", json: stacked(2_100))
        let found = try findings(many)
        #expect(found.map(\.rule) == ["unproven"], "\(many.text.prefix(600))")
        #expect(found.first?.message.contains("not completely checked: overlapping-views") == true, "\(found)")
        // Along a range, too.
        let ranged = service.post("/v1/check?width=100...101", json: stacked(400))
        #expect(ranged.status == .ok && ranged.text.contains("only 50000 pairs of them were compared"), "\(ranged.text.suffix(600))")
    }

    @Test(arguments: ["y", "x"]) func `long lists and bars are compared whole`(_ axis: String) throws {
        let views = (0..<3_000).map { number in
            let place = axis == "y" ? #""x": 0, "y": \#(8 * number)"# : #""x": \#(8 * number), "y": 0"#
            let superview = #"{"width": 100, "height": 100}"#
            return
                #"{"id": "v\#(number)", "parent": "root", "autoresizing": {"frame": {\#(place), "width": 10, "height": 10}, "superview": \#(superview)}}"#
        }
        let document = #"{"size": {"width": 100, "height": 100}, "views": [{"id": "root"}, \#(views.joined(separator: ", "))], "constraints": []}"#
        let found = try findings(try TestService().post("/v1/check?rules=overlapping-views", json: document))
        // Each row lies over the end of the one before.
        #expect(found.count == 201 && found.allSatisfy { $0.rule == "overlapping-views" }, "\(found.count) \(found.last?.message ?? "")")
        #expect(found.last?.message == "2799 more findings of the rule overlapping-views are not listed")
    }

    @Test func `assertions that fail are listed up to a limit`() throws {
        let service = try TestService()
        let asserted = (0..<3_000).map { "\"v0.width == \($0)\"" }.joined(separator: ", ")
        let document = stacked(1, further: #", "assert": [\#(asserted)]"#)
        let found = try findings(service.post("/v1/check?rules=overlapping-views", json: document))
        #expect(found.count == 201 && found.allSatisfy { $0.rule == "assertion" })
        #expect(found.first?.message.hasPrefix("v0.width == 0 fails") == true)
        #expect(found.last?.message == "2799 more findings of the rule assertion are not listed")
        let ranged = service.post("/v1/check?rules=overlapping-views&width=100...101", json: document)
        #expect(ranged.status == .ok && ranged.text.contains("more assertions that fail are not listed"))
        #expect(ranged.body.count < 1_000_000, "\(ranged.body.count)")
    }

    @Test func `suppressions are found by what they name`() throws {
        let service = try TestService()
        // Nothing places the views, so that each has a finding.
        let count = 400
        let views = (0..<count).map {
            #"{"id": "v\#($0)", "parent": "root"}"#
        }.joined(separator: ", ")
        func check(_ suppressions: [String]) throws -> [(rule: String, message: String)] {
            let document = #"{"views": [{"id": "root"}, \#(views)], "constraints": [], "suppress": [\#(suppressions.joined(separator: ", "))]}"#
            return try findings(service.post("/v1/check?rules=overlapping-views", json: document))
        }
        let named = (0..<20_000).map { #"{"rule": "ambiguity", "view": "v\#($0)", "reason": "r\#($0)"}"# }
        let found = try check(named)
        let unused = found.filter { $0.rule == "unused-suppression" }
        #expect(found.count(where: { $0.rule == "ambiguity" }) == count && unused.count == 201, "\(found.count) \(unused.count)")
        #expect(unused.last?.message == "19400 more suppressions have no effect and are not listed", "\(unused.last?.message ?? "")")
        // The same one again and again takes no more than one.
        #expect(try check([String](repeating: named[3], count: 20_000)).allSatisfy { $0.rule == "ambiguity" })
    }

    @Test func `rules end when nobody waits, and say so`() throws {
        var analyzer = SourceAnalyzer()
        let asked = Asked()
        analyzer.options.interest = .init { asked.next() < 40 }
        let checker = LayoutChecker(analyzer: analyzer, severities: [:], settings: .init(rules: [.overlappingViews, .minimumSize]))
        let layout = try #require(try checker.check(Array(stacked(1_500).utf8), kind: .document, file: "a.json").first)
        let messages = layout.subject.findings.map(\.message)
        #expect(
            messages.contains { $0.hasPrefix("not completely checked: overlapping-views, minimum-size (the time limit was reached)") }, "\(messages)")
    }
}

/// Counts how often something was asked.
private final class Asked: @unchecked Sendable {
    private var count = 0

    func next() -> Int {
        count += 1
        return count
    }

    @Test func `many text sizes of one view are read`() throws {
        let sizes = (0..<30_000).map { #"{"scale": \#(1 + (7 * $0 + 1) % 30_000).5, "width": 1, "height": 1}"# }.joined(separator: ",")
        let document = #"{"views": [{"id": "root"}, {"id": "a", "parent": "root", "textSizes": [\#(sizes)]}], "constraints": []}"#
        #expect(try TestService().post("/v1/check", json: document).status == .ok)
    }

    @Test func `the views that an exercise names are looked up`() throws {
        let service = try TestService()
        let views = (0..<2_000).map { #"{"id": "v\#($0)", "parent": "root"}"# }.joined(separator: ",")
        let document = #"{"views": [{"id": "root"}, \#(views)], "constraints": []}"#
        let path = try #require(service.post("/v1/sessions", json: document).fields["Location"])
        let names = Array(repeating: "\"v1999\"", count: 200_000).joined(separator: ",")
        let refused = service.post("\(path)/exercise", json: "{\"views\":[\(names),\"other\"]}")
        #expect(refused.text.contains(#"/views/200000"#), "\(refused.text.prefix(300))")
    }
}
