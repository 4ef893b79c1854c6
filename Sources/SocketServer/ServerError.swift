/// The reason why a server cannot start.
public enum ServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The host cannot be resolved to an address.
    case unknownHost(String)
    /// The port is outside 0 to 65535.
    case invalidPort(Int)
    /// An extra host is not a host with an optional port.
    case invalidExtraHost(String)
    /// Another program listens at the address.
    case addressInUse(host: String, port: Int)
    /// The address is not one of this machine, or the port is not permitted.
    case cannotListen(host: String, port: Int, reason: String)
    /// The system provided no descriptor.
    case system(String)
    /// The server has already been started.
    case alreadyStarted

    public var description: String {
        switch self {
        case .unknownHost(let host): "the host \(host) cannot be resolved"
        case .invalidPort(let port): "the port must be a number from 0 to 65535, not \(port)"
        case .invalidExtraHost(let text): "\"\(text)\" is not a host with an optional port, such as example.org:8080"
        case .addressInUse(let host, let port): "cannot listen on \(host) port \(port): another program listens there; choose another port"
        case .cannotListen(let host, let port, let reason): "cannot listen on \(host) port \(port): \(reason)"
        case .system(let reason): "a system call failed: \(reason)"
        case .alreadyStarted: "the server has already been started"
        }
    }
}
