internal import ExactArithmetic
internal import LayoutModel
internal import StandardAdditions

extension ConflictFacts {
    /// The party that would change the layout: a library if all views with a known owner belong to one, else the app.
    var owner: Diagnosis.Owner {
        let classes = views.map(viewClass)
        let isNamed = views.contains {
            document.views[$0].className == nil && document.views[$0].kind == .view && !document.views[$0].isAssumed && $0 != document.root
        }
        return classes.contains(.library) && !classes.contains(.app) && !isNamed ? .library : .app
    }

    /// The name of the library whose views take part, or nil if there is none.
    var library: String? {
        views.sorted().first { viewClass(of: $0) == .library }.flatMap { ViewClass.library(of: className(of: $0)) }
    }

    /// Returns the size that all other constraints need in place of a fixed one, in points. If that is not known, it is the size at
    /// which the first conflict with the row vanishes, or nil if there is none.
    func needed(of size: DiagnosedRow) -> Rational? {
        if let known = neededSizes.first(where: { $0.row == size.id }) { return size.constant + known.growth }
        return conflicts.lazy.compactMap { needed(of: size, in: $0) }.first
    }

    /// Returns the size that all other constraints need in place of a fixed one, in words: `48`, or `at least 48 plus the heights of A and
    /// B` if they leave the sizes of these views open; nil if it is not known.
    func needs(_ size: DiagnosedRow, more: Rational = .zero) -> String? {
        guard let needed = needed(of: size).map({ $0 + more }) else { return nil }
        let open = openSizes(within: size)
        if open.isEmpty || needed <= size.constant + more { return number(needed) }
        let names = open.count > 3 ? "\(open.count) views" : open.map(name).listed()
        return "at least \(number(needed)) plus the \(size.axis.sizeName)\(open.count > 1 ? "s" : "") of \(names)"
    }

    /// Returns the views whose own sizes add to what the constraints need in place of a fixed size, of which nothing is known but that they
    /// are not negative.
    func openSizes(within size: DiagnosedRow) -> [Int] {
        let known = neededSizes.first { $0.row == size.id }
        let conflict = conflicts.first { $0.members.contains(size.id) }
        let suffix = ".\(size.axis.sizeName)>=0"
        let rows = (known?.open ?? conflict?.members ?? []).filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
        let ids = Set(rows)
        return ids.isEmpty ? [] : document.views.indices.filter { $0 != size.first.item && ids.contains(document.views[$0].id) }
    }

    /// Returns the sum that a container's size is compared with, as arithmetic: of all that its contents need, of which a conflict, which is
    /// minimal, may leave out a part. Nil without a conflict.
    func fullSum() -> String? {
        guard let conflict = conflicts.first else { return nil }
        let members = Set(conflict.members)
        let larger = neededSizes.filter { size in
            size.growth.isPositive && members.contains(size.row) && !members.isSuperset(of: size.parts) && size.explanation.isPlainSum
        }
        return larger.count == 1 ? larger[0].explanation.text : conflict.explanation.text
    }

    /// Returns whether a row is about a view inside another one, in the document's hierarchy, along the axis.
    func isInside(_ container: Int, _ axis: Axis, _ row: DiagnosedRow) -> Bool {
        row.axis == axis && row.items.contains { document.views[$0].parent == container }
    }

    /// Returns by how much what the contents need exceeds the size of their container, in points: in total, and by the rows of the first
    /// conflict alone. Negative if the container is too large; nil if the conflict has no size from outside.
    func excess() -> (total: Rational, ofConflict: Rational)? {
        guard let conflict = conflicts.first else { return nil }
        let sizes = rows.filter { $0.isFixedSize && $0.role != .own && $0.role != .stack }
        return sizes.lazy.compactMap { size -> (Rational, Rational)? in
            guard let least = self.needed(of: size, in: conflict), let needed = self.needed(of: size) else { return nil }
            let ofAll = neededSizes.first { $0.row == size.id }?.explanation.comparison?.excess
            if let ofConflict = comparison(with: size, in: conflict)?.excess { return (ofAll ?? ofConflict, ofConflict) }
            return (ofAll ?? needed - size.constant, least - size.constant)
        }.first
    }

    /// Returns the comparison of a size with a sum that contains parts of its length, or nil if the conflict has none.
    private func comparison(with size: DiagnosedRow, in conflict: Conflict) -> Conflict.Explanation.Comparison? {
        conflict.explanation.comparison.flatMap { $0.size == size.id ? $0 : nil }
    }

    /// Returns whether the size that the rows of a conflict need in place of a fixed one is the sum of what is beside each other in it: not if a
    /// row makes a length a multiple of another, unless the sum has the length that this is.
    func isSum(_ size: DiagnosedRow, of conflict: Conflict) -> Bool {
        let members = Set(conflict.members)
        let isMultiple = rows.contains { members.contains($0.id) && $0.isMultipleOfLength }
        return !isMultiple || comparison(with: size, in: conflict) != nil
    }

    /// Whether the container is too small for its contents in the first conflict.
    var isTooLong: Bool { excess()?.ofConflict.isPositive ?? false }

    /// Returns the constant of a row at which a conflict vanishes, in points, or nil if the row is not a member.
    func needed(of row: DiagnosedRow, in conflict: Conflict) -> Rational? {
        guard let place = conflict.members.firstIndex(of: row.id), conflict.factors.indices.contains(place) else { return nil }
        let slope = row.relation == .lessThanOrEqual ? conflict.factors[place] : -conflict.factors[place]
        return (-conflict.sum).divided(by: slope).map { row.constant + $0 }
    }

    /// Returns whether a view of that size could not show its content completely, if its content size is known.
    func cuts(_ side: LayoutAnchor, to length: Rational) -> Bool {
        guard side.attribute.kind == .size, let content = document.views[side.item].intrinsicContentSize[side.attribute.axis] else { return false }
        return length < content
    }

    /// Returns a name for a view in code.
    func variable(_ view: Int) -> String { CodeLine(document: document, names: names).variable(view) }
}
