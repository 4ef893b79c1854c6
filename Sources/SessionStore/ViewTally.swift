internal import StandardAdditions

/// The number of sessions of each view, counted within bounds: the lists of many sessions can be very long together.
struct ViewTally {
    /// The maximum length of all lists that are read, as JSON text in bytes.
    private static let mostBytes = 128 << 20
    /// The maximum memory of different ids in bytes, about.
    private static let mostMemory = 64 << 20
    /// The memory of an id beside its characters.
    private static let memoryOfID = 64

    /// Whether a list was left out because those before it reached a limit.
    private(set) var isFull = false
    private var counts: [ExactText: Int] = [:]
    private var bytes = 0
    private var memory = 0

    /// Counts the views of a session. One with a damaged list has none.
    mutating func add(_ stored: [UInt8]) {
        guard !isFull else { return }
        let length = ViewList.length(of: stored)
        guard length <= ViewList.greatestLength else { return }
        guard bytes + length <= ViewTally.mostBytes, memory <= ViewTally.mostMemory else {
            isFull = true
            return
        }
        bytes += length
        for name in (try? ViewList.names(stored)) ?? [] {
            let key = ExactText(name)
            if let count = counts[key] {
                counts[key] = count + 1
            } else {
                counts[key] = 1
                memory += name.utf8.count + ViewTally.memoryOfID
            }
        }
    }

    /// The views of most sessions.
    var commonest: [SessionFacets.Count] { SessionFacets.commonest(counts.lazy.map { (value: $0.key.text, sessions: $0.value) }) }
}

extension SessionFacets {
    /// Returns the values of most sessions, those of equally many in the order of their bytes.
    static func commonest(_ counts: some Collection<(value: String, sessions: Int)>) -> [Count] {
        // Without most of those that are not among the first, whose names need not be compared.
        let numbers = counts.map(\.sessions).sorted(by: >)
        let least = numbers.prefix(mostValues).last ?? 0
        let ordered = counts.filter { $0.sessions >= least }.sorted { one, other in
            one.sessions != other.sessions ? one.sessions > other.sessions : one.value.utf8.lexicographicallyPrecedes(other.value.utf8)
        }
        return ordered.prefix(mostValues).map { Count(value: $0.value, sessions: $0.sessions) }
    }
}
