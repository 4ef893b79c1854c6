/// The elements of an array, in order.
public struct JSONElements: Sequence, IteratorProtocol {
    @usableFromInline var upcoming: JSONValue
    @usableFromInline let last: Int

    @inlinable
    init(upcoming: JSONValue, last: Int) {
        self.upcoming = upcoming
        self.last = last
    }

    @inlinable
    public mutating func next() -> JSONValue? {
        guard upcoming.index < last else { return nil }
        defer { upcoming = JSONValue(tape: upcoming.tape, strings: upcoming.strings, index: upcoming.end) }
        return upcoming
    }
}

/// A key of an object with its value.
public struct JSONMember {
    /// The key's bytes: valid UTF-8, escapes resolved.
    public let key: UnsafeBufferPointer<UInt8>
    public let value: JSONValue
    @usableFromInline let word: ByteWord

    @inlinable
    init(key: UnsafeBufferPointer<UInt8>, head: UInt64, value: JSONValue) {
        self.key = key
        self.value = value
        word = ByteWord(key, head: head)
    }

    public var name: String { String(decoding: key, as: UTF8.self) }

    /// Returns whether the key equals a literal.
    @inlinable
    @inline(__always)
    public func isNamed(_ word: StaticString) -> Bool {
        self.word.isEqual(to: word)
    }
}

/// The members of an object, in order.
public struct JSONMembers: Sequence, IteratorProtocol {
    @usableFromInline var key: JSONValue
    @usableFromInline let last: Int

    @inlinable
    init(key: JSONValue, last: Int) {
        self.key = key
        self.last = last
    }

    @inlinable
    public mutating func next() -> JSONMember? {
        guard key.index < last, let bytes = key.utf8 else { return nil }
        let head = key.head(at: key.index)
        let value = JSONValue(tape: key.tape, strings: key.strings, index: key.index + 1)
        key = JSONValue(tape: key.tape, strings: key.strings, index: value.end)
        return JSONMember(key: bytes, head: head, value: value)
    }
}

extension JSONValue {
    /// The elements if this is an array, otherwise nil.
    @inlinable public var elements: JSONElements? {
        guard tag == Kind.array.rawValue else { return nil }
        return JSONElements(upcoming: JSONValue(tape: tape, strings: strings, index: index + 1), last: end - 1)
    }

    /// The number of elements of an array or members of an object, saturated at 2^24 - 1; 0 for anything else.
    @inlinable public var count: Int {
        tag == Kind.array.rawValue || tag == Kind.object.rawValue ? payload >> 32 : 0
    }

    /// The members if this is an object, otherwise nil.
    @inlinable public var members: JSONMembers? {
        guard tag == Kind.object.rawValue else { return nil }
        return JSONMembers(key: JSONValue(tape: tape, strings: strings, index: index + 1), last: end - 1)
    }

    /// The value of a key if this is an object that has it, otherwise nil.
    public subscript(name: String) -> JSONValue? {
        guard let members else { return nil }
        for member in members where member.key.elementsEqual(name.utf8) { return member.value }
        return nil
    }

    /// The element at an index if this is an array that is long enough, otherwise nil.
    public subscript(place: Int) -> JSONValue? {
        guard let elements else { return nil }
        guard place >= 0 else { return nil }
        for (number, element) in elements.enumerated() where number == place { return element }
        return nil
    }
}
