internal import Foundation

/// Calls an action for SIGTERM, SIGINT and SIGHUP, instead of the signals' own effect, as long as it lives. Where SIGHUP is ignored, as under `nohup`, it
/// stays so.
///
/// The action runs on a queue of its own, once per signal, so a second Ctrl-C can be told from the first.
public final class StopSignals: @unchecked Sendable {
    // Never changed after init.
    private let sources: [any DispatchSourceSignal]

    /// - Parameter action: gets the signal's number.
    public init(_ action: @escaping @Sendable (Int32) -> Void) {
        // Made here and not at a program's top level, where the handlers would belong to the main actor and trap on another queue.
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
        // Until a source is registered, which another thread does, its signal is ignored and would be lost.
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
