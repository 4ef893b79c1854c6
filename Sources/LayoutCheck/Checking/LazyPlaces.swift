internal import LayoutImport
internal import LayoutModel
internal import Reporting

/// The source positions of JSON elements or text lines, computed on the first use.
final class LazyPlaces {
    private let bytes: [UInt8]
    private let kind: SourceKind
    private let file: String
    private var found: ElementPlaces?
    private var ends: TokenEnd?

    init(bytes: [UInt8], kind: SourceKind, file: String) {
        // Columns are counted without a byte order mark.
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
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

    /// Returns a finding whose places have their ends in the source.
    func completed(_ finding: Finding) -> Finding {
        if bytes.isEmpty { return finding }
        var finding = finding
        finding.place = completed(finding.place)
        for index in finding.parts.indices { finding.parts[index].place = finding.parts[index].place.map(completed) }
        return finding
    }

    private func completed(_ place: FilePlace) -> FilePlace {
        guard place.file == file, place.line != nil else { return place }
        if ends == nil { ends = TokenEnd(bytes, kind) }
        return ends?.completed(place) ?? place
    }

    /// Returns the place of an element in a list of a JSON document: `/assert/0`.
    func element(_ pointer: String) -> FilePlace? {
        kind == .document ? place(elements.element(at: pointer)) : nil
    }
}
