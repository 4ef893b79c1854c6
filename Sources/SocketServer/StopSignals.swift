internal import Foundation

/// Calls an action for SIGTERM, SIGINT and SIGHUP instead of their default effect, as long as this object lives. If SIGHUP is
/// ignored, as under `nohup`, it remains ignored.
///
/// The action runs on a queue of its own, once per signal, so a second Ctrl-C is distinguishable from the first.
public final class StopSignals: @unchecked Sendable {
    // Immutable after init.
    private let sources: [any DispatchSourceSignal]

    /// - Parameter action: receives the signal's number.
    public init(_ action: @escaping @Sendable (Int32) -> Void) {
        // Created here and not at a program's top level, where the handlers would be isolated to the main actor and trap on
        // another queue.
        let queue = DispatchQueue(label: "stop-signals")
        let registered = DispatchSemaphore(value: 0)
        sources = StopSignals.numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { @Sendable in action(number) }
            source.setRegistrationHandler { @Sendable in registered.signal() }
            source.resume()
            return source
        }
        // Registration is asynchronous, and until then the signal is ignored and would be lost.
        for _ in sources { registered.wait() }
    }

    deinit {
        for source in sources { source.cancel() }
        for source in sources { signal(Int32(source.handle), SIG_DFL) }
    }

    private static var numbers: [Int32] {
        var before = sigaction()
        sigaction(SIGHUP, nil, &before)
        let isIgnored = unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        return [SIGTERM, SIGINT] + (isIgnored ? [] : [SIGHUP])
    }
}
