internal import ExactArithmetic
public import JSON
public import LayoutModel

/// Applies events to documents.
public struct EventApplication: Sendable {
    public var limits: ImportLimits

    public init(limits: ImportLimits = .init()) {
        self.limits = limits
    }

    /// Returns the document after a list of events, which is applied entirely or not at all. The caller implements `undo`, since
    /// it has earlier documents.
    ///
    /// - Parameter former: the change that led to the document, whose arrays may be reused. It must not be used afterwards.
    /// - Throws: `ImportError` with the index of the event and the field; without them if nobody waits for the document any more.
    /// - Returns: the document; the added constraints with their ids, by event; and the change, or nil if more than constraints
    ///   were added or removed.
    public func apply(
        _ events: [LayoutEvent], to document: LayoutDocument, reusing former: inout ReusableStorage?
    ) throws(ImportError) -> (document: LayoutDocument, added: [Int: JSONTree], change: DocumentChange?) {
        var changed = ChangingDocument(former?.follow(document) ?? document, limits: limits)
        var added: [Int: JSONTree] = [:]
        for (index, event) in events.enumerated() {
            try limits.checkInterest()
            do throws(ImportError) { try changed.apply(event) } catch { throw error.within(event: index) }
            if case .addConstraint = event { added[index] = changed.lastAdded }
        }
        let (result, change) = (changed.document, changed.change(from: document))
        if change.map({ $0.came > 0 && result.constraints.suffix($0.came).contains { result.longNameBytes(of: $0) > 0 } }) ?? true {
            try limits.checkNames(of: result, pointer: "/events")
        }
        return (result, added, change)
    }

    /// As above, without reusing arrays.
    public func apply(
        _ events: [LayoutEvent], to document: LayoutDocument
    ) throws(ImportError) -> (document: LayoutDocument, added: [Int: JSONTree], change: DocumentChange?) {
        var former: ReusableStorage?
        return try apply(events, to: document, reusing: &former)
    }
}
