public import HTTP

/// Where a server listens and what it allows. Every default is meant for a service that anyone may run unconfigured.
public struct ServerConfiguration: Sendable {
    /// Address or name to listen on; anything but a loopback address lets others in.
    public var host = "127.0.0.1"
    /// Port to listen on; 0 lets the system choose one.
    public var port = 8080
    /// Values of `Host` to answer beside those of this machine, as ``HTTP/LocalPolicy`` takes them.
    public var extraHosts: [String] = []
    /// What every request must show but those for `/healthz`; nil where nothing is asked.
    public var token: AccessToken?
    /// What one request may cost before it is understood.
    public var limits = RequestLimits()

    /// Connections open at once. One more replaces the one that has been idle for longest between requests, or that has been sending its fields
    /// for longest; where all are being answered, it is answered 503.
    public var maximumConnections = 2048
    /// Bytes of unread input and bodies held over all connections; more is 503 for the connection that goes beyond.
    public var maximumHeldBytes = 256 << 20
    /// Bytes that requests which need much memory may need together while they are handled. One that needs more by itself is handled when no other is;
    /// those beyond wait in the queue.
    public var maximumWorkBytes = 256 << 20
    /// Threads that run handlers; at least 1.
    public var workerCount = max(2, ServerConfiguration.processorCount)
    /// From here on a request takes long: where others wait, its worker is set aside and another takes its place.
    public var longRequest = Duration.milliseconds(500)
    /// Workers set aside at once; beyond it requests wait for them, too.
    public var workersAside = 16
    /// Bytes of stack of each worker.
    public var workerStackBytes = 16 << 20
    /// Requests that wait for a worker; more are answered 503 at once.
    public var queueCapacity = 64

    /// From a request's last byte to its answer, waiting included. Then it is answered 503 and a later result is dropped.
    public var requestDeadline = Duration.seconds(30)
    /// How much earlier the handler is told to end, so that what it has by then still reaches the client; a quarter of the deadline at most.
    public var handlerMargin = Duration.seconds(2)
    /// From a connection's or request's first sign to the end of its fields.
    public var headerTimeout = Duration.seconds(10)
    /// From the end of the fields to the end of the body.
    public var bodyTimeout = Duration.seconds(60)
    /// Between an answer and the next request.
    public var idleTimeout = Duration.seconds(60)
    /// Without the client taking a byte of an answer.
    public var writeTimeout = Duration.seconds(30)
    /// How long input is still read and dropped after the last answer, so that the client can read it before the connection is reset.
    public var lingerTimeout = Duration.seconds(2)
    /// How long a stop waits for requests that are under way.
    public var stopTimeout = Duration.seconds(35)

    /// Where the server tells how busy it is.
    public var figures = ServerFigures()

    /// Called for every answer on the thread of the connections, so it must not block.
    public var accessLog: (@Sendable (AccessRecord) -> Void)?

    public init() {}
}
