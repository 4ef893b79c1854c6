internal import ExactArithmetic
internal import LayoutDiagnosis
public import LayoutModel
internal import StandardAdditions

extension InterfaceBuilderLayout {
    /// Adds the findings that only this format has to an analysis of the document, and marks the ambiguities that are not to be
    /// reported.
    public func complete(_ analysis: inout Analysis) {
        let names = ViewNames(document)
        var found = named(findings, names)
        let deviations = deviations(analysis, names)
        found += deviations
        found += misplaced(analysis, names, isNotable: deviations.isEmpty).filter { other in !deviations.contains { $0.view == other.view } }
        found += ties(analysis, names)
        found += carried(analysis, names)
        found += suppress(&analysis, names)
        found.sort { ($0.line, $0.column, $0.kind.rawValue) < ($1.line, $1.column, $1.kind.rawValue) }
        analysis.source = SourceDetails(findings: found, taken: taken, composed: composed.sorted(), ownCanvas: links.ownCanvas)
    }

    /// Returns the findings with the names of views instead of their ids, since the file's reader only knows the ids.
    private func named(_ findings: [SourceFinding], _ names: ViewNames) -> [SourceFinding] {
        guard findings.contains(where: { $0.view != nil }) else { return findings }
        let views = Dictionary(document.views.indices.map { (document.views[$0].id, $0) }) { first, _ in first }
        return findings.map { finding in
            guard let id = finding.view, let view = views[id],
                let opening = ["the intrinsic size of ", ""].first(where: { finding.message.hasPrefix($0 + id) })
            else { return finding }
            var finding = finding
            finding.message = opening + names.name(of: view) + finding.message.dropFirst(opening.count + id.count)
            return finding
        }
    }

    private func finding(_ kind: SourceFinding.Kind, _ view: Int, _ message: String) -> SourceFinding {
        let source = document.views[view].source
        var finding = SourceFinding(kind, view: document.views[view].id, message, line: source?.line ?? 0, column: source?.column ?? 0)
        if let source, source.file != document.views[document.root].source?.file { finding.place = source }
        return finding
    }

    /// Returns a finding for each view that one constraint lays out far from its stored frame, which also a short report shows.
    private func deviations(_ analysis: Analysis, _ names: ViewNames) -> [SourceFinding] {
        guard isOnCanvas else { return [] }
        let stale = Set(stored.filter { $0.isMisplaced || $0.isLoose }.map(\.view))
        return DrawnDeviations(document, analysis, names, stale: stale).found.map { deviation in
            var finding = finding(.misplacedView, deviation.view, deviation.sentence)
            let constraint = document.constraints[deviation.constraint]
            finding.constraint = constraint.id
            if let source = constraint.source {
                (finding.line, finding.column) = (source.line ?? finding.line, source.column ?? finding.column)
            }
            (finding.remedy, finding.isNotable) = (deviation.remedy, true)
            return finding
        }
    }

    /// Returns findings for views whose stored frame is more than a point off. Ambiguous views are omitted, since they have no
    /// single frame to compare.
    ///
    /// - Parameter isNotable: whether also a short report says that nothing stretches a view.
    private func misplaced(_ analysis: Analysis, _ names: ViewNames, isNotable: Bool) -> [SourceFinding] {
        guard analysis.frames.count == document.views.count, isOnCanvas else { return [] }
        let isAccusation = isAccusation(analysis)
        if !isAccusation, analysis.isConflicting { return [] }
        let ambiguous = Set(analysis.ambiguities.map(\.view))
        let stretching = DrawnStretching(document, names)
        let loose = viewsByInequalities
        return stored.compactMap { stored in
            guard !ambiguous.contains(stored.view) else { return nil }
            let solved = analysis.frames[stored.view]
            if !isAccusation {
                return !loose.contains(stored.view) && isLongerThanItsContent(stored, solved)
                    ? unstretched(stored, solved, names, stretching, isNotable: isNotable) : nil
            }
            let pairs = [
                ("x", solved.x.double, stored.frame.x), ("y", solved.y.double, stored.frame.y), ("width", solved.width.double, stored.frame.width),
                ("height", solved.height.double, stored.frame.height),
            ]
            let differences = pairs.filter { ($0.1 - $0.2).magnitude > InterfaceBuilderLayout.tolerance }
            guard !differences.isEmpty else { return nil }
            let words = differences.map { "\($0.0) \(text($0.2)), should be \(text($0.1))" }
            return finding(
                .misplacedView, stored.view,
                "the stored frame of \(names.name(of: stored.view)) does not match its constraints: \(words.joined(separator: "; "))")
        }
    }

    /// Returns the finding for a view that nothing stretches any more. The width of a text is an estimate.
    private func unstretched(
        _ stored: StoredFrame, _ solved: LayoutFrame, _ names: ViewNames, _ stretching: DrawnStretching, isNotable: Bool
    ) -> SourceFinding {
        var finding = finding(
            .misplacedView, stored.view,
            "\(names.name(of: stored.view)) is laid out about \(text(solved.width.double.rounded())) wide, as its content, but drawn "
                + "\(text(stored.frame.width)) wide: nothing stretches it")
        finding.remedy = stretching.instruction(for: stored.view)
        finding.isNotable = isNotable
        return finding
    }

    /// Returns whether a text or control is as wide as its content by its constraints, but is stored so much wider that no other font explains
    /// it: a constraint that stretched it is gone.
    private func isLongerThanItsContent(_ stored: StoredFrame, _ solved: LayoutFrame) -> Bool {
        let view = document.views[stored.view]
        guard let content = view.intrinsicContentSize.width?.double, view.heightsByWidth.isEmpty, !stored.isLoose, content > 0 else { return false }
        let isField = view.hasClass(ending: "TextField")
        guard isField || view.hasClass(ending: "Label", "Button") && view.text?.isEmpty == false else { return false }
        let insets = view.alignmentRectInsets.resolved(document.direction, default: .zero)
        let outside = insets.left.double + insets.right.double
        guard (solved.width.double - outside - content).magnitude <= InterfaceBuilderLayout.tolerance else { return false }
        return stored.frame.width - outside > 1.3 * content + 20
    }

    /// The views with constraints along the horizontal axis that are no required equalities. The canvas treats those in its own way.
    private var viewsByInequalities: Set<Int> {
        var views: Set<Int> = []
        for constraint in document.constraints where constraint.isActive && constraint.first.attribute.axis == .horizontal {
            if constraint.relation == .equal, constraint.isRequired { continue }
            views.formUnion([constraint.first.item, constraint.second?.item].compactMap(\.self))
        }
        return views
    }

    /// Returns whether differences between stored frames and the solution are mistakes of the author.
    ///
    /// They are not if the stored frames agree with each other: then some size is not known exactly here. If constraints
    /// conflict, only the conflict is reported, since no frame satisfies all of them. Marks of misplaced views in the file itself
    /// take precedence.
    private func isAccusation(_ analysis: Analysis) -> Bool {
        if stored.contains(where: \.isMisplaced) { return true }
        let loose = Set(stored.filter(\.isLoose).map(\.view))
        return !analysis.isConflicting && !StoredAgreement(document, except: loose).holds(within: InterfaceBuilderLayout.tolerance)
    }

    /// Frames are rounded edge by edge.
    private static let tolerance = 1.01

    private func text(_ length: Double) -> String { IBNumber.length(length).readingText }

    private func ties(_ analysis: Analysis, _ names: ViewNames) -> [SourceFinding] {
        guard analysis.ambiguities.contains(where: { $0.cause == .priorityTie }) else { return [] }
        let views = Dictionary(document.views.indices.map { (document.views[$0].id, $0) }) { first, _ in first }
        return analysis.ambiguities.compactMap { ambiguity in
            guard ambiguity.cause == .priorityTie else { return nil }
            let rows = ambiguity.tied.filter { $0.contains(".hugging.") || $0.contains(".compressionResistance.") }
            guard rows.count > 1 else { return nil }
            let isHugging = rows.contains { $0.contains(".hugging.") }
            let axis = rows.contains { $0.hasSuffix(".vertical") } ? Axis.vertical.rawValue : Axis.horizontal.rawValue
            let (what, verb) = isHugging ? ("content hugging", "grows") : ("compression resistance", "shrinks")
            let ids = Set(rows.map { String($0.prefix { $0 != "." }) })
            let tied = ids.compactMap { views[$0] }.sorted().map(names.name)
            return finding(
                .contentPriorityTie, ambiguity.view,
                "\(tied.listed()) have the same \(axis) \(what) priority; raise or lower one of them, so that it is clear which view \(verb)")
        }
    }

    /// Returns a finding for each arranged view that moves with a stack view of ambiguous position, if Interface Builder marks all of
    /// them.
    private func carried(_ analysis: Analysis, _ names: ViewNames) -> [SourceFinding] {
        guard marksArrangedViews else { return [] }
        var moving: Set<Int> = []
        for ambiguity in analysis.ambiguities where stacks.contains(ambiguity.view) {
            if ambiguity.attributes.contains(where: { $0.dimension == .x || $0.dimension == .y }) { moving.insert(ambiguity.view) }
        }
        guard !moving.isEmpty else { return [] }
        let known = Set(analysis.ambiguities.map(\.view))
        var found: [SourceFinding] = []
        // Superviews come first.
        for (index, view) in document.views.enumerated() where view.kind != .guide && view.kind != .content {
            guard let parent = view.parent, moving.contains(parent) else { continue }
            if stacks.contains(index) { moving.insert(index) }
            if !known.contains(index) {
                found.append(
                    finding(
                        .ambiguousPosition, index,
                        "\(names.name(of: index)) moves with the stack view \(names.name(of: parent)), whose position is ambiguous"))
            }
        }
        return found
    }

    /// Marks the ambiguities that the file excludes from verification, and returns a finding for each. They do not affect the
    /// verdict.
    private func suppress(_ analysis: inout Analysis, _ names: ViewNames) -> [SourceFinding] {
        guard !unverified.isEmpty else { return [] }
        var suppressed: [SourceFinding] = []
        for (index, ambiguity) in analysis.ambiguities.enumerated() {
            // The content area of a scroll view is its scroll view's.
            let view = document.views[ambiguity.view].kind == .content ? document.views[ambiguity.view].parent ?? ambiguity.view : ambiguity.view
            switch unverified[view] {
            case nil: continue
            case .all: break
            case .sizes: if ambiguity.attributes.contains(where: { $0.dimension == .x || $0.dimension == .y }) { continue }
            }
            analysis.ambiguities[index].isVerified = false
            suppressed.append(
                finding(.unverifiedAmbiguity, view, "\(names.name(of: view)) is ambiguous, but the file turns its verification off (verifyAmbiguity)")
            )
        }
        if !suppressed.isEmpty, !analysis.ambiguities.contains(where: \.isVerified) {
            analysis.isAmbiguous = false
            if analysis.verdict == .ambiguous { analysis.verdict = .clean }
        }
        return suppressed
    }
}
