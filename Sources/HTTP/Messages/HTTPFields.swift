/// The field lines of a message in the order they came: names compare without case, duplicates are kept.
public struct HTTPFields: Hashable, Sendable {
    /// One field line.
    public struct Line: Hashable, Sendable {
        /// The name as it was written.
        public let name: String
        /// The value without the white space around it; bytes that are no UTF-8 read as U+FFFD.
        public let value: String

        /// Whether the line has that name, without case.
        func isNamed(_ other: String) -> Bool {
            isEqualIgnoringCase(name, other)
        }
    }

    public private(set) var lines: [Line] = []

    public init() {}

    /// Fields in the order given.
    public init(_ pairs: [(name: String, value: String)]) {
        lines = pairs.map { Line(name: $0.name, value: $0.value) }
    }

    public var count: Int { lines.count }
    public var isEmpty: Bool { lines.isEmpty }

    /// Adds a line after the others, also where the name is there already.
    public mutating func append(_ name: String, _ value: String) {
        lines.append(Line(name: name, value: value))
    }

    /// The value of the first line of that name. Setting replaces all lines of the name; nil removes them.
    public subscript(name: String) -> String? {
        get {
            lines.first { $0.isNamed(name) }?.value
        }
        set {
            lines.removeAll { $0.isNamed(name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// The values of every line of that name.
    public func values(_ name: String) -> [String] {
        lines.filter { $0.isNamed(name) }.map(\.value)
    }

    /// Whether any line has that name.
    public func contains(_ name: String) -> Bool {
        lines.contains { $0.isNamed(name) }
    }

    /// The members of a comma-separated list over all lines of that name, trimmed, in lower case, empty ones left out.
    ///
    /// For lists of tokens such as `Connection`; a comma inside a quoted string is not understood.
    public func tokens(_ name: String) -> [String] {
        values(name).flatMap { value in
            value.utf8.split(separator: ASCII.comma).compactMap { part in
                let token = asciiLowercased(String(Substring(part).trimmingOptionalWhitespace()))
                return token.isEmpty ? nil : token
            }
        }
    }
}

extension Substring {
    /// Without the spaces and tabs at both ends (OWS of RFC 9110).
    func trimmingOptionalWhitespace() -> Substring {
        var rest = utf8
        while let first = rest.first, first == ASCII.space || first == ASCII.tab { rest.removeFirst() }
        while let last = rest.last, last == ASCII.space || last == ASCII.tab { rest.removeLast() }
        return Substring(rest)
    }
}
