internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// Finds changes that reduce the degrees of freedom of a layout and add no conflict.
///
/// An added constraint that the reported layout satisfies and another optimal layout violates leaves the former optimal and
/// excludes the latter. So it always reduces the degrees of freedom, and these two layouts prove each suggestion to add one. The
/// effect of another priority is found by solving the changed layout.
struct SuggestionFinder {
    let optimum: Optimum
    let degreesOfFreedom: Int
    /// Rows of the system.
    let broken: Set<Int>
    let isRelaxed: Bool
    /// The subsystem with all ambiguous variables, or nil if the layout is not proven blockwise.
    let subsystem: UndeterminedSubsystem?
    let budget: Budget
    /// The number of priority changes that may still be tried, each by solving the changed layout. It is smaller for larger
    /// layouts, so that trials take only a small part of the time.
    private var trials: Int
    /// Whether all effects of priorities so far were determined only from the subsystem.
    private(set) var isOfSubsystemAlone: Bool
    /// For each row that was tried, whether raising its priority reduces the degrees of freedom.
    private var outcomes: [Int: Bool] = [:]
    private var components = RowComponents()

    init(optimum: Optimum, degreesOfFreedom: Int, broken: Set<Int>, isRelaxed: Bool, subsystem: UndeterminedSubsystem?, budget: Budget) {
        self.optimum = optimum
        self.degreesOfFreedom = degreesOfFreedom
        self.broken = broken
        self.isRelaxed = isRelaxed
        self.subsystem = subsystem
        self.budget = budget
        isOfSubsystemAlone = subsystem != nil
        trials = min(12, 30_000 / max(1, optimum.system.rows.count))
    }

    /// Returns suggestions for each ambiguity, the best first.
    mutating func suggestions(
        for ambiguities: [(ambiguity: Ambiguity, variables: [VaryingVariable])]
    ) throws(Budget.Spent) -> [[Change]] {
        let pinnings = try Pinnings(optimum.system, at: optimum.point, interior: optimum.interior, budget: budget)
            .changes(of: ambiguities.map(\.variables))
        var result = pinnings.map { $0.map { [$0] } ?? [] }
        for (index, entry) in ambiguities.enumerated() where entry.ambiguity.cause == .priorityTie {
            if let change = try raisedPriority(of: Set(entry.variables.flatMap(\.tied)).sorted()) { result[index].insert(change, at: 0) }
        }
        return result
    }

    // MARK: - Changing a priority

    /// Returns a raised priority of one of the tied rows, after which they do not compete any more, or nil if there is none.
    private mutating func raisedPriority(of tied: [Int]) throws(Budget.Spent) -> Change? {
        let system = optimum.system
        for row in tied where !system.isRequired(row) {
            let priority = system.rows[row].priority + 1
            guard priority < LayoutPriority.required else { continue }
            let change = Change.priority(constraint: system.id(of: row), priority: priority)
            if outcomes[row] == nil {
                if trials == 0 { continue }
                trials -= 1
                outcomes[row] = try leavesFewer(priority, of: row)
            }
            if outcomes[row] == true { return change }
        }
        return nil
    }

    /// Returns whether another priority of a row reduces the degrees of freedom.
    private mutating func leavesFewer(_ priority: Rational, of row: Int) throws(Budget.Spent) -> Bool {
        guard let changed = optimum.system.document.setting(priority: priority, of: optimum.system.rows[row].kind) else { return false }
        if let known = try leavesFewerInSubsystem(priority, of: row) { return known }
        isOfSubsystemAlone = false
        // The rows are the same, since both priorities are below required.
        let system = LoweredSystem(lowering: changed)
        guard var again = try Optimum(system: system, broken: broken, isRelaxed: isRelaxed, budget: budget) else { return false }
        return try again.degreesOfFreedom() < degreesOfFreedom
    }

    /// Returns whether another priority of a row reduces the degrees of freedom, as `leavesFewer` does, from the row's connected
    /// component within the subsystem alone. Returns nil if that is not enough.
    private mutating func leavesFewerInSubsystem(_ priority: Rational, of row: Int) throws(Budget.Spent) -> Bool? {
        guard let subsystem, let place = subsystem.place(ofRow: row) else { return nil }
        let component = components.rows(joinedTo: place, in: subsystem.system)
        guard let own = component.firstIndex(of: place) else { return nil }
        let system = subsystem.system.subsystem(rows: component)
        let lowered = Set(component.indices.filter { broken.contains(subsystem.rows[component[$0]]) })
        func freedom(_ system: LoweredSystem) throws(Budget.Spent) -> Int? {
            guard var optimum = try Optimum(system: system, broken: lowered, isRelaxed: false, budget: budget) else { return nil }
            let freedom = try optimum.degreesOfFreedom()
            // If the row competes with determined rows, the subsystem does not decide it.
            for level in try optimum.evidenceOfPoint().levels {
                if level.combination.terms.contains(where: { subsystem.isJoined[component[$0.row]] }) { return nil }
            }
            return freedom
        }
        guard let before = try freedom(system), let after = try freedom(system.withPriority(priority, of: own)) else { return nil }
        return after < before
    }
}

extension LayoutDocument {
    /// Returns the document with another priority of the constraint or view that a row comes from, or nil if it has no priority.
    func setting(priority: Rational, of kind: RowKind) -> LayoutDocument? {
        var document = self
        switch kind {
        case .constraint(let index): document.constraints[index].priority = priority
        case .implicit(.hugging(let view, .horizontal)): document.views[view].hugging.horizontal = priority
        case .implicit(.hugging(let view, .vertical)): document.views[view].hugging.vertical = priority
        case .implicit(.compressionResistance(let view, .horizontal)): document.views[view].compressionResistance.horizontal = priority
        case .implicit(.compressionResistance(let view, .vertical)): document.views[view].compressionResistance.vertical = priority
        default: return nil
        }
        return document
    }
}
