internal import Glibc

/// Notifies systemd, or another supervisor, of the service's state (sd_notify): a datagram to the socket that `NOTIFY_SOCKET`
/// names.
enum ServiceManager {
    static func notify(_ state: String) {
        guard let value = getenv("NOTIFY_SOCKET") else { return }
        var path = Array(String(cString: value).utf8)
        guard let first = path.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@") else { return }
        // A name with `@` is in the abstract namespace, which begins with a NUL.
        if first == UInt8(ascii: "@") { path[0] = 0 }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
        let bytes = Array(state.utf8)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
    }
}
