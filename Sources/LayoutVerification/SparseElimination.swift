internal import ExactArithmetic
internal import LayoutLowering

/// Gaussian elimination with little fill-in.
///
/// Column singletons are eliminated first, which changes no other row, and row singletons, which only shorten others. For
/// layouts, few rows remain after that. The shortest remaining row is eliminated next, by the variable of it that is in the
/// fewest rows.
struct SparseElimination {
    struct Pivot {
        var variable: Int
        var row: [LinearTerm]
    }

    private(set) var pivots: [Pivot] = []
    private var rows: [[LinearTerm]]
    private var isActive: [Bool]
    /// For each variable, the rows that may contain it: a row remains in the list if the variable cancels in it.
    private var holders: [[Int]]
    /// For each variable, the number of active rows that contain it.
    private var uses: [Int]
    private var usedOnce: [Int] = []
    /// For each length, the rows that had it when they were added to the list. Their length may have changed since.
    private var byLength: [[Int]] = []
    private var shortest = 0

    init(columnCount: Int, rows: [[LinearTerm]]) {
        self.rows = rows
        isActive = rows.map { !$0.isEmpty }
        holders = [[Int]](repeating: [], count: columnCount)
        uses = [Int](repeating: 0, count: columnCount)
        for (index, row) in rows.enumerated() {
            for term in row {
                holders[term.variable].append(index)
                uses[term.variable] += 1
            }
            enqueue(index)
        }
        for variable in 0..<columnCount where uses[variable] == 1 { usedOnce.append(variable) }
    }

    mutating func run() {
        while true {
            if let variable = usedOnce.popLast() {
                guard uses[variable] == 1, let row = holders[variable].first(where: { holds($0, variable) }) else { continue }
                take(row, pivot: variable)
            } else if let row = nextShortest() {
                guard let variable = rows[row].min(by: { uses[$0.variable] < uses[$1.variable] })?.variable else { continue }
                take(row, pivot: variable)
                eliminate(variable, by: rows[row])
            } else {
                return
            }
        }
    }

    private mutating func take(_ row: Int, pivot variable: Int) {
        isActive[row] = false
        pivots.append(Pivot(variable: variable, row: rows[row]))
        for term in rows[row] { release(term.variable) }
    }

    private mutating func release(_ variable: Int) {
        uses[variable] -= 1
        if uses[variable] == 1 { usedOnce.append(variable) }
    }

    private mutating func eliminate(_ variable: Int, by pivot: [LinearTerm]) {
        guard let scale = coefficient(of: variable, in: pivot)?.reciprocal else { return }
        for row in holders[variable] where isActive[row] {
            guard let own = coefficient(of: variable, in: rows[row]) else { continue }
            replace(row, by: rows[row], plus: -own * scale, times: pivot)
        }
    }

    /// Replaces a row by `first + factor * second`, both sorted.
    private mutating func replace(_ row: Int, by first: [LinearTerm], plus factor: Rational, times second: [LinearTerm]) {
        var merged: [LinearTerm] = []
        merged.reserveCapacity(first.count + second.count)
        var a = 0
        var b = 0
        while a < first.count || b < second.count {
            if b == second.count || (a < first.count && first[a].variable < second[b].variable) {
                merged.append(first[a])
                a += 1
            } else if a == first.count || second[b].variable < first[a].variable {
                merged.append(LinearTerm(second[b].variable, factor * second[b].coefficient))
                uses[second[b].variable] += 1
                holders[second[b].variable].append(row)
                b += 1
            } else {
                let sum = first[a].coefficient + factor * second[b].coefficient
                if sum.isZero { release(first[a].variable) } else { merged.append(LinearTerm(first[a].variable, sum)) }
                a += 1
                b += 1
            }
        }
        rows[row] = merged
        isActive[row] = !merged.isEmpty
        enqueue(row)
    }

    private mutating func enqueue(_ row: Int) {
        let length = rows[row].count
        while byLength.count <= length { byLength.append([]) }
        byLength[length].append(row)
        shortest = min(shortest, length)
    }

    private mutating func nextShortest() -> Int? {
        while shortest < byLength.count {
            if let row = byLength[shortest].popLast() {
                if isActive[row], rows[row].count == shortest { return row }
            } else {
                shortest += 1
            }
        }
        return nil
    }

    private func holds(_ row: Int, _ variable: Int) -> Bool {
        isActive[row] && coefficient(of: variable, in: rows[row]) != nil
    }

    private func coefficient(of variable: Int, in row: [LinearTerm]) -> Rational? {
        let place = row.partitioningIndex { $0.variable >= variable }
        return place < row.count && row[place].variable == variable ? row[place].coefficient : nil
    }
}
