internal import ExactArithmetic
internal import LayoutModel

/// A constant leaves a view with a negative size.
enum NegativeSize: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        if let size = facts.outsideSizes.first(where: \.constant.isNegative) { return outside(size, facts) }
        if let size = facts.own.first(where: { $0.isFixedSize && $0.constant.isNegative }) { return negative(size, facts) }
        guard facts.conflicts.contains(where: { $0.members.contains { $0.hasSuffix(">=0") } }),
            let room = facts.rows.filter({ isContainers($0, facts) && $0.constant.isPositive }).map(\.constant).max(),
            let culprit = tooLong(room, facts)
        else { return nil }
        // The constant at which nothing would be negative any more.
        let most = facts.conflicts.lazy.compactMap { facts.needed(of: culprit, in: $0) }.first
        let isPossible = most.map { !$0.isZero && $0.isNegative == culprit.constant.isNegative } ?? false
        let available = isPossible ? most.map { facts.number($0.magnitude) } : nil
        let title = facts.title(culprit)
        let container = container(of: culprit, facts).map(facts.name) ?? "its container"
        let computed = "\(available == nil ? "compute it" : "or compute it") from the \(culprit.axis.sizeName) that \(container) has then"
        return Diagnosis(
            cause: .negativeSize, owner: .app,
            sentence: "The constant \(facts.number(culprit.constant.magnitude)) of \(title) is more than "
                + "\(available.map { "the \($0) pt available" } ?? "there is room for").",
            culprits: [culprit.id], because: facts.because([culprit]),
            remedies: [
                Remedy(
                    .changeConstant, [culprit.id], from: culprit.constant,
                    sentence: "Change the constant of \(title) (\(culprit.id)) from \(facts.number(culprit.constant.magnitude))"
                        + (available.map { " to less than \($0), " } ?? ": ") + "\(computed).")
            ])
    }

    /// Returns the view in which the row places another one, or nil if it is not known.
    private static func container(of row: DiagnosedRow, _ facts: ConflictFacts) -> Int? {
        let inner = facts.placed(row).item
        if let other = facts.reference(row)?.item, facts.lies(inner, inside: other) { return other }
        let parent = facts.document.views[inner].parent
        return facts.document.isFragment ? parent.flatMap { facts.views.contains($0) ? $0 : nil } : parent
    }

    /// Returns whether a row is the fixed size of a view that contains others, or one from outside.
    private static func isContainers(_ row: DiagnosedRow, _ facts: ConflictFacts) -> Bool {
        guard row.isFixedSize else { return false }
        return row.role != .own || facts.views.contains { $0 != row.first.item && facts.lies($0, inside: row.first.item) }
    }

    /// Returns the constraint whose constant alone is more than the room, or more than what all others leave of it although it is several
    /// times as long as they are together, and the view beside it has no other length. Nil if there is none.
    private static func tooLong(_ room: Rational, _ facts: ConflictFacts) -> DiagnosedRow? {
        let pins = facts.own.filter { $0.second != nil && $0.multiplier.isOne && $0.relation == .equal }
        guard let longest = pins.max(by: { $0.constant.magnitude < $1.constant.magnitude }) else { return nil }
        if longest.constant.magnitude > room { return longest }
        guard facts.conflicts.count == 1, let conflict = facts.conflicts.first, let needed = facts.needed(of: longest, in: conflict) else {
            return nil
        }
        let others = pins.filter { $0.id != longest.id && $0.axis == longest.axis }.reduce(Rational.zero) { $0 + $1.constant.magnitude }
        let isFixed = facts.own.contains { $0.isFixedSize && $0.axis == longest.axis }
        let beside = longest.items.contains { view in conflict.members.contains("\(facts.document.views[view].id).\(longest.axis.sizeName)>=0") }
        let isShorter = needed.isNegative == longest.constant.isNegative && needed.magnitude < longest.constant.magnitude
        return !isFixed && beside && isShorter && longest.constant.magnitude > 4 * others ? longest : nil
    }

    /// Diagnoses a fixed size that is negative itself.
    private static func negative(_ size: DiagnosedRow, _ facts: ConflictFacts) -> Diagnosis {
        let (name, length) = (facts.name(size.first.item), facts.number(size.constant))
        return Diagnosis(
            cause: .negativeSize, owner: facts.owner,
            sentence: "The \(size.axis.sizeName) of \(name) is fixed at \(length), but no size is negative.",
            culprits: [size.id], because: facts.because([size]),
            remedies: [
                Remedy(
                    .changeConstant, [size.id], from: size.constant,
                    sentence: "Change the constant of \(facts.title(size)) (\(size.id)) from \(length) to a length of at least 0: "
                        + "where your code subtracts, use max(0, …).",
                    swift: "\(facts.variable(size)).constant = max(0, \(facts.variable(size)).constant)"),
                facts.remove(size),
            ])
    }

    /// Diagnoses a negative size from outside: of a frame, or one that the app gives a cell, header or item.
    private static func outside(_ size: DiagnosedRow, _ facts: ConflictFacts) -> Diagnosis {
        let (view, length, dimension) = (size.first.item, facts.number(size.constant), size.axis.sizeName)
        let name = facts.name(view)
        let isFrame = size.role == .mask
        let framework = facts.framework(of: view)
        let remedy =
            isFrame
            ? "Set the frame of \(name) only when its superview has its size, or limit the \(dimension) to max(0, …) where your code subtracts."
            : "Return a \(dimension) of at least 0 for \(name)\(delegate(of: view, size.axis, facts)): where your code subtracts, use max(0, …)."
        return Diagnosis(
            cause: .negativeSize, owner: facts.owner,
            sentence: isFrame
                ? "The frame of \(name) has a \(dimension) of \(length), but no size is negative: your code subtracts more than there is."
                : "\(framework) gives \(name) the \(dimension) \(length) that your code asks for, but no size is negative.",
            culprits: [], because: facts.because([size]),
            remedies: [
                Remedy(
                    .giveSizeFirst, isFrame ? [size.id] : [], view: facts.document.views[view].id, axis: size.axis, sentence: remedy)
            ])
    }

    /// Returns where an app gives a cell, header or item its size, as part of a sentence; empty if that is not known.
    private static func delegate(of view: Int, _ axis: Axis, _ facts: ConflictFacts) -> String {
        switch (CellHost(of: view, facts), axis) {
        case (.table, .vertical): ", as the row, header or footer height of the table view"
        case (.collection, _): ", as the item size of the collection view's layout"
        case (.table, .horizontal), (.list, _), (.unknown, _): ""
        }
    }
}
