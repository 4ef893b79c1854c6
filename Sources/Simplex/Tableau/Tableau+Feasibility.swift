internal import ExactArithmetic

extension Tableau {
    /// Pivots until no basic column is negative. Bland's rule on both choices guarantees termination.
    ///
    /// - Returns: nil, or if that is impossible the Farkas proof, with factors of the hard inequalities after elimination.
    ///
    /// Source: Dutertre and de Moura, A Fast Linear-Arithmetic Solver for DPLL(T), CAV 2006.
    mutating func restoreFeasibility() throws(Budget.Spent) -> [RowFactor]? {
        var violated = MinHeap()
        for at in rows.indices where basic[at] >= 0 && rows[at].constant.isNegative { violated.push(basic[at]) }
        while let column = violated.pop() {
            let at = position[column]
            guard at >= 0, rows[at].constant.isNegative else { continue }
            guard let entering = rows[at].entries.first(where: { $0.coefficient.isPositive || $0.column < variableCount })?.column else {
                return proof(ofPosition: at)
            }
            let touched = holders(of: entering)
            try pivot(position: at, entering: entering)
            for other in touched.lazy.map(Int.init) where basic[other] >= 0 && rows[other].constant.isNegative { violated.push(basic[other]) }
        }
        return nil
    }

    private func proof(ofPosition at: Int) -> [RowFactor] {
        var factors: [RowFactor] = []
        if let side = side(basic[at]) { factors.append(RowFactor(side.row, .one)) }
        for entry in rows[at].entries {
            if let side = side(entry.column) { factors.append(RowFactor(side.row, -entry.coefficient)) }
        }
        return factors
    }
}

/// A binary min-heap of integers.
struct MinHeap {
    private var items: [Int] = []

    mutating func removeAll() {
        items.removeAll(keepingCapacity: true)
    }

    mutating func push(_ item: Int) {
        items.append(item)
        items.withUnsafeMutableBufferPointer { items in
            var child = items.count - 1
            while child > 0, items[(child - 1) / 2] > item {
                items[child] = items[(child - 1) / 2]
                child = (child - 1) / 2
            }
            items[child] = item
        }
    }

    mutating func pop() -> Int? {
        guard let least = items.first, let last = items.popLast() else { return nil }
        if items.isEmpty { return least }
        items.withUnsafeMutableBufferPointer { items in
            var parent = 0
            while true {
                var child = 2 * parent + 1
                if child >= items.count { break }
                if child + 1 < items.count, items[child + 1] < items[child] { child += 1 }
                if last <= items[child] { break }
                items[parent] = items[child]
                parent = child
            }
            items[parent] = last
        }
        return least
    }
}
