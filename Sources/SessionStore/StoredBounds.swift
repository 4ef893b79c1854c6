/// Between what a row of a sound database lies.
enum StoredBounds {
    /// The numbers of steps.
    static let steps = 0...SessionStore.mostSteps

    /// Characters of a session's name, and the scalars that they may have all together.
    static let nameLength = 200
    static let nameScalars = 2000

    /// The name as far as it may be long.
    static func name(_ name: String) -> String {
        String(String(name.unicodeScalars.prefix(nameScalars)).prefix(nameLength))
    }

    /// A time of a row, moved to the nearest that may be stored: nothing overflows that is worked out of it.
    static func time(_ time: Int64) -> Int64 {
        min(max(time, SessionStore.times.lowerBound), SessionStore.times.upperBound - 1)
    }

    /// A number of sessions or bytes, which is never less than none.
    static func count(_ count: Int64) -> Int {
        max(0, Int(count))
    }
}

extension SessionStore {
    /// What a time may be, in microseconds since 1970, UTC: the years 1970 to 9998.
    public static let times: Range<Int64> = 0..<253_370_764_800_000_000
}

extension StoredParts {
    /// The number of a step as a row has it.
    func step(_ number: Int64) throws(StoreError) -> Int {
        guard let step = Int(exactly: number), StoredBounds.steps.contains(step) else { throw damage("it has a step \(number), which cannot be") }
        return step
    }

    /// The same of a session, with the options as JSON.
    func checked(_ session: StoredSession) throws(StoreError) -> StoredSession {
        _ = try step(Int64(session.step))
        _ = try json(session.options, "its list of options")
        return session
    }
}
