internal import ExactArithmetic
internal import LayoutModel

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
