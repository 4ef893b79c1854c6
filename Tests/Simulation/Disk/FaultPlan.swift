/// How often the disk fails, in a thousand operations of a kind.
public struct FaultPlan: Sendable {
    /// Reads that fail.
    var read = 0
    /// Writes that fail, part of them done.
    var write = 0
    /// Syncs that fail, after which the system takes all for written.
    var sync = 0
    /// Changes of a file's size that fail.
    var size = 0
    /// Files that cannot be opened or deleted.
    var name = 0
    /// Syncs that take seconds.
    var slowness = 20
    /// Whether files cannot grow.
    var isFull = false
    /// The bytes that all files may have together; nil for any number.
    var room: Int?
    /// Whether syncs do nothing: a fault of the program or the disk that the simulation must find.
    var skipsSyncs = false

    static let calm = FaultPlan()

    /// Returns a plan in which most kinds of faults are absent, so that the others have some effect.
    static func some(_ random: inout SplitMix) -> FaultPlan {
        var plan = FaultPlan()
        func rate(_ most: Int) -> Int { random.happens(perMille: 350) ? 1 + random.below(most) : 0 }
        plan.read = rate(20)
        plan.write = rate(60)
        plan.sync = rate(100)
        plan.size = rate(200)
        plan.name = rate(100)
        return plan
    }
}

/// An end of processes at one of the next changes of files.
struct Crash {
    enum Kind { case process, power }

    let kind: Kind
    /// The process that changes files.
    let process: Int
    /// The number of its changes before the end.
    var changesLeft: Int
}
