internal import Foundation
internal import Synchronization

/// A PostgreSQL server for the tests of this process alone. It listens on a socket in a temporary folder, and ends with the process.
public final class PostgreSQLServer: Sendable {
    /// The server, started at the first use; nil if PostgreSQL is not installed.
    public static let shared = PostgreSQLServer.start()

    /// The folder of its socket.
    public let folder: String
    private let binaries: String

    private init(folder: String, binaries: String) {
        self.folder = folder
        self.binaries = binaries
    }

    /// Returns a connection string. Tables are made in the schema, which each test has for itself.
    ///
    /// - Parameters:
    ///   - host: the folder of another socket that leads to the server.
    ///   - isWaiting: whether commits wait for the synchronous standby, which is absent. The server's warnings are turned off, too.
    public func connection(schema: String, host: String? = nil, password: String? = nil, isWaiting: Bool = false) -> String {
        let user = password.map { "plumbline:\($0)" } ?? "plumbline"
        let waiting = isWaiting ? "%20-csynchronous_commit%3Don%20-cclient_min_messages%3Derror" : ""
        let options = "options=-csearch_path%3D\(schema)%2Cpublic\(waiting)&application_name=\(schema)"
        return "postgresql://\(user)@/postgres?host=\(host ?? folder)&\(options)"
    }

    /// Runs statements with psql, and returns what it prints.
    @discardableResult
    public func run(_ script: String, schema: String = "public") throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: binaries + "/psql")
        process.arguments = ["-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", "-d", connection(schema: schema), "-c", script]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure.script(script) }
        return text
    }

    /// Does the work, and ends each wait for the standby meanwhile.
    ///
    /// - Parameter functions: for each wait, the function that ends it; the last one also for those that follow.
    /// - Returns: What the work returns, and the number of waits.
    public func endingWaits<T>(schema: String, by functions: [String], work: () throws -> T) throws -> (value: T, count: Int) {
        let waits = WaitEnd { [self] number in
            let function = functions[min(number, functions.count - 1)]
            let backends = "FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = '\(schema)'"
            let ended = try? run("SELECT \(function)(pid) \(backends)")
            return ended?.split(separator: "\n").count ?? 0
        }
        let result = Result(catching: work)
        let count = waits.end()
        return (try result.get(), count)
    }

    public enum Failure: Error {
        case script(String)
    }

    /// The shell starts the server as a user of its own, since it refuses to run as root, and stops it when its standard input ends:
    /// at the end of this process, however it ends.
    private static let script = """
        set -e
        folder=$(mktemp -d /tmp/plumbline-postgresql-XXXXXX)
        trap 'rm -rf "$folder"' EXIT
        cd "$folder"
        run() { if [ "$(id -u)" -eq 0 ]; then exec setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else exec "$@"; fi; }
        if [ "$(id -u)" -eq 0 ]; then chown postgres "$folder"; fi
        (run "$1/initdb" -D "$folder/data" -A trust -U plumbline --no-sync --no-locale -E UTF8) >"$folder.log" 2>&1 </dev/null
        run "$1/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off -c max_connections=200 \
            -c shared_buffers=64MB -c autovacuum=off -c synchronous_standby_names=absent -c synchronous_commit=local >>"$folder.log" 2>&1 </dev/null &
        server=$!
        trap 'kill -INT $server 2>/dev/null; wait $server 2>/dev/null; rm -rf "$folder" "$folder.log"' EXIT
        for try in $(seq 200); do
            if "$1/pg_isready" -q -h "$folder"; then break; fi
            sleep 0.05
        done
        "$1/psql" -X -q -h "$folder" -U plumbline -d postgres -c 'CREATE EXTENSION IF NOT EXISTS pg_trgm' >>"$folder.log" 2>&1 </dev/null || true
        echo "$folder"
        cat >/dev/null
        """

    private static func start() -> PostgreSQLServer? {
        guard let binaries = installed() else { return nil }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, "sh", binaries]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        var line: [UInt8] = []
        while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 { line.append(byte) }
        let folder = String(decoding: line, as: UTF8.self)
        guard !folder.isEmpty else { return nil }
        // Open until this process ends.
        inputs.append(input)
        return PostgreSQLServer(folder: folder, binaries: binaries)
    }

    nonisolated(unsafe) private static var inputs: [Pipe] = []

    /// Returns the folder of the newest installed server's programs, as Debian has it.
    private static func installed() -> String? {
        let root = "/usr/lib/postgresql"
        let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap(Int.init).sorted(by: >)
        return versions.map { "\(root)/\($0)/bin" }.first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    }
}

/// Ends waits on a thread of its own, until it is ended itself.
private final class WaitEnd: Sendable {
    private let state = Mutex((isOver: false, count: 0))
    private let isEnded = DispatchSemaphore(value: 0)

    /// - Parameter endWaits: ends the present waits; called with the number of those ended before, returns how many there were.
    init(_ endWaits: @escaping @Sendable (Int) -> Int) {
        Thread.detachNewThread { [self] in
            while !state.withLock({ $0.isOver }) {
                let count = endWaits(state.withLock { $0.count })
                state.withLock { $0.count += count }
                Thread.sleep(forTimeInterval: 0.02)
            }
            isEnded.signal()
        }
    }

    /// Returns the number of waits.
    func end() -> Int {
        state.withLock { $0.isOver = true }
        isEnded.wait()
        return state.withLock { $0.count }
    }
}
