internal import ExactArithmetic
internal import LayoutModel

extension ConflictFacts {
    /// Who would change the layout: a library if all views that say whose they are belong to one, else the app.
    var owner: Diagnosis.Owner {
        let classes = views.map(viewClass)
        let isNamed = views.contains {
            document.views[$0].className == nil && document.views[$0].kind == .view && !document.views[$0].isAssumed && $0 != document.root
        }
        return classes.contains(.library) && !classes.contains(.app) && !isNamed ? .library : .app
    }

    /// What people call the library whose views take part; nil if there is none.
    var library: String? {
        views.sorted().first { viewClass(of: $0) == .library }.flatMap { ViewClass.library(of: className(of: $0)) }
    }

    /// The constant of a row at which a conflict ends, in points; nil if the row is not a member.
    func needed(of row: DiagnosedRow, in conflict: Conflict) -> Rational? {
        guard let place = conflict.members.firstIndex(of: row.id), conflict.factors.indices.contains(place) else { return nil }
        let slope = row.relation == .lessThanOrEqual ? conflict.factors[place] : -conflict.factors[place]
        return (-conflict.sum).divided(by: slope).map { row.constant + $0 }
    }

    /// Whether a view of that size could not show its content whole, as far as its content size is known.
    func cuts(_ side: LayoutAnchor, to length: Rational) -> Bool {
        guard side.attribute.kind == .size, let content = document.views[side.item].intrinsicContentSize[side.attribute.axis] else { return false }
        return length < content
    }

    /// A name for a view in a line of code.
    func variable(_ view: Int) -> String { CodeLine(document: document, names: names).variable(view) }
}
