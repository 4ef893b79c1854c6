internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification

/// The findings that exist at some places of a sweep, with their exact spans. They are computed from the pieces of the sweep,
/// along which every determined frame is a linear function of the place, and from the single places between these.
///
/// The conditions are the same as at a single size (`FrameRules`).
struct SizeFindings {
    private struct Key: Hashable {
        var kind: SizeFinding.Kind
        var views: [Int]
    }

    private let dimension: SizeDimension
    private let questions: FrameQuestions
    private let work: QuestionWork
    private let rules: SizedRules
    private let assertions: SizedAssertions
    private var spans: [Key: [SizeSpan]] = [:]
    private var failing: [Int: [SizeSpan]] = [:]
    private let sections: [SizeSection]

    init(of sweep: SizeSweep, _ dimension: SizeDimension, in document: LayoutDocument, _ options: AnalysisOptions, _ work: QuestionWork) {
        self.dimension = dimension
        self.work = work
        questions = FrameQuestions(options.sizeFindings, work)
        rules = SizedRules(document, dimension, options.frameLimits)
        assertions = SizedAssertions(document.assertions + options.assertions, in: document, dimension)
        var sections = sweep.pieces.map(SizeSection.init) + sweep.points.compactMap(SizeSection.init)
        sections.sort { ($0.min, $0.max) < ($1.min, $1.max) }
        self.sections = sections
        for section in sections where !work.isSpent { add(section) }
    }

    /// The findings by kind and view, with adjacent spans merged.
    var findings: [SizeFinding] {
        spans.map { SizeFinding(dimension: dimension, kind: $0.key.kind, views: $0.key.views, spans: SizeSpan.joined($0.value)) }.sorted { a, b in
            a.kind == b.kind ? a.views.lexicographicallyPrecedes(b.views) : a.kind < b.kind
        }
    }

    /// The number of assertions that fail somewhere.
    var failureCount: Int { failing.count }

    /// The first assertions that fail somewhere.
    func failures(most: Int) -> [SizeAssertion] {
        failing.sorted { $0.key < $1.key }.prefix(most).map { index, found in
            let fails = SizeSpan.joined(found)
            let values = fails.first.flatMap { first in sections.lazy.compactMap { $0.values(at: first.example) }.first } ?? []
            return SizeAssertion(
                dimension: dimension, index: index, text: assertions.text(index), fails: fails, frames: LayoutFrame.frames(values))
        }
    }

    /// Returns the findings of several parts of a range together.
    static func merged(_ findings: [SizeFinding]) -> [SizeFinding] {
        var merged: [SizeFinding] = []
        var places: [Key: Int] = [:]
        for finding in findings {
            let key = Key(kind: finding.kind, views: finding.views)
            if let known = places[key] {
                merged[known].spans = SizeSpan.joined(merged[known].spans + finding.spans)
            } else {
                places[key] = merged.count
                merged.append(finding)
            }
        }
        return merged.sorted { a, b in a.kind == b.kind ? a.views.lexicographicallyPrecedes(b.views) : a.kind < b.kind }
    }

    /// Returns the failures of several parts of a range together, each with the frames at the least size.
    static func merged(_ failures: [SizeAssertion]) -> [SizeAssertion] {
        var merged: [SizeAssertion] = []
        var places: [Int: Int] = [:]
        for failure in failures {
            if let known = places[failure.index] {
                merged[known].fails = SizeSpan.joined(merged[known].fails + failure.fails)
            } else {
                places[failure.index] = merged.count
                merged.append(failure)
            }
        }
        return merged.sorted { $0.index < $1.index }
    }

    private mutating func add(_ section: SizeSection) {
        let (low, high) = (rules.rules(at: section.min), rules.rules(at: section.max))
        func note(_ kind: SizeFinding.Kind, _ views: [Int], _ start: FrameCondition, _ end: FrameCondition) {
            let found = section.spans(start, end)
            if !found.isEmpty { spans[Key(kind: kind, views: views), default: []] += found }
        }
        questions.ask(low, high, of: section.layouts, open: section.open, note)
        for (index, start, end) in assertions.failures(at: section.min, section.max) {
            // Assertions about undetermined frames are skipped here.
            guard start.without(section.open) == start else { continue }
            guard work.mayContinue() else { return }
            let found = section.isRelaxed ? section.spans(start.beyondTolerance, end.beyondTolerance) : section.spans(start, end)
            if !found.isEmpty { failing[index, default: []] += found }
        }
    }
}

extension LayoutFrame {
    /// Returns the frames of all views from the values of variables.
    static func frames(_ values: [Rational]) -> [LayoutFrame] {
        stride(from: 0, to: values.count - 3, by: 4).map { place in
            var frame = LayoutFrame(x: .zero, y: .zero, width: .zero, height: .zero)
            for dimension in FrameDimension.allCases { frame[dimension] = values[LoweredSystem.variable(place / 4, dimension)] }
            return frame
        }
    }
}

extension SizeFinding.Kind {
    static func < (a: Self, b: Self) -> Bool { allCases.firstIndex(of: a) ?? 0 < allCases.firstIndex(of: b) ?? 0 }
}

/// The rules about frames at each place of a dimension. They are the same at all places, except along a range of text scales.
private struct SizedRules {
    private let document: LayoutDocument
    private let limits: FrameLimits
    private let always: FrameRules?

    init(_ document: LayoutDocument, _ dimension: SizeDimension, _ limits: FrameLimits) {
        self.document = document
        self.limits = limits
        always = dimension == .textScale ? nil : FrameRules(document, limits)
    }

    func rules(at place: Rational) -> FrameRules {
        always ?? FrameRules(document.scalingTexts(by: place), limits)
    }
}

/// The conditions on frames under which assertions fail.
struct SizedAssertions {
    private let assertions: [LayoutAssertion]
    private let document: LayoutDocument
    private let dimension: SizeDimension
    /// The conditions, if they do not depend on the place.
    private let always: [(index: Int, condition: FrameCondition)]?

    init(_ assertions: [LayoutAssertion], in document: LayoutDocument, _ dimension: SizeDimension) {
        self.assertions = assertions
        self.document = document
        self.dimension = dimension
        always = dimension == .textScale ? nil : SizedAssertions.conditions(assertions, document)
    }

    /// Returns the text of the assertion at an index.
    func text(_ index: Int) -> String { assertions[index].text }

    /// Returns the conditions of the assertions that can be evaluated, by index.
    func failures(at start: Rational, _ end: Rational) -> [(index: Int, start: FrameCondition, end: FrameCondition)] {
        let low = always ?? SizedAssertions.conditions(assertions, document.varied(dimension, to: start))
        let high = always ?? SizedAssertions.conditions(assertions, document.varied(dimension, to: end))
        return zip(low, high).map { ($0.index, $0.condition, $1.condition) }
    }

    private static func conditions(
        _ assertions: [LayoutAssertion], _ document: LayoutDocument
    ) -> [(index: Int, condition: FrameCondition)] {
        if assertions.isEmpty { return [] }
        let views = Dictionary(document.views.indices.map { (document.views[$0].id, $0) }) { first, _ in first }
        var asked = document
        var constraints: [LayoutConstraint] = []
        var places: [Int] = []
        for (index, assertion) in assertions.enumerated() {
            guard case .constraint(let constraint) = assertion.meaning(id: "assert.\(index)", views: views, in: asked) else { continue }
            constraints.append(constraint)
            places.append(index)
        }
        asked.constraints = constraints
        let system = LoweredSystem(lowering: asked)
        return places.enumerated().map { offset, index in
            let row = system.implicitCount + offset
            let form = FrameForm(
                constant: system.matrix.constant(of: row),
                terms: system.terms(of: row).map { FrameForm.Term(variable: $0.variable, factor: $0.coefficient) })
            return (index, FrameCondition([system.isEquality(row) ? [form, -form] : [-form]]))
        }
    }
}
