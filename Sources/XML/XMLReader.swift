internal import CExpat

/// A parser of XML by expat. Every document type declaration is rejected, so there are no entities but the five predefined ones.
public struct XMLReader: Sendable {
    public var limits: XMLLimits
    private let isWanted: @Sendable () -> Bool

    /// - Parameter isWanted: asked between pieces of reading, which end with an error if it denies.
    public init(limits: XMLLimits = XMLLimits(), isWanted: @escaping @Sendable () -> Bool = { true }) {
        self.limits = limits
        self.isWanted = isWanted
    }

    /// Parses a document in UTF-8, UTF-16, ISO-8859-1 or ASCII, according to its declaration or byte order mark.
    public func read(_ bytes: [UInt8]) throws(XMLError) -> XMLDocument {
        guard let parser = XML_ParserCreate(nil) else {
            throw XMLError(.tooLarge, "there is not enough memory to read the document", line: 1, column: 1)
        }
        defer { XML_ParserFree(parser) }
        let builder = TreeBuilder(parser: parser, limits: limits, isWanted: isWanted)
        XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
        XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_NEVER)
        XML_SetElementHandler(
            parser, { data, name, attributes in TreeBuilder.of(data)?.begin(name, attributes) },
            { data, _ in TreeBuilder.of(data)?.end() })
        XML_SetCharacterDataHandler(parser) { data, text, count in TreeBuilder.of(data)?.take(text, Int(count)) }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
            TreeBuilder.of(data)?.stop(.doctype, "a document type declaration (DOCTYPE) is not accepted; remove it")
        }
        let isWhole = withExtendedLifetime(builder) { XMLReader.feed(bytes, to: parser) }
        if let error = builder.error { throw error }
        guard isWhole else { throw XMLReader.error(of: parser, within: builder.innermost) }
        return builder.document
    }

    /// The length of the parts passed to expat, which counts bytes by `int`.
    private static let part = 1 << 20

    private static func feed(_ bytes: [UInt8], to parser: XML_Parser) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var offset = 0
            repeat {
                let count = min(part, buffer.count - offset)
                let start = buffer.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
                offset += count
                if XML_Parse(parser, start, Int32(count), offset >= buffer.count ? 1 : 0) != XML_STATUS_OK { return false }
            } while offset < buffer.count
            return true
        }
    }

    /// - Parameter open: the innermost element that is open, such as `<view> of line 3`.
    private static func error(of parser: XML_Parser, within open: String?) -> XMLError {
        let code = XML_GetErrorCode(parser)
        let message = sentence(code, within: open) ?? XML_ErrorString(code).map { String(cString: $0) } ?? "the XML is not well-formed"
        let reason: XMLError.Reason = code == XML_ERROR_NO_MEMORY ? .tooLarge : .malformed
        return XMLError(reason, message, line: place(XML_GetCurrentLineNumber(parser)), column: place(XML_GetCurrentColumnNumber(parser)) + 1)
    }

    /// Returns what is missing, for the frequent errors that expat names in the words of its own.
    private static func sentence(_ code: XML_Error, within open: String?) -> String? {
        switch code {
        case XML_ERROR_NO_ELEMENTS: "the document ends before \(open ?? "its root element") is closed"
        case XML_ERROR_UNCLOSED_TOKEN: "the document ends within the tag or comment that begins here"
        case XML_ERROR_TAG_MISMATCH: "\(open ?? "an element") is not closed before this tag, which closes another element"
        case XML_ERROR_INVALID_TOKEN: "this character is not allowed here: '<', '&' and '\"' in texts are written '&lt;', '&amp;' and '&quot;'"
        case XML_ERROR_PARTIAL_CHAR: "the document ends within a character"
        case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: "the document has ended before this: only one root element is allowed"
        case XML_ERROR_DUPLICATE_ATTRIBUTE: "this element has an attribute twice"
        case XML_ERROR_UNDEFINED_ENTITY: "this entity is not defined: '&' in texts is written '&amp;'"
        case XML_ERROR_UNCLOSED_CDATA_SECTION: "the CDATA section that begins here is not closed: ']]>' is missing"
        default: nil
        }
    }

    static func place(_ number: XML_Size) -> Int { Int(clamping: number) }
}

/// A builder of the tree from expat's events.
private final class TreeBuilder {
    private let parser: XML_Parser
    private let limits: XMLLimits
    private let isWanted: () -> Bool
    /// The number of elements that are read between two questions whether the document is wanted.
    private static let piece = 1024
    private(set) var error: XMLError?

    private var nodes: [XMLDocument.Node] = []
    private var attributes: [XMLDocument.Attribute] = []
    private var names: [String] = []
    private var numbers: [String: Int32] = [:]
    private var text: [Int32: String] = [:]
    private var textBytes = 0
    /// The open elements, each with its last child so far.
    private var open: [(node: Int32, lastChild: Int32)] = []
    /// The character data since the last tag.
    private var pending: [UInt8] = []

    init(parser: XML_Parser, limits: XMLLimits, isWanted: @escaping () -> Bool) {
        self.parser = parser
        self.limits = limits
        self.isWanted = isWanted
    }

    static func of(_ data: UnsafeMutableRawPointer?) -> TreeBuilder? {
        data.map { Unmanaged<TreeBuilder>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The innermost open element, such as `<view> of line 3`; nil if there is none.
    var innermost: String? {
        open.last.map { "<\(names[Int(nodes[Int($0.node)].name)])> of line \(nodes[Int($0.node)].line)" }
    }

    var document: XMLDocument {
        XMLDocument(storage: XMLDocument.Storage(nodes: nodes, attributes: attributes, names: names, numbers: numbers, text: text))
    }

    func stop(_ reason: XMLError.Reason, _ message: String) {
        guard error == nil else { return }
        error = XMLError(
            reason, message, line: XMLReader.place(XML_GetCurrentLineNumber(parser)),
            column: XMLReader.place(XML_GetCurrentColumnNumber(parser)) + 1)
        XML_StopParser(parser, 0)
    }

    func begin(_ name: UnsafePointer<CChar>?, _ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        // expat may deliver buffered events after it was stopped.
        guard error == nil, let name else { return }
        flush()
        guard open.count < limits.depth else { return stop(.tooLarge, "elements are nested more than \(limits.depth) levels deep") }
        guard nodes.count < min(limits.elements, Int(Int32.max) - 1) else {
            return stop(.tooLarge, "the file has more than \(limits.elements) elements, which is the limit")
        }
        if nodes.count % TreeBuilder.piece == 0, !isWanted() {
            return stop(.tooLarge, "the file was not read to its end, because nobody waits for it")
        }
        let start = Int32(truncatingIfNeeded: attributes.count)
        var place = 0
        while let pairs, let key = pairs[place], let value = pairs[place + 1] {
            guard place / 2 < limits.attributes else {
                return stop(.tooLarge, "an element has more than \(limits.attributes) attributes, which is the limit")
            }
            let text = String(cString: value)
            guard count(text.utf8.count) else { return }
            attributes.append(XMLDocument.Attribute(name: number(of: key), value: text))
            place += 2
        }
        let index = Int32(truncatingIfNeeded: nodes.count)
        nodes.append(
            XMLDocument.Node(
                name: number(of: name), parent: open.last?.node ?? -1, attributes: start..<Int32(truncatingIfNeeded: attributes.count),
                line: Int32(clamping: XML_GetCurrentLineNumber(parser)), column: Int32(clamping: XML_GetCurrentColumnNumber(parser) + 1)))
        if let parent = open.last {
            nodes.append(child: index, to: parent.node, after: parent.lastChild)
            open[open.count - 1].lastChild = index
        }
        open.append((index, -1))
    }

    func end() {
        guard error == nil else { return }
        flush()
        if !open.isEmpty { open.removeLast() }
    }

    func take(_ start: UnsafePointer<CChar>?, _ length: Int) {
        guard error == nil, let start, length > 0, count(length) else { return }
        start.withMemoryRebound(to: UInt8.self, capacity: length) { pending.append(contentsOf: UnsafeBufferPointer(start: $0, count: length)) }
    }

    private func flush() {
        guard !pending.isEmpty else { return }
        defer { pending.removeAll(keepingCapacity: true) }
        guard let node = open.last?.node, pending.contains(where: { $0 > 0x20 }) else { return }
        text[node, default: ""] += String(decoding: pending, as: UTF8.self)
    }

    /// Counts bytes of text. Returns false beyond the limit.
    private func count(_ bytes: Int) -> Bool {
        textBytes += bytes
        if textBytes > limits.text {
            stop(.tooLarge, "the file has more than \(limits.text) bytes of text, which is the limit")
            return false
        }
        return true
    }

    private func number(of name: UnsafePointer<CChar>) -> Int32 {
        let text = String(cString: name)
        if let known = numbers[text] { return known }
        let number = Int32(truncatingIfNeeded: names.count)
        numbers[text] = number
        names.append(text)
        return number
    }
}
