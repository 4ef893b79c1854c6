internal import HTTP
internal import SessionStore

extension SessionService {
    /// The result of a request to watch a session.
    enum Watching {
        case stream(StepStream)
        case noSession
        case tooMany
    }

    /// Returns a stream of the steps of a session after `last` (nil: after its present one).
    func watch(_ id: String, after last: Int?) throws(StoreError) -> Watching {
        let stream = StepStream(id, feed: feed)
        guard feed.add(stream) else { return .tooMany }
        // Steps stored from here on are published; those before are read.
        watch.begin()
        do throws(StoreError) {
            guard let session = try store.session(id) else {
                stream.close()
                return .noSession
            }
            let begin = min(last ?? session.step, session.step)
            stream.begin(after: begin)
            if begin < session.step {
                for step in try store.verdicts(id, after: begin, limit: StepStream.mostWaiting + 1) {
                    stream.take(step: step.number, verdict: step.verdict)
                }
            }
            return .stream(stream)
        } catch {
            stream.close()
            throw error
        }
    }
}
