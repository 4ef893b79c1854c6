internal import LayoutModel

/// The implicit rows of a document, by id as in reports.
struct ImplicitRows {
    private let document: LayoutDocument
    private let views: [String: Int]

    init(_ document: LayoutDocument) {
        self.document = document
        views = Dictionary(document.views.indices.map { (document.views[$0].id, $0) }) { first, _ in first }
    }

    /// Returns the row with this id, or nil for a constraint and for rows about anything but a mask, a content size or the root's
    /// size.
    subscript(id: String) -> ImplicitRow? {
        for dimension in FrameDimension.allCases {
            if let view = view(id, before: ".autoresizing.\(dimension.name)") { return .autoresizing(view: view, dimension: dimension) }
            if id.hasSuffix(".\(dimension.name)==size") { return .rootSize(dimension) }
        }
        for axis in Axis.allCases {
            if let view = view(id, before: ".hugging.\(axis.rawValue)") { return .hugging(view: view, axis: axis) }
            if let view = view(id, before: ".compressionResistance.\(axis.rawValue)") { return .compressionResistance(view: view, axis: axis) }
        }
        return nil
    }

    private func view(_ id: String, before suffix: String) -> Int? {
        id.hasSuffix(suffix) ? views[String(id.dropLast(suffix.count))] : nil
    }
}
