public import ExactArithmetic
public import LayoutLowering

/// Layouts that prove a conflict to be minimal: for each of its rows that is not a background row, a layout that satisfies all
/// other rows of the conflict and every background row.
public struct MinimalityEvidence: Sendable {
    /// A layout, as its changes from the layout of the step before.
    public struct Step: Sendable {
        /// The row that the layout may violate.
        public var row: Int
        public var changes: [VariableChange]

        public init(without row: Int, _ changes: [VariableChange]) {
            self.row = row
            self.changes = changes
        }
    }

    /// The steps. In the layout before the first step every variable is 0, so all background rows are satisfied.
    public var steps: [Step]

    public init(steps: [Step] = []) {
        self.steps = steps
    }

    /// Returns whether one of the layouts that may violate a row satisfies it if its `e` is increased by `shift` points.
    public func holds(_ row: Int, movedBy shift: Rational, in system: LoweredSystem) -> Bool {
        let coefficients = Dictionary(system.terms(of: row).map { ($0.variable, $0.coefficient) }, uniquingKeysWith: +)
        var value = system.rows[row].constant + shift
        for step in steps {
            for change in step.changes {
                if let coefficient = coefficients[change.variable] { value += coefficient * change.change }
            }
            if step.row == row, value >= -Tolerance.violation, !system.isEquality(row) || value <= Tolerance.violation { return true }
        }
        return false
    }
}

/// A pass over the layouts of a `MinimalityEvidence`, which updates the set of violated rows from one layout to the next.
struct MinimalityCheck {
    private let layouts: LayoutComparison
    private let system: LoweredSystem
    private var values: [Int: Rational] = [:]
    /// The relevant rows that the present layout violates by more than the tolerance.
    private var violated: Set<Int>
    private let own: Set<Int>

    /// - Parameter own: the members that are not background, all required.
    init(_ layouts: LayoutComparison, own: [Int]) {
        self.layouts = layouts
        system = layouts.checker.system
        self.own = Set(own)
        violated = layouts.backgroundViolatedAtZero
        for row in own where isViolated(row) { violated.insert(row) }
    }

    /// Returns why the layouts do not prove that the members are a minimal conflict, or nil if they do.
    mutating func whyNotMinimal(_ evidence: MinimalityEvidence) -> String? {
        var needed = own
        for step in evidence.steps {
            for change in step.changes {
                guard system.variables.indices.contains(change.variable), !system.isFixedAtZero(change.variable) else {
                    return "a layout changes an unknown or constant variable"
                }
                values[change.variable, default: .zero] += change.change
            }
            for change in step.changes {
                for row in layouts.holders.rows(of: change.variable) where own.contains(row) || system.isBackground(row) {
                    if isViolated(row) { violated.insert(row) } else { violated.remove(row) }
                }
            }
            guard own.contains(step.row) else { return "a layout is listed for a row that is not a member" }
            if let row = violated.filter({ $0 != step.row }).min() {
                return "the layout without \(system.id(of: step.row)) violates \(system.id(of: row))"
            }
            needed.remove(step.row)
        }
        return needed.min().map { "no layout shows that the other members can be satisfied without \(system.id(of: $0))" }
    }

    private func isViolated(_ row: Int) -> Bool {
        var value = system.rows[row].constant
        for term in system.terms(of: row) {
            if let own = values[term.variable] { value += term.coefficient * own }
        }
        return value < -Tolerance.violation || system.isEquality(row) && value > Tolerance.violation
    }
}
