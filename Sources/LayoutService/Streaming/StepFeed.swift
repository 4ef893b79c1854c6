internal import Synchronization

/// Notifies the watchers of a session of its new steps.
final class StepFeed: Sendable {
    /// The maximum number of open streams of all sessions.
    static let mostStreams = 1000

    private struct State {
        var streams: [String: [StepStream]] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    /// Adds a stream. Returns false if there are too many.
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

    /// The number of open streams.
    var count: Int { state.withLock { $0.count } }

    /// The watched sessions, each with the last step that was sent to all its watchers.
    var watched: [(session: String, last: Int)] {
        let streams = state.withLock { $0.streams }
        return streams.map { session, streams in (session, streams.map(\.lastSent).min() ?? 0) }
    }

    /// Publishes a stored step.
    func publish(_ session: String, step: Int, verdict: String) {
        for stream in streams(session) { stream.take(step: step, verdict: verdict) }
    }

    /// Ends the streams of a deleted session.
    func end(_ session: String) {
        for stream in streams(session) { stream.end() }
    }

    private func streams(_ session: String) -> [StepStream] {
        state.withLock { $0.streams[session] ?? [] }
    }
}
