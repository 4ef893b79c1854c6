internal import Foundation
public import HTTP
internal import Synchronization

/// An HTTP/1.1 server: one thread for all connections, a bounded pool for handlers that take time.
///
/// ```swift
/// var configuration = ServerConfiguration()
/// configuration.port = 0
/// let server = Server(configuration: configuration, responder: router)
/// let port = try server.start()
/// server.wait()
/// ```
public final class Server: Sendable {
    private enum State {
        case fresh
        case started(Mailbox)
    }

    private let configuration: ServerConfiguration
    private let responder: any Responder
    private let state = Mutex(State.fresh)
    private let ended = Latch()

    /// - Parameter responder: what answers requests. ``HTTP/LocalPolicy`` stands before it, by the configuration's host and extra hosts.
    public init(configuration: ServerConfiguration = ServerConfiguration(), responder: any Responder) {
        self.configuration = configuration
        self.responder = responder
    }

    /// Tells by an error whether the server could listen at its address, and does not: for checks before a start.
    public static func check(_ configuration: ServerConfiguration) throws(ServerError) {
        _ = try Listener(host: configuration.host, port: configuration.port)
    }

    /// Listens and serves from now on, on threads of its own. The process ignores SIGPIPE afterwards.
    /// - Returns: the port that it listens on.
    public func start() throws(ServerError) -> Int {
        let policy: LocalPolicy
        do throws(LocalPolicy.InvalidHost) {
            policy = try LocalPolicy(boundTo: configuration.host, extraHosts: configuration.extraHosts)
        } catch {
            throw .invalidExtraHost(error.text)
        }
        let mailbox = try Mailbox()
        let isFirst = state.withLock { state in
            guard case .fresh = state else { return false }
            state = .started(mailbox)
            return true
        }
        guard isFirst else { throw .alreadyStarted }
        do throws(ServerError) {
            return try run(GuardedResponder(policy: policy, token: configuration.token, responder: responder), mailbox)
        } catch {
            // Whoever waits for a server that never ran must not wait for ever.
            ended.open()
            throw error
        }
    }

    private func run(_ responder: GuardedResponder, _ mailbox: Mailbox) throws(ServerError) -> Int {
        let listener = try Listener(host: configuration.host, port: configuration.port)
        let poller = try Poller()
        guard poller.add(listener.descriptor.number, token: EventLoop.listenerToken, readable: true, writable: false),
            poller.add(mailbox.descriptor, token: EventLoop.mailboxToken, readable: true, writable: false)
        else { throw .system(lastSystemError()) }
        signal(SIGPIPE, SIG_IGN)
        let configuration = configuration
        let descriptor = listener.descriptor
        let ended = ended
        let thread = Thread {
            let pool = WorkerPool(configuration: configuration, responder: responder, mailbox: mailbox)
            EventLoop(
                configuration: configuration, responder: responder, poller: poller, mailbox: mailbox, pool: pool, listener: descriptor
            ).run()
            ended.open()
        }
        thread.name = "connections"
        thread.start()
        return listener.port
    }

    /// Asks the server to stop and returns at once; for signal handlers and request handlers.
    ///
    /// No new connection is accepted, idle ones are closed, requests under way are answered within the stop timeout.
    public func requestStop() {
        state.withLock { state in
            if case .started(let mailbox) = state { mailbox.post(.stop) }
        }
    }

    /// Stops the server and waits until it has. Not to be called by a request handler, which it would wait for.
    public func stop() {
        let isStarted = state.withLock { state in
            if case .started = state { true } else { false }
        }
        guard isStarted else { return }
        requestStop()
        ended.wait()
    }

    /// Waits until a started server has stopped.
    public func wait() {
        ended.wait()
    }
}
