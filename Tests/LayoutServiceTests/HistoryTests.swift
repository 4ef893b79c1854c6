import ExactArithmetic
import HTTP
import JSON
import LayoutCheck
import LayoutImport
import LayoutModel
import SessionStore
import StandardAdditions
import Synchronization
import Testing

@testable import LayoutService

/// The documents of long sessions, which are computed by their lists of events again.
@Suite struct HistoryTests {
    /// A session of random constants and undos, and the constant that each step should have.
    private struct Story {
        var lists: [[UInt8]?] = [nil]
        var constants = [0]
        private var past: [Int] = []

        /// - Parameter undoesUp: after so many lists, all of them are undone again and so on; nil for undos at random.
        init(_ count: Int, undoesUp: Int? = nil) {
            var random = SystemSeed(state: 7)
            var isDown = false
            for step in 1...count {
                if let undoesUp {
                    if past.count >= undoesUp { isDown = true }
                    if past.isEmpty { isDown = false }
                } else {
                    isDown = random.next() % 3 == 0
                }
                if isDown, let back = past.popLast() {
                    lists.append(Array(#"[{"op":"undo"}]"#.utf8))
                    constants.append(back)
                } else {
                    past.append(constants[constants.count - 1])
                    lists.append(Array(#"[{"op":"setConstant","id":"c1","constant":\#(step)}]"#.utf8))
                    constants.append(step)
                }
            }
        }
    }

    private struct SystemSeed {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
    }

    /// Counts the events that are applied, which are the only ones of their lists.
    private final class Applications: Sendable {
        private let value = Mutex(0)
        var count: Int { value.withLock(\.self) }

        func add() { value.withLock { $0 += 1 } }
    }

    private func history(of story: Story, _ applications: Applications = Applications(), isKnown: Bool = true) throws -> History {
        let first = try DocumentImporter().read(json: Array(#"{"constraints":["a.width == 0"]}"#.utf8))
        var tree = StepTree()
        if isKnown {
            for list in story.lists.compactMap({ $0 }) {
                guard StepInput.isUndo(list) else {
                    tree.appendList()
                    continue
                }
                let isUndone = tree.appendUndo()
                #expect(isUndone)
            }
        }
        return History(
            first: .document(first), steps: tree, EventLists(story.lists), InputLimits(), for: Caller(pause: { applications.add() }))
    }

    private func constant(_ document: LayoutDocument) -> Int { document.constraints[0].constant.integer ?? -1 }

    @Test(arguments: [nil, 1, 40, 300]) func `a step has the document to which its lists and undos lead`(undoesUp: Int?) throws {
        let story = Story(300, undoesUp: undoesUp)
        var history = try history(of: story)
        var random = SystemSeed(state: 3)
        let steps = Array(0...300) + (0...300).reversed() + (0..<300).map { _ in Int(random.next() % 301) }
        for step in steps { #expect(constant(try history.document(of: step)) == story.constants[step], "step \(step)") }
        for step in [0, 1, 150, 300] {
            let entries = try history.undoEntries(at: step)
            #expect(entries.count <= 6 && entries.allSatisfy(\.isWhole))
            let present = try history.document(of: step)
            var former: ReusableStorage?
            let earlier = try entries.map { constant(try #require($0.document(from: present, reusing: &former)).document) }
            #expect(earlier == history.steps.path(to: step).reversed().prefix(6).reversed().map { story.constants[$0 - 1] })
        }
    }

    @Test func `lists are taken one after another`() throws {
        let story = Story(300)
        var history = try history(of: story, isKnown: false)
        for step in 1...300 {
            try history.take(try StepInput.events(try #require(story.lists[step])))
            #expect(constant(history.present) == story.constants[step], "step \(step)")
        }
        var fresh = try self.history(of: Story(1), isKnown: false)
        #expect(throws: SessionError.self) { try fresh.take([.undo]) }
        #expect(fresh.steps.count == 1)
    }

    @Test func `steps in descending order take few applications of lists, and few documents`() throws {
        let applications = Applications()
        var history = try history(of: Story(600, undoesUp: 600), applications)
        for step in (1...600).reversed() {
            _ = try history.pair(step - 1, step, of: "s")
            #expect(history.items <= 16 * 3)
        }
        #expect(applications.count < 8 * 600, "\(applications.count)")
    }

    @Test func `all is undone in about as many applications as it was done`() throws {
        let applications = Applications()
        let story = Story(1000, undoesUp: 500)
        var history = try history(of: story, applications, isKnown: false)
        for list in story.lists.compactMap({ $0 }) { try history.take(try StepInput.events(list)) }
        #expect(constant(history.present) == story.constants[1000])
        #expect(applications.count < 6 * 1000, "\(applications.count)")
    }

    /// A session of some steps, and its path.
    private func session(_ service: TestService, steps: Int) throws -> String {
        let path = try #require(service.post("/v1/sessions", json: #"{"constraints":["a.width == 10","b.width == 12"]}"#).fields["Location"])
        for step in 1...steps {
            let events = step % 4 == 0 ? #"{"op":"undo"}"# : #"{"op":"setConstant","id":"c1","constant":\#(step)}"#
            #expect(service.post("\(path)/events", json: #"{"events":[\#(events)]}"#).status == .ok)
        }
        return path
    }

    @Test func `what reads a long session ends if memory is short, with the next step in words`() throws {
        let service = try TestService()
        let path = try session(service, steps: 9)
        let file = service.get("\(path)/export").body
        var limits = InputLimits()
        limits.memory = MemoryLimit(bytes: 1 << 20)
        let short = try LayoutApplication(store: service.store, limits: limits)
        func status(_ method: String, _ target: String, _ body: [UInt8] = []) throws -> String {
            let head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
            let request = try #require(TestService.request(Array(head.utf8) + body))
            let response = short.respond(to: request, within: .seconds(30))
            let problem = try? JSONTree(parsing: response.body)
            return "\(response.status.code) \(problem?["code"]?.string ?? "") \(problem?["detail"]?.string ?? "")"
        }
        let wanted = "503 memory The service has too little memory for this at the moment; try again later, or raise its --max-memory."
        for target in ["", "/export", "/events", "/blame", "/document?step=3", "/diagram.svg?step=3", "/constraints?view=a&step=2"] {
            #expect(try status("GET", path + target) == wanted, "\(target)")
        }
        #expect(try status("POST", path + "/replay", Array("{}".utf8)) == wanted)
        #expect(try status("POST", "/v1/import", file) == wanted)
        // What is small is still answered.
        for target in ["/report", "/report?step=3", "/log"] { #expect(try status("GET", path + target).hasPrefix("200"), "\(target)") }
    }

    @Test func `work on a long session ends when its caller has left`() throws {
        let service = try TestService()
        let path = try session(service, steps: 40)
        let sessions = service.application.sessions
        let id = String(path.dropFirst("/v1/sessions/".count))
        let asked = Mutex(0)
        let caller = Caller(isWaiting: {
            asked.withLock { count in
                count += 1
                return count < 30
            }
        })
        func isOverdue(_ work: () throws(SessionError) -> some Any) -> Bool {
            asked.withLock { $0 = 0 }
            do throws(SessionError) { _ = try work() } catch {
                guard case .store(.overdue) = error else { return false }
                return asked.withLock { (30..<100).contains($0) }
            }
            return false
        }
        #expect(isOverdue { () throws(SessionError) in try sessions.replay(id, for: caller) })
        #expect(isOverdue { () throws(SessionError) in try sessions.timeline(id, from: 0, limit: 500, for: caller) })
        #expect(isOverdue { () throws(SessionError) in try sessions.canonicalDocument(id, step: 39, for: caller) })
        #expect(isOverdue { () throws(SessionError) in try sessions.importSession(service.get("\(path)/export").body, for: caller) })
        #expect(try sessions.canonicalDocument(id, step: 39) != nil && sessions.replay(id)?.isIdentical == true)
    }

    @Test func `work on a step of many events ends within the step`() throws {
        let service = try TestService()
        let path = try #require(service.post("/v1/sessions", json: #"{"constraints":["a.width == 10","b.width == 12"]}"#).fields["Location"])
        let events = (0..<900).map { #"{"op":"setConstant","id":"c1","constant":\#($0)}"# }.joined(separator: ",")
        // The last document is in memory.
        for list in [events, #"{"op":"setConstant","id":"c2","constant":1}"#] {
            #expect(service.post("\(path)/events", json: #"{"events":[\#(list)]}"#).status == .ok)
        }
        let sessions = service.application.sessions
        let id = String(path.dropFirst("/v1/sessions/".count))
        let file = service.get("\(path)/export").body
        let asked = Mutex(0)
        // Some of the events are applied by then.
        let caller = Caller(isWaiting: {
            asked.withLock { count in
                count += 1
                return count < 800
            }
        })
        func questions(_ work: () throws(SessionError) -> some Any) -> Int? {
            asked.withLock { $0 = 0 }
            do throws(SessionError) { _ = try work() } catch {
                guard case .store(.overdue) = error else { return nil }
                return asked.withLock(\.self)
            }
            return nil
        }
        let counts = [
            questions { () throws(SessionError) in try sessions.replay(id, for: caller) },
            questions { () throws(SessionError) in try sessions.canonicalDocument(id, step: 1, for: caller) },
            questions { () throws(SessionError) in try sessions.importSession(file, for: caller) },
        ]
        #expect(counts.allSatisfy { $0.map { $0 < 820 } ?? false }, "\(counts)")
    }

    @Test func `an undo says which list it reverts`() throws {
        var tree = StepTree()
        var outcomes = [tree.appendUndo()]
        for isUndo in [false, false, true, false, true, true] {
            if isUndo { outcomes.append(tree.appendUndo()) } else { tree.appendList() }
        }
        #expect((0...6).map { tree.undone(by: $0) } == [nil, nil, nil, 2, nil, 4, 1])
        #expect(tree.stepBefore(6) == nil && tree.stepBefore(4) == 1)
        outcomes.append(tree.appendUndo())
        #expect(outcomes == [false, true, true, true, false])
    }

    @Test func `only an undo alone is an undo`() {
        for list in [#"[{"op":"setConstant","id":"undo","constant":1}]"#, #"[{"op":"undo"},{"op":"undo"}]"#, "[]", "undo", #"["undo"]"#] {
            #expect(!StepInput.isUndo(Array(list.utf8)), "\(list)")
        }
        #expect(StepInput.isUndo(Array(#"[{"op":"undo"}]"#.utf8)))
    }
}
