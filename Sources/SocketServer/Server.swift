internal import Foundation
public import HTTP
internal import StandardAdditions
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

    /// - Parameter responder: answers the requests that pass ``HTTP/LocalPolicy`` with the configuration's host and extra hosts.
    public init(configuration: ServerConfiguration = ServerConfiguration(), responder: any Responder) {
        self.configuration = configuration
        self.responder = responder
    }

    /// Throws if the server could not listen at its address, without serving: a check before a start.
    public static func check(_ configuration: ServerConfiguration) throws(ServerError) {
        _ = try Listener(host: configuration.host, port: configuration.port)
    }

    /// Listens and serves on threads of its own. The process ignores SIGPIPE afterwards.
    /// - Returns: The port that it listens on.
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
            // Release callers that wait for a server that never ran.
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

    /// Requests a stop and returns immediately; usable in signal handlers and request handlers.
    ///
    /// No new connection is accepted, idle ones are closed, and requests in progress are answered within the stop timeout.
    public func requestStop() {
        state.withLock { state in
            if case .started(let mailbox) = state { mailbox.post(.stop) }
        }
    }

    /// Stops the server and waits until it has stopped. A request handler must not call this: it would wait for itself.
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
