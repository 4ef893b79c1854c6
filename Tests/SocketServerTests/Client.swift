internal import Foundation
internal import HTTP
internal import SocketServer
internal import Testing

/// A client that says exactly the bytes it is given, on a socket that gives up after two minutes without an answer.
final class Client {
    struct Answer: Equatable {
        var status: Int
        var fields: [String: String]
        var body: String
    }

    struct Failure: Error {
        let what: String
    }

    private let descriptor: Int32
    private var received: [UInt8] = []
    /// The server ended the connection; otherwise nothing came for too long.
    private var hasEnded = false

    /// - Parameter source: the address that it comes from, 127.0.0.1 if nil.
    init(port: Int, receiveBuffer: Int32? = nil, from source: String? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var timeout = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        if var receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size)) }
        if let source {
            var own = sockaddr_in()
            own.sin_family = sa_family_t(AF_INET)
            own.sin_addr.s_addr = inet_addr(source)
            let bound = withUnsafePointer(to: &own) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
            }
            guard bound == 0 else { throw Failure(what: "cannot come from \(source)") }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard result == 0 else { throw Failure(what: "cannot connect") }
    }

    deinit {
        close(descriptor)
    }

    func send(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Has the connection's end be one at once, with whatever is under way.
    func resetsAtEnd() {
        var atOnce = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
    }

    /// Whether the server ends the connection with nothing more to read.
    func isClosed() -> Bool {
        received.isEmpty && !receive() && hasEnded
    }

    /// The next answer, interim ones too. `hasBody` is false for an answer to HEAD.
    func answer(hasBody: Bool = true) throws -> Answer {
        var answer = try head()
        let length = hasBody ? Int(answer.fields["content-length"] ?? "0") ?? 0 : 0
        answer.body = String(decoding: try take(length), as: UTF8.self)
        return answer
    }

    /// The head of the next answer; its body is left.
    func head() throws -> Answer {
        let lines = try block(endingWith: "\r\n\r\n").components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { throw Failure(what: "no status line") }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            fields[parts[0].lowercased()] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
        return Answer(status: status, fields: fields, body: "")
    }

    /// The next chunk of a body in the chunked coding; empty for the last.
    func chunk() throws -> String {
        guard let size = Int(try block(endingWith: "\r\n"), radix: 16) else { throw Failure(what: "no chunk size") }
        return String(decoding: try take(size + 2).dropLast(2), as: UTF8.self)
    }

    /// All that comes until the server ends the connection.
    func rest() throws -> String {
        while receive() {}
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    private func take(_ count: Int) throws -> ArraySlice<UInt8> {
        while received.count < count {
            guard receive() else { throw Failure(what: "cut body") }
        }
        defer { received.removeSubrange(..<count) }
        return received[..<count]
    }

    private func block(endingWith text: String) throws -> String {
        let end = Array(text.utf8)
        while true {
            if let start = received.indices.first(where: { received[$0...].starts(with: end) }) {
                defer { received.removeSubrange(..<(start + end.count)) }
                return String(decoding: received[..<start], as: UTF8.self)
            }
            guard receive() else { throw Failure(what: "no answer") }
        }
    }

    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { received += buffer[..<count] }
        hasEnded = count == 0 || (count < 0 && errno == ECONNRESET)
        return count > 0
    }
}

/// A gate that handlers wait at, so that tests decide when they go on.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let arrivals = DispatchSemaphore(value: 0)

    /// Called by the handler.
    func pass() {
        arrivals.signal()
        semaphore.wait()
    }

    /// Waits until a handler stands at the gate.
    func awaitArrival() {
        arrivals.wait()
    }

    /// Whether a handler comes to the gate within a second.
    func arrives() -> Bool {
        arrivals.wait(timeout: .now() + 1) == .success
    }

    func open(for count: Int = 1) {
        for _ in 0..<count { semaphore.signal() }
    }
}

/// Tries something whose time runs out within 0.1, 2 and 60 seconds, until it ends as it should: on a busy machine all of the short ones may be over
/// before the client gets to say a word.
func patiently(_ body: (_ limit: Duration) throws -> Bool) throws -> Bool {
    for limit in [Duration.milliseconds(100), .seconds(2)] where (try? body(limit)) == true { return true }
    return try body(.seconds(60))
}

/// A server on a free port that stops at the end of the body.
func withServer(
    gate: Gate = Gate(), _ change: (inout ServerConfiguration) -> Void = { _ in }, body: (_ port: Int, _ server: Server) throws -> Void
) throws {
    var configuration = ServerConfiguration()
    configuration.port = 0
    configuration.workerCount = 1
    configuration.workersAside = 0
    change(&configuration)
    let router = try Router { routes in
        try routes.add(.get, "/healthz", cost: .cheap) { _, _ in .text("ok") }
        // The loop itself waits at the gate, and serves no other connection meanwhile.
        try routes.add(.get, "/loop-gate", cost: .cheap) { _, _ in
            gate.pass()
            return .text("passed")
        }
        try routes.add(.post, "/loop-gate", cost: .cheap, body: BodyRules(mediaTypes: ["text/plain"])) { _, _ in
            gate.pass()
            return .text("passed")
        }
        try routes.add(.get, "/echo/{text}") { _, context in .text(context.parameters["text"] ?? "") }
        try routes.add(.post, "/echo", body: BodyRules(mediaTypes: ["text/plain"])) { request, _ in
            HTTPResponse(contentType: "text/plain", body: request.body)
        }
        try routes.add(.get, "/gate") { _, _ in
            gate.pass()
            return .text("passed")
        }
        try routes.add(.get, "/until-cancelled") { _, context in
            while !context.isCancelled { usleep(1000) }
            gate.pass()
            return .text("late")
        }
        try routes.add(.get, "/gate-until-cancelled") { _, context in
            gate.pass()
            while !context.isCancelled { usleep(1000) }
            gate.pass()
            return .text("late")
        }
        try routes.add(.get, "/stored") { _, context in
            guard context.claim() else { return .text("too late") }
            gate.pass()
            return .text("stored")
        }
        try routes.add(.get, "/stored/{text}", cost: .read) { _, context in .text(context.parameters["text"] ?? "") }
        try routes.add(.get, "/stored-gate", cost: .read) { _, _ in
            gate.pass()
            return .text("read")
        }
        try routes.add(
            Route(method: .get, pattern: "/stored-form", cost: .read, computes: { $0.fields["Accept"] == "text/computed" }) { _, _ in
                gate.pass()
                return .text("computed")
            })
        try routes.add(.get, "/seconds-left") { _, context in .text("\(context.secondsLeft)") }
        try routes.add(.get, "/large") { _, _ in .text(String(repeating: "x", count: 8 << 20)) }
    }
    let server = Server(configuration: configuration, responder: router)
    let port = try server.start()
    defer { server.stop() }
    try body(port, server)
}

func get(_ path: String, _ fields: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
}
