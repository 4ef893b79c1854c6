internal import Foundation
internal import HTTP

/// A fixed number of threads that run handlers, behind a queue that is bounded.
final class WorkerPool: @unchecked Sendable {
    struct Job: Sendable {
        let request: HTTPRequest
        let context: RequestContext
        let connectionID: UInt64
        let requestID: UInt64
    }

    private let responder: any Responder
    private let mailbox: Mailbox
    private let capacity: Int
    private let condition = NSCondition()
    // Guarded by the condition. The queue is short, so taking from its front is cheap.
    private var queue: [Job] = []
    private var isClosed = false

    init(configuration: ServerConfiguration, responder: any Responder, mailbox: Mailbox) {
        self.responder = responder
        self.mailbox = mailbox
        capacity = max(0, configuration.queueCapacity)
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

    /// Queues a job; false where the queue is full.
    func submit(_ job: Job) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        // A free worker that has not woken yet still counts as room.
        if queue.count - idle >= capacity { queue.removeAll { $0.context.isCancelled } }
        guard !isClosed, queue.count - idle < capacity else { return false }
        queue.append(job)
        condition.signal()
        return true
    }

    /// Lets the threads end after the job they are at; what is queued is dropped.
    func close() {
        condition.lock()
        isClosed = true
        queue = []
        condition.broadcast()
        condition.unlock()
    }

    private func run() {
        while let job = next() {
            if !job.context.isCancelled {
                let response = responder.respond(to: job.request, context: job.context)
                mailbox.post(.answer(response, connection: job.connectionID, request: job.requestID))
            }
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
        return queue.removeFirst()
    }
}
