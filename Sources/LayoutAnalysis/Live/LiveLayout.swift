internal import ExactArithmetic
internal import LayoutLowering
public import LayoutModel
public import LayoutVerification
public import Simplex

/// A layout that updates its verdict and frames after each edit, at a cost that depends on what the edit affects.
///
/// The results are those of `PlainSolve` for the edited document, as tests check. The rows of all constraints are created once,
/// including inactive ones, so that rows have stable numbers. An edit changes a row's constant or role in a `LiveProgram`.
public struct LiveLayout {
    public private(set) var document: LayoutDocument
    /// `clean`, `ambiguous` or `conflicting`.
    public private(set) var verdict: Analysis.Verdict
    /// One minimal conflict with its proof if the verdict is `conflicting`.
    public private(set) var conflict: ConflictEvidence?
    /// The work of the last edit.
    public private(set) var work = PlainSolve.Work()

    /// The program, or nil if a priority is too fine for the levels. Every edit is then solved from scratch.
    private var live: LiveProgram?
    private let system: LoweredSystem
    private let firstConstraint: Int
    /// By view and axis: the rows of hugging and compression resistance, or -1.
    private let intrinsicRows: [(hugging: Int32, resistance: Int32)]
    private let rootRows: (width: Int?, height: Int?)
    /// The frames of a layout whose rows are satisfiable only within the tolerance.
    private var ownValues: [Double]?

    public init(_ document: LayoutDocument, budget: Budget = Budget()) throws(Budget.Spent) {
        self.document = document
        var whole = document
        for index in whole.constraints.indices { whole.constraints[index].isActive = true }
        system = LoweredSystem(lowering: whole)
        firstConstraint = system.implicitCount
        var intrinsicRows = [(hugging: Int32, resistance: Int32)](repeating: (-1, -1), count: 2 * document.views.count)
        var width: Int?
        var height: Int?
        for index in 0..<firstConstraint {
            switch system.rows[index].kind {
            case .implicit(.hugging(let view, let axis)): intrinsicRows[2 * view + (axis == .horizontal ? 0 : 1)].hugging = Int32(index)
            case .implicit(.compressionResistance(let view, let axis)):
                intrinsicRows[2 * view + (axis == .horizontal ? 0 : 1)].resistance = Int32(index)
            case .implicit(.rootSize(let dimension)): if dimension == .width { width = index } else { height = index }
            default: continue
            }
        }
        self.intrinsicRows = intrinsicRows
        rootRows = (width, height)
        if let program = LiveLayout.program(document, system) { live = try LiveProgram(program, budget: budget) }
        verdict = .clean
        try judge(budget)
    }

    /// The values of all variables, in points: for view v `x y width height` from index `4 * v`. Empty if conflicting.
    public var values: [Double] {
        verdict == .conflicting ? [] : ownValues ?? live?.doubles ?? []
    }

    /// Returns the ambiguous variables with their exact ranges, by variable.
    public mutating func ambiguous(budget: Budget = Budget()) throws(Budget.Spent) -> [PlainSolve.Ambiguous] {
        if verdict != .ambiguous { return [] }
        let system = system
        if live?.conflict == nil,
            let found = try live?.ask(budget: budget, { solution throws(Budget.Spent) in try PlainSolve.ambiguous(&solution, system) })
        {
            return found
        }
        var plain = try PlainSolve(LoweredSystem(lowering: document), budget: budget)
        return try plain.ambiguous()
    }

    /// Applies the edit and updates verdict and frames.
    public mutating func apply(_ edit: LayoutEdit, budget: Budget = Budget()) throws(Budget.Spent) {
        let isFollowed = change(edit)
        document.apply(edit)
        guard isFollowed else {
            // The edit may add or remove rows.
            self = try LiveLayout(document, budget: budget)
            return
        }
        try live?.update(budget: budget)
        if live?.wentOnAsBefore == true {
            work = PlainSolve.Work(pivots: budget.pivots, rowsTouched: budget.rowsTouched)
        } else {
            try judge(budget)
        }
    }

    private mutating func judge(_ budget: Budget) throws(Budget.Spent) {
        conflict = nil
        ownValues = nil
        let system = system
        if live?.conflict == nil,
            let isAmbiguous = try live?.ask(budget: budget, { solution throws(Budget.Spent) in try PlainSolve.isAmbiguous(&solution, system) })
        {
            verdict = isAmbiguous ? .ambiguous : .clean
        } else {
            let plain = try PlainSolve(LoweredSystem(lowering: document), budget: budget)
            verdict = plain.verdict
            conflict = plain.conflict
            ownValues = plain.values
        }
        work = PlainSolve.Work(pivots: budget.pivots, rowsTouched: budget.rowsTouched)
    }

    /// Applies the edit to the rows before it is applied to the document. Returns false if it changes more than constants and
    /// roles.
    private mutating func change(_ edit: LayoutEdit) -> Bool {
        switch edit {
        case .rootWidth(let width): return moveRoot(rootRows.width, from: document.size.width, to: width)
        case .rootHeight(let height): return moveRoot(rootRows.height, from: document.size.height, to: height)
        case .constant(let index, let constant):
            guard document.constraints.indices.contains(index) else { return true }
            let difference = constant - document.constraints[index].constant
            move(firstConstraint + index, by: document.constraints[index].relation == .lessThanOrEqual ? difference : -difference)
            return true
        case .priority(let index, let priority):
            guard document.constraints.indices.contains(index), document.constraints[index].isActive else { return true }
            return setRole(index, priority)
        case .add(let index):
            guard document.constraints.indices.contains(index) else { return true }
            return setRole(index, document.constraints[index].priority)
        case .remove(let index):
            guard document.constraints.indices.contains(index) else { return true }
            live?.setRole(of: firstConstraint + index, nil)
            return true
        case .intrinsicSize(let index, let size):
            guard document.views.indices.contains(index), document.views[index].autoresizing == nil else { return true }
            let present = document.views[index].intrinsicContentSize
            return moveIntrinsic(2 * index, from: present.width, to: size.width)
                && moveIntrinsic(2 * index + 1, from: present.height, to: size.height)
        }
    }

    private mutating func setRole(_ constraint: Int, _ priority: Rational) -> Bool {
        let row = firstConstraint + constraint
        guard let role = LiveLayout.role(priority, isEquality: system.isEquality(row)) else { return false }
        live?.setRole(of: row, role)
        return true
    }

    private mutating func move(_ row: Int, by difference: Rational) {
        if difference.isZero { return }
        guard let present = live?.program.matrix.constant(of: row) else { return }
        live?.setConstant(of: row, present + difference)
    }

    private mutating func moveRoot(_ row: Int?, from old: Rational?, to new: Rational) -> Bool {
        guard let row, let old else { return false }
        move(row, by: old - new)
        return true
    }

    private mutating func moveIntrinsic(_ place: Int, from old: Rational?, to new: Rational?) -> Bool {
        guard let old, let new else { return old == new }
        let rows = intrinsicRows[place]
        guard rows.hugging >= 0, rows.resistance >= 0 else { return false }
        move(Int(rows.hugging), by: new - old)
        move(Int(rows.resistance), by: old - new)
        return true
    }

    // MARK: - Rows and levels

    /// Returns the program of all rows, with levels that remain when priorities change. Returns nil if the levels are too coarse.
    private static func program(_ document: LayoutDocument, _ system: LoweredSystem) -> LinearProgram? {
        var roles: [LinearProgram.PackedRole] = []
        roles.reserveCapacity(system.rows.count)
        for (index, row) in system.rows.enumerated() {
            if case .constraint(let constraint) = row.kind, !document.constraints[constraint].isActive {
                roles.append(.gone)
            } else if let role = role(row.priority, isEquality: system.isEquality(index)) {
                roles.append(LinearProgram.PackedRole(role))
            } else {
                return nil
            }
        }
        return LinearProgram(
            variableCount: system.variables.count, levelCount: 1000 * levelsAPoint + 1, matrix: system.matrix, roles: roles)
    }

    /// The number of levels per unit of priority.
    private static let levelsAPoint = 1000

    /// Returns the role of a row, or nil if the priority is too fine for the levels.
    private static func role(_ priority: Rational, isEquality: Bool) -> LinearProgram.Role? {
        if priority >= LayoutPriority.required { return isEquality ? .equal : .atLeast }
        let level = (LayoutPriority.required - priority) * Rational(levelsAPoint)
        guard let number = level.integer else { return nil }
        return .soft(level: number, isEquality: isEquality)
    }
}
