internal import Glibc
internal import Synchronization

/// A proxy before a PostgreSQL server that cuts connections at a COMMIT: before it reaches the server, while the server does it, or
/// before the answer reaches the client.
final class CuttingProxy: Sendable {
    enum Cut: CaseIterable {
        case before, within, after
    }

    /// The folder of its socket, for `host=`.
    let folder: String
    private let target: String
    private let listener: Int32
    private let state = Mutex(State())

    private struct State {
        var cuts: [(cut: Cut, isFinal: Bool)] = []
        /// Whether new connections are cut at once.
        var isClosed = false
    }

    /// - Parameter server: the folder of the server's socket.
    init(before server: String) throws {
        var name = Array("/tmp/plumbline-proxy-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw Failure.system(errno) }
        folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        target = server + "/.s.PGSQL.5432"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard try CuttingProxy.withAddress(folder + "/.s.PGSQL.5432", { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0 else {
            throw Failure.system(errno)
        }
        startThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                startThread { [self] in serve(client) }
            }
        }
    }

    enum Failure: Error {
        case system(Int32)
        case longName
    }

    /// Stops listening.
    func end() {
        shutdown(listener, Int32(SHUT_RDWR))
        unlink(folder + "/.s.PGSQL.5432")
        rmdir(folder)
    }

    /// Cuts the next COMMIT.
    ///
    /// - Parameter isFinal: whether connections after that are cut at once, too.
    func cut(_ cut: Cut, isFinal: Bool = false) {
        state.withLock { $0.cuts.append((cut, isFinal)) }
    }

    func open() { state.withLock { $0.isClosed = false } }

    private func next() -> Cut? {
        state.withLock { state in
            guard !state.cuts.isEmpty else { return nil }
            let next = state.cuts.removeFirst()
            if next.isFinal { state.isClosed = true }
            return next.cut
        }
    }

    private func serve(_ client: Int32) {
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let isConnected = (try? CuttingProxy.withAddress(target) { connect(server, $0, $1) }) == 0
        guard isConnected, !state.withLock({ $0.isClosed }) else {
            close(client)
            close(server)
            return
        }
        let cut = Shared()
        startThread {
            // The server's answers.
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = read(server, &bytes, bytes.count)
                guard count > 0 else { break }
                if cut.isSet {
                    shutdown(client, Int32(SHUT_RDWR))
                    continue
                }
                guard CuttingProxy.send(bytes[..<count], to: client) else { break }
            }
            shutdown(client, Int32(SHUT_RDWR))
            cut.serverHasEnded()
            close(server)
        }
        forward(client, server, cut)
        shutdown(server, Int32(SHUT_WR))
        cut.waitForServer()
        close(client)
    }

    /// Forwards the client's messages until one is cut.
    private func forward(_ client: Int32, _ server: Int32, _ cut: Shared) {
        var isStarted = false
        while let message = CuttingProxy.message(from: client, hasType: isStarted) {
            if isStarted, message.first == UInt8(ascii: "Q"), message.dropFirst(5).starts(with: Array("COMMIT".utf8)), let kind = next() {
                switch kind {
                case .before: shutdown(client, Int32(SHUT_RDWR))
                case .within:
                    cut.set()
                    _ = CuttingProxy.send(message[...], to: server)
                    shutdown(client, Int32(SHUT_RDWR))
                case .after:
                    cut.set()
                    _ = CuttingProxy.send(message[...], to: server)
                    // The other thread closes the client's side when the answer arrives.
                    while CuttingProxy.message(from: client, hasType: true) != nil {}
                }
                return
            }
            isStarted = true
            guard CuttingProxy.send(message[...], to: server) else { return }
        }
    }

    /// Whether a connection is being cut, and whether its server's side has ended.
    private final class Shared: Sendable {
        private let flags = Mutex((isCut: false, hasEnded: false))
        var isSet: Bool { flags.withLock { $0.isCut } }
        func set() { flags.withLock { $0.isCut = true } }
        func serverHasEnded() { flags.withLock { $0.hasEnded = true } }
        func waitForServer() { while !flags.withLock({ $0.hasEnded }) { usleep(1000) } }
    }

    /// Reads a whole message of the protocol; nil at the end.
    private static func message(from socket: Int32, hasType: Bool) -> [UInt8]? {
        let head = hasType ? 5 : 4
        guard var bytes = receive(head, from: socket) else { return nil }
        let length = bytes.suffix(4).reduce(0) { $0 << 8 | Int($1) }
        guard length >= 4, let rest = receive(length - 4, from: socket) else { return nil }
        bytes += rest
        return bytes
    }

    private static func receive(_ count: Int, from socket: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let part = bytes.withUnsafeMutableBytes { read(socket, $0.baseAddress?.advanced(by: done), count - done) }
            guard part > 0 else { return nil }
            done += part
        }
        return bytes
    }

    private static func send(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func withAddress<T>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> T) throws -> T {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8CString)
        guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else { throw Failure.longName }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes.map { UInt8(bitPattern: $0) }) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}
