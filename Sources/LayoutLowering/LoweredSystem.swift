public import ExactArithmetic
public import LayoutModel

/// A document as exact linear rows `e == 0` or `e >= 0`, by CONTRACT.md section 3, in the order in which rows enter.
///
/// Rows lie packed in flat storage; what `rows`, `terms` and `variables` give is made when it is asked for. It never changes, so that all
/// who go by it share one object: to copy its lists' references cost a tenth of a report.
public final class LoweredSystem: Sendable {
    public let document: LayoutDocument
    /// What the variables stand for. The root's x and y (of a fragment's root all four) are 0 and stand in no row.
    public let variables: LayoutVariables
    public let rows: LoweredRows
    /// What `rowsConnected(to:)` told.
    let connected: ConnectedRows

    convenience init(document: LayoutDocument, viewCount: Int, unknowns: [String], rows: LoweredRows) {
        self.init(document: document, variables: LayoutVariables(viewCount: viewCount, unknowns: unknowns), rows: rows)
    }

    init(document: LayoutDocument, variables: LayoutVariables, rows: LoweredRows, connected: ConnectedRows = ConnectedRows()) {
        self.document = document
        self.variables = variables
        self.rows = rows
        self.connected = connected
    }

    /// A system without rows and variables, which says nothing of the document.
    public convenience init(unlowered document: LayoutDocument) {
        self.init(document: document, viewCount: 0, unknowns: [], rows: LoweredRows(matrix: SparseRows(), headers: [], priorities: []))
    }

    /// The rows' terms and constants in flat storage.
    public var matrix: SparseRows { rows.matrix }

    /// How many rows come first that are no constraint of the document.
    public var implicitCount: Int { rowCount { rows[$0].isImplicit } }

    /// How many rows come first for which this holds; it holds for none after them.
    func rowCount(while holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Must hold, unless it is broken.
    public func isRequired(_ row: Int) -> Bool { rows.headers[row].isRequired }

    /// `e == 0`, else `e >= 0`.
    public func isEquality(_ row: Int) -> Bool { rows.headers[row].isEquality }

    /// Holds in every layout, and nobody can change it: no size is negative, and no baseline lies outside its view.
    public func isBackground(_ row: Int) -> Bool { rows.headers[row].isBackground }

    public static func variable(_ view: Int, _ dimension: FrameDimension) -> Int {
        4 * view + dimension.rawValue
    }

    /// The variable of the root's size along an axis.
    public func rootSize(along axis: Axis) -> Int { LoweredSystem.variable(document.root, axis == .horizontal ? .width : .height) }

    /// The variables that are 0 by definition: the root's origin, and of a fragment's root the size as well.
    ///
    /// A section of a system has none of them.
    public var fixedVariables: Range<Int> {
        if variables.chosen != nil { return 0..<0 }
        let start = 4 * document.root
        return start..<start + (document.isFragment ? 4 : 2)
    }

    /// Is one of `fixedVariables`.
    public func isFixedAtZero(_ variable: Int) -> Bool {
        fixedVariables.contains(variable)
    }

    public func terms(of row: Int) -> RowTerms {
        RowTerms(row, of: rows.matrix)
    }

    /// The row's `e` at a point, which has a value for every variable.
    public func value(of row: Int, at point: [Rational]) -> Rational {
        rows.matrix.value(of: row, at: point)
    }

    /// How far the point is from holding the row, in points: `|e|`, or the shortfall of an inequality.
    public func violation(of row: Int, at point: [Rational]) -> Rational {
        let value = value(of: row, at: point)
        if isEquality(row) { return value.magnitude }
        return value.isNegative ? -value : .zero
    }

    /// The row's id as in reports.
    public func id(of row: Int) -> String {
        let kind = rows[row].kind
        if case .constraint(let index) = kind { return document.constraints[index].id }
        return kind.implicit.map(document.id) ?? ""
    }

    /// The rows of these ids; ids of none are passed over.
    public func rows(named ids: [String]) -> Set<Int> {
        let names = Set(ids)
        return names.isEmpty ? [] : Set(rows.indices.filter { names.contains(id(of: $0)) })
    }
}

/// What "can hold" allows: no row may be violated by more, in points (CONTRACT.md section 3).
public enum Tolerance {
    public static let violation = Rational(1, over: 1_000_000) ?? .zero
}
