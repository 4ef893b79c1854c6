@testable internal import SessionStore
internal import Testing

@Suite struct FindingChangeTests {
    private func finding(_ name: String) -> StoredFinding {
        StoredFinding(kind: .ambiguity, fingerprint: name, summary: name)
    }

    private func open(_ names: String, _ places: [Int64]) -> [FindingChange.Open] {
        zip(names, places).enumerated().map { FindingChange.Open(row: Int64($0), place: $1.1, finding: finding(String($1.0))) }
    }

    /// The names in the order of their places after a change.
    private func after(_ open: [FindingChange.Open], _ change: FindingChange) -> String {
        let kept = open.filter { !change.removed.contains($0.row) }.map { ($0.place, $0.finding.fingerprint) }
        let all = kept + change.new.map { ($0.place, $0.finding.fingerprint) }
        #expect(Set(all.map(\.0)).count == all.count)
        return all.sorted { $0.0 < $1.0 }.map(\.1).joined()
    }

    /// What was, what is, and how many rows that takes.
    private static let changes: [(String, String, Int)] = [
        ("abc", "abc", 0), ("abc", "", 3), ("", "abc", 3), ("abc", "xabc", 1), ("abc", "abcx", 1), ("abc", "axbyc", 2), ("abc", "cab", 2),
        ("abc", "bca", 2), ("abc", "cba", 4), ("aab", "aba", 2), ("aa", "aaa", 1), ("abcdefgh", "bdxfhy", 6),
    ]

    @Test(arguments: changes) func `as few are written as the order allows`(before: String, now: String, written: Int) {
        for distance in [1 << 20, 10] {
            let open = open(before, (0..<before.count).map { Int64($0 * distance) })
            let change = FindingChange(from: open, to: now.map { finding(String($0)) })
            #expect(change.removed.count + change.new.count == written)
            #expect(after(open, change) == now)
        }
    }

    private static let crowded: [[Int64]] = [
        [0, 1, 2], [.min, 0, .max], [.max - 2, .max - 1, .max], [.min, .min + 1, .min + 2],
    ]

    @Test(arguments: crowded) func `where there is no room all get new places`(places: [Int64]) {
        let open = open("abc", places)
        for now in ["xabc", "axbc", "abcx", "xaybzcw"] {
            #expect(after(open, FindingChange(from: open, to: now.map { finding(String($0)) })) == now)
        }
    }
}
