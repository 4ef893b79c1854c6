internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// Finds changes after which a layout has fewer degrees of freedom and no new conflict.
///
/// A constraint that the shown layout satisfies and another optimal layout does not keeps the shown layout optimal and takes the other
/// away, so it always leaves fewer: each `add` is shown good by these two layouts. A change of priority is solved again.
struct SuggestionFinder {
    let optimum: Optimum
    let degreesOfFreedom: Int
    /// Rows of the system.
    let broken: Set<Int>
    let isRelaxed: Bool
    /// All that is ambiguous; nil where it is not known apart.
    let section: OpenSection?
    let budget: Budget
    /// How many changes of priority may be solved again: fewer in larger layouts, so that this stays a small part of the whole.
    private var trials: Int
    /// Nothing was asked but what the section tells.
    private(set) var isOfSectionAlone: Bool
    /// By row, whether its raised priority leaves fewer: what is known before, and what was tried.
    var outcomes: [Int: Bool] = [:]
    /// The rows that were asked for.
    private var isTried: Set<Int> = []
    private var components = RowComponents()

    init(optimum: Optimum, degreesOfFreedom: Int, broken: Set<Int>, isRelaxed: Bool, section: OpenSection?, budget: Budget) {
        self.optimum = optimum
        self.degreesOfFreedom = degreesOfFreedom
        self.broken = broken
        self.isRelaxed = isRelaxed
        self.section = section
        self.budget = budget
        isOfSectionAlone = section != nil
        trials = min(12, 30_000 / max(1, optimum.system.rows.count))
    }

    /// Suggestions for each ambiguity, the best first.
    mutating func suggestions(
        for ambiguities: [(ambiguity: Ambiguity, variables: [VaryingVariable])]
    ) throws(Budget.Spent) -> [[Change]] {
        let pinnings = Pinnings(optimum.system, at: optimum.point, interior: optimum.interior).changes(of: ambiguities.map(\.variables))
        var result = pinnings.map { $0.map { [$0] } ?? [] }
        for (index, entry) in ambiguities.enumerated() where entry.ambiguity.cause == .priorityTie {
            if let change = try raisedPriority(of: Set(entry.variables.flatMap(\.tied)).sorted()) { result[index].insert(change, at: 0) }
        }
        return result
    }

    // MARK: - Changing a priority

    /// Raises one of the rows that tie, so that they no longer do.
    private mutating func raisedPriority(of tied: [Int]) throws(Budget.Spent) -> Change? {
        let system = optimum.system
        for row in tied where !system.isRequired(row) {
            let priority = system.rows[row].priority + 1
            guard priority < LayoutPriority.required else { continue }
            let change = Change.priority(constraint: system.id(of: row), priority: priority)
            if isTried.insert(row).inserted {
                // What is known already counts as tried: what is suggested must not depend on that.
                guard trials > 0 else {
                    isTried.remove(row)
                    continue
                }
                trials -= 1
                if outcomes[row] == nil { outcomes[row] = try leavesFewer(priority, of: row) }
            }
            if outcomes[row] == true { return change }
        }
        return nil
    }

    /// Whether another priority of a row leaves fewer degrees of freedom.
    private mutating func leavesFewer(_ priority: Rational, of row: Int) throws(Budget.Spent) -> Bool {
        guard let changed = optimum.system.document.setting(priority: priority, of: optimum.system.rows[row].kind) else { return false }
        if let known = try leavesFewerInSection(priority, of: row) { return known }
        isOfSectionAlone = false
        // Other priorities below required, the same rows.
        let system = LoweredSystem(lowering: changed)
        guard var again = try Optimum(system: system, broken: broken, isRelaxed: isRelaxed, budget: budget) else { return false }
        return try again.degreesOfFreedom() < degreesOfFreedom
    }

    /// The same as the rows show it that have to do with this one, within the section; nil where they do not.
    private mutating func leavesFewerInSection(_ priority: Rational, of row: Int) throws(Budget.Spent) -> Bool? {
        guard let section, let place = section.place(ofRow: row) else { return nil }
        let component = components.rows(joinedTo: place, in: section.system)
        guard let own = component.firstIndex(of: place) else { return nil }
        let system = section.system.section(rows: component)
        let lowered = Set(component.indices.filter { broken.contains(section.rows[component[$0]]) })
        func freedom(_ system: LoweredSystem) throws(Budget.Spent) -> Int? {
            guard var optimum = try Optimum(system: system, broken: lowered, isRelaxed: false, budget: budget) else { return nil }
            let freedom = try optimum.degreesOfFreedom()
            // Where it competes with what is settled now, the section tells nothing.
            for level in try optimum.evidenceOfPoint().levels {
                if level.combination.terms.contains(where: { section.isJoined[component[$0.row]] }) { return nil }
            }
            return freedom
        }
        guard let before = try freedom(system), let after = try freedom(system.withPriority(priority, of: own)) else { return nil }
        return after < before
    }
}

extension LayoutDocument {
    /// The document with another priority at the row's origin; nil where that has none.
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
