import LayoutCheck
import Foundation
import HTTP
import SQLite
import SessionStore
import Testing

@testable import LayoutService

/// The service over a database of its own, without a socket.
final class TestService {
    private(set) var application: LayoutApplication
    private let limits: InputLimits
    private let folder: URL
    let store: SQLiteSessionStore

    init(limits: InputLimits = InputLimits()) throws {
        self.limits = limits
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("plumbline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = try SQLiteSessionStore(path: folder.appendingPathComponent("test.db").path)
        application = try LayoutApplication(store: store, limits: limits)
    }

    /// Begins again over the same database, with nothing in memory.
    func restart(limits: InputLimits? = nil) throws { application = try LayoutApplication(store: store, limits: limits ?? self.limits) }

    /// Closes the database under the service.
    func close() {
        store.close()
    }

    /// Has another connection change the database under the service.
    func alterDatabase(_ script: String) throws {
        try Connection(path: folder.appendingPathComponent("test.db").path, access: .readWrite).run(script: script)
    }

    /// Has another connection hold the database, so that nothing is stored.
    func whileLocked(_ body: () throws -> Void) throws {
        let other = try Connection(path: folder.appendingPathComponent("test.db").path, access: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        try body()
        try other.execute("ROLLBACK")
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The answer to a request as it would come over a socket.
    ///
    /// - Parameter seconds: how long the request may take.
    func send(
        _ method: String, _ target: String, fields: [(String, String)] = [], body: [UInt8] = [], within seconds: Int = 30
    ) -> HTTPResponse {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        if !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
        guard let request = TestService.request(Array((head + "\r\n").utf8) + body) else {
            Issue.record("\(method) \(target) is no request")
            return HTTPResponse(status: .badRequest)
        }
        return application.respond(to: request, within: .seconds(seconds))
    }

    func get(_ target: String, fields: [(String, String)] = []) -> HTTPResponse {
        send("GET", target, fields: fields)
    }

    func post(_ target: String, json: String, fields: [(String, String)] = [], within seconds: Int = 30) -> HTTPResponse {
        send("POST", target, fields: [("Content-Type", "application/json")] + fields, body: Array(json.utf8), within: seconds)
    }

    func post(_ target: String, text: String) -> HTTPResponse {
        send("POST", target, fields: [("Content-Type", "text/plain")], body: Array(text.utf8))
    }
}

enum Bodies {
    static let clean =
        #"{"name":"Clean","size":{"width":70,"height":44},"constraints":["title.leading == root.leading + 8", "#
        + #""title.trailing == root.trailing - 8","title.top == root.top","title.height == 20"]}"#
    static let conflicting =
        #"{"name":"ProfileCell","size":{"width":70,"height":44},"constraints":["title.leading == root.leading + 8", "#
        + #""title.trailing == root.trailing - 8","title.width == 60","title.top == root.top","title.height == 20"]}"#
    static func message(_ number: Int) -> String {
        """
        Unable to simultaneously satisfy constraints.
        (
            "<NSLayoutConstraint:0x60000\(number)0 UILabel:0x7f8.width == 60   (active)>",
            "<NSLayoutConstraint:0x60000\(number)1 UILabel:0x7f8.width == 50   (active)>"
        )

        Will attempt to recover by breaking constraint
        <NSLayoutConstraint:0x60000\(number)1 UILabel:0x7f8.width == 50   (active)>


        """
    }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}

extension TestService {
    /// The request that the bytes are.
    static func request(_ bytes: [UInt8]) -> HTTPRequest? {
        var parser = RequestParser()
        parser.feed(bytes)
        while let event = try? parser.next() {
            if case .request(let request) = event { return request }
        }
        return nil
    }
}
