internal import Simplex

/// Finds a minimum hitting set by branch and bound.
struct LeastHittingSet {
    private let family: [Set<Int>]
    private let packed: PackedFamily
    private let budget: Budget
    /// The number of members that the search may still visit. Negative if it was abandoned.
    private(set) var room: Int
    private var best: [Int] = []

    init(family: [Set<Int>], budget: Budget, room: Int = .max) {
        self.family = family.sorted { $0.count < $1.count }
        packed = PackedFamily(self.family)
        self.budget = budget
        self.room = room
    }

    /// Returns a minimum hitting set, ascending, or nil if the search was abandoned. No member of the family may be empty.
    ///
    /// If the set that a greedy search finds is a minimum one, it is returned, otherwise the first one in the order of members
    /// and elements. So the result does not depend on the bounds.
    mutating func find() throws(Budget.Spent) -> [Int]? {
        best = greedy()
        try extend(packed.none, count: 0, ruledOut: packed.none)
        return room < 0 ? nil : best.sorted()
    }

    private func greedy() -> [Int] {
        var chosen: Set<Int> = []
        for member in family where chosen.isDisjoint(with: member) {
            var counts: [Int: Int] = [:]
            for other in family where chosen.isDisjoint(with: other) {
                for element in other where member.contains(element) { counts[element, default: 0] += 1 }
            }
            if let element = member.min(by: { (-(counts[$0] ?? 0), $0) < (-(counts[$1] ?? 0), $1) }) { chosen.insert(element) }
        }
        return Array(chosen)
    }

    /// - Parameter ruledOut: elements that earlier branches chose, which need not be tried again.
    private mutating func extend(_ chosen: [UInt64], count: Int, ruledOut: [UInt64]) throws(Budget.Spent) {
        try budget.check()
        room -= packed.count
        if room < 0 || count >= best.count { return }
        guard let open = OpenMembers(of: packed.words, width: packed.width, chosen: chosen, ruledOut: ruledOut),
            open.chosenCount + (open.isEmpty ? 0 : open.leastMore) < best.count
        else { return }
        guard let member = packed.firstOpen(chosen) else {
            best = packed.elements(in: chosen)
            return
        }
        var ruledOut = ruledOut
        for place in member.indices {
            var left = member[place] & ~ruledOut[place]
            while left != 0 {
                let bit = left & ~(left - 1)
                var next = chosen
                next[place] |= bit
                try extend(next, count: count + 1, ruledOut: ruledOut)
                if room < 0 { return }
                ruledOut[place] |= bit
                left &= left - 1
            }
        }
    }
}

/// Finds a minimum hitting set of a family of which only some members are known. Each hitting set of these is tested: it hits all
/// members, or the test reveals a further one.
///
/// Members are added during the search, which is not restarted for them.
struct LeastHittingSetOfUnknown {
    private var known: PackedFamily
    private let budget: Budget
    private var best: [Int]?
    private var isGivenUp = false

    /// - Parameter known: at least one member.
    init(known: [Set<Int>], budget: Budget) {
        self.known = PackedFamily(known)
        self.budget = budget
    }

    /// Returns a minimum hitting set, ascending. Returns nil if a revealed member has an unknown element or is empty.
    ///
    /// - Parameter missed: returns a member that these elements do not hit, or nil if they hit all.
    mutating func find(missed: ([Int]) throws(Budget.Spent) -> Set<Int>?) throws(Budget.Spent) -> [Int]? {
        try extend(known.none, ruledOut: known.none, missed)
        return isGivenUp ? nil : best
    }

    private mutating func extend(
        _ chosen: [UInt64], ruledOut: [UInt64], _ missed: ([Int]) throws(Budget.Spent) -> Set<Int>?
    ) throws(Budget.Spent) {
        while !isGivenUp {
            try budget.check()
            guard let open = OpenMembers(of: known.words, width: known.width, chosen: chosen, ruledOut: ruledOut) else { return }
            let most = (best?.count ?? .max) - 1
            if open.chosenCount > most { return }
            if open.isEmpty {
                let set = known.elements(in: open.chosen)
                guard let member = try missed(set) else {
                    best = set
                    return
                }
                // The search continues from here with the member, or ends.
                isGivenUp = member.isEmpty || !known.append(member)
                continue
            }
            if best != nil, open.chosenCount + open.leastMore > most { return }
            var ruledOut = ruledOut
            for element in open.smallestByUse {
                let (place, bit) = (element / 64, 1 << UInt64(element % 64) as UInt64)
                var next = open.chosen
                next[place] |= bit
                try extend(next, ruledOut: ruledOut, missed)
                ruledOut[place] |= bit
            }
            return
        }
    }
}
