internal import Simplex

/// Finds a hitting set with the fewest elements, by branch and bound.
struct LeastHittingSet {
    private let family: [Set<Int>]
    private let packed: PackedFamily
    private let budget: Budget
    /// How many members may still be looked at; negative once it was given up.
    private(set) var room: Int
    private var best: [Int] = []

    init(family: [Set<Int>], budget: Budget, room: Int = .max) {
        self.family = family.sorted { $0.count < $1.count }
        packed = PackedFamily(self.family)
        self.budget = budget
        self.room = room
    }

    /// The elements, ascending; every member of the family has at least one element. nil if there is no room.
    ///
    /// It is the first in the order of members and elements, whatever bounds there are, but if the greedy one is as small.
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

    /// - Parameter ruledOut: elements that were chosen before on the same way: a smaller set has none of them.
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

/// Finds the fewest elements that meet every member of a family which is known in part: each set that meets those known is tried, and either meets
/// all, or shows another member.
///
/// Members are learned within the search, and none of it is done again for them.
struct LeastHittingSetOfUnknown {
    private var known: PackedFamily
    private let budget: Budget
    private var best: [Int]?
    private var isGivenUp = false

    /// - Parameter known: one member at least.
    init(known: [Set<Int>], budget: Budget) {
        self.known = PackedFamily(known)
        self.budget = budget
    }

    /// The elements, ascending; nil if a member was shown that has an element of no known one, or none.
    ///
    /// - Parameter missed: a member that these elements do not meet; nil if they meet all.
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
                // With it the search continues from here, or ends.
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
