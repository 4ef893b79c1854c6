internal import ExactArithmetic
public import LayoutModel

/// Views that are laid out far from where the canvas of Interface Builder draws them, each because of one constraint.
///
/// A constraint is responsible if it alone contradicts the canvas although the layout satisfies it, or if the canvas shows it satisfied
/// although others with a higher priority win. If many constraints contradict the canvas, it is older than they are, and nothing is said.
public struct DrawnDeviations {
    /// A view that is laid out far from its drawn frame.
    public struct Deviation: Sendable, Hashable {
        public var view: Int
        /// The index of the constraint that is responsible.
        public var constraint: Int
        /// One sentence without a period.
        public var sentence: String
        public var remedy: String
    }

    /// The least difference that is reported, in points. A smaller one may be that of another font or release of Interface Builder.
    private static let least: Rational = 8
    /// The maximum number of responsible constraints. More of them show that the canvas is older than the constraints.
    private static let mostResponsible = 2

    private let document: LayoutDocument
    private let names: ViewNames
    private let frames: [LayoutFrame]
    private let drawn: DrawnPlaces?

    /// The deviations, in the order of their constraints.
    public private(set) var found: [Deviation] = []

    /// - Parameter stale: the views whose drawn frames do not count: those that the file itself marks as misplaced, and those whose
    ///   alignment rectangle is unknown.
    public init(_ document: LayoutDocument, _ analysis: Analysis, _ names: ViewNames, stale: Set<Int>) {
        (self.document, self.names, frames) = (document, names, analysis.frames)
        drawn = DrawnPlaces(document)
        guard !analysis.isConflicting, frames.count == document.views.count, drawn?.isOutdated == false else { return }
        let unknown = stale.union(analysis.ambiguities.map(\.view))
        let unsatisfied = Set(analysis.unsatisfied.map(\.id))
        for (index, constraint) in document.constraints.enumerated() where constraint.isActive && constraint.origin == .user {
            let row = DiagnosedRow(constraint, place: index)
            guard row.role == .own, unknown.isDisjoint(with: row.items), !isInsideUnknown(row, unknown) else { continue }
            if let deviation = deviation(row, constraint, isSatisfied: !unsatisfied.contains(constraint.id)) { found.append(deviation) }
        }
        if found.count > DrawnDeviations.mostResponsible { found = [] }
    }

    /// Returns whether a view that contains the views of a row has no drawn frame that counts, so that theirs are relative to an unknown one.
    private func isInsideUnknown(_ row: DiagnosedRow, _ unknown: Set<Int>) -> Bool {
        row.items.contains { item in document.views[item].parent.map(unknown.contains) ?? false }
    }

    private func deviation(_ row: DiagnosedRow, _ constraint: LayoutConstraint, isSatisfied: Bool) -> Deviation? {
        guard let drawn, let error = drawn.error(of: row) else { return nil }
        let isDrawn = !drawn.contradicts(row)
        guard isSatisfied != isDrawn, isSatisfied ? error.magnitude >= DrawnDeviations.least : !constraint.isRequired,
            let moved = moved(row)
        else { return nil }
        // Nobody centers a view by mistake; its frame was not updated.
        if isSatisfied, row.first.attribute.isCenter, row.second?.attribute == row.first.attribute, row.constant.isZero, row.multiplier.isOne {
            return nil
        }
        let facts = ConflictFacts(document, names, rows: [row], conflicts: [])
        let title = "\(facts.title(row)) (\(row.id))"
        let reason =
            isSatisfied
            ? because(row, facts, of: moved.view)
            : "\(subject(row, facts, of: moved.view)) has a priority of only \(facts.number(constraint.priority)), so others win"
        let remedy =
            isSatisfied
            ? DrawnEdge(row, drawn)?.remedy(facts).sentence ?? restoring(row, title, error, facts)
            : "Make \(title) required (priority 1000), as it is satisfied on the canvas."
        return Deviation(view: moved.view, constraint: row.place ?? 0, sentence: "\(moved.words): \(reason)", remedy: remedy)
    }

    // MARK: Views

    /// Returns the view of the row that is farthest from its drawn frame along the row's axis, with words for that; nil if none is far.
    private func moved(_ row: DiagnosedRow) -> (view: Int, words: String)? {
        var farthest: (view: Int, distance: Rational)?
        for item in row.items where document.views[item].kind == .view && document.views[item].parent != nil {
            guard let frame = document.views[item].design?.frame else { continue }
            let own = frames[item]
            let distance = max((own.start(row.axis) - frame.start(row.axis)).magnitude, (own.length(row.axis) - frame.length(row.axis)).magnitude)
            if distance >= DrawnDeviations.least, farthest.map({ $0.distance < distance }) ?? true { farthest = (item, distance) }
        }
        guard let view = farthest?.view, let frame = document.views[view].design?.frame else { return nil }
        return (view, words(view, frames[view], frame, row.axis))
    }

    /// `Cover is laid out 200 high, but drawn 44 high`, `Back is laid out 126 pt left of where it is drawn`.
    private func words(_ view: Int, _ own: LayoutFrame, _ frame: LayoutFrame, _ axis: Axis) -> String {
        func whole(_ value: Rational) -> String { (value + .half).floor.readingText }
        let name = names.name(of: view)
        if (own.length(axis) - frame.length(axis)).magnitude >= DrawnDeviations.least {
            let dimension = axis == .horizontal ? "wide" : "high"
            return "\(name) is laid out \(whole(own.length(axis))) \(dimension), but drawn \(whole(frame.length(axis))) \(dimension)"
        }
        let distance = own.start(axis) - frame.start(axis)
        let side = axis == .horizontal ? distance.isNegative ? "left of" : "right of" : distance.isNegative ? "above" : "below"
        return "\(name) is laid out \(whole(distance.magnitude)) pt \(side) where it is drawn"
    }

    // MARK: The constraint

    /// Returns why a satisfied constraint moves a view: `its height is 200`, `the pin of the leading edge of Play has the constant 140`.
    private func because(_ row: DiagnosedRow, _ facts: ConflictFacts, of view: Int) -> String {
        let subject = subject(row, facts, of: view)
        guard row.isSize || row.multiplier.isOne, !row.isRatio else { return "\(subject) contradicts the canvas" }
        let limits: [LayoutRelation: String] = [.lessThanOrEqual: "at most ", .greaterThanOrEqual: "at least "]
        let relation = row.isSize ? "" : limits[row.relation] ?? ""
        return "\(subject) \(row.isSize ? "is" : "has the constant") \(relation)\(facts.number(row.constant))"
    }

    /// Returns the title of a row, without the name of the view that the sentence names already.
    private func subject(_ row: DiagnosedRow, _ facts: ConflictFacts, of view: Int) -> String {
        let title = facts.title(row)
        let suffix = " of \(names.name(of: view))"
        guard title.hasPrefix("the "), title.hasSuffix(suffix) else { return title }
        let own = title.dropFirst(4).dropLast(suffix.count)
        return own.hasPrefix("pin of the ") ? "the pin of its \(own.dropFirst(11))" : "its \(own)"
    }

    /// Returns the change after which the constraint agrees with the canvas.
    private func restoring(_ row: DiagnosedRow, _ title: String, _ error: Rational, _ facts: ConflictFacts) -> String {
        let constant = (row.constant + error + .half).floor
        let isLength = row.isSize ? constant.isPositive : row.multiplier.isOne
        guard !row.isRatio, isLength else { return "Change \(title) so that it agrees with the canvas, or update the frames there." }
        return "Change the constant of \(title) from \(facts.number(row.constant)) to \(facts.number(constant)), as on the canvas."
    }
}
