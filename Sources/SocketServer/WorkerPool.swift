internal import Foundation
internal import HTTP
internal import Synchronization

/// A fixed number of threads that run handlers, behind a queue that is bounded.
final class WorkerPool: @unchecked Sendable {
    struct Job: Sendable {
        enum Work: Sendable {
            case request(HTTPRequest, RequestContext)
            case piece(any BodyStream, BodyInput, Cancellation)
        }

        let work: Work
        let connectionID: UInt64
        let requestID: UInt64

        /// Whether nobody waits for the result any more.
        var isCancelled: Bool {
            switch work {
            case .request(_, let context): context.isCancelled
            case .piece(_, _, let cancellation): cancellation.isCancelled
            }
        }

        var isRequest: Bool {
            if case .request = work { true } else { false }
        }
    }

    private let responder: any Responder
    private let mailbox: Mailbox
    private let capacity: Int
    private let figures: ServerFigures
    private let condition = NSCondition()
    // Guarded by the condition. The queue is short, so taking from its front is cheap.
    private var queue: [Job] = []
    private var isClosed = false

    init(configuration: ServerConfiguration, responder: any Responder, mailbox: Mailbox) {
        self.responder = responder
        self.mailbox = mailbox
        capacity = max(0, configuration.queueCapacity)
        figures = configuration.figures
        for number in 1...max(1, configuration.workerCount) {
            let thread = Thread { [self] in run() }
            thread.name = "worker-\(number)"
            thread.stackSize = max(1 << 19, configuration.workerStackBytes)
            thread.start()
            idle += 1
        }
    }

    /// Workers without a job; guarded by the condition.
    private var idle = 0

    /// Requests in the queue; guarded by the condition.
    private var requestCount = 0

    /// Queues a request; false where the queue is full.
    func submit(_ request: HTTPRequest, _ context: RequestContext, connection: UInt64, request id: UInt64) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        // A free worker that has not woken yet still counts as room.
        if requestCount - idle >= capacity {
            queue.removeAll { $0.isCancelled }
            requestCount = queue.count(where: \.isRequest)
        }
        guard !isClosed, requestCount - idle < capacity else { return false }
        queue.append(Job(work: .request(request, context), connectionID: connection, requestID: id))
        requestCount += 1
        figures.waitingRequests.store(requestCount, ordering: .relaxed)
        condition.signal()
        return true
    }

    /// Queues the next piece of an answer that has begun. There is always room: a connection has one at most.
    func submit(_ stream: any BodyStream, _ input: BodyInput, _ exchange: Connection.Exchange, connection: UInt64) {
        condition.lock()
        defer { condition.unlock() }
        guard !isClosed else { return }
        queue.append(Job(work: .piece(stream, input, exchange.cancellation), connectionID: connection, requestID: exchange.id))
        condition.signal()
    }

    /// Lets the threads end after the job they are at; what is queued is dropped.
    func close() {
        condition.lock()
        isClosed = true
        queue = []
        requestCount = 0
        condition.broadcast()
        condition.unlock()
    }

    private func run() {
        while let job = next() {
            figures.busyWorkers.wrappingAdd(1, ordering: .relaxed)
            if !job.isCancelled {
                switch job.work {
                case .request(let request, let context):
                    let response = responder.respond(to: request, context: context)
                    mailbox.post(.answer(response, connection: job.connectionID, request: job.requestID))
                case .piece(let stream, let input, _):
                    mailbox.post(.piece(stream.next(input), connection: job.connectionID, request: job.requestID))
                }
            }
            figures.busyWorkers.wrappingSubtract(1, ordering: .relaxed)
            condition.lock()
            idle += 1
            condition.unlock()
        }
    }

    private func next() -> Job? {
        condition.lock()
        defer { condition.unlock() }
        while queue.isEmpty, !isClosed { condition.wait() }
        guard !queue.isEmpty else { return nil }
        idle -= 1
        let job = queue.removeFirst()
        if job.isRequest { requestCount -= 1 }
        figures.waitingRequests.store(requestCount, ordering: .relaxed)
        return job
    }
}
