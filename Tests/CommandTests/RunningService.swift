import Foundation
import Glibc
import Testing

/// The program as a service on a free port with a database of its own.
final class RunningService {
    let database: String
    private(set) var port = 0
    private var process = Process()
    private let folder: TemporaryFolder
    private let options: [String]
    private let fileKilobytes: Int?
    private let log: String?
    private let environment: [String: String]

    /// - Parameters:
    ///   - fileKilobytes: how many kilobytes a file that it writes may have.
    ///   - database: one that is there already.
    ///   - log: a file for what it tells on standard error.
    ///   - environment: further variables.
    init(
        _ options: String..., fileKilobytes: Int? = nil, database: String? = nil, log: String? = nil, environment: [String: String] = [:]
    ) throws {
        self.fileKilobytes = fileKilobytes
        self.log = log
        self.environment = environment
        folder = try TemporaryFolder()
        self.database = database ?? folder.path + "/plumbline.db"
        self.options = options
        try start()
    }

    deinit {
        if process.isRunning {
            process.terminate()
            process.waitUntilExit()
        }
    }

    /// Starts it and takes the port from the line that it writes.
    func start() throws {
        process = Process()
        let arguments = ["serve", "--port", "0", "--database", database] + options
        if let fileKilobytes {
            process.executableURL = URL(fileURLWithPath: "/bin/bash")
            process.arguments = ["-c", "ulimit -f \(fileKilobytes); exec \"$0\" \"$@\"", Program.url.path] + arguments
        } else {
            process.executableURL = Program.url
            process.arguments = arguments
        }
        let output = Pipe()
        process.standardOutput = output
        if let log {
            if !FileManager.default.fileExists(atPath: log) { _ = FileManager.default.createFile(atPath: log, contents: nil) }
            process.standardError = FileHandle(forWritingAtPath: log)
        } else {
            process.standardError = FileHandle.nullDevice
        }
        process.environment = Program.environment(adding: environment)
        try process.run()
        var line = ""
        while !line.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { throw HTTPClient.Failure(reason: "the service ended before it listened") }
            line += String(decoding: data, as: UTF8.self)
        }
        let digits = line.components(separatedBy: "http://127.0.0.1:").last?.prefix { $0.isNumber } ?? ""
        port = try #require(Int(digits))
    }

    /// Ends it by SIGTERM and returns its status.
    func stop() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Ends it as a terminal that is closed, and returns its status.
    func hangUp() -> Int32 {
        Glibc.kill(process.processIdentifier, SIGHUP)
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Ends it as a power failure of the process would.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Kilobytes of memory that it has at this moment.
    var residentKilobytes: Int { kilobytes("VmRSS:") }

    /// The most that it has had so far.
    var greatestKilobytes: Int { kilobytes("VmHWM:") }

    private func kilobytes(_ figure: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(figure) }
        return Int(line?.filter(\.isNumber) ?? "") ?? 0
    }

    /// The number of descriptors that it has of files whose names have an end.
    func descriptors(ofFilesWith end: String) -> Int {
        let folder = "/proc/\(process.processIdentifier)/fd/"
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return numbers.count { (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + $0))?.hasSuffix(end) ?? false }
    }

    /// Has another program run a script of SQL on its database.
    func alterDatabase(_ script: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1])\nc.executescript(sys.argv[2])", database, script]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    func get(_ target: String, fields: [(String, String)] = []) throws -> HTTPClient.Answer {
        try HTTPClient.send("GET", target, port: port, fields: fields)
    }

    func delete(_ target: String) throws -> HTTPClient.Answer {
        try HTTPClient.send("DELETE", target, port: port)
    }

    func post(
        _ target: String, _ body: String, type: String = "application/json", fields: [(String, String)] = []
    ) throws -> HTTPClient.Answer {
        try HTTPClient.send("POST", target, port: port, fields: [("Content-Type", type)] + fields, body: Data(body.utf8))
    }
}

extension HTTPClient.Answer {
    /// The body as an object of JSON.
    var object: [String: Any] {
        (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:]
    }
}
