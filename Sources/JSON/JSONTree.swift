/// A JSON text as a tree, for callers that prefer convenience to speed.
public enum JSONTree: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Number)
    case string(String)
    case array([JSONTree])
    case object([Member])

    public struct Member: Sendable, Hashable {
        public var key: String
        public var value: JSONTree

        public init(key: String, value: JSONTree) {
            self.key = key
            self.value = value
        }
    }

    /// Parses a text; its numbers retain their spelling.
    public init(parsing bytes: [UInt8], depthLimit: Int = JSONDocument.defaultDepthLimit) throws(JSONError) {
        self.init(try JSONDocument(parsing: bytes, depthLimit: depthLimit), of: bytes)
    }

    /// Copies a document with the spelling of its numbers.
    ///
    /// - Parameter bytes: the text that the document was parsed from.
    public init(_ document: JSONDocument, of bytes: [UInt8]) {
        var spellings: NumberSpellings? = NumberSpellings(bytes)
        self = document.withRoot { JSONTree($0, &spellings) }
    }

    /// Copies a value; the document's depth limit bounds the recursion.
    public init(_ value: JSONValue) {
        var spellings: NumberSpellings?
        self.init(value, &spellings)
    }

    private init(_ value: JSONValue, _ spellings: inout NumberSpellings?) {
        if let bool = value.bool {
            self = .bool(bool)
        } else if let number = value.number {
            self = .number(Number(number, spelling: spellings?.next()))
        } else if let string = value.string {
            self = .string(string)
        } else if let elements = value.elements {
            var copied: [JSONTree] = []
            copied.reserveCapacity(value.count)
            for element in elements { copied.append(JSONTree(element, &spellings)) }
            self = .array(copied)
        } else if let members = value.members {
            var copied: [Member] = []
            copied.reserveCapacity(value.count)
            for member in members { copied.append(Member(key: member.name, value: JSONTree(member.value, &spellings))) }
            self = .object(copied)
        } else {
            self = .null
        }
    }

    public subscript(key: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    public subscript(place: Int) -> JSONTree? {
        guard case .array(let elements) = self, elements.indices.contains(place) else { return nil }
        return elements[place]
    }

    public var string: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    public var bool: Bool? {
        if case .bool(let value) = self { return value }
        return nil
    }

    public var integer: Int? {
        if case .number(let number) = self { return number.value.integer }
        return nil
    }

    public var double: Double? {
        if case .number(let number) = self { return number.value.double }
        return nil
    }

    public var elements: [JSONTree]? {
        if case .array(let elements) = self { return elements }
        return nil
    }

    public var members: [Member]? {
        if case .object(let members) = self { return members }
        return nil
    }
}

extension JSONWriter {
    /// Writes a value with its content; numbers in their original spelling if it is known.
    public mutating func tree(_ value: JSONTree) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .number(let value): number(value.text)
        case .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements { tree(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                key(text: member.key)
                tree(member.value)
            }
            endObject()
        }
    }
}
