/// The difference between a step's findings and those of the previous step: the removed and the new ones.
struct FindingChange {
    /// A finding of the previous step.
    struct Open {
        /// Its rowid.
        let row: Int64
        let place: Int64
        let finding: StoredFinding
    }

    struct New {
        let place: Int64
        let finding: StoredFinding
    }

    /// The rowids of the removed findings.
    private(set) var removed: [Int64] = []
    private(set) var new: [New] = []

    /// The initial distance between neighbouring places, so that findings can be inserted later.
    private static let distance: Int64 = 1 << 20

    /// - Parameters:
    ///   - open: the findings of the previous step, in their order.
    ///   - findings: the findings of the step, in the order of its report.
    init(from open: [Open], to findings: [StoredFinding]) {
        if open.isEmpty || findings.isEmpty {
            self = FindingChange(replacing: open, by: findings)
            return
        }
        let origins = FindingChange.origins(of: findings, in: open.map(\.finding))
        var isContinued = [Bool](repeating: false, count: open.count)
        for origin in origins.compactMap({ $0 }) { isContinued[origin] = true }
        removed = zip(open, isContinued).filter { !$0.1 }.map(\.0.row)
        var index = 0
        while index < findings.count {
            guard origins[index] == nil else {
                index += 1
                continue
            }
            let end = origins[index...].firstIndex { $0 != nil } ?? findings.count
            let before = index > 0 ? origins[index - 1].map { open[$0].place } : nil
            let after = end < findings.count ? origins[end].map { open[$0].place } : nil
            guard let places = FindingChange.places(end - index, between: before, and: after) else {
                // No room is left: all findings get new places and count as new.
                self = FindingChange(replacing: open, by: findings)
                return
            }
            new += zip(places, findings[index..<end]).map(New.init)
            index = end
        }
    }

    private init(replacing open: [Open], by findings: [StoredFinding]) {
        removed = open.map(\.row)
        new = findings.enumerated().map { New(place: Int64($0.offset + 1) * FindingChange.distance, finding: $0.element) }
    }

    /// Returns ascending places between two, or nil if there are too few.
    private static func places(_ count: Int, between before: Int64?, and after: Int64?) -> [Int64]? {
        let room = Int64(count + 1)
        var first = before ?? 0
        if before == nil, let after {
            let (place, isBeyond) = after.subtractingReportingOverflow(room * distance)
            if isBeyond { return nil }
            first = place
        }
        let (end, isBeyond) = first.addingReportingOverflow(room * distance)
        if isBeyond { return nil }
        let (length, isLong) = (after ?? end).subtractingReportingOverflow(first)
        guard !isLong, length >= room else { return nil }
        return (1...Int64(count)).map { first + $0 * (length / room) }
    }

    /// Returns for each finding the previous one that it continues. As many as possible are in the same order, so that their
    /// places need not change.
    private static func origins(of findings: [StoredFinding], in open: [StoredFinding]) -> [Int?] {
        var alike: [StoredFinding: [Int]] = [:]
        for (index, finding) in open.enumerated().reversed() { alike[finding, default: []].append(index) }
        let matches = findings.map { alike[$0]?.popLast() }
        // The longest increasing subsequence of the matches: for each length, `ends` has the finding at which the least sequence
        // of that length ends.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: findings.count)
        for (index, match) in matches.enumerated() {
            guard let match else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if let other = matches[ends[middle]], other < match { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low < ends.count { ends[low] = index } else { ends.append(index) }
        }
        var origins = [Int?](repeating: nil, count: findings.count)
        var next = ends.last
        while let index = next {
            origins[index] = matches[index]
            next = previous[index]
        }
        return origins
    }
}
