public import LayoutModel
internal import XML

/// Replaces texts, names and addresses of a layout, so that a developer can send it to others. The layout stays.
public struct Anonymizer: Sendable {
    /// The output, with what was replaced in it.
    public struct Output: Sendable {
        public var bytes: [UInt8]
        /// The numbers of different texts, class names, other names and addresses.
        public var texts = 0
        public var classes = 0
        public var names = 0
        public var addresses = 0
        /// The number of different ids of an Interface Builder file.
        public var ids = 0
        /// The number of lines, properties, or elements and attributes that were left out, as no layout needs them.
        public var leftOut = 0
        /// The class names of the system that were retained, in alphabetical order.
        public var retainedClasses: [String] = []
    }

    private let limits: ImportLimits

    public init(limits: ImportLimits = ImportLimits()) {
        self.limits = limits
    }

    /// Returns a JSON document with other names. The canonical form of the layout is written.
    public func document(_ document: LayoutDocument) -> Output {
        var replacements = Replacements(taken: Set(document.views.map(\.id) + document.constraints.map(\.id)))
        let anonymized = AnonymizedDocument(document, &replacements)
        return output(CanonicalDocument.json(anonymized.document) + [Byte.newline], replacements)
    }

    /// Returns a log or a debugger's text with other names, line by line.
    public func log(_ text: String) -> Output {
        let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        var anonymized = AnonymizedText(Replacements(taken: Set(words)))
        let (text, replacements) = anonymized.text(text, limits: limits)
        return output(Array(text.utf8), replacements)
    }

    /// Returns the zip archive of a view hierarchy with other names.
    public func hierarchy(zip bytes: [UInt8]) throws(ImportError) -> Output {
        var anonymized = AnonymizedHierarchy(Replacements())
        let (bytes, replacements) = try anonymized.archive(bytes, limits: limits)
        return output(bytes, replacements)
    }

    /// Returns an Interface Builder file with other texts, names and ids.
    public func interfaceBuilder(_ bytes: [UInt8]) throws(ImportError) -> Output {
        let document: XMLDocument
        do throws(XMLError) { document = try XMLReader().read(bytes) } catch { throw ImportError(error, in: bytes) }
        try IBFileReader.checkFormat(document.root)
        var anonymized = AnonymizedInterface(document)
        let (bytes, replacements) = anonymized.file()
        return output(bytes, replacements)
    }

    private func output(_ bytes: [UInt8], _ replacements: Replacements) -> Output {
        Output(
            bytes: bytes, texts: replacements.count(.text), classes: replacements.count(.className), names: replacements.count(.name),
            addresses: replacements.count(.address), ids: replacements.count(.id), leftOut: replacements.count(.other),
            retainedClasses: replacements.retainedClasses.sorted())
    }
}
