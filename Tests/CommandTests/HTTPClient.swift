import Foundation
import Glibc

/// One request over a real socket and a connection of its own.
enum HTTPClient {
    struct Answer {
        var status: Int
        /// Names in lower case.
        var fields: [String: String]
        var body: Data

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    struct Failure: Error {
        var reason: String
    }

    static func send(
        _ method: String, _ target: String, port: Int, fields: [(String, String)] = [], body: Data = Data()
    ) throws -> Answer {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        if !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
        return try parse(try exchange(Data((head + "\r\n").utf8) + body, port: port))
    }

    /// Sends the bytes and reads until the other end closes.
    private static func exchange(_ bytes: Data, port: Int) throws -> Data {
        let connection = try RawConnection(port: port)
        connection.send(bytes)
        var received = Data()
        while let data = connection.receive() { received.append(data) }
        return received
    }

    private static func parse(_ bytes: Data) throws -> Answer {
        guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else { throw Failure(reason: "no answer") }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count > 1, let status = Int(words[1]) else { throw Failure(reason: "no status line") }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        let body = bytes[end.upperBound...]
        return Answer(status: status, fields: fields, body: fields["transfer-encoding"] == "chunked" ? try unchunked(body) : Data(body))
    }

    /// The body out of the chunked coding, which must be whole.
    private static func unchunked(_ bytes: Data) throws -> Data {
        var body = Data()
        var rest = bytes[...]
        while let end = rest.range(of: Data("\r\n".utf8)) {
            guard let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16), rest[end.upperBound...].count >= size + 2
            else { break }
            if size == 0 { return body }
            body += rest[end.upperBound...].prefix(size)
            rest = rest[end.upperBound...].dropFirst(size + 2)
        }
        throw Failure(reason: "the chunked body is cut")
    }
}

/// A connection to this machine that gives up after two minutes without an answer.
final class RawConnection {
    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw HTTPClient.Failure(reason: "no socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard status == 0 else { throw HTTPClient.Failure(reason: "no connection: \(String(cString: strerror(errno)))") }
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    func send(_ bytes: Data) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// What has come, at least a byte; nil at the end.
    func receive() -> Data? {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Data(buffer[..<count]) : nil
    }
}
