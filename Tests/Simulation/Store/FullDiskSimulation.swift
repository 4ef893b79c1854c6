internal import SQLite
internal import SessionStore

/// A simulation of a disk that is full: some sessions can still be deleted, and all of them with a little more room, which the index of words
/// needs before it frees others.
public enum FullDiskSimulation {
    /// Runs the simulation of a seed.
    ///
    /// - Throws: `Violation` if sessions cannot be deleted.
    public static func run(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let machine = try Machine(&random, plant: nil, log: nil)
        defer { machine.end() }
        let running = try machine.open(0)
        var ids: [String] = []
        func create() throws(StoreError) {
            // Each has words of its own, so that a deletion changes the index of words in many places.
            let words = (0..<120).map { _ in String(random.next(), radix: 36) }
            let views = words.prefix(40).map { "v\($0)" }
            let report = Array(#"{"verdict":"clean","words":"\#(words.joined(separator: " "))"}"#.utf8)
            let session = NewSession(
                name: words[0], root: "root", body: report, mediaType: "application/json", canonical: report, report: report, verdict: "clean",
                engine: "1", views: views, identifiers: words, findings: [], createdAt: machine.disk.now + Int64(ids.count))
            ids.append(try running.store.create(session).id)
        }
        for _ in 0..<400 { try create() }
        // As the store's own thread does, whose work the simulation leaves out.
        try Connection(path: machine.path, access: .readWrite, fileSystem: machine.fileSystem).reserveLog(bytes: 1 << 22)
        let room = machine.disk.byteCount + 1 << 16
        machine.disk.set { $0.room = room }
        do throws(StoreError) { while true { try create() } } catch {
            guard error == .full else { throw error }
        }
        let all = ids.count
        var isWidened = false
        while !ids.isEmpty {
            let place = random.below(ids.count)
            do throws(StoreError) { _ = try running.store.delete(ids[place]) } catch {
                let hasDeleted = ids.count < all
                guard error == .full, hasDeleted, !isWidened else {
                    throw Violation("with \(ids.count) of \(all) sessions left, one cannot be deleted from a full disk: \(error)")
                }
                isWidened = true
                machine.disk.set { $0.room = room + 4 << 20 }
                continue
            }
            ids.remove(at: place)
        }
    }
}
