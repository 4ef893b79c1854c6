internal import Digest

/// Digests that bind stored data to its session and step. They detect damage and mistakes, such as an index that leads to another
/// session's row, but not manipulation: a program that can write the file can also write the digests.
enum Seal {
    /// Returns the part of a step's seal that does not depend on the time of storage.
    static func content(of id: String, _ number: Int, events: [UInt8]?, report: [UInt8], verdict: String, engine: String) -> [UInt8] {
        digest([Array(id.utf8), bytes(Int64(number)), events ?? [], report, Array(verdict.utf8), Array(engine.utf8)])
    }

    /// Returns a step's seal.
    ///
    /// - Parameter content: from `content(of:_:events:report:verdict:engine:)`.
    static func step(_ content: [UInt8], createdAt: Int64) -> [UInt8] {
        digest([content, bytes(createdAt)])
    }

    /// Returns the seal of a session's row.
    static func session(_ session: StoredSession) -> [UInt8] {
        digest([
            Array(session.id.utf8), bytes(session.createdAt), Array(session.name.utf8), session.options, bytes(Int64(session.step)),
            Array(session.verdict.utf8), Array(session.engine.utf8),
        ])
    }

    private static func bytes(_ number: Int64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// Returns a digest of all parts with their lengths, so that no part can be confused with the end of another.
    private static func digest(_ parts: [[UInt8]]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(parts.reduce(0) { $0 + $1.count + 8 })
        for part in parts { text += bytes(Int64(part.count)) + part }
        return SHA256.digest(of: text)
    }
}

extension StoredParts {
    /// Checks a step against its seal; steps of older versions have none.
    func check(_ seal: [UInt8]?, _ number: Int, events: [UInt8]?, report: [UInt8], verdict: String, engine: String, createdAt: Int64)
        throws(StoreError)
    {
        guard let seal else { return }
        let content = Seal.content(of: id, number, events: events, report: report, verdict: verdict, engine: engine)
        if seal != Seal.step(content, createdAt: createdAt) {
            throw damage("step \(number) was changed: its report, events, verdict, engine or time differ from its digest")
        }
    }
}
