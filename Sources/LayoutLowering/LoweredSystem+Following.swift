internal import ExactArithmetic
public import LayoutModel

extension LoweredSystem {
    /// Returns the system of a changed document. Only changed parts are lowered; the rows of others are reused.
    ///
    /// - Parameter mostTerms: the maximum number of terms of the constraints' rows.
    /// - Returns: nil if there are more terms, if the change does not begin at this system's document, or if it affects more than
    ///   parts and the root's size.
    public func following(_ change: DocumentChange, to next: LayoutDocument, mostTerms: Int) -> LoweredSystem? {
        guard !document.isFragment, !next.isFragment, variables.unknowns.isEmpty, variables.chosen == nil, change.begins(at: document),
            next.direction == document.direction, next.root == document.root, next.views.count == document.views.count,
            next.constraints.count == document.constraints.count - change.gone.count + change.came,
            rows.matrix.starts.count > 2 * document.views.count + 2
        else { return nil }
        // The number of views is an upper bound of a constraint's terms; compute the sum only if this may be too large.
        guard
            next.constraints.count * (next.views.count + 2) <= mostTerms
                || LoweredSize(next, Hierarchy(next.views)).constraintTerms <= mostTerms
        else { return nil }
        let places = RowPlaces(self, change, to: next)
        var lowered = LoweredParts(headers: [], priorities: [], unknowns: [])
        var ends: [Int] = []
        let matrix = SparseRows(rows: 2 * places.parts.count + 2, entries: 8 * places.parts.count + 8) { writer in
            (lowered, ends) = Lowering.lower(places.parts, of: next, to: &writer)
        }
        guard lowered.unknowns.isEmpty else { return nil }
        let edits = places.edits(ends)
        return LoweredSystem(
            document: next, variables: variables,
            rows: LoweredRows(
                rows.matrix.replacing(edits, by: matrix), rows, lowered, edits, moves: change.gone.isEmpty ? [] : change.runs))
    }
}

/// The rows of a system that a change affects, and their replacements.
private struct RowPlaces {
    /// The parts to lower again.
    private(set) var parts: [Lowering.Part] = []
    /// The replaced rows, and the number of parts that replace them.
    private var spans: [(rows: Range<Int>, parts: Int)] = []

    init(_ system: LoweredSystem, _ change: DocumentChange, to next: LayoutDocument) {
        let headers = system.rows.headers
        // The order of rows: `>= 0` for each view's size, the root's size, the views' own rows, and the constraints.
        let rootRows = 2 * next.views.count..<2 * next.views.count + 2
        if next.size != system.document.size { add(rootRows, [.rootSize]) }
        for view in change.views {
            let place = { (row: Int) in row < rootRows.upperBound ? -1 : headers[row].view ?? .max }
            let start = system.rowCount { place($0) < view }
            add(start..<system.rowCount { place($0) <= view }, [.view(view)])
        }
        func firstRow(_ constraint: Int) -> Int {
            system.rowCount { row in
                if case .constraint(let index) = headers[row].kind { return index < constraint }
                return true
            }
        }
        let count = system.document.constraints.count
        var (old, new) = (0, 0)
        for run in change.runs + [DocumentChange.Run(before: count..<count, after: next.constraints.count)] {
            if old < run.before.lowerBound || new < run.after {
                add(firstRow(old)..<firstRow(run.before.lowerBound), (new..<run.after).map { .constraint($0) })
            }
            old = run.before.upperBound
            new = run.after + run.before.count
        }
    }

    private mutating func add(_ rows: Range<Int>, _ parts: [Lowering.Part]) {
        self.parts += parts
        spans.append((rows, parts.count))
    }

    /// Returns the ranges of replaced rows and of the lowered rows that replace them.
    ///
    /// - Parameter ends: for each lowered part, the number of lowered rows up to its end.
    func edits(_ ends: [Int]) -> [(rows: Range<Int>, others: Range<Int>)] {
        var (part, start) = (0, 0)
        return spans.map { span in
            part += span.parts
            let end = part == 0 ? 0 : ends[part - 1]
            defer { start = end }
            return (span.rows, start..<end)
        }
    }
}

extension LoweredRows {
    /// Creates the rows of a system in which some rows are replaced by lowered ones.
    ///
    /// - Parameters:
    ///   - edits: pairs of replaced and replacing rows.
    ///   - moves: the shifts of constraints' indices; empty if no index changes.
    fileprivate init(
        _ matrix: SparseRows, _ former: LoweredRows, _ lowered: LoweredParts, _ edits: [(rows: Range<Int>, others: Range<Int>)],
        moves: [DocumentChange.Run]
    ) {
        var priorities = former.priorities
        let places = lowered.priorities.map { priority in
            if let known = priorities.firstIndex(of: priority) { return known }
            priorities.append(priority)
            return priorities.count - 1
        }
        var headers: [RowHeader] = []
        headers.reserveCapacity(matrix.count)
        var (next, move) = (0, 0)
        func take(_ rows: Range<Int>) {
            if moves.isEmpty {
                headers += former.headers[rows]
                return
            }
            for row in rows {
                let header = former.headers[row]
                guard case .constraint(let index) = header.kind else {
                    headers.append(header)
                    continue
                }
                while moves[move].before.upperBound <= index { move += 1 }
                headers.append(header.ofConstraint(movedBy: moves[move].after - moves[move].before.lowerBound))
            }
        }
        for (rows, others) in edits {
            take(next..<rows.lowerBound)
            for row in others { headers.append(lowered.headers[row].withPriority(at: places[lowered.headers[row].priority])) }
            next = rows.upperBound
        }
        take(next..<former.headers.count)
        self.init(matrix: matrix, headers: headers, ordering: priorities)
    }

    /// Sorts the priorities in the order of their first rows, and removes unused ones.
    private init(matrix: SparseRows, headers: [RowHeader], ordering priorities: [Rational]) {
        var places = [Int](repeating: -1, count: priorities.count)
        var ordered: [Rational] = []
        for header in headers where places[header.priority] < 0 {
            places[header.priority] = ordered.count
            ordered.append(priorities[header.priority])
        }
        let isOrdered = places.indices.allSatisfy { places[$0] == $0 }
        self.init(
            matrix: matrix, headers: isOrdered ? headers : headers.map { $0.withPriority(at: places[$0.priority]) }, priorities: ordered)
    }
}
