internal import ExactArithmetic
internal import LayoutLowering

extension Checker {
    /// Checks that dropping these constraints of the document resolves every conflict, and that none of them can be retained:
    /// each is necessary.
    public func checkRepair(_ evidence: RepairEvidence) -> [Refusal] {
        checkRepairs([evidence])[0]
    }

    /// Checks several repairs.
    ///
    /// - Parameter layouts: a comparison of layouts of this system, to be reused if the caller has one.
    public func checkRepairs(_ list: [RepairEvidence], _ layouts: LayoutComparison? = nil) -> [[Refusal]] {
        let layouts = layouts ?? LayoutComparison(self)
        return list.map { checkRepair($0, layouts) }
    }

    private func checkRepair(_ evidence: RepairEvidence, _ layouts: LayoutComparison) -> [Refusal] {
        let claim = "repair"
        let relaxed = Set(evidence.relax)
        guard !relaxed.isEmpty, relaxed.count == evidence.relax.count else { return [Refusal(claim, "the repair is empty or lists a row twice")] }
        guard relaxed.allSatisfy({ isRow($0) && system.rows[$0].isRequired && !system.rows[$0].isImplicit }) else {
            return [Refusal(claim, "only required constraints of the document can be dropped")]
        }
        var refusals: [Refusal] = []
        if let reason = layouts.whyViolated(at: evidence.witness, where: { !relaxed.contains($0) }) {
            refusals.append(Refusal(claim, "the remaining rows are not satisfied: \(reason)"))
        }
        guard evidence.barriers.count == evidence.relax.count else {
            return refusals + [Refusal(claim, "there is not exactly one proof for each dropped constraint that it must be dropped")]
        }
        for (row, barrier) in zip(evidence.relax, evidence.barriers) {
            if !barrier.members.allSatisfy({ $0 == row || !relaxed.contains($0) }) {
                refusals.append(Refusal(claim, "the proof that \(system.id(of: row)) must be dropped uses other dropped rows"))
            } else if let reason = whyNoContradiction(barrier) {
                refusals.append(Refusal(claim, "it is not proven that \(system.id(of: row)) must be dropped: \(reason)"))
            }
        }
        return refusals
    }

    /// Checks that no repair drops fewer than `size` constraints: a repair must hit every one of these conflicts.
    ///
    /// - Returns: nil if the search for a smaller repair exhausts its budget; then nothing is proven.
    public func checkLeastRepair(size: Int, conflicts: [ConflictEvidence]) -> [Refusal]? {
        let claim = "least repair"
        for conflict in conflicts {
            if let reason = whyNoContradiction(conflict) { return [Refusal(claim, reason)] }
        }
        let candidates = conflicts.map { $0.members.filter { !system.rows[$0].isImplicit } }
        guard let least = leastHits(candidates.map(Set.init), below: size) else { return nil }
        return least < size ? [Refusal(claim, "dropping \(least) constraints could already resolve every conflict")] : []
    }

    /// Returns the size of a minimum hitting set, at most `size`, or nil if the search exhausts its budget.
    ///
    /// Sets are grouped such that sets of different groups have no common element. Each group is searched by itself.
    private func leastHits(_ sets: [Set<Int>], below size: Int) -> Int? {
        var least = 0
        for group in groups(sets) {
            var search = HittingSetSearch(sets: group)
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
