internal import HTTP
internal import JSON
internal import LayoutCheck
internal import LayoutService
internal import SessionStore
internal import Synchronization

/// The service of a simulated process, called as if over a socket.
final class Service {
    /// What a client receives.
    struct Answer {
        let status: Int
        let body: [UInt8]
        let isReplayed: Bool
        var step: Int?

        /// The member `report`, which is the last, byte for byte.
        var report: [UInt8]? {
            let key = Array(#""report":"#.utf8)
            guard let start = body.indices.first(where: { body[$0...].starts(with: key) }) else { return nil }
            return Array(Service.trimmed(body)[(start + key.count)...].dropLast())
        }

        var json: JSONTree? { try? JSONTree(parsing: body) }
    }

    /// Ids, the same in each run of a seed.
    final class IDs: Sendable {
        private let samples: Mutex<Samples>

        init(_ random: SplitMix) { samples = Mutex(Samples(random)) }

        func next() -> String { samples.withLock { $0.id() } }
    }

    let running: Machine.Running
    private let application: LayoutApplication

    init(_ running: Machine.Running, _ disk: SimulatedDisk, _ ids: IDs) throws {
        self.running = running
        application = try LayoutApplication(
            store: running.store, surroundings: Surroundings(now: { disk.now }, newID: { ids.next() }))
    }

    func send(_ method: String, _ target: String, _ fields: [(String, String)] = [], _ body: String = "") -> Answer {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        if !body.isEmpty { head += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
        guard let request = Service.request(Array((head + "\r\n" + body).utf8)) else { fatalError("\(method) \(target) is no request") }
        // The analysis takes milliseconds; a busy machine must not change what comes.
        let response = application.respond(to: request, within: .seconds(600))
        let step = response.fields["ETag"].flatMap { Int($0.filter(\.isNumber)) }
        return Answer(
            status: response.status.code, body: response.body, isReplayed: response.fields["Idempotent-Replayed"] != nil, step: step)
    }

    private static func request(_ bytes: [UInt8]) -> HTTPRequest? {
        var parser = RequestParser()
        parser.feed(bytes)
        while let event = try? parser.next() {
            if case .request(let request) = event { return request }
        }
        return nil
    }

    static func trimmed(_ bytes: [UInt8]) -> [UInt8] { bytes.last == UInt8(ascii: "\n") ? Array(bytes.dropLast()) : bytes }
}
