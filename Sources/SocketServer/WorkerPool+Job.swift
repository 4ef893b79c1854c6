internal import HTTP

extension WorkerPool {
    /// A request, or the next piece of a streamed answer, that waits for a worker.
    struct Job: Sendable {
        enum Work: Sendable {
            case request(HTTPRequest, RequestContext)
            /// A piece, with the cancellation of its exchange and one of its own.
            case piece(any BodyStream, BodyInput, whole: Cancellation, part: Cancellation)
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
            case .piece(_, _, let whole, _): whole.isCancelled
            }
        }

        var crowd: Crowd? {
            if case .request(_, let context) = work { Crowd(address, context) } else { nil }
        }

        var isRequest: Bool {
            if case .request = work { true } else { false }
        }

        /// Whether the job waits while memory is short, and is ended if memory runs out.
        var isWork: Bool {
            switch work {
            case .request: !isRead
            case .piece(let stream, _, _, _): stream.isWork
            }
        }

        /// Whether the job is a piece that was ended and that has only to say so.
        var isEnded: Bool {
            if case .piece(_, _, _, let part) = work { part.isCancelled } else { false }
        }

        var isLarge: Bool { memory ?? 0 > MemoryNeed.large }

        /// Whether the job may start near the memory limit: few layouts of its size need much.
        var isSmall: Bool {
            switch work {
            case .request(let request, _): request.body.count <= MemoryNeed.smallBody && !isLarge
            case .piece: memory ?? 0 <= MemoryNeed.bytes(body: MemoryNeed.smallBody)
            }
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
