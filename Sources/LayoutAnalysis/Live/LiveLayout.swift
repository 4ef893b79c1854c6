internal import ExactArithmetic
internal import LayoutLowering
public import LayoutModel
public import LayoutVerification
public import Simplex

/// A layout that tells its verdict and frames after each edit, at the cost of what the edit touches.
///
/// What it finds is what `PlainSolve` finds of the edited document: its tests hold the two against each other. The rows of all constraints
/// are made once, inactive ones' too, so that rows keep their numbers; an edit changes a row's constant or role in a `LiveProgram`.
public struct LiveLayout {
    public private(set) var document: LayoutDocument
    /// `clean`, `ambiguous` or `conflicting`.
    public private(set) var verdict: Analysis.Verdict
    /// Where the verdict is `conflicting`, one minimal conflict with its proof.
    public private(set) var conflict: ConflictEvidence?
    /// The work of the last edit.
    public private(set) var work = PlainSolve.Work()

    /// nil where a priority is too fine for the levels: then every edit is solved anew.
    private var live: LiveProgram?
    private let system: LoweredSystem
    private let firstConstraint: Int
    /// By view and axis: the rows of hugging and compression resistance, or -1.
    private let intrinsicRows: [(hugging: Int32, resistance: Int32)]
    private let rootRows: (width: Int?, height: Int?)
    /// The frames of a layout whose rows hold within the tolerance alone.
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

    /// The values of all variables, in points; of view v `x y width height` from `4 * v` on. Empty where conflicting.
    public var values: [Double] {
        verdict == .conflicting ? [] : ownValues ?? live?.doubles ?? []
    }

    /// What is ambiguous, each with its exact range, by variable.
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

    /// Makes the change and finds verdict and frames.
    public mutating func apply(_ edit: LayoutEdit, budget: Budget = Budget()) throws(Budget.Spent) {
        let isFollowed = change(edit)
        document.apply(edit)
        guard isFollowed else {
            // What rows there are may change.
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

    /// Passes the edit, which the document does not have yet, on to the rows; false where that would not do.
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

    /// The program of all rows, with levels that stay when priorities come and go; nil where they are too fine.
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

    /// Priorities are told apart by so many parts of one.
    private static let levelsAPoint = 1000

    /// nil where the priority is too fine for the levels.
    private static func role(_ priority: Rational, isEquality: Bool) -> LinearProgram.Role? {
        if priority >= LayoutPriority.required { return isEquality ? .equal : .atLeast }
        let level = (LayoutPriority.required - priority) * Rational(levelsAPoint)
        guard let number = level.integer else { return nil }
        return .soft(level: number, isEquality: isEquality)
    }
}
