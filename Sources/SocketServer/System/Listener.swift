internal import Foundation

/// A listening socket.
struct Listener {
    let descriptor: Descriptor
    /// The port that it is bound to.
    let port: Int

    init(host: String, port: Int) throws(ServerError) {
        guard (0...65535).contains(port) else { throw .invalidPort(port) }
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0, let first = list else { throw .unknownHost(host) }
        defer { freeaddrinfo(first) }
        // IPv4 first: "localhost" as clients write it reaches 127.0.0.1 everywhere.
        let addresses = Array(sequence(first: first.pointee) { $0.ai_next?.pointee })
        var reason = "no address"
        for address in addresses.filter({ $0.ai_family == AF_INET }) + addresses.filter({ $0.ai_family != AF_INET }) {
            if let listener = Listener(address) {
                self = listener
                return
            }
            if errno == EADDRINUSE { throw .addressInUse(host: host, port: port) }
            reason = lastSystemError()
        }
        throw .cannotListen(host: host, port: port, reason: reason)
    }

    private init?(_ address: addrinfo) {
        let flags = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = socket(address.ai_family, flags, 0)
        guard number >= 0 else { return nil }
        descriptor = Descriptor(number)
        // A restart must not wait for old connections in TIME_WAIT.
        set(SOL_SOCKET, SO_REUSEADDR, on: number)
        guard bind(number, address.ai_addr, address.ai_addrlen) == 0, listen(number, 1024) == 0 else { return nil }
        guard let bound = boundPort(of: number) else { return nil }
        port = bound
    }
}

/// Sets a socket option and ignores failures, which are never critical.
func set(_ level: Int32, _ option: Int32, to value: Int32 = 1, on descriptor: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
}

/// Returns the port that a socket is bound to.
private func boundPort(of descriptor: Int32) -> Int? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes -> Int? in
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), getsockname(descriptor, base, &length) == 0 else { return nil }
        // The port is in the third and fourth byte of both sockaddr_in and sockaddr_in6, in network order.
        return Int(bytes[2]) << 8 | Int(bytes[3])
    }
}
