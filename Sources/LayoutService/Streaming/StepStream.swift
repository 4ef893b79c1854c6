internal import HTTP
internal import JSON
internal import Synchronization

/// The new steps of one session as server-sent events, in order and without gaps: `id` is the step, `data` its number and verdict.
///
/// All that it sends is in memory, so that those who watch cost no worker. One that falls too far behind is ended, and comes back with
/// `Last-Event-ID`, as every client of server-sent events does.
final class StepStream: BodyStream {
    /// Steps that wait to be sent, at most.
    static let mostWaiting = 2000
    /// Steps in one piece.
    private static let turn = 500

    private struct State {
        /// The newest step that was sent, or that the client has.
        var last = 0
        /// Verdicts of later steps; they may be told out of order.
        var waiting: [Int: String] = [:]
        var isGreeted = false
        var isOver = false
        var wake: (@Sendable () -> Void)?
    }

    let session: String
    private let feed: StepFeed
    private let state = Mutex(State())

    init(_ session: String, feed: StepFeed) {
        self.session = session
        self.feed = feed
    }

    var isCheap: Bool { true }
    var isEndless: Bool { true }
    var quietInterval: Duration? { .seconds(15) }

    func open(wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    func close() {
        feed.remove(self)
    }

    /// Sends only steps after this one. To be called before the first piece.
    func begin(after last: Int) {
        state.withLock { state in
            state.last = last
            state.waiting = state.waiting.filter { $0.key > last }
        }
    }

    /// The newest step that was sent.
    var lastSent: Int { state.withLock { $0.last } }

    /// Takes a step to be sent; one that was sent, or waits already, is passed over.
    func take(step: Int, verdict: String) {
        let wake = state.withLock { state in
            if step <= state.last || state.waiting[step] != nil { return nil as (@Sendable () -> Void)? }
            if state.waiting.count >= StepStream.mostWaiting {
                state.isOver = true
            } else {
                state.waiting[step] = verdict
            }
            return state.wake
        }
        wake?()
    }

    /// Ends the stream.
    func end() {
        let wake = state.withLock { state in
            state.isOver = true
            return state.wake
        }
        wake?()
    }

    func next(_ input: BodyInput) -> BodyPiece {
        state.withLock { state in
            var text = ""
            if !state.isGreeted {
                // Something at once, so that the client knows that it is heard; and how soon to come back.
                text += "retry: 1000\n\n"
                state.isGreeted = true
            }
            var count = 0
            while count < StepStream.turn, let verdict = state.waiting.removeValue(forKey: state.last + 1) {
                state.last += 1
                count += 1
                text += StepStream.event(state.last, verdict)
            }
            if text.isEmpty, input.isQuiet { text = ": still here\n\n" }
            let hasMore = state.waiting[state.last + 1] != nil
            return BodyPiece(Array(text.utf8), hasMore ? .again : state.isOver ? .end : .wait)
        }
    }

    private static func event(_ step: Int, _ verdict: String) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("step", step)
            writer.member("verdict", verdict)
        }
        return "id: \(step)\ndata: \(String(decoding: writer.bytes, as: UTF8.self))\n\n"
    }
}
