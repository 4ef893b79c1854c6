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
        let address: UInt64
        let load: Load
        /// The number of turns that had begun when the job was queued.
        var arrival: Int
        /// Whether the job only reads stored data.
        var isRead = false
        let queued = ContinuousClock.now
        /// The memory in bytes that the job may need; nil if not yet estimated.
        var memory: Int?
        /// Whether the job was begun although no memory was left, since it is small.
        var usesReserve = false

        /// Whether the result is not needed any more.
        var isCancelled: Bool {
            switch work {
            case .request(_, let context): context.isCancelled
            case .piece(_, _, let whole, _): whole.isCancelled
            }
        }

        /// The crowd of a waiting request.
        var crowd: Crowd? { isRequest ? load.crowd : nil }

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

        init(_ address: UInt64, _ match: RouteMatch?) {
            (self.address, pattern) = (address, match?.route?.pattern ?? "")
        }
    }

    /// The jobs of a crowd that are of about the same size, by which clients take turns.
    struct Load: Hashable {
        let crowd: Crowd
        /// The number of bits of the size.
        let bits: Int

        /// - Parameter size: the length of the body, or the number of rows that a read asks for.
        init(_ crowd: Crowd, size: Int) {
            self.crowd = crowd
            bits = Int.bitWidth - size.leadingZeroBitCount
        }
    }
}
