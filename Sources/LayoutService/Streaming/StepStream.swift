internal import HTTP
internal import JSON
internal import Synchronization

/// A stream of the new steps of one session as server-sent events, in order and without gaps. An event's `id` is the step's number,
/// its `data` the number and the verdict.
///
/// All of its data is in memory, so watchers cost no worker. A client that falls too far behind is disconnected, and reconnects
/// with `Last-Event-ID`, as every client of server-sent events does.
final class StepStream: BodyStream {
    /// The maximum number of steps that wait to be sent.
    static let mostWaiting = 2000
    /// The maximum number of steps in one piece.
    private static let turn = 500

    private struct State {
        /// The newest step that was sent, or that the client has.
        var last = 0
        /// The verdicts of later steps, which may be published out of order.
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

    /// Sets the step after which to send. Call it before the first piece.
    func begin(after last: Int) {
        state.withLock { state in
            state.last = last
            state.waiting = state.waiting.filter { $0.key > last }
        }
    }

    /// The newest step that was sent.
    var lastSent: Int { state.withLock { $0.last } }

    /// Adds a step to be sent; one that was sent or is waiting is ignored.
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
                // Send something immediately, so that the client sees the connection, and the reconnection delay.
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
