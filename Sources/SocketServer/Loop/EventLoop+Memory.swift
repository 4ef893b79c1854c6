internal import CEpoll
internal import Foundation
internal import HTTP
internal import StandardAdditions

/// The pace at which the process's memory is read and bounded.
struct MemoryWatch {
    /// The interval of readings while requests are handled.
    private static let interval = Duration.milliseconds(30)
    /// The time that a request that was ended has to release its memory.
    private static let patience = Duration.milliseconds(300)
    /// The interval at which freed memory is returned to the system near the limit, and without requests.
    private static let tightTrimInterval = Duration.milliseconds(250)
    private static let idleTrimInterval = Duration.seconds(1)

    let limit: MemoryLimit
    /// The time of the next reading; nil while nothing is handled.
    var due: ContinuousClock.Instant?
    private var shedAfter = ContinuousClock.now
    private var trimAfter = ContinuousClock.now
    private var wasCritical = false
    /// The readings that remain after the last request: memory is freed only some time after it.
    private var idleReadings = 0
    private static let mostIdleReadings = 3

    /// - Parameter limit: above its tight part only one request grows at a time, and only small ones start; above its critical part none
    ///   grows, a few small ones start, and the largest one is ended.
    init(limit: MemoryLimit) {
        self.limit = limit
    }

    /// The bytes above which freed memory is returned to the system once no request is being handled.
    private var idle: Int { min(limit.bytes / 4, 96 << 20) }

    /// Reads the memory and acts on it.
    mutating func read(_ pool: WorkerPool, _ responder: any Responder, isBusy: Bool) {
        let now = ContinuousClock.now
        guard now >= due ?? now else { return }
        let bytes = MemoryLimit.used
        idleReadings = isBusy ? MemoryWatch.mostIdleReadings : idleReadings - 1
        due = isBusy ? now + MemoryWatch.interval : idleReadings > 0 && bytes > idle ? now + MemoryWatch.idleTrimInterval : nil
        let shortage = MemoryShortage(bytes, limit)
        let (isTight, isCritical) = (shortage > .none, shortage == .critical)
        pool.setShortage(shortage)
        // Freed memory may suffice, so it is returned before a request is ended.
        let isFirst = isCritical && !wasCritical
        wasCritical = isCritical
        if isFirst || (isTight || !isBusy && bytes > idle) && now >= trimAfter {
            trimAfter = now + (isTight ? MemoryWatch.tightTrimInterval : MemoryWatch.idleTrimInterval)
            // This may take a while, so it does not run on the event loop's thread.
            DispatchQueue.global(qos: .utility).async {
                if isTight { responder.releaseMemory() }
                give_memory_back()
            }
        }
        if isCritical, !isFirst, now >= shedAfter {
            shedAfter = now + MemoryWatch.patience
            pool.endLargest()
        }
    }
}

/// The part of its memory limit that the process uses.
enum MemoryShortage: Int, Comparable {
    case none, tight, critical

    /// - Parameter bytes: the memory that the process uses.
    init(_ bytes: Int, _ limit: MemoryLimit) {
        self = bytes > limit.critical ? .critical : bytes > limit.tight ? .tight : .none
    }

    static func < (a: MemoryShortage, b: MemoryShortage) -> Bool { a.rawValue < b.rawValue }
}

extension EventLoop {
    /// Bounds the process's memory, if there is a limit.
    func watchMemory() {
        let isBusy = configuration.figures.busy > 0 || configuration.figures.waiting > 0
        guard memory != nil, isBusy || memory?.due != nil else { return }
        memory?.read(pool, responder, isBusy: isBusy)
    }
}
