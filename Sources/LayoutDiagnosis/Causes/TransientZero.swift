internal import ExactArithmetic
internal import LayoutModel

/// A view has no size yet, in an early or measuring layout pass, and its contents do not fit.
enum TransientZero: CauseRule {
    /// The greatest size that is too small even for margins, in points.
    private static let greatest: Rational = 20

    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        let imposed = facts.outsideSizes.first { size in
            // A frame from Interface Builder is not the size of an early layout pass.
            if size.role == .mask, !facts.document.isFragment { return false }
            return size.constant <= greatest && !size.constant.isNegative && !(size.constant.isPositive && size.constant < CellSize.nothing)
        }
        guard let zero = imposed ?? facts.own.first(where: { isUnmarkedZero($0, facts) }) else { return nil }
        let (view, axis) = (zero.first.item, zero.axis)
        let name = facts.name(view)
        // Other sizes than 0 are seldom only those of an early pass.
        let isKnown = zero.constant.isZero && (zero.role == .imposed || zero.role == .mask)
        let passes = "an early layout pass"
        // Without an identifier, nothing but the size itself says that it does not stay.
        let ends = isKnown ? "in \(passes) this is transient and ends" : "if this is \(passes), it is transient and ends"
        let isOfMask = zero.role == .mask && ![.host, .system].contains(facts.viewClass(of: view))
        let mask = isOfMask ? " by its autoresizing mask" : ""
        let wanted = isOfMask ? "; if constraints should give it its size, set its translatesAutoresizingMaskIntoConstraints to false" : ""
        let sentence =
            "\(name) is only \(facts.size(zero.constant, axis)) here\(mask), so its contents do not fit; \(ends) when the view gets its size"
            + "\(wanted)."
        let culprit = facts.softest(in: view, axis)
        let isFrame = zero.role == .mask && [.app, .library].contains(facts.viewClass(of: view))
        let give = give(view, axis, isFrame ? [zero.id] + (culprit.map { [$0.id] } ?? []) : [], facts)
        var remedies = [give].compactMap(\.self)
        if let culprit, culprit.id != zero.id {
            let soft = facts.lower(culprit, why: ", so that it yields in that pass")
            remedies = isFrame ? remedies + [soft] : [soft] + remedies
        }
        if isOfMask { remedies.append(disableMask(zero, facts)) }
        if remedies.isEmpty {
            let words = "Lay out the contents of \(name) only after the system has given it its size, such as in viewDidLayoutSubviews."
            remedies = [Remedy(.other, sentence: words)]
        }
        return Diagnosis(
            cause: .transientZero, owner: isFrame ? facts.owner : facts.owner == .library ? .library : .transient, sentence: sentence,
            culprits: culprit.map { [$0.id] } ?? [], because: facts.because([zero] + facts.own), remedies: remedies)
    }

    /// Returns the remedy that gives the view its size in time: that of the table or collection view if it is one of the framework's inside
    /// of that, which an app cannot size. Nil for other views of the framework.
    private static func give(_ view: Int, _ axis: Axis, _ constraints: [String], _ facts: ConflictFacts) -> Remedy? {
        let name = facts.name(view)
        switch facts.viewClass(of: view) {
        case .app, .library, .common:
            return Remedy(
                .giveSizeFirst, constraints, view: facts.document.views[view].id, axis: axis,
                sentence: "Give \(name) its size before its first layout pass\(place(of: view, axis, facts)).")
        case .host, .system: return CellHost(of: view, facts).sizing(axis)
        }
    }

    /// Returns where a cell of the app gets its size, as the end of a sentence; empty for other views.
    private static func place(of view: Int, _ axis: Axis, _ facts: ConflictFacts) -> String {
        let name = facts.shortClass(of: view)
        let isImposed = facts.outsideSizes.contains { $0.first.item == view && $0.role == .imposed }
        guard isImposed, name.hasSuffix("Cell") || name.hasSuffix("ReusableView") else { return "" }
        let layout = "the item size, or the estimated item size, of the collection view's layout"
        switch (CellHost(of: view, facts), axis) {
        case (.collection, _): return ": \(layout)"
        case (.table, .vertical): return ": the row height of the table view"
        case (.table, .horizontal), (.list, _): return ""
        case (.unknown, .vertical): return ": in a table view, the row height; in a collection view, \(layout)"
        case (.unknown, .horizontal): return ": in a collection view, \(layout)"
        }
    }

    private static func disableMask(_ mask: DiagnosedRow, _ facts: ConflictFacts) -> Remedy {
        let view = mask.first.item
        return Remedy(
            .disableMask, facts.rows.filter { $0.role == .mask && $0.first.item == view }.map(\.id), view: facts.document.views[view].id,
            sentence: "Set translatesAutoresizingMaskIntoConstraints of \(facts.name(view)) to false, if constraints should give it its size.",
            swift: "\(facts.variable(view)).translatesAutoresizingMaskIntoConstraints = false")
    }

    /// Returns whether a row is a size of a cell or header that older systems print without identifier. An app sets it itself if it gives
    /// the view another size, too, such as that of another state.
    private static func isUnmarkedZero(_ row: DiagnosedRow, _ facts: ConflictFacts) -> Bool {
        row.isFixedSize && row.constant.isZero && facts.document.isFragment && facts.document.views[row.first.item].kind != .guide
            && !facts.own.contains { $0.id != row.id && $0.isSize && $0.first == row.first }
    }
}
