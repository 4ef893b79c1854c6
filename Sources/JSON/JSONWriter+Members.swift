// Writes whole objects, arrays and members in one call.

extension JSONWriter {
    /// Writes an object with the members that `members` writes.
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        beginObject()
        members(&self)
        endObject()
    }

    /// Writes an array with the elements that `write` writes.
    public mutating func array<Element>(_ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void) {
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }

    public mutating func member(_ key: StaticString, _ value: String) {
        self.key(key)
        string(value)
    }

    /// Writes a member; null if there is no text.
    public mutating func member(_ key: StaticString, optional value: String?) {
        self.key(key)
        if let value { string(value) } else { null() }
    }

    public mutating func member(_ key: StaticString, _ value: Bool) {
        self.key(key)
        bool(value)
    }

    public mutating func member(_ key: StaticString, _ value: Int) {
        self.key(key)
        integer(value)
    }

    /// Writes a member; null if there is no number.
    public mutating func member(_ key: StaticString, optional value: Int?) {
        self.key(key)
        if let value { integer(value) } else { null() }
    }

    public mutating func member(_ key: StaticString, _ values: [String]) {
        self.key(key)
        array(values) { $0.string($1) }
    }

    /// Writes a member whose value is serialized JSON.
    public mutating func member(_ key: StaticString, raw json: [UInt8]) {
        self.key(key)
        raw(json)
    }
}
