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

    /// The limit of work for one range over the set of optima. An assertion that exceeds it is undecided.
    private static let mostChecks = 5000

    /// - Parameter sizes: the ranges over which ambiguous attributes are determined.
    public init(_ document: LayoutDocument, _ analysis: Analysis, sizes: Sizes = [:]) {
        self.document = document
        self.analysis = analysis
        self.sizes = sizes.filter { $0.value.lowerBound < $0.value.upperBound }
    }

    /// Returns the assertions that fail, in order, each with its index in the list.
    ///
    /// - Parameter isShared: whether the list is not this document's own. An assertion that names missing views is then skipped.
    public func findings(_ assertions: [LayoutAssertion], isShared: Bool = false) -> [(index: Int, finding: LintFinding)] {
        guard !assertions.isEmpty, !document.isFragment, analysis.frames.count == document.views.count else { return [] }
        let views = Dictionary(document.views.indices.map { (document.views[$0].id, $0) }) { first, _ in first }
        // Lowers the assertions like constraints, as each means what a constraint in its place would.
        var asked = document
        asked.constraints = []
        var subjects: [Int] = []
        var findings: [(index: Int, finding: LintFinding)] = []
        for (index, assertion) in assertions.enumerated() {
            switch assertion.meaning(id: "assert.\(index)", views: views, in: document) {
            case .constraint(let constraint):
                asked.constraints.append(constraint)
                subjects.append(index)
            case .noIntrinsicSize(let item, let axis):
                let side = axis == .horizontal ? "width" : "height"
                findings.append((index, finding(assertion, "\(item) has no intrinsic \(side)", views)))
            case .unknownView(let item):
                if !isShared { findings.append((index, finding(assertion, "there is no view \(item)", views))) }
            }
        }
        let system = LoweredSystem(lowering: asked)
        // If rows are satisfied only within the tolerance, so are the frames.
        lazy var isExact = holdsExactly
        let first = system.implicitCount
        let point = values(of: system)
        var layouts = Layouts()
        for (place, index) in subjects.enumerated() {
            let row = first + place
            let error = system.violation(of: row, at: point)
            let isOff = error > Tolerance.violation || error.isPositive && isExact
            let words = "off by \(error.offText); \(words(asked.constraints[place]))\(afterBreaking)"
            if let open = undecided(row, system) {
                let shown = isOff ? "; here it is \(words)" : ""
                switch outcome(of: row, system, isExact, &layouts) {
                case .holds: break
                case .fails(let off):
                    findings.append((index, finding(assertions[index], "off by \(off), because \(open) is ambiguous\(shown)", views)))
                case .mayFail(let off):
                    let far = off.map { "; it can be off by \($0)" } ?? ""
                    let reason = "not certain, because \(open) is ambiguous\(far)\(shown)"
                    findings.append((index, finding(assertions[index], reason, views, isCertain: false)))
                }
            } else if isOff {
                findings.append((index, finding(assertions[index], words, views)))
            }
        }
        return findings.sorted { $0.index < $1.index }
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
            return asked > AssertionCheck.mostChecks
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
            let isOpen = analysis.ambiguities.contains { ambiguity in
                ambiguity.view == view && ambiguity.attributes.contains { $0.dimension == dimension }
            }
            if isOpen { return "the \(dimension.attributeName) of \(document.views[view].id)" }
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
