internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification

/// What is so at some places of a sweep: each thing with the exact spans, from pieces along which every decided frame is a linear function of
/// the place, and from the single places between them.
///
/// Whether something is so is asked of the same conditions as at one size alone (`FrameRules`).
struct SizeFindings {
    private struct Key: Hashable {
        var kind: SizeFinding.Kind
        var views: [Int]
    }

    private let dimension: SizeDimension
    private let kinds: Set<SizeFinding.Kind>
    private let rules: SizedRules
    private let assertions: SizedAssertions
    private var spans: [Key: [SizeSpan]] = [:]
    private var failing: [Int: [SizeSpan]] = [:]

    init(of sweep: SizeSweep, _ dimension: SizeDimension, in document: LayoutDocument, _ options: AnalysisOptions) {
        self.dimension = dimension
        kinds = options.sizeFindings
        rules = SizedRules(document, dimension, options.frameLimits)
        assertions = SizedAssertions(document.assertions + options.assertions, in: document, dimension)
        var sections = sweep.pieces.map(SizeSection.init) + sweep.points.compactMap(SizeSection.init)
        sections.sort { ($0.min, $0.max) < ($1.min, $1.max) }
        for section in sections { add(section) }
    }

    /// By kind and view, spans joined where they meet.
    var findings: [SizeFinding] {
        spans.map { SizeFinding(dimension: dimension, kind: $0.key.kind, views: $0.key.views, spans: SizeSpan.joined($0.value)) }.sorted { a, b in
            a.kind == b.kind ? a.views.lexicographicallyPrecedes(b.views) : a.kind < b.kind
        }
    }

    /// One for each assertion that fails somewhere.
    var failures: [SizeAssertion] {
        failing.sorted { $0.key < $1.key }.map { SizeAssertion(dimension: dimension, index: $0.key, fails: SizeSpan.joined($0.value)) }
    }

    private mutating func add(_ section: SizeSection) {
        let (low, high) = (rules.rules(at: section.min), rules.rules(at: section.max))
        func note(_ kind: SizeFinding.Kind, _ views: [Int], _ start: FrameCondition, _ end: FrameCondition) {
            let found = section.spans(start, end)
            if !found.isEmpty { spans[Key(kind: kind, views: views), default: []] += found }
        }
        for view in low.document.views.indices {
            if kinds.contains(.truncated) {
                let (start, end) = (low.truncation(of: view), high.truncation(of: view))
                if !start.isEmpty { note(.truncated, [view], low.condition(start), high.condition(end)) }
            }
            if kinds.contains(.tooSmall) {
                let sides = low.smallness(of: view)
                if !sides.isEmpty { note(.tooSmall, [view], low.condition(sides), low.condition(sides)) }
            }
            if kinds.contains(.outOfParent), let escape = low.escape(of: view), let parent = low.document.views[view].parent,
                section.decides(view), section.decides(parent), section.decides(escape.area)
            {
                note(.outOfParent, [view, parent], escape.condition, escape.condition)
            }
        }
        if kinds.contains(.overlapping) {
            for family in low.families() {
                for (first, second) in section.near(family, low) {
                    let condition = low.overlap(first, second)
                    note(.overlapping, [first, second], condition, condition)
                }
            }
        }
        for (index, start, end) in assertions.failures(at: section.min, section.max) {
            // Of what is not decided nothing is said here.
            guard start.without(section.open) == start else { continue }
            let found = section.isRelaxed ? section.spans(start.beyondTolerance, end.beyondTolerance) : section.spans(start, end)
            if !found.isEmpty { failing[index, default: []] += found }
        }
    }
}

extension SizeFinding.Kind {
    fileprivate static func < (a: Self, b: Self) -> Bool { allCases.firstIndex(of: a) ?? 0 < allCases.firstIndex(of: b) ?? 0 }
}

/// The rules at each place of a dimension. What they say of frames changes with texts alone.
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

/// Assertions as conditions that say they fail.
private struct SizedAssertions {
    private let assertions: [LayoutAssertion]
    private let document: LayoutDocument
    private let dimension: SizeDimension

    init(_ assertions: [LayoutAssertion], in document: LayoutDocument, _ dimension: SizeDimension) {
        self.assertions = assertions
        self.document = document
        self.dimension = dimension
    }

    /// Those that can be asked, by their place in the list.
    func failures(at start: Rational, _ end: Rational) -> [(index: Int, start: FrameCondition, end: FrameCondition)] {
        if assertions.isEmpty { return [] }
        let low = conditions(at: start)
        let high = dimension == .textScale ? conditions(at: end) : low
        return zip(low, high).map { ($0.index, $0.condition, $1.condition) }
    }

    private func conditions(at place: Rational) -> [(index: Int, condition: FrameCondition)] {
        let views = Dictionary(document.views.indices.map { (document.views[$0].id, $0) }) { first, _ in first }
        var asked = document.varied(dimension, to: place)
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
