public import ExactArithmetic
internal import LayoutAnalysis
internal import LayoutLowering
public import LayoutModel
internal import Simplex

/// Checks the assertions of a document exactly: in the reported layout, or if the layout is ambiguous, in all optimal layouts.
public struct AssertionCheck {
    /// The ranges of sizes that one analysis represents.
    public typealias Sizes = [SizeDimension: ClosedRange<Rational>]

    private let document: LayoutDocument
    private let analysis: Analysis
    private let sizes: Sizes
    private let work: LintWork
    /// The ambiguous attributes of each view's frame.
    private let open: [Int: Set<FrameDimension>]

    /// The limit of work for one range over the set of optima. An assertion that exceeds it is undecided.
    private static let mostChecks = 5000

    /// - Parameters:
    ///   - sizes: the ranges over which ambiguous attributes are determined.
    ///   - isWanted: returns whether the findings are still needed and time is left for them; if not, the check ends early.
    public init(_ document: LayoutDocument, _ analysis: Analysis, sizes: Sizes = [:], isWanted: @escaping () -> Bool = { true }) {
        work = LintWork(isWanted: isWanted)
        var open: [Int: Set<FrameDimension>] = [:]
        for ambiguity in analysis.ambiguities { open[ambiguity.view, default: []].formUnion(ambiguity.attributes.map(\.dimension)) }
        self.open = open
        self.document = document
        self.analysis = analysis
        self.sizes = sizes.filter { $0.value.lowerBound < $0.value.upperBound }
    }

    /// Returns the assertions that fail, in order, each with its index in the list. The last entries may say how many more there are, or
    /// that the time was over; they have the index after all assertions.
    ///
    /// - Parameter isShared: whether the list is not this document's own. An assertion that names missing views is then skipped.
    public func findings(_ assertions: [LayoutAssertion], isShared: Bool = false) -> [(index: Int, finding: LintFinding)] {
        guard !assertions.isEmpty, !document.isFragment, analysis.frames.count == document.views.count else { return [] }
        let views = Dictionary(document.views.indices.map { (document.views[$0].id, $0) }) { first, _ in first }
        var asked = document
        asked.constraints = []
        var subjects: [Int] = []
        var failures = Failures()
        for (index, assertion) in assertions.enumerated() {
            guard work.mayContinue() else { break }
            switch assertion.meaning(id: "assert.\(index)", views: views, in: document) {
            case .constraint(let constraint):
                asked.constraints.append(constraint)
                subjects.append(index)
            case .noIntrinsicSize(let item, let axis):
                let side = axis == .horizontal ? "width" : "height"
                failures.add(index) { finding(assertion, "\(item) has no intrinsic \(side)", views) }
            case .unknownView(let item):
                if !isShared { failures.add(index) { finding(assertion, "there is no view \(item)", views) } }
            }
        }
        failures.add(unmet(asked, subjects) { assertion, reason, isCertain in finding(assertions[assertion], reason, views, isCertain: isCertain) })
        var listed = failures.listed
        if failures.rest > 0 {
            listed.append((assertions.count, LintFinding(unlisted: failures.rest, of: .assertion)))
        }
        if work.isSpent { listed.append((assertions.count, LintFinding(unfinished: [.assertion], LintFinding.spent))) }
        return listed
    }

    /// The assertions that fail, of which the first are listed.
    private struct Failures {
        private var found: [(index: Int, finding: LintFinding)] = []
        private var count = 0

        /// Counts a failure, and makes its finding if it may be listed. Calls for one list of assertions come in its order.
        mutating func add(_ index: Int, _ finding: () -> LintFinding) {
            count += 1
            if count <= LintSettings.mostFindings { found.append((index, finding())) }
        }

        mutating func add(_ others: Failures) {
            count += others.count
            found = Array((found + others.found).sorted { $0.index < $1.index }.prefix(LintSettings.mostFindings))
        }

        var listed: [(index: Int, finding: LintFinding)] { found }
        var rest: Int { count - found.count }
    }

    /// Returns the failing ones of assertions that are constraints.
    ///
    /// - Parameters:
    ///   - asked: the document with the assertions as its constraints.
    ///   - subjects: the index of each in the list of assertions.
    ///   - finding: makes the finding of an assertion by its index, the reason, and whether it is certain.
    private func unmet(_ asked: LayoutDocument, _ subjects: [Int], finding: (Int, String, Bool) -> LintFinding) -> Failures {
        var failures = Failures()
        guard !work.isSpent else { return failures }
        // Lowers the assertions like constraints, as each means what a constraint in its place would.
        let system = LoweredSystem(lowering: asked)
        // If rows are satisfied only within the tolerance, so are the frames.
        lazy var isExact = holdsExactly
        let first = system.implicitCount
        let point = values(of: system)
        var layouts = Layouts()
        for (place, index) in subjects.enumerated() {
            guard work.mayContinue() else { break }
            let row = first + place
            let error = system.violation(of: row, at: point)
            let isOff = error > Tolerance.violation || error.isPositive && isExact
            func words() -> String { "off by \(error.offText); \(self.words(asked.constraints[place]))\(afterBreaking)" }
            if let open = undecided(row, system) {
                func shown() -> String { isOff ? "; here it is \(words())" : "" }
                switch outcome(of: row, system, isExact, &layouts) {
                case .holds: break
                case .fails(let off):
                    failures.add(index) { finding(index, "off by \(off), because \(open) is ambiguous\(shown())", true) }
                case .mayFail(let off):
                    let far = off.map { "; it can be off by \($0)" } ?? ""
                    failures.add(index) { finding(index, "not certain, because \(open) is ambiguous\(far)\(shown())", false) }
                }
            } else if isOff {
                failures.add(index) { finding(index, words(), true) }
            }
        }
        return failures
    }

    // MARK: Ambiguous values

    /// The result of an assertion over all optimal layouts.
    private enum Outcome {
        case holds
        /// The assertion fails in all optimal layouts. The text is the deviation.
        case fails(String)
        /// The assertion fails in some optimal layouts, or may fail. The text is the maximum deviation if known.
        case mayFail(String?)
    }

    /// The ranges of expressions over the optimal layouts. They are prepared for the first assertion that needs them.
    private enum Layouts {
        case unknown
        case known(ExpressionRanges)
        case unfound

        init() { self = .unknown }
    }

    private func outcome(of row: Int, _ system: LoweredSystem, _ isExact: Bool, _ layouts: inout Layouts) -> Outcome {
        if case .unknown = layouts { layouts = found() }
        guard case .known(var ranges) = layouts, let range = try? ranges.range(of: row, in: system) else {
            layouts = .unfound
            return .mayFail(nil)
        }
        layouts = .known(ranges)
        // The maximum deviation below, and for an equation above.
        let (below, above) = (range.least.map { -$0 }, system.isEquality(row) ? range.greatest : .zero)
        func isOff(_ error: Rational) -> Bool { error > Tolerance.violation || error.isPositive && isExact }
        guard let below, let above else { return .mayFail(sizes.isEmpty ? "any length" : nil) }
        let most = max(below, above)
        if !isOff(most) { return .holds }
        // At other sizes this is unknown.
        guard sizes.isEmpty else { return .mayFail(nil) }
        let least = max(range.greatest.map { -$0 } ?? .zero, system.isEquality(row) ? range.least ?? .zero : .zero)
        guard isOff(least) else { return .mayFail("up to \(most.offText)") }
        return .fails(least == most ? most.offText : "\(least.offText) to \(most.offText)")
    }

    private func found() -> Layouts {
        var asked = 0
        let budget = Budget {
            asked += 1
            return asked > AssertionCheck.mostChecks || !work.mayContinue(LintWork.interval)
        }
        if sizes.isEmpty {
            return (try? ExpressionRanges(document, broken: analysis.broken, budget: budget)).flatMap(\.self).map(Layouts.known) ?? .unfound
        }
        // If rows are broken or depend on the text scale, the system differs from size to size.
        var between: [Axis: ClosedRange<Rational>] = [:]
        for (dimension, range) in sizes {
            guard let axis = dimension.axis, analysis.broken.isEmpty else { return .unfound }
            between[axis] = range
        }
        return (try? ExpressionRanges(document, sizes: between, budget: budget)).flatMap(\.self).map(Layouts.known) ?? .unfound
    }

    /// The text that names the broken constraints, if any are.
    private var afterBreaking: String {
        let broken = analysis.broken
        if broken.isEmpty { return "" }
        return ", with \(broken.count > 3 ? "\(broken.count) constraints" : broken.joined(separator: ", ")) broken"
    }

    /// Whether the layout satisfies every required row exactly that is not broken.
    private var holdsExactly: Bool {
        let system = LoweredSystem(lowering: document)
        let (point, broken) = (values(of: system), Set(analysis.broken))
        return system.rows.indices.allSatisfy { row in
            !system.isRequired(row) || system.violation(of: row, at: point).isZero || broken.contains(system.id(of: row))
        }
    }

    private func finding(
        _ assertion: LayoutAssertion, _ reason: String, _ views: [String: Int], isCertain: Bool = true
    ) -> LintFinding {
        LintFinding(
            .assertion, views: assertion.items.compactMap { views[$0] }, "\(assertion.text) fails: \(reason)",
            subject: isCertain ? [assertion.text] : [assertion.text, "ambiguous"])
    }

    private func values(of system: LoweredSystem) -> [Rational] {
        var point = [Rational](repeating: .zero, count: system.variables.count)
        for (view, frame) in analysis.frames.enumerated() {
            for dimension in FrameDimension.allCases { point[LoweredSystem.variable(view, dimension)] = frame[dimension] }
        }
        return point
    }

    /// Returns an attribute in the assertion that is not the same in all optimal layouts.
    private func undecided(_ row: Int, _ system: LoweredSystem) -> String? {
        for term in system.terms(of: row) {
            guard case .frame(let view, let dimension) = system.variables[term.variable] else { continue }
            if open[view]?.contains(dimension) == true { return "the \(dimension.attributeName) of \(document.views[view].id)" }
        }
        return nil
    }

    /// Returns the frames of the constraint's views along its axis, in words.
    private func words(_ constraint: LayoutConstraint) -> String {
        var items = [constraint.first.item]
        if let second = constraint.second, second.item != constraint.first.item { items.append(second.item) }
        let isHorizontal = constraint.first.attribute.axis == .horizontal
        return items.map { item in
            let frame = analysis.frames[item]
            let place = isHorizontal ? "x \(frame.x.shown)" : "y \(frame.y.shown)"
            let length = isHorizontal ? "width \(frame.width.shown)" : "height \(frame.height.shown)"
            return "\(document.views[item].id) has \(constraint.first.attribute.kind == .size ? length : "\(place), \(length)")"
        }.joined(separator: ", ")
    }
}

extension Rational {
    /// The deviation as text. An exact deviation may be too small for six decimals.
    fileprivate var offText: String { isPositive && self < Tolerance.violation ? "less than \(Tolerance.violation.shown)" : shown }
}
