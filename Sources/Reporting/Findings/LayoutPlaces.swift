public import LayoutModel

/// The places of a layout's constraints and views in its file, by id.
public struct LayoutPlaces {
    public var constraint: (String) -> FilePlace?
    public var view: (String) -> FilePlace?

    public init(constraint: @escaping (String) -> FilePlace? = { _ in nil }, view: @escaping (String) -> FilePlace? = { _ in nil }) {
        self.constraint = constraint
        self.view = view
    }

    /// Places by line, for a document of a log or of equations. Returns nil for other documents.
    public init?(linesOf document: LayoutDocument, file: String) {
        guard !document.lines.isEmpty else { return nil }
        let places = zip(document.constraints, document.lines).map { ($0.id, FilePlace(file: file, line: $1)) }
        let known = Dictionary(places) { first, _ in first }
        self.init(constraint: { known[$0] })
    }
}
