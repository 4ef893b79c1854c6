internal import ExactArithmetic

/// Removes equations that certainly determine a variable, using only the sparsity pattern, without any arithmetic.
///
/// An equation with one open variable (a row singleton) determines it, and so does one whose variable is in no other equation (a
/// column singleton). Either way, the other equations determine the other variables exactly if they did before.
struct EquationPeeling: Sendable {
    private let matrix: SparseRows
    /// For each variable, the number of equations that contain it (`uses`), the exclusive or of their rows (`holders`), and its
    /// last place in `links`, or -1.
    private var uses: [Int32]
    private var holders: [Int]
    private var lastLinks: [Int32]
    /// For each row, the number of its open variables, and the exclusive or of their numbers. Both are 0 for removed equations.
    private var openCounts: [Int32]
    private var openVariables: [Int]
    /// Linked lists of the equations of each variable. Each element has the place of the one before, or -1.
    private var links: [(row: Int32, before: Int32)] = []

    /// - Parameter variableCount: greater than every column index of the matrix.
    init(_ matrix: SparseRows, variableCount: Int) {
        self.matrix = matrix
        uses = [Int32](repeating: 0, count: variableCount)
        holders = [Int](repeating: 0, count: variableCount)
        lastLinks = [Int32](repeating: -1, count: variableCount)
        openCounts = [Int32](repeating: 0, count: matrix.count)
        openVariables = [Int](repeating: 0, count: matrix.count)
    }

    /// Returns the equations that remain.
    ///
    /// - Parameters:
    ///   - equations: distinct rows.
    ///   - places: positive for open variables; becomes 0 for those that are determined.
    mutating func peel(_ equations: [Int], _ places: inout [Int32]) -> [Int] {
        var (rows, variables): ([Int], [Int]) = ([], [])
        for row in equations {
            for entry in matrix.range(of: row) where places[Int(matrix.columns[entry])] > 0 {
                let variable = Int(matrix.columns[entry])
                openCounts[row] += 1
                openVariables[row] ^= variable
                if uses[variable] == 0 { variables.append(variable) }
                uses[variable] += 1
                holders[variable] ^= row
                links.append((Int32(truncatingIfNeeded: row), lastLinks[variable]))
                lastLinks[variable] = Int32(truncatingIfNeeded: links.count - 1)
            }
            if openCounts[row] == 1 { rows.append(row) }
        }
        let met = variables
        variables.removeAll { uses[$0] != 1 }
        while true {
            if let row = rows.popLast() {
                if openCounts[row] == 1 { take(row, openVariables[row], &places, &rows, &variables) }
            } else if let variable = variables.popLast() {
                if uses[variable] == 1, places[variable] > 0 { take(holders[variable], variable, &places, &rows, &variables) }
            } else {
                break
            }
        }
        let rest = equations.filter { openCounts[$0] > 0 }
        for row in rest { (openCounts[row], openVariables[row]) = (0, 0) }
        for variable in met { (uses[variable], holders[variable], lastLinks[variable]) = (0, 0, -1) }
        links.removeAll(keepingCapacity: true)
        return rest
    }

    private mutating func take(_ row: Int, _ variable: Int, _ places: inout [Int32], _ rows: inout [Int], _ variables: inout [Int]) {
        (openCounts[row], openVariables[row]) = (0, 0)
        for entry in matrix.range(of: row) where places[Int(matrix.columns[entry])] > 0 {
            let other = Int(matrix.columns[entry])
            uses[other] -= 1
            holders[other] ^= row
            if uses[other] == 1, other != variable { variables.append(other) }
        }
        places[variable] = 0
        var link = lastLinks[variable]
        while link >= 0 {
            let holder = Int(links[Int(link)].row)
            link = links[Int(link)].before
            if openCounts[holder] == 0 { continue }
            openCounts[holder] -= 1
            openVariables[holder] ^= variable
            if openCounts[holder] == 1 { rows.append(holder) }
        }
    }
}
