internal import ExactArithmetic
internal import LayoutModel
internal import StandardAdditions

/// Finds the root causes of ambiguities: a position or size that no constraint determines, or content priorities that tie.
struct AmbiguityDiagnoser {
    let document: LayoutDocument
    let names: ViewNames
    let implicit: ImplicitRows
    /// The document's constraints by their ids.
    let constraints: [String: Int]
    /// The open attributes; nil if they are not completely known.
    let open: OpenAttributes?
    /// For each ambiguous view the constraints that could settle it: inactive ones, and limits.
    let candidates: [Int: [Int]]
    let placements: Placements
    let missingAttributes: MissingAttributes
    let drawnViews: DrawnViews
    /// The frames of the layout.
    let frames: [LayoutFrame]
    /// The views that stack views arrange along each axis; empty if no priorities tie.
    private let arranged: [Axis: Set<Int>]
    private let ambiguities: [Ambiguity]
    /// The views with an open position or size along each axis.
    let openViews: [Axis: Set<Int>]
    let tiedViews: TiedViews

    /// - Parameter constraints: the document's constraints by their ids.
    init(_ document: LayoutDocument, _ names: ViewNames, _ implicit: ImplicitRows, constraints: [String: Int], _ analysis: Analysis) {
        self.document = document
        self.names = names
        self.implicit = implicit
        self.constraints = constraints
        ambiguities = analysis.ambiguities
        open = OpenAttributes(document, analysis)
        arranged = ambiguities.contains { $0.cause == .priorityTie } ? AmbiguityDiagnoser.arranged(document) : [:]
        let views = Set(ambiguities.map(\.view))
        var openViews: [Axis: Set<Int>] = [:]
        for ambiguity in ambiguities {
            for attribute in ambiguity.attributes { openViews[attribute.dimension.axis, default: []].insert(ambiguity.view) }
        }
        self.openViews = openViews
        tiedViews = TiedViews(document, open: openViews)
        candidates = AmbiguityDiagnoser.candidates(document, views)
        placements = Placements(document)
        missingAttributes = MissingAttributes(placements)
        drawnViews = DrawnViews(document)
        frames = analysis.frames
    }

    /// The maximum number of competing rows that a sentence names.
    private static let mostTitles = 3

    /// The number of ambiguities that are diagnosed between two questions.
    static let piece = 128

    /// Returns a diagnosis for each root cause, in the order of the ambiguities, which are `U1`, `U2`, …
    ///
    /// - Parameter isAwaited: asked between them; if it denies, the others have no diagnosis.
    func diagnoses(_ isAwaited: () -> Bool) -> [Diagnosis] {
        var diagnoses: [Diagnosis] = []
        // Views that are tied together have one cause.
        var ties: [Set<String>: Int] = [:]
        // A scroll view's content and the view that fills it lack one size.
        let contents = Set(ambiguities.compactMap { document.views[$0.view].kind == .content ? document.views[$0.view].parent : nil })
        var scrolls: [Int: Int] = [:]
        for (index, ambiguity) in ambiguities.enumerated() {
            if index % AmbiguityDiagnoser.piece == 0, !isAwaited() { break }
            let id = "U\(index + 1)"
            if ambiguity.cause == .priorityTie, let known = ties[Set(ambiguity.tied)] {
                diagnoses[known].explains.append(id)
                continue
            }
            let scroll = document.views[ambiguity.view].parent.flatMap { contents.contains($0) ? $0 : nil }
            if let scroll, let known = scrolls[scroll] {
                diagnoses[known].explains.append(id)
                continue
            }
            var diagnosis =
                ambiguity.cause == .priorityTie ? tie(ambiguity) : uninstalled(ambiguity) ?? placeholderSize(ambiguity) ?? missing(ambiguity, scroll)
            diagnosis.explains = [id]
            if let scroll { scrolls[scroll] = diagnoses.count }
            if ambiguity.cause == .priorityTie { ties[Set(ambiguity.tied)] = diagnoses.count }
            diagnoses.append(diagnosis)
        }
        return diagnoses
    }

    private func tie(_ ambiguity: Ambiguity) -> Diagnosis {
        let rows = ambiguity.tied.map { title($0, hasID: false) }.listed(atMost: AmbiguityDiagnoser.mostTitles)
        guard let contents = contents(ambiguity) else {
            if let diagnosis = sizeAgainstContent(ambiguity) { return diagnosis }
            // The location that is shown is one of many, and adding it beside constraints that compete would be pointless.
            let remedies = remedies(ambiguity)
            let priorities = remedies.filter { $0.kind != .addConstraint }
            return Diagnosis(
                cause: .other, owner: .app,
                sentence:
                    "The priorities of constraints that compete for \(names.name(of: ambiguity.view)) do not decide which are satisfied: \(rows).",
                culprits: ambiguity.tied.filter { constraints[$0] != nil },
                remedies: withDrawnWinner(ambiguity, priorities.isEmpty ? remedies : priorities) + yieldingAlone(ambiguity))
        }
        if let stack = stack(contents) { return distribution(ambiguity, of: stack, contents) }
        let views = contents.views.map(names.name).listed(atMost: 4)
        return Diagnosis(
            cause: .contentPriorityTie, owner: .app,
            sentence: "The contents of \(views) compete at the same priority, and nothing decides which of them stretches or shrinks.", culprits: [],
            remedies: remedies(ambiguity, contents))
    }

    /// Returns remedies that change priorities or make sizes equal. Equal sizes are first for views of one class whose contents may
    /// grow, such as a row of buttons.
    private func remedies(_ ambiguity: Ambiguity, _ contents: Contents) -> [Remedy] {
        var remedies = withYielding(ambiguity, remedies(ambiguity))
        let classes = Set(contents.views.map { document.views[$0].className })
        // An image and a title are not meant to be equally high.
        guard classes.count == 1, let equal = equalSizes(contents.views, contents.axis) else {
            return Array(remedies.prefix(3)) + yieldingAlone(ambiguity)
        }
        let isText = classes.contains { $0?.contains("Label") == true || $0?.contains("Text") == true }
        let isOfOneKind = classes.first != .some(nil) && !isText && ambiguity.tied.allSatisfy(isHugging)
        remedies.insert(equal, at: isOfOneKind ? 0 : min(1, remedies.count))
        return Array(remedies.prefix(3)) + yieldingAlone(ambiguity)
    }

    private func isHugging(_ row: String) -> Bool {
        if case .hugging = implicit[row] { return true }
        return false
    }

    // MARK: Content priorities

    private typealias Contents = (views: [Int], axis: Axis)

    /// Returns the views whose content priorities tie, or nil if constraints tie, or contents along both axes.
    private func contents(_ ambiguity: Ambiguity) -> Contents? {
        var contents: Contents?
        for id in ambiguity.tied {
            if constraints[id] != nil { return nil }
            switch implicit[id] {
            case .hugging(let view, let axis), .compressionResistance(let view, let axis):
                if contents == nil { contents = ([], axis) }
                if contents?.axis != axis { return nil }
                if contents?.views.contains(view) == false { contents?.views.append(view) }
            default: break
            }
        }
        return contents
    }

    /// Returns the stack view that arranges all of these views along their axis, or nil if there is none.
    private func stack(_ contents: Contents) -> Int? {
        guard let first = contents.views.first, let stack = document.views[first].parent else { return nil }
        let isArranged = contents.views.allSatisfy {
            document.views[$0].parent == stack && arranged[contents.axis]?.contains($0) == true
        }
        return isArranged ? stack : nil
    }

    /// Returns the views that stack views arrange along each axis.
    private static func arranged(_ document: LayoutDocument) -> [Axis: Set<Int>] {
        var arranged: [Axis: Set<Int>] = [:]
        for constraint in document.constraints where constraint.isActive {
            guard let identifier = constraint.identifier, identifier.hasPrefix("UISV-spacing") || identifier.hasPrefix("UISV-canvas") else {
                continue
            }
            let axis = constraint.first.attribute.axis
            arranged[axis, default: []].insert(constraint.first.item)
            if let second = constraint.second { arranged[axis, default: []].insert(second.item) }
        }
        return arranged
    }

    private func distribution(_ ambiguity: Ambiguity, of stack: Int, _ contents: Contents) -> Diagnosis {
        let name = names.name(of: stack)
        let views = contents.views.prefix(6).map(names.name).listed()
        let arranged = document.views.indices.filter { document.views[$0].parent == stack && self.arranged[contents.axis]?.contains($0) == true }
        let isEqual = isDrawnEqual(arranged, contents.axis)
        var setting = Remedy(
            .changeSetting, view: document.views[stack].id, axis: contents.axis,
            sentence:
                "Set the distribution of \(name) to fill equally, \(isEqual == true ? "as on the canvas" : "if its views should all have the same size").",
            swift: "stackView.distribution = .fillEqually")
        setting.isUnlikely = isEqual == false
        setting.inspector = "In Interface Builder, select \(name) and set its Distribution to Fill Equally in the Attributes inspector."
        setting.additions = equalSizes(arranged, contents.axis)?.additions ?? []
        let changes = withYielding(ambiguity, remedies(ambiguity))
        let before = isEqual == true ? 0 : isEqual == false ? 2 : 1
        return Diagnosis(
            cause: .stackDistribution, owner: .app, sentence: sentence(of: stack, ambiguity, contents: views), culprits: [],
            remedies: Array((changes.prefix(before) + [setting] + changes.dropFirst(before)).prefix(3)) + yieldingAlone(ambiguity))
    }

    /// Returns whether the canvas shows all of these views with one length along an axis, or nil if it does not show them.
    private func isDrawnEqual(_ views: [Int], _ axis: Axis) -> Bool? {
        let lengths = views.compactMap { document.drawnRectangle(of: $0)?.length(axis) }
        guard lengths.count == views.count, let least = lengths.min(), let greatest = lengths.max() else { return nil }
        return greatest - least <= DrawnPlaces.tolerance
    }

    // MARK: Missing constraints

    /// Returns the word for the size that is open: `wide`, `high`, or `large` for both.
    private func dimension(_ ambiguity: Ambiguity) -> String {
        let axes = Set(ambiguity.attributes.map(\.dimension.axis))
        return axes.count == 1 ? axes.contains(.horizontal) ? "wide" : "high" : "large"
    }

    /// - Parameter scroll: the scroll view whose content has no size, if that is the cause.
    private func missing(_ ambiguity: Ambiguity, _ scroll: Int?) -> Diagnosis {
        let name = names.name(of: ambiguity.view)
        let needs = needs(ambiguity)
        let isSize = !needs.contains("position")
        if scroll == nil, let limited = inequalityOnly(ambiguity) { return limited }
        let cause: Diagnosis.Cause = scroll != nil ? .scrollContent : isSize ? .missingSize : .missingPosition
        return Diagnosis(
            cause: cause, owner: .app,
            sentence: scroll.map {
                "The content of the scroll view \(names.name(of: $0)) has no size of its own: nothing determines how \(dimension(ambiguity)) it is."
            }
                ?? "Nothing determines the \(needs) of \(name).",
            culprits: [], remedies: scroll == nil ? drawn(ambiguity) : remedies(ambiguity))
    }
}
