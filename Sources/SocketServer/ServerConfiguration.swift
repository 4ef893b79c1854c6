public import HTTP

/// The address and the limits of a server. Every default is suitable for a service that runs without configuration.
public struct ServerConfiguration: Sendable {
    /// The address or name to listen on; any but a loopback address allows access from other machines.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 lets the system choose one.
    public var port = 8080
    /// Further accepted values of `Host`, see ``HTTP/LocalPolicy``.
    public var extraHosts: [String] = []
    /// The token that every request must present, except those for pages and `/healthz`; nil if none is required.
    public var token: AccessToken?
    /// The limits of a request's size.
    public var limits = RequestLimits()

    /// The maximum number of open connections. A further connection evicts the longest idle one, or the one that has been sending
    /// its fields for longest, or the one that sends its body or reads its answer most slowly. If all connections are being answered, the
    /// new one is answered 503.
    public var maximumConnections = 2048
    /// The maximum number of bytes of unread input and bodies over all connections; a connection that exceeds it is answered 503.
    public var maximumHeldBytes = 256 << 20
    /// The maximum number of bytes of memory that large requests may need together while they are handled. A request that exceeds
    /// this alone is handled when no other large request is; further ones wait in the queue.
    public var maximumWorkBytes = 256 << 20
    /// The memory limit of the whole process in bytes, as far as it depends on requests. Near the limit, requests continue one by
    /// one, only small ones start, and the longest ones are ended. Nil for no limit.
    public var maximumMemory: Int?
    /// The number of threads that run handlers; at least 1. One more thread serves requests that only read stored data. There are
    /// two for each processor, because a handler that stores a session waits for the disk.
    public var workerCount = 2 * max(2, ServerConfiguration.processorCount)
    /// The duration after which a request counts as long: if others wait, its worker is set aside and another replaces it. It is
    /// shorter the more requests wait, so that all of them begin within about a second.
    public var longRequest = Duration.milliseconds(500)
    /// The maximum number of workers set aside. The workers of further long requests are not replaced, so other requests wait
    /// for them.
    public var workersAside = 128
    /// The stack size of each worker in bytes.
    public var workerStackBytes = 16 << 20
    /// The longest time that a request waits for a worker; after it, it is answered 503 with `Retry-After`. At most a third of the
    /// request's deadline.
    public var longestWait = Duration.seconds(10)
    /// The maximum number of requests that wait for a worker; more are answered 503 immediately.
    public var queueCapacity = 64

    /// The time from a request's last byte to its answer, waiting included. After it the request is answered 503 and a later
    /// result is dropped.
    public var requestDeadline = Duration.seconds(30)
    /// The time by which the handler's own deadline is earlier than the request's, so that a partial result still reaches the
    /// client; at most a quarter of the request's deadline. It is longer the more requests are handled at once, up to half of the deadline.
    public var handlerMargin = Duration.seconds(2)
    /// The time from a connection's or request's first byte to the end of its fields.
    public var headerTimeout = Duration.seconds(10)
    /// The time from the end of the fields to the end of the body.
    public var bodyTimeout = Duration.seconds(60)
    /// The time between an answer and the next request.
    public var idleTimeout = Duration.seconds(60)
    /// The time without the client reading a byte of an answer.
    public var writeTimeout = Duration.seconds(30)
    /// The time in which a client has to read or send ``slowBytes``. The connection of a slower client is closed if its memory is needed; if
    /// its place is, the slowest one is closed at once. The system takes bytes in pieces of up to 128 KB: a client that reads 30 KB a second is never slow.
    public var slowTime = Duration.seconds(5)
    public var slowBytes = 20 << 10
    /// The time after which a connection whose body still arrives may be closed, if its memory is needed.
    public var slowBodyTime = Duration.seconds(5)
    /// The time for which input is still read and discarded after the last answer, so that the client can read it before the
    /// connection is reset.
    public var lingerTimeout = Duration.seconds(2)
    /// The time for which a stop waits for requests in progress.
    public var stopTimeout = Duration.seconds(35)

    /// The server's load metrics.
    public var figures = ServerFigures()

    /// Called for every answer on the event loop's thread, so it must not block.
    public var accessLog: (@Sendable (AccessRecord) -> Void)?

    public init() {}

    /// Returns the circumstances of a request, or of a piece of one, whose time begins now.
    func context(_ match: RouteMatch, _ cancellation: Cancellation) -> RequestContext {
        let margin = min(handlerMargin, requestDeadline / 4)
        let (figures, places, most) = (figures, max(1, workerCount), requestDeadline / 2)
        return RequestContext(deadline: .now + requestDeadline, match: match, cancellation: cancellation) {
            min(margin * max(1, figures.busy / places), max(margin, most))
        }
    }
}
