/// A builder of a document from elements of other documents, each with the place that it has there.
public struct XMLComposer {
    private let limits: XMLLimits
    private var nodes: [XMLDocument.Node] = []
    private var attributes: [XMLDocument.Attribute] = []
    private var names: [String] = []
    private var numbers: [String: Int32] = [:]
    private var text: [Int32: String] = [:]
    private var files: [String] = []
    private var fileNumbers: [String: Int32] = [:]
    /// The open elements, each with its last child so far.
    private var open: [(node: Int32, lastChild: Int32)] = []
    /// About the number of bytes of memory that the elements take.
    public private(set) var bytes = 0

    public init(limits: XMLLimits = XMLLimits()) {
        self.limits = limits
    }

    /// Begins a copy of an element with its text, without its children.
    ///
    /// - Parameters:
    ///   - name: the name of the copy.
    ///   - attributes: the attributes of the copy.
    ///   - file: the file that contains the element, or nil for the document's own file.
    public mutating func begin(
        _ element: XMLElement, as name: String, _ attributes: [(name: String, value: String)], file: String?
    ) throws(XMLError) {
        guard open.count < limits.depth else {
            throw XMLError(.tooLarge, "elements are nested more than \(limits.depth) levels deep", line: element.line, column: element.column)
        }
        guard nodes.count < min(limits.elements, Int(Int32.max) - 1) else {
            throw XMLError(
                .tooLarge, "the file has more than \(limits.elements) elements, which is the limit", line: element.line, column: element.column)
        }
        bytes += attributes.reduce(MemoryLayout<XMLDocument.Node>.stride) { $0 + MemoryLayout<XMLDocument.Attribute>.stride + $1.value.utf8.count }
        let start = Int32(truncatingIfNeeded: self.attributes.count)
        for (name, value) in attributes { self.attributes.append(XMLDocument.Attribute(name: number(of: name), value: value)) }
        let index = Int32(truncatingIfNeeded: nodes.count)
        nodes.append(
            XMLDocument.Node(
                name: number(of: name), parent: open.last?.node ?? -1, attributes: start..<Int32(truncatingIfNeeded: self.attributes.count),
                line: Int32(clamping: element.line), column: Int32(clamping: element.column), file: file.map { fileNumber(of: $0) } ?? -1))
        if !element.text.isEmpty { text[index] = element.text }
        if let parent = open.last {
            nodes.append(child: index, to: parent.node, after: parent.lastChild)
            open[open.count - 1].lastChild = index
        }
        open.append((index, -1))
    }

    /// Ends the element that was begun last.
    public mutating func end() {
        if !open.isEmpty { open.removeLast() }
    }

    /// The document, or nil if it has no element.
    public var document: XMLDocument? {
        if nodes.isEmpty { return nil }
        return XMLDocument(
            storage: XMLDocument.Storage(nodes: nodes, attributes: attributes, names: names, numbers: numbers, text: text, files: files))
    }

    private mutating func number(of name: String) -> Int32 {
        if let known = numbers[name] { return known }
        let number = Int32(truncatingIfNeeded: names.count)
        numbers[name] = number
        names.append(name)
        return number
    }

    private mutating func fileNumber(of file: String) -> Int32 {
        if let known = fileNumbers[file] { return known }
        let number = Int32(truncatingIfNeeded: files.count)
        fileNumbers[file] = number
        files.append(file)
        return number
    }
}
