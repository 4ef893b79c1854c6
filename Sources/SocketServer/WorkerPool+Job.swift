internal import HTTP

extension WorkerPool {
    /// A request, or the next piece of a streamed answer, that waits for a worker.
    struct Job: Sendable {
        enum Work: Sendable {
            case request(HTTPRequest, RequestContext)
            case piece(any BodyStream, BodyInput, Cancellation)
        }

        let work: Work
        let connectionID: UInt64
        let requestID: UInt64
        var address: UInt64 = 0
        /// Whether the job only reads stored data.
        var isRead = false
        let queued = ContinuousClock.now
        /// The memory in bytes that the job may need; nil if not yet estimated.
        var memory: Int?

        /// Whether the result is not needed any more.
        var isCancelled: Bool {
            switch work {
            case .request(_, let context): context.isCancelled
            case .piece(_, _, let cancellation): cancellation.isCancelled
            }
        }

        var crowd: Crowd? {
            if case .request(_, let context) = work { Crowd(address, context) } else { nil }
        }

        var isRequest: Bool {
            if case .request = work { true } else { false }
        }

        var isLarge: Bool { memory ?? 0 > MemoryNeed.large }

        /// Whether the job may start near the memory limit: few layouts of its size need much.
        var isSmall: Bool {
            guard case .request(let request, _) = work else { return true }
            return request.body.count <= 4 << 10 && !isLarge
        }
    }

    /// The requests of one address for one route.
    struct Crowd: Hashable {
        let address: UInt64
        let pattern: String

        init(_ address: UInt64, _ context: RequestContext) {
            (self.address, pattern) = (address, context.match.route?.pattern ?? "")
        }
    }
}
