internal import CEpoll
internal import Foundation
internal import HTTP
internal import StandardAdditions
internal import Synchronization

/// A pool of threads that run handlers, with a bounded queue.
///
/// A fixed number of them take jobs. If a job takes long while others wait, its worker is set aside: it continues at low
/// priority, and another replaces it, so that a client with long requests does not delay short ones. The event loop triggers the
/// checks (`relieve`).
///
/// Waiting requests that only read stored data are first, and one thread serves only such requests; at most half of the workers do, so
/// that reads take no more than their share. Among reads and among the others, clients take turns (`ClientTurns`).
final class WorkerPool: @unchecked Sendable {
    /// The niceness of handlers' threads, below the priority of the event loop.
    private static let handlerSteps: Int32 = 2
    /// The niceness of threads that were set aside.
    private static let asideSteps: Int32 = 17
    /// The time within which all waiting requests should begin, and the least time before a worker is set aside for that.
    private static let startTime = Duration.seconds(1)
    private static let leastLong = Duration.milliseconds(20)
    /// The time for which a request waits before a long one is ended for it, if no more workers may be set aside.
    static let mostWait = Duration.milliseconds(500)

    let responder: any Responder
    let mailbox: Mailbox
    private let capacity: Int
    let placeCount: Int
    /// The number of workers that may serve reads at once.
    let mostReading: Int
    let asideCapacity: Int
    private let longAfter: Duration
    let longestWait: Duration
    private let stackBytes: Int
    private let configuration: ServerConfiguration
    private let figures: ServerFigures
    let condition = NSCondition()
    let asideTurns: AsideTurns
    let memory: WorkMemory
    private let isOrdinary = thread_is_ordinary() != 0
    /// Wakes the thread that serves only reads.
    private let readWaker = DispatchSemaphore(value: 0)

    // All guarded by the condition. The queue is short, so removing its first element is cheap.
    var queue: [Job] = []
    var workers: [ObjectIdentifier: Worker] = [:]
    var asideCount = 0
    private var startedCount = 0
    /// The number of workers without a job.
    private var idle = 0
    /// The number of requests in the queue.
    var requestCount = 0
    private var isClosed = false
    /// Whether the thread that serves only reads waits to be woken.
    private var readerIsIdle = false
    var turns = ClientTurns()
    var readTurns = ClientTurns()
    /// The number of workers that serve reads, except for those set aside.
    var readingCount = 0
    /// The part of the memory limit that the process uses.
    var shortage = MemoryShortage.none
    /// The number of jobs that were begun although no memory was left.
    var reserveCount = 0

    init(configuration: ServerConfiguration, responder: any Responder, mailbox: Mailbox) {
        self.responder = responder
        self.mailbox = mailbox
        self.configuration = configuration
        capacity = max(0, configuration.queueCapacity)
        placeCount = max(1, configuration.workerCount)
        mostReading = placeCount / 2
        asideCapacity = max(0, configuration.workersAside)
        longAfter = configuration.longRequest
        longestWait = min(configuration.longestWait, configuration.requestDeadline / 3)
        stackBytes = max(1 << 19, configuration.workerStackBytes)
        figures = configuration.figures
        asideTurns = AsideTurns(places: placeCount)
        memory = WorkMemory(
            capacity: configuration.maximumWorkBytes, longestWait: longestWait, limit: configuration.maximumMemory.map { MemoryLimit(bytes: $0) })
        condition.lock()
        for _ in 0..<placeCount { startWorker() }
        condition.unlock()
        let thread = Thread { [self] in serveReads() }
        thread.name = "reads"
        thread.stackSize = stackBytes
        thread.start()
    }

    /// Queues a request. Returns false if the queue is full.
    func submit(_ request: HTTPRequest, _ context: RequestContext, connection: UInt64, address: UInt64, request id: UInt64) -> Bool {
        let isRead = context.match.isRead && !responder.readsMuch(request)
        condition.lock()
        defer { condition.unlock() }
        // An idle worker that has not woken up yet counts as room.
        if requestCount - idle >= capacity { removeCancelled() }
        let crowd = Crowd(address, context.match)
        guard !isClosed, requestCount - idle < capacity || isRead && requestCount - idle < 2 * capacity || makeRoom(for: crowd) else { return false }
        queue.append(
            Job(
                work: .request(request, context), connectionID: connection, requestID: id, address: address,
                load: Load(crowd, size: isRead ? context.match.rows : request.body.count), arrival: isRead ? readTurns.count : turns.count,
                isRead: isRead, memory: isRead ? 0 : nil))
        requestCount += 1
        figures.waitingRequests.store(requestCount, ordering: .relaxed)
        if isRead, readerIsIdle {
            readerIsIdle = false
            readWaker.signal()
        } else {
            condition.signal()
        }
        return true
    }

    /// Answers the last waiting request of a crowd that has far more of them than the one of this request, to make room in a full
    /// queue. Called under the condition.
    private func makeRoom(for crowd: Crowd) -> Bool {
        var waiting: [Crowd: (count: Int, last: Int)] = [:]
        for (place, job) in queue.enumerated() {
            guard let crowd = job.crowd else { continue }
            waiting[crowd] = (count: (waiting[crowd]?.count ?? 0) + 1, last: place)
        }
        guard let most = waiting.max(by: { ($0.value.count, $0.value.last) < ($1.value.count, $1.value.last) }), most.key != crowd,
            most.value.count > 2 * (waiting[crowd]?.count ?? 0) + 1
        else { return false }
        let place = most.value.last
        refuse(queue.remove(at: place))
        requestCount -= 1
        return true
    }

    /// Sets the part of the memory limit that the process uses. Near the limit, requests start only if they are small or no other one runs.
    func setShortage(_ shortage: MemoryShortage) {
        condition.lock()
        defer { condition.unlock() }
        memory.setShortage(shortage)
        guard shortage != self.shortage else { return }
        let isLess = shortage < self.shortage
        self.shortage = shortage
        if isLess { condition.broadcast() }
    }

    /// Queues the next piece of a streamed answer. There is always room, because a connection has at most one.
    func submit(
        _ stream: any BodyStream, _ input: BodyInput, _ exchange: Connection.Exchange, _ match: RouteMatch?, connection: UInt64, address: UInt64
    ) {
        let memory = stream.memory
        condition.lock()
        defer { condition.unlock() }
        guard !isClosed else { return }
        let whole = exchange.cancellation
        queue.append(
            Job(
                work: .piece(stream, input, whole: whole, part: Cancellation(within: whole)), connectionID: connection, requestID: exchange.id,
                address: address, load: Load(Crowd(address, match), size: memory), arrival: turns.count, memory: memory))
        condition.signal()
    }

    /// Sets workers aside that have had one job for long while others wait.
    /// - Returns: Whether jobs still wait, so that another check is needed.
    func relieve() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        guard !isClosed, !queue.isEmpty else { return false }
        removeCancelled()
        let now = ContinuousClock.now
        refuseLate(at: now)
        endLatePieces(at: now)
        // Another worker does not help jobs that wait for memory.
        let startable = queue.filter { mayStart($0) && mayServe($0) }
        var waiting = startable.count
        // Only requests are urgent. Many pieces of streams at once would take the processors from them.
        let requests = startable.count(where: \.isRequest)
        let waited = queue.lazy.filter(\.isRequest).map { $0.queued.duration(to: now) }.max() ?? .zero
        let longAfter = min(longAfter, max(WorkerPool.leastLong, (WorkerPool.startTime - waited) * placeCount / max(1, requests)))
        for worker in workers.values where waiting > 0 && asideCount < asideCapacity && !worker.isAside {
            guard let began = worker.began, let thread = worker.thread, began.duration(to: now) >= longAfter else { continue }
            worker.isAside = true
            worker.turn.setAside()
            asideCount += 1
            if worker.job?.isRead == true { readingCount -= 1 }
            thread_give_way(thread, WorkerPool.asideSteps)
            startWorker()
            waiting -= 1
        }
        endLongest(for: startable.lazy.filter(\.isRequest).map { $0.queued.duration(to: now) })
        // Memory may have become free, or a part of the reserve, without a job that ended.
        if shortage > .none, waiting > 0, idle > 0 { condition.broadcast() }
        return true
    }

    /// Removes jobs whose clients have left, since a stream may hold much memory. Called under the condition.
    private func removeCancelled() {
        queue.removeAll { $0.isCancelled }
        requestCount = queue.count(where: \.isRequest)
        figures.waitingRequests.store(requestCount, ordering: .relaxed)
    }

    /// Ends the threads after their present jobs, and drops the queue.
    func close() {
        condition.lock()
        isClosed = true
        queue = []
        requestCount = 0
        condition.broadcast()
        condition.unlock()
        readWaker.signal()
    }

    /// Serves requests that only read stored data, on a thread of its own.
    private func serveReads() {
        if isOrdinary { thread_wait_turn(0) }
        while true {
            condition.lock()
            if isClosed {
                condition.unlock()
                return
            }
            guard let place = nextPlaces.read else {
                readerIsIdle = true
                condition.unlock()
                readWaker.wait()
                continue
            }
            let job = queue.remove(at: place)
            if postpone(job, at: place) {
                condition.unlock()
                continue
            }
            requestCount -= 1
            figures.waitingRequests.store(requestCount, ordering: .relaxed)
            readTurns.begin(job)
            condition.unlock()
            let began = ContinuousClock.now
            perform(job)
            condition.lock()
            readTurns.end(job, after: began.duration(to: .now))
            condition.unlock()
        }
    }

    private func perform(_ job: Job, by worker: Worker? = nil) {
        figures.busyWorkers.wrappingAdd(1, ordering: .relaxed)
        defer { figures.busyWorkers.wrappingSubtract(1, ordering: .relaxed) }
        guard !job.isCancelled else { return }
        switch job.work {
        case .request(let request, let context):
            let response = responder.respond(to: request, context: pausing(worker, context, job))
            mailbox.post(.answer(response, connection: job.connectionID, request: job.requestID))
        case .piece(let stream, var input, _, let part):
            input.context = pausing(worker, configuration.context(RouteMatch(), part), job)
            mailbox.post(.piece(stream.next(input), connection: job.connectionID, request: job.requestID))
        }
    }

    /// Returns the circumstances of a job whose handler pauses for others.
    private func pausing(_ worker: Worker?, _ context: RequestContext, _ job: Job) -> RequestContext {
        guard let (turn, share) = worker.map({ ($0.turn, $0.share) }) else { return context }
        memory.begin(share)
        var paused = context
        paused.pause = { [self, context] in
            memory.wait(
                share, while: { context.isAwaited }, leave: { asideTurns.endSlice(of: turn) }, giveUp: { endForMemory(job, context) })
            asideTurns.pause(turn)
        }
        return paused
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
        let worker = workers[key]
        condition.unlock()
        defer { if let worker { asideTurns.endSlice(of: worker.turn) } }
        while let job = next(key) {
            perform(job, by: worker)
            guard finishJob(of: key) else { return }
        }
    }

    /// Ends the worker's job. Returns false if the worker was replaced meanwhile, so that its thread must end.
    private func finishJob(of key: ObjectIdentifier) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        if let worker = workers[key] {
            if let job = worker.job {
                let duration = worker.began?.duration(to: .now) ?? .zero
                if job.isRead { readTurns.end(job, after: duration) } else { turns.end(job, after: duration) }
                if job.isRead, !worker.isAside { readingCount -= 1 }
                if job.usesReserve { reserveCount -= 1 }
            }
            worker.began = nil
            worker.job = nil
            // The freed memory may suffice for several waiting jobs.
            if memory.finish(worker.share) || shortage > .none { condition.broadcast() }
        }
        if dismiss(key) { return false }
        idle += 1
        return true
    }

    private func next(_ key: ObjectIdentifier) -> Job? {
        condition.lock()
        defer { condition.unlock() }
        while !isClosed {
            let places = nextPlaces
            guard let place = (readingCount < mostReading ? places.read : nil) ?? places.other else {
                condition.wait()
                continue
            }
            var job = queue.remove(at: place)
            if postpone(job, at: place) { continue }
            idle -= 1
            if job.isRequest { requestCount -= 1 }
            if job.memory == nil {
                job.memory = measured(job, by: key)
                guard mayStart(job) else {
                    // The job returns to its place in the queue.
                    if !isClosed {
                        queue.insert(job, at: min(place, queue.count))
                        if job.isRequest { requestCount += 1 }
                    }
                    if dismiss(key) { return nil }
                    idle += 1
                    continue
                }
            }
            figures.waitingRequests.store(requestCount, ordering: .relaxed)
            job.usesReserve = needsReserve(job)
            if job.usesReserve { reserveCount += 1 }
            if let worker = workers[key] {
                worker.began = .now
                worker.job = job
                if job.isRead { readTurns.begin(job) } else { turns.begin(job) }
                if job.isRead { readingCount += 1 }
                memory.reserve(job.isLarge ? job.memory ?? 0 : 0, for: worker.share, of: job.address, usesReserve: job.usesReserve)
            }
            return job
        }
        workers[key] = nil
        return nil
    }

    /// Returns the memory in bytes that a job may need. Large bodies take long to measure, so the worker may be set aside meanwhile. Called
    /// under the condition, and releases it meanwhile.
    private func measured(_ job: Job, by key: ObjectIdentifier) -> Int {
        workers[key]?.began = .now
        condition.unlock()
        let bytes = job.isCancelled ? 0 : memory(for: job)
        condition.lock()
        workers[key]?.began = nil
        return bytes
    }

    /// Ends a worker that was replaced by another one. Returns whether it was. Called under the condition.
    private func dismiss(_ key: ObjectIdentifier) -> Bool {
        guard workers[key]?.isAside == true else { return false }
        workers[key] = nil
        asideCount -= 1
        // A waiting large job may be able to start now.
        condition.signal()
        return true
    }

    /// Returns a request to the queue that waited as one that only reads, if it turns out to read much. Returns whether it does. Called under
    /// the condition, and releases it meanwhile.
    private func postpone(_ job: Job, at place: Int) -> Bool {
        guard job.isRead, !job.isCancelled, case .request(let request, _) = job.work else { return false }
        condition.unlock()
        responder.measureRead(request)
        condition.lock()
        guard responder.readsMuch(request) else { return false }
        var job = job
        (job.isRead, job.memory, job.arrival) = (false, nil, turns.count)
        if !isClosed { queue.insert(job, at: min(place, queue.count)) }
        condition.signal()
        return true
    }
}
