internal import Synchronization

/// Tells those who watch a session of its new steps.
final class StepFeed: Sendable {
    /// Streams that are open at once, over all sessions.
    static let mostStreams = 1000

    private struct State {
        var streams: [String: [StepStream]] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    /// False where as many streams are open as may be.
    func add(_ stream: StepStream) -> Bool {
        state.withLock { state in
            guard state.count < StepFeed.mostStreams else { return false }
            state.count += 1
            state.streams[stream.session, default: []].append(stream)
            return true
        }
    }

    func remove(_ stream: StepStream) {
        state.withLock { state in
            guard var streams = state.streams[stream.session], let place = streams.firstIndex(where: { $0 === stream }) else { return }
            streams.swapAt(place, streams.count - 1)
            streams.removeLast()
            state.count -= 1
            state.streams[stream.session] = streams.isEmpty ? nil : streams
        }
    }

    /// Open streams.
    var count: Int { state.withLock { $0.count } }

    /// The sessions that are watched, each with the last step that all who watch it were sent.
    var watched: [(session: String, last: Int)] {
        let streams = state.withLock { $0.streams }
        return streams.map { session, streams in (session, streams.map(\.lastSent).min() ?? 0) }
    }

    /// A step was stored.
    func publish(_ session: String, step: Int, verdict: String) {
        for stream in streams(session) { stream.take(step: step, verdict: verdict) }
    }

    /// The session was deleted.
    func end(_ session: String) {
        for stream in streams(session) { stream.end() }
    }

    private func streams(_ session: String) -> [StepStream] {
        state.withLock { $0.streams[session] ?? [] }
    }
}
