internal import LayoutImport
internal import LayoutModel
internal import Reporting

/// Where things stand in a source: of JSON its elements, of text the lines. The source is looked through once, when something is asked.
final class LazyPlaces {
    private let bytes: [UInt8]
    private let kind: SourceKind
    private let file: String
    private var found: ElementPlaces?

    init(bytes: [UInt8], kind: SourceKind, file: String) {
        self.bytes = bytes
        self.kind = kind
        self.file = file
    }

    private var elements: ElementPlaces {
        if let found { return found }
        let elements = ElementPlaces(json: bytes)
        found = elements
        return elements
    }

    private func place(_ place: ElementPlaces.Place?) -> FilePlace? {
        place.map { FilePlace(file: file, line: $0.line, column: $0.column) }
    }

    func places(of layout: AnalyzedLayout) -> LayoutPlaces {
        if let lines = LayoutPlaces(linesOf: layout.document, file: file) { return lines }
        guard kind == .document else { return LayoutPlaces() }
        return LayoutPlaces(constraint: { self.place(self.elements.constraint($0)) }, view: { self.place(self.elements.view($0)) })
    }

    /// Of an element of a list of a JSON document: `/assert/0`.
    func element(_ pointer: String) -> FilePlace? {
        kind == .document ? place(elements.element(at: pointer)) : nil
    }
}
