import LayoutCheck
import HTTP
import JSON
import LayoutImport
import LayoutModel
import Testing

@testable import LayoutService

/// The first event of a session goes on from what was found when it was made, as later ones do from the step before.
@Suite struct FirstEventTests {
    /// Rows of labels; clean, ambiguous where `isOpen`, conflicting where `isTight`.
    private func document(_ rows: Int, isOpen: Bool = false, isTight: Bool = false) -> String {
        var constraints = ["\"a0.top == root.top + 4\"", "\"a0.left == root.left + 8\"", "\"a0.width == 60\"", "\"a0.height == 20\""]
        for row in 1..<rows {
            constraints.append("\"a\(row).left == a\(row - 1).left\"")
            if !isOpen || row < rows / 2 { constraints.append("\"a\(row).top == a\(row - 1).bottom + 8\"") }
            constraints.append("{\"id\": \"w\(row)\", \"equation\": \"a\(row).width == \(40 + row)\"}")
            constraints.append("\"a\(row).height == 20 @ 750\"")
        }
        if isTight { constraints += ["{\"id\": \"wide\", \"equation\": \"a1.width >= 90\"}"] }
        return #"{"unknown": 1, "size": {"width": 300, "height": 900}, "constraints": [\#(constraints.joined(separator: ", "))]}"#
    }

    private let events = [
        #"{"op": "setConstant", "id": "w1", "constant": 44}"#, #"{"op": "resize", "width": 320, "height": 800}"#,
        #"{"op": "removeConstraint", "id": "w2"}"#, #"{"op": "addConstraint", "constraint": {"id": "n", "equation": "a2.width >= 41"}}"#,
        #"{"op": "setPriority", "id": "w1", "priority": 600}"#, #"{"op": "setIntrinsicContentSize", "view": "a1", "width": 50, "height": 10}"#,
        #"{"op": "deactivate", "id": "w1"}"#, #"{"op": "setDirection", "direction": "rtl"}"#, #"{"op": "removeView", "view": "a3"}"#,
    ]

    @Test func `first events of sessions that were made side by side replay`() throws {
        let service = try TestService()
        // More than are kept: the first of them are read from the store again.
        let bodies = [document(8), document(9, isOpen: true), document(7, isTight: true)]
        let sessions = try events.indices.flatMap { place in
            try bodies.map { (place, try #require(service.post("/v1/sessions", json: $0).fields["Location"])) }
        }
        for (place, session) in sessions {
            let answer = service.post("\(session)/events", json: #"{"events": [\#(events[place])]}"#)
            #expect(answer.status == .ok, "\(answer.text)")
            #expect(service.post("\(session)/events", json: #"{"events": [{"op": "undo"}]}"#).status == .ok)
            let replay = service.post("\(session)/replay", json: "{}")
            #expect(replay.text.contains(#""identical":true,"#), "\(events[place]): \(replay.text)")
        }
        // In turns.
        for number in 0..<3 {
            let made = try bodies.map { try #require(service.post("/v1/sessions", json: $0).fields["Location"]) }
            for (place, session) in made.enumerated() {
                let event = events[(place + number) % events.count]
                #expect(service.post("\(session)/events", json: #"{"events": [\#(event)]}"#).status == .ok)
            }
            for session in made { #expect(service.post("\(session)/replay", json: "{}").text.contains(#""identical":true,"#)) }
        }
    }

    @Test func `a session that is deleted before its first event has none`() throws {
        let service = try TestService()
        let session = try #require(service.post("/v1/sessions", json: document(5)).fields["Location"])
        #expect(service.send("DELETE", session).status == .noContent)
        #expect(service.post("\(session)/events", json: #"{"events": [\#(events[0])]}"#).status == .notFound)
    }

    @Test func `an event does not depend on the request that made the session`() throws {
        let context = RequestContext(deadline: .now + .seconds(60), match: RouteMatch())
        var options = AnalysisOptions()
        options.interest = AnalysisOptions.Interest { context.isOpen }
        var analyzer = SourceAnalyzer(options: options)
        analyzer.keepsProgress = true
        let first = try #require(try analyzer.analyze(Array(document(8).utf8), kind: .document).first)
        // It is answered, and its deadline is over.
        #expect(context.end())
        let progress = try #require(first.progress)
        let input = try StepInput(Array(#"{"events": [\#(events[3])]}"#.utf8))
        var former: ReusableStorage?
        let next = try EventApplication().apply(input.events, to: first.document, reusing: &former)
        let followed = try #require(progress.analyze(next.document, next.change, editedFrom: nil, options: AnalysisOptions()))
        #expect(followed.analysis.inconclusive.isEmpty)
        let other = try #require(try SourceAnalyzer().analyze(Array(document(9, isTight: true).utf8), kind: .document).first).document
        options.interest = AnalysisOptions.Interest { false }
        let ended = progress.analyze(other, nil, editedFrom: nil, options: options)
        #expect(try !#require(ended).analysis.inconclusive.isEmpty)
    }

    @Test func `short memory releases large sessions, and their next event continues`() throws {
        let service = try TestService()
        let sessions = try [5, 1100].map { try #require(service.post("/v1/sessions", json: document($0)).fields["Location"]) }
        func isCached(_ session: String, step: Int) throws -> Bool {
            service.application.sessions.documents.summary(of: String(try #require(session.split(separator: "/").last)), step: step) != nil
        }
        #expect(try isCached(sessions[0], step: 0) && isCached(sessions[1], step: 0))
        for step in 1...2 {
            service.application.releaseMemory()
            #expect(try !isCached(sessions[1], step: step - 1))
            let answer = service.post("\(sessions[1])/events", json: #"{"events": [\#(events[step - 1])]}"#)
            #expect(answer.status == .ok, "\(answer.text)")
            #expect(try isCached(sessions[1], step: step))
        }
        #expect(service.post("\(sessions[1])/replay", json: "{}").text.contains(#""identical":true,"#))
        #expect(service.post("\(sessions[0])/events", json: #"{"events": [\#(events[0])]}"#).status == .ok)
        service.application.releaseMemory()
        #expect(try isCached(sessions[0], step: 1))
    }

    @Test func `what another program did to a session before its first event counts`() throws {
        let service = try TestService()
        let session = try #require(service.post("/v1/sessions", json: document(5)).fields["Location"])
        let id = try #require(session.split(separator: "/").last)
        try service.alterDatabase("UPDATE session SET name = 'other' WHERE id = '\(id)'")
        let answer = service.post("\(session)/events", json: #"{"events": [\#(events[0])]}"#)
        #expect(answer.status == .internalServerError && answer.text.contains(#""session-damaged""#), "\(answer.text)")
    }

    @Test(arguments: [(false, false), (true, false), (false, true)]) func `constants are followed from the first analysis on`(
        isOpen: Bool, isTight: Bool
    ) throws {
        var analyzer = SourceAnalyzer()
        analyzer.keepsProgress = true
        let body = Array(document(9, isOpen: isOpen, isTight: isTight).utf8)
        let layout = try #require(try analyzer.analyze(body, kind: .document).first)
        let progress = try #require(layout.progress)
        #expect(layout.report().text(without: "timing") == (try SourceAnalyzer().analyze(body, kind: .document)[0].report().text(without: "timing")))
        let input = try StepInput(Array(#"{"events": [{"op": "setConstant", "id": "w5", "constant": 31}]}"#.utf8))
        var former: ReusableStorage?
        let next = try EventApplication().apply(input.events, to: layout.document, reusing: &former)
        let followed = try #require(progress.analyze(next.document, next.change, editedFrom: nil, options: AnalysisOptions()))
        #expect(progress.wasWarmStarted)
        #expect(followed.report().text(without: "timing") == SourceAnalyzer().analyze(next.document).report().text(without: "timing"))
        #expect(followed.analysis.verdict == (isTight ? .conflicting : isOpen ? .ambiguous : .clean))
    }
}

extension [UInt8] {
    /// The members of an object but one, as JSON; of no object nothing.
    fileprivate func text(without key: String) -> String {
        var writer = JSONWriter()
        writer.tree(.object(((try? JSONTree(parsing: self))?.members ?? []).filter { $0.key != key }))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
