internal import CEpoll
internal import Foundation
internal import HTTP
internal import Synchronization

/// A pool of threads that run handlers, with a bounded queue.
///
/// A fixed number of them take jobs. If a job takes long while others wait, its worker is set aside: it continues at low
/// priority, and another replaces it, so that a client with long requests does not delay short ones. The event loop triggers the
/// checks (`relieve`).
final class WorkerPool: @unchecked Sendable {
    struct Job: Sendable {
        enum Work: Sendable {
            case request(HTTPRequest, RequestContext)
            case piece(any BodyStream, BodyInput, Cancellation)
        }

        let work: Work
        let connectionID: UInt64
        let requestID: UInt64
        /// The memory in bytes that it may need; nil if not yet estimated.
        var memory: Int?

        /// Whether the result is not needed any more.
        var isCancelled: Bool {
            switch work {
            case .request(_, let context): context.isCancelled
            case .piece(_, _, let cancellation): cancellation.isCancelled
            }
        }

        var isRequest: Bool {
            if case .request = work { true } else { false }
        }

        var isLarge: Bool { memory ?? 0 > MemoryNeed.large }
    }

    /// A thread and its present job; guarded by the condition.
    private final class Worker {
        /// The system's id of the thread; nil before it runs.
        var thread: Int32?
        /// The start of its job; nil between jobs.
        var began: ContinuousClock.Instant?
        /// The bytes that are counted for its job.
        var memory = 0
        /// Whether another has replaced it, so that it ends after its job.
        var isAside = false
    }

    /// The niceness of handlers' threads, below the priority of the event loop.
    private static let handlerSteps: Int32 = 2
    /// The niceness of threads that were set aside.
    private static let asideSteps: Int32 = 8

    private let responder: any Responder
    private let mailbox: Mailbox
    private let capacity: Int
    private let placeCount: Int
    private let asideCapacity: Int
    private let longAfter: Duration
    private let memoryCapacity: Int
    private let stackBytes: Int
    private let figures: ServerFigures
    private let condition = NSCondition()
    private let isOrdinary = thread_is_ordinary() != 0

    // All guarded by the condition. The queue is short, so removing its first element is cheap.
    private var queue: [Job] = []
    private var workers: [ObjectIdentifier: Worker] = [:]
    private var asideCount = 0
    private var startedCount = 0
    /// The number of workers without a job.
    private var idle = 0
    /// The number of requests in the queue.
    private var requestCount = 0
    /// The bytes of memory counted for large jobs in progress.
    private var memory = 0
    private var isClosed = false

    init(configuration: ServerConfiguration, responder: any Responder, mailbox: Mailbox) {
        self.responder = responder
        self.mailbox = mailbox
        capacity = max(0, configuration.queueCapacity)
        placeCount = max(1, configuration.workerCount)
        asideCapacity = max(0, configuration.workersAside)
        longAfter = configuration.longRequest
        memoryCapacity = configuration.maximumWorkBytes
        stackBytes = max(1 << 19, configuration.workerStackBytes)
        figures = configuration.figures
        condition.lock()
        for _ in 0..<placeCount { startWorker() }
        condition.unlock()
    }

    /// Queues a request. Returns false if the queue is full.
    func submit(_ request: HTTPRequest, _ context: RequestContext, connection: UInt64, request id: UInt64) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        // An idle worker that has not woken up yet counts as room.
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

    /// Queues the next piece of a streamed answer. There is always room, because a connection has at most one.
    func submit(_ stream: any BodyStream, _ input: BodyInput, _ exchange: Connection.Exchange, connection: UInt64) {
        condition.lock()
        defer { condition.unlock() }
        guard !isClosed else { return }
        queue.append(Job(work: .piece(stream, input, exchange.cancellation), connectionID: connection, requestID: exchange.id))
        condition.signal()
    }

    /// Sets workers aside that have had one job for long while others wait.
    /// - Returns: Whether jobs still wait, so that another check is needed.
    func relieve() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        guard !isClosed, !queue.isEmpty else { return false }
        let now = ContinuousClock.now
        // Another worker does not help jobs that wait for memory.
        var waiting = queue.count { $0.memory == nil || hasRoom(for: $0) }
        for worker in workers.values where waiting > 0 && asideCount < asideCapacity && !worker.isAside {
            guard let began = worker.began, let thread = worker.thread, began.duration(to: now) >= longAfter else { continue }
            worker.isAside = true
            asideCount += 1
            thread_give_way(thread, WorkerPool.asideSteps)
            startWorker()
            waiting -= 1
        }
        return true
    }

    /// Ends the threads after their present jobs, and drops the queue.
    func close() {
        condition.lock()
        isClosed = true
        queue = []
        requestCount = 0
        condition.broadcast()
        condition.unlock()
    }

    /// Starts a worker. Called under the condition.
    private func startWorker() {
        let worker = Worker()
        let key = ObjectIdentifier(worker)
        workers[key] = worker
        startedCount += 1
        idle += 1
        let thread = Thread { [self] in run(key) }
        thread.name = "worker-\(startedCount)"
        thread.stackSize = stackBytes
        thread.start()
    }

    private func run(_ key: ObjectIdentifier) {
        let thread = thread_number()
        // The thread inherits the loop's scheduling policy at this moment.
        if isOrdinary { thread_wait_turn(0) }
        thread_give_way(thread, WorkerPool.handlerSteps)
        condition.lock()
        workers[key]?.thread = thread
        condition.unlock()
        while let job = next(key) {
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
            guard isKept(key) else { return }
        }
    }

    /// Ends a worker's job. Returns false if it was replaced meanwhile.
    private func isKept(_ key: ObjectIdentifier) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        if let worker = workers[key] {
            worker.began = nil
            memory -= worker.memory
            // The freed memory may suffice for several waiting jobs.
            if worker.memory > 0 { condition.broadcast() }
            worker.memory = 0
        }
        if workers[key]?.isAside == true {
            workers[key] = nil
            asideCount -= 1
            // A waiting large job may be able to start now.
            condition.signal()
            return false
        }
        idle += 1
        return true
    }

    private func next(_ key: ObjectIdentifier) -> Job? {
        condition.lock()
        defer { condition.unlock() }
        while !isClosed {
            guard let place = queue.firstIndex(where: { $0.memory == nil || hasRoom(for: $0) }) else {
                condition.wait()
                continue
            }
            var job = queue.remove(at: place)
            idle -= 1
            if job.isRequest { requestCount -= 1 }
            if job.memory == nil {
                condition.unlock()
                job.memory = job.isCancelled ? 0 : memory(for: job)
                condition.lock()
                guard hasRoom(for: job) else {
                    // The job returns to its place in the queue.
                    idle += 1
                    guard !isClosed else { continue }
                    queue.insert(job, at: min(place, queue.count))
                    if job.isRequest { requestCount += 1 }
                    continue
                }
            }
            figures.waitingRequests.store(requestCount, ordering: .relaxed)
            if let worker = workers[key] {
                worker.began = .now
                worker.memory = job.isLarge ? job.memory ?? 0 : 0
                memory += worker.memory
            }
            return job
        }
        workers[key] = nil
        return nil
    }

    private func memory(for job: Job) -> Int {
        switch job.work {
        case .request(let request, _): responder.memory(for: request)
        case .piece(let stream, _, _): stream.memory
        }
    }

    /// Returns whether a job may start. A large job waits while the memory reserved by others leaves no room for it, or while as
    /// many workers are set aside as the pool has places. Called under the condition.
    private func hasRoom(for job: Job) -> Bool {
        guard job.isLarge, let need = job.memory else { return true }
        return asideCount < placeCount && (memory == 0 || memory + need <= memoryCapacity)
    }
}
