internal import CEpoll
internal import Foundation

/// The pace at which the process's memory is read and bounded.
struct MemoryWatch {
    /// The interval of readings while requests are handled.
    private static let interval = Duration.milliseconds(30)
    /// The time that a request that was ended has to release its memory.
    private static let patience = Duration.milliseconds(300)
    private static let trimInterval = Duration.seconds(1)

    let limit: Int
    /// The time of the next reading; nil while nothing is handled.
    var due: ContinuousClock.Instant?
    private var shedAfter = ContinuousClock.now
    private var trimAfter = ContinuousClock.now
    /// The readings that remain after the last request: memory is freed only some time after it.
    private var idleReadings = 0
    private static let mostIdleReadings = 3

    init(limit: Int) {
        self.limit = limit
    }

    /// The bytes above which no further request starts while others run.
    private var tight: Int { limit / 8 * 5 }
    /// The bytes above which the longest request is ended.
    private var critical: Int { limit / 8 * 7 }
    /// The bytes above which freed memory is returned to the system once no request is being handled.
    private var idle: Int { min(limit / 8, 96 << 20) }

    /// Reads the memory and acts on it.
    mutating func read(_ pool: WorkerPool, isBusy: Bool) {
        let now = ContinuousClock.now
        guard now >= due ?? now else { return }
        let bytes = Int(clamping: private_memory())
        idleReadings = isBusy ? MemoryWatch.mostIdleReadings : idleReadings - 1
        due = isBusy ? now + MemoryWatch.interval : idleReadings > 0 && bytes > idle ? now + MemoryWatch.trimInterval : nil
        let isTight = bytes > tight
        pool.setTight(isTight)
        if isTight || (!isBusy && bytes > idle), now >= trimAfter {
            trimAfter = now + MemoryWatch.trimInterval
            // This may take a while, so it does not run on the event loop's thread.
            DispatchQueue.global(qos: .utility).async { give_memory_back() }
        }
        if bytes > critical, now >= shedAfter {
            shedAfter = now + MemoryWatch.patience
            pool.endLongest()
        }
    }
}

extension EventLoop {
    /// Bounds the process's memory, if there is a limit.
    func watchMemory() {
        let isBusy = configuration.figures.busy > 0 || configuration.figures.waiting > 0
        guard memory != nil, isBusy || memory?.due != nil else { return }
        memory?.read(pool, isBusy: isBusy)
    }
}
