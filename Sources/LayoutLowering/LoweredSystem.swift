public import ExactArithmetic
public import LayoutModel

/// A document as exact linear rows `e == 0` or `e >= 0` (see "Exact meaning" in Manual/documents.md), in the order in which rows
/// enter.
///
/// Rows are in flat storage, and the elements of `rows`, `terms` and `variables` are created on access. A system is an immutable
/// class: copies of a struct would retain all of its lists each time, which took a tenth of the time of a report.
public final class LoweredSystem: Sendable {
    public let document: LayoutDocument
    /// The meanings of the variables. The root's x and y (for a fragment's root all four) are 0 and occur in no row.
    public let variables: LayoutVariables
    public let rows: LoweredRows
    /// The cached results of `rowsConnected(to:)`.
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

    /// Creates a system without rows and variables, as a placeholder until the document is lowered.
    public convenience init(unlowered document: LayoutDocument) {
        self.init(document: document, viewCount: 0, unknowns: [], rows: LoweredRows(matrix: SparseRows(), headers: [], priorities: []))
    }

    /// The rows' terms and constants in flat storage.
    public var matrix: SparseRows { rows.matrix }

    /// The number of implied rows, which precede those of constraints.
    public var implicitCount: Int { rowCount { rows[$0].isImplicit } }

    /// Returns the number of leading rows that satisfy a predicate, by binary search: no row after them may satisfy it.
    func rowCount(while holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns whether the row is required.
    public func isRequired(_ row: Int) -> Bool { rows.headers[row].isRequired }

    /// Returns whether the row is `e == 0`; otherwise it is `e >= 0`.
    public func isEquality(_ row: Int) -> Bool { rows.headers[row].isEquality }

    /// Returns whether the row is satisfied in every layout and cannot be changed: no size is negative, and no baseline is
    /// outside its view.
    public func isBackground(_ row: Int) -> Bool { rows.headers[row].isBackground }

    public static func variable(_ view: Int, _ dimension: FrameDimension) -> Int {
        4 * view + dimension.rawValue
    }

    /// Returns the variable of the root's size along an axis.
    public func rootSize(along axis: Axis) -> Int { LoweredSystem.variable(document.root, axis == .horizontal ? .width : .height) }

    /// The variables that are 0 by definition: the root's origin, and the size of a fragment's root.
    ///
    /// A subsystem of a system has none.
    public var fixedVariables: Range<Int> {
        if variables.chosen != nil { return 0..<0 }
        let start = 4 * document.root
        return start..<start + (document.isFragment ? 4 : 2)
    }

    /// Returns whether a variable is one of `fixedVariables`.
    public func isFixedAtZero(_ variable: Int) -> Bool {
        fixedVariables.contains(variable)
    }

    public func terms(of row: Int) -> RowTerms {
        RowTerms(row, of: rows.matrix)
    }

    /// Returns the value of the row's expression `e` at a point, which has a value for every variable.
    public func value(of row: Int, at point: [Rational]) -> Rational {
        rows.matrix.value(of: row, at: point)
    }

    /// Returns the row's violation at a point, in points: `|e|`, or the shortfall of an inequality.
    public func violation(of row: Int, at point: [Rational]) -> Rational {
        let value = value(of: row, at: point)
        if isEquality(row) { return value.magnitude }
        return value.isNegative ? -value : .zero
    }

    /// Returns the row's id as in reports.
    public func id(of row: Int) -> String {
        let kind = rows[row].kind
        if case .constraint(let index) = kind { return document.constraints[index].id }
        return kind.implicit.map(document.id) ?? ""
    }

    /// Returns the rows with these ids; unknown ids are ignored.
    public func rows(named ids: [String]) -> Set<Int> {
        let names = Set(ids)
        return names.isEmpty ? [] : Set(rows.indices.filter { names.contains(id(of: $0)) })
    }
}

/// The tolerance of feasibility: the greatest violation of a row, in points (see "When constraints conflict" in Manual/documents.md).
public enum Tolerance {
    public static let violation = Rational(1, over: 1_000_000) ?? .zero
}
