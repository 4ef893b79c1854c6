internal import ExactArithmetic
internal import LayoutModel

/// A table or collection view imposes a size on a cell or header that its contents do not have.
enum CellSize: CauseRule {
    /// The size that a delegate returns for "no header", such as 2.2e-308.
    static let nothing = Rational(1, over: 1_000_000) ?? .zero

    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        let between = facts.sizesBetweenEdges
        // The root may be the cell: its size is the document's own, or has the identifier of one from outside.
        for size in facts.outsideSizes where size.first.item != facts.document.root || size.role == .imposed {
            // Older systems give the content view of a cell its size by its mask. Apps do not set such frames.
            if size.role == .mask, !facts.document.isFragment || facts.viewClass(of: size.first.item) != .host { continue }
            if size.constant > 20 ? ConflictFacts.screenLengths.contains(size.constant) : size.constant >= nothing || !size.constant.isPositive {
                continue
            }
            // A width that fits only one screen is a mistake for every cell.
            let isOfScreen = between.contains { $0.axis == size.axis && size.axis == .horizontal && $0.constant >= 300 }
            if isOfScreen || between.contains(where: { $0.id == size.id }) { continue }
            return diagnosis(size, facts)
        }
        return prototype(facts)
    }

    /// Diagnoses a cell in an Interface Builder file, which has the height of its row there.
    private static func prototype(_ facts: ConflictFacts) -> Diagnosis? {
        guard !facts.document.isFragment,
            let size = facts.rows.first(where: { $0.role == .mask && $0.isFixedSize && $0.axis == .vertical && cell($0.first.item, facts) != nil }),
            let cell = cell(size.first.item, facts), let culprit = facts.softest(in: size.first.item, .vertical)
        else { return nil }
        let name = facts.name(cell)
        // The separator makes a cell higher than its content view, whose height the constraints determine.
        let separator = size.first.item == cell ? .zero : max(.zero, (height(of: cell, facts) ?? size.constant) - size.constant)
        let needed = facts.needed(of: size).map { $0 + separator }
        let isPossible = needed.map(\.isPositive) ?? false
        let isKnown = facts.openSizes(within: size).isEmpty
        var rowHeight = Remedy(
            .changeSetting, view: facts.document.views[cell].id, axis: .vertical,
            sentence: "Make the row height of the table view automatic, or set the row height of the cell to "
                + (isPossible && isKnown ? "\(needed.map(facts.number) ?? "")." : "the height that its constraints need."),
            swift: "tableView.rowHeight = UITableView.automaticDimension")
        rowHeight.inspector = "In Interface Builder, select the cell and set its Row Height in the Size inspector, or check Automatic beside it."
        return Diagnosis(
            cause: .cellHeight, owner: facts.owner,
            sentence: "The cell \(name) is \(facts.number(size.constant + separator)) high in Interface Builder, but its constraints need "
                + "\(isPossible ? facts.needs(size, more: separator) ?? "" : "a different height").",
            culprits: [culprit.id], because: facts.because([size] + facts.own),
            remedies: [rowHeight, facts.lower(culprit)])
    }

    /// Returns the height of a view in the file, in points, if it is fixed.
    private static func height(of view: Int, _ facts: ConflictFacts) -> Rational? {
        view == facts.document.root ? facts.document.size.height : facts.document.views[view].autoresizing?.height
    }

    /// Returns the cell if the view is a cell or the content view of one, or nil for other views.
    private static func cell(_ view: Int, _ facts: ConflictFacts) -> Int? {
        if facts.isCell(view) { return view }
        return facts.className(of: view) == "UITableViewCellContentView" ? facts.document.views[view].parent : nil
    }

    /// Returns the size that the constraints need in place of the one from outside, if its length is not known.
    private static func other(_ size: DiagnosedRow, _ facts: ConflictFacts) -> String {
        let dimension = size.axis.sizeName
        if facts.isConflict { return "a different \(dimension)" }
        if let condition = facts.unprinted.needed.first?.condition(by: facts.names) { return "a different \(dimension), unless \(condition)" }
        let unprinted = facts.unprinted.listed
        return unprinted.map { "a \(dimension) that depends on \($0)" } ?? "a \(dimension) that differs by less than the log's digits show"
    }

    private static func diagnosis(_ size: DiagnosedRow, _ facts: ConflictFacts) -> Diagnosis? {
        guard var culprit = facts.softest(in: size.first.item, size.axis), culprit.id != size.id else { return nil }
        let name = facts.name(size.first.item)
        let isHeight = size.axis == .vertical
        let needed = facts.needed(of: size)
        var needs = "need \(facts.needs(size) ?? other(size, facts))"
        if let needed, (needed - size.constant).magnitude < .one {
            needs += ": the difference is due to \(isHeight ? "the separator or " : "")rounding to pixels"
            // A view less than a point out of place is less visible than one with another size.
            if culprit.isSize, let pin = facts.own.last(where: { $0.axis == size.axis && $0.second != nil && !$0.isRatio }) { culprit = pin }
        }
        let host = CellHost(of: size.first.item, facts)
        var remedies = [facts.lower(culprit, why: host.besides(size.axis, name: name))]
        // The height of a row includes the separator, so that another one would not end a difference that the separator makes. Without a known
        // size, the first remedy says the same for heights.
        let isKnown = facts.openSizes(within: size).isEmpty
        if let needed, needed.isPositive, (needed - size.constant).magnitude >= .one, isKnown || !isHeight {
            remedies.append(host.setting(size.axis, of: size.first.item, name: name, to: isKnown ? needed : nil, facts))
        }
        return Diagnosis(
            cause: isHeight ? .cellHeight : .cellWidth, owner: facts.owner,
            sentence: "\(facts.framework(of: size.first.item)) makes \(name) \(facts.size(size.constant, size.axis))"
                + "\(size.constant < nothing ? ", as a header that is not to be shown" : ""), but its constraints \(needs).",
            culprits: [culprit.id], because: facts.because([size] + facts.own), remedies: remedies)
    }
}
