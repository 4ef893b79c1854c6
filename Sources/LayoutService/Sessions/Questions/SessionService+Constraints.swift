internal import JSON
internal import LayoutModel
internal import Reporting
internal import SessionStore

// The search for constraints of a step by view, by pair of views, and by identifier.

/// A search for constraints of one step. Each condition that is given must hold.
struct ConstraintQuery {
    /// The ids of at most two views that a constraint must name, as `constraintsReferencingView:andView:` searches. A view
    /// given twice counts once.
    var views: [String] = []
    /// The identifier that a constraint must carry.
    var identifier: String?
    /// The greatest number of constraints in the answer.
    var limit = standardLimit

    static let standardLimit = 200
    static let greatestLimit = 1000

    /// Returns the matching constraints in the document's order.
    ///
    /// - Parameter items: the indices of `views` in the document.
    fileprivate func matches(in document: LayoutDocument, items: [Int]) -> [LayoutConstraint] {
        document.constraints.filter { constraint in
            items.allSatisfy { constraint.first.item == $0 || constraint.second?.item == $0 }
                && (identifier == nil || constraint.identifier == identifier)
        }
    }
}

extension SessionService {
    /// Returns the constraints of a step that match a query, with their equations; nil if there is no such session or step.
    ///
    /// - Throws: `SessionError.noView` if a view of the query does not exist at that step.
    func constraints(
        _ id: String, matching query: ConstraintQuery, step: Int?, for caller: Caller = Caller()
    ) throws(SessionError) -> [UInt8]? {
        guard let found = try document(id, step: step, for: caller) else { return nil }
        var items: [Int] = []
        for name in query.views {
            guard let item = found.document.views.firstIndex(where: { $0.id == name }) else { throw .noView(name, in: found.document) }
            items.append(item)
        }
        guard let report = try noted({ () throws(StoreError) in try store.report(id, step: found.step) }) else { return nil }
        let broken = Set(try parsed(report.report, id, found.step).broken)
        let matches = query.matches(in: found.document, items: items)
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", id)
            writer.member("step", found.step)
            if !query.views.isEmpty { writer.member("views", query.views) }
            writer.member("identifier", optional: query.identifier)
            writer.member("count", matches.count)
            writer.key("constraints")
            writer.array(matches.prefix(query.limit)) { writer, constraint in
                writer.object { writer in
                    writer.member("id", constraint.id)
                    writer.member("identifier", optional: constraint.identifier)
                    writer.member("equation", found.document.equation(of: constraint))
                    writer.member("views", found.document.viewIDs(of: constraint))
                    writer.member("active", constraint.isActive)
                    if broken.contains(constraint.id) { writer.member("broken", true) }
                }
            }
        }
        return writer.bytes
    }
}

extension LayoutDocument {
    /// Returns the ids of the views that a constraint names: one, or two if the second is another view.
    fileprivate func viewIDs(of constraint: LayoutConstraint) -> [String] {
        var items = [constraint.first.item]
        if let second = constraint.second?.item, second != constraint.first.item { items.append(second) }
        return items.filter(views.indices.contains).map { views[$0].id }
    }
}
