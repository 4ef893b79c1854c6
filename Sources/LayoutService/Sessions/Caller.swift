internal import LayoutCheck
internal import LayoutModel
internal import SessionStore
internal import StandardAdditions

/// The caller of a use case, and how long it waits.
public struct Caller: Sendable {
    /// Returns the seconds until the answer is due; a partial result is returned then.
    let secondsLeft: @Sendable () -> Double
    /// Returns whether the caller still waits. It may wait for some time after the due time, while the result is stored.
    let isWaiting: @Sendable () -> Bool
    /// Called between pieces of an analysis; it may wait, so that others have their turn.
    let pause: @Sendable () -> Void
    /// Called just before data is stored. If it returns true, the caller waits until the data is stored; false cancels the
    /// request.
    let claim: @Sendable () -> Bool

    /// Creates a caller that waits without limit, unless closures are given.
    public init(
        secondsLeft: @escaping @Sendable () -> Double = { .infinity }, isWaiting: @escaping @Sendable () -> Bool = { true },
        pause: @escaping @Sendable () -> Void = {}, claim: @escaping @Sendable () -> Bool = { true }
    ) {
        self.secondsLeft = secondsLeft
        self.isWaiting = isWaiting
        self.pause = pause
        self.claim = claim
    }

    /// Whether an analysis should continue, asked between pieces of it.
    var interest: AnalysisOptions.Interest {
        AnalysisOptions.Interest(
            {
                pause()
                return isWaiting() && secondsLeft() > 0
            },
            isAwaited: {
                pause()
                return isWaiting()
            })
    }

    /// The same for work whose partial result is of no use.
    var interestInWhole: AnalysisOptions.Interest {
        let interest = interest
        return AnalysisOptions.Interest(interest.isWanted, isAwaited: interest.isWanted)
    }

    /// Throws if the caller no longer waits, or if the process has little memory left. Work that reads much of a session calls it for each
    /// part.
    func check(_ limits: InputLimits) throws(SessionError) {
        guard isWaiting(), secondsLeft() > 0 else { throw .store(.overdue) }
        if limits.memory?.isCritical == true { throw .shortOfMemory }
    }
}

extension InputLimits {
    /// Returns the limits for work whose partial result is of no use, which ends if the caller no longer waits.
    func asked(by caller: Caller) -> InputLimits {
        var limits = self
        limits.interest = caller.interestInWhole
        return limits
    }
}
