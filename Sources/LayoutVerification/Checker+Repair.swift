internal import ExactArithmetic
internal import LayoutLowering

extension Checker {
    /// Checks that dropping these constraints of the document ends every conflict, and that each of them has to go.
    public func checkRepair(_ evidence: RepairEvidence) -> [Refusal] {
        checkRepairs([evidence])[0]
    }

    /// `checkRepair` of each.
    ///
    /// - Parameter layouts: what compares layouts of this system, if there is something already.
    public func checkRepairs(_ list: [RepairEvidence], _ layouts: LayoutComparison? = nil) -> [[Refusal]] {
        let layouts = layouts ?? LayoutComparison(self)
        return list.map { checkRepair($0, layouts) }
    }

    private func checkRepair(_ evidence: RepairEvidence, _ layouts: LayoutComparison) -> [Refusal] {
        let claim = "repair"
        let relaxed = Set(evidence.relax)
        guard !relaxed.isEmpty, relaxed.count == evidence.relax.count else { return [Refusal(claim, "it is empty or names a row twice")] }
        guard relaxed.allSatisfy({ isRow($0) && system.rows[$0].isRequired && !system.rows[$0].isImplicit }) else {
            return [Refusal(claim, "only required constraints of the document can be dropped")]
        }
        var refusals: [Refusal] = []
        if let reason = layouts.whyViolated(at: evidence.witness, where: { !relaxed.contains($0) }) {
            refusals.append(Refusal(claim, "what is left does not hold: \(reason)"))
        }
        guard evidence.barriers.count == evidence.relax.count else {
            return refusals + [Refusal(claim, "it has not one proof for each constraint that it has to go")]
        }
        for (row, barrier) in zip(evidence.relax, evidence.barriers) {
            if !barrier.members.allSatisfy({ $0 == row || !relaxed.contains($0) }) {
                refusals.append(Refusal(claim, "the proof that \(system.id(of: row)) has to go uses other dropped rows"))
            } else if let reason = whyNoContradiction(barrier) {
                refusals.append(Refusal(claim, "\(system.id(of: row)) could stay: \(reason)"))
            }
        }
        return refusals
    }

    /// Checks that no repair drops fewer than `size` constraints: a repair must hit every one of these conflicts.
    public func checkLeastRepair(size: Int, conflicts: [ConflictEvidence]) -> [Refusal] {
        let claim = "least repair"
        for conflict in conflicts {
            if let reason = whyNoContradiction(conflict) { return [Refusal(claim, reason)] }
        }
        let candidates = conflicts.map { $0.members.filter { !system.rows[$0].isImplicit } }
        guard let least = leastHits(candidates.map(Set.init), below: size) else {
            return [Refusal(claim, "the search for a smaller one was given up")]
        }
        return least < size ? [Refusal(claim, "\(least) constraints hit every conflict")] : []
    }

    /// How many elements are needed to hit every set, or `size` where that is less; nil where the search is given up.
    ///
    /// Sets in groups without a common element are hit independently of each other.
    private func leastHits(_ sets: [Set<Int>], below size: Int) -> Int? {
        var least = 0
        for group in groups(sets) {
            var search = HittingSetSearch(sets: group.map { $0.sorted() }.sorted { $0.count < $1.count })
            var hits = 0
            while least + hits < size {
                guard let isEnough = search.exists(size: hits) else { return nil }
                if isEnough { break }
                hits += 1
            }
            least += hits
            if least >= size { return size }
        }
        return least
    }

    private func groups(_ sets: [Set<Int>]) -> [[Set<Int>]] {
        var groups: [Int: [Set<Int>]] = [:]
        var groupOf: [Int: Int] = [:]
        for (index, set) in sets.enumerated() {
            var group = [set]
            for met in Set(set.compactMap { groupOf[$0] }) { group += groups.removeValue(forKey: met) ?? [] }
            for element in group.joined() { groupOf[element] = index }
            groups[index] = group
        }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }
}

/// Looks for a few elements that hit every set, by trying the members of a set that is not hit yet.
private struct HittingSetSearch {
    let sets: [[Int]]
    private var chosen: Set<Int> = []
    /// How many more choices may be tried.
    private var budget = 200_000

    init(sets: [[Int]]) {
        self.sets = sets
    }

    /// Whether at most `size` elements can hit every set; nil where the budget is spent.
    mutating func exists(size: Int) -> Bool? {
        chosen = []
        // One level for each chosen element: the set that it was chosen from, and the next member to try.
        var levels: [(set: [Int], next: Int)] = []
        guard let first = unhit else { return size >= 0 }
        if size <= 0 || leastMore > size { return false }
        levels.append((first, 0))
        while let (set, next) = levels.last {
            if next > 0 { chosen.remove(set[next - 1]) }
            guard next < set.count else {
                levels.removeLast()
                continue
            }
            guard budget > 0 else { return nil }
            budget -= 1
            levels[levels.count - 1].next = next + 1
            chosen.insert(set[next])
            guard let open = unhit else { return true }
            if levels.count + leastMore <= size { levels.append((open, 0)) }
        }
        return false
    }

    /// Sets that are not hit and have no common element need an element each; and of elements of which each two are such a set, all
    /// but one are needed.
    private var leastMore: Int {
        let open = sets.filter { $0.allSatisfy { !chosen.contains($0) } }
        var pairs: Set<[Int]> = []
        for set in open where set.count == 2 { pairs.insert(set) }
        // Each element joins the first group of which it makes a pair with all.
        var groups: [[Int]] = []
        var seen: Set<Int> = []
        for element in pairs.sorted(by: { $0.lexicographicallyPrecedes($1) }).joined() where seen.insert(element).inserted {
            let place = groups.firstIndex { $0.allSatisfy { pairs.contains([min($0, element), max($0, element)]) } }
            if let place { groups[place].append(element) } else { groups.append([element]) }
        }
        var covered: Set<Int> = []
        var count = 0
        for group in groups where group.count > 1 {
            covered.formUnion(group)
            count += group.count - 1
        }
        for set in open where set.allSatisfy({ !covered.contains($0) }) {
            covered.formUnion(set)
            count += 1
        }
        return count
    }

    private var unhit: [Int]? {
        sets.first { $0.allSatisfy { !chosen.contains($0) } }
    }
}
