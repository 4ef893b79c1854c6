/// A JSON text as a tree of its own, for callers to whom convenience is worth a copy.
public indirect enum JSONTree: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
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

    public init(parsing bytes: [UInt8], depthLimit: Int = JSONDocument.defaultDepthLimit) throws(JSONError) {
        self = try JSONDocument(parsing: bytes, depthLimit: depthLimit).withRoot { JSONTree($0) }
    }

    /// Copies a value; the document's depth limit bounds the recursion.
    public init(_ value: JSONValue) {
        if let bool = value.bool {
            self = .bool(bool)
        } else if let number = value.number {
            self = .number(number)
        } else if let string = value.string {
            self = .string(string)
        } else if let elements = value.elements {
            self = .array(elements.map { JSONTree($0) })
        } else if let members = value.members {
            self = .object(members.map { Member(key: $0.name, value: JSONTree($0.value)) })
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
        if case .number(let number) = self { return number.integer }
        return nil
    }

    public var double: Double? {
        if case .number(let number) = self { return number.double }
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
    /// A value with all that is in it, numbers as short as they can be.
    public mutating func tree(_ value: JSONTree) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .number(.integer(let value)): number(value.description)
        case .number(.unsigned(let value)): number(value.description)
        case .number(.double(let value)): number(value.description)
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
