internal import Glibc
internal import LayoutModel
internal import Reporting

/// The host that a service listens on.
enum HostName {
    /// Throws if a host is neither an address nor a name that has one.
    static func check(_ host: String) throws(CommandFailure) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE
        var found: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, nil, &hints, &found)
        if let found { freeaddrinfo(found) }
        guard status != 0 else { return }
        let near = NearWord.hint(host, among: ["localhost", "127.0.0.1", "0.0.0.0"], quote: "'")
        throw .usage("there is no address for the host '\(host.terminalSafe())'\(near)", command: "serve")
    }
}
