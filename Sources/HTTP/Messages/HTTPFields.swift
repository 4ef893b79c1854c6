/// The field lines of a message in their original order. Names are compared without case; duplicates are preserved.
public struct HTTPFields: Hashable, Sendable {
    /// One field line.
    public struct Line: Hashable, Sendable {
        /// The name in its original spelling.
        public let name: String
        /// The value without the white space around it; bytes that are not UTF-8 are read as U+FFFD.
        public let value: String

        /// Returns whether the line has that name, without case.
        func isNamed(_ other: String) -> Bool {
            isEqualIgnoringCase(name, other)
        }
    }

    public private(set) var lines: [Line] = []

    public init() {}

    /// Creates fields in the order given.
    public init(_ pairs: [(name: String, value: String)]) {
        lines = pairs.map { Line(name: $0.name, value: $0.value) }
    }

    public var count: Int { lines.count }
    public var isEmpty: Bool { lines.isEmpty }

    /// Appends a line, even if the name exists already.
    public mutating func append(_ name: String, _ value: String) {
        lines.append(Line(name: name, value: value))
    }

    /// The value of the first line with that name. Setting it replaces all lines of the name; nil removes them.
    public subscript(name: String) -> String? {
        get {
            lines.first { $0.isNamed(name) }?.value
        }
        set {
            lines.removeAll { $0.isNamed(name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// Returns the values of all lines with that name.
    public func values(_ name: String) -> [String] {
        lines.filter { $0.isNamed(name) }.map(\.value)
    }

    /// Returns whether any line has that name.
    public func contains(_ name: String) -> Bool {
        lines.contains { $0.isNamed(name) }
    }

    /// The number of members of a list that are looked at. Clients send few; thousands would take milliseconds of the event loop.
    private static let mostTokens = 64

    /// Returns the first members of a comma-separated list over all lines of that name, trimmed and in lower case, without empty ones: 64
    /// at most, and those within as many times that many characters.
    ///
    /// It is for lists of tokens such as `Connection`; quoted strings are not supported.
    public func tokens(_ name: String) -> [String] {
        var tokens: [String] = []
        var left = HTTPFields.mostTokens * HTTPFields.mostTokens
        for value in values(name) {
            var rest = value.utf8.prefix(left)[...]
            left -= rest.count
            while !rest.isEmpty, tokens.count < HTTPFields.mostTokens {
                let part = rest.prefix { $0 != ASCII.comma }
                rest = rest.dropFirst(part.count + 1)
                let token = asciiLowercased(String(Substring(part).trimmingOptionalWhitespace()))
                if !token.isEmpty { tokens.append(token) }
            }
            if left == 0 || tokens.count == HTTPFields.mostTokens { break }
        }
        return tokens
    }
}

extension Substring {
    /// Returns the text without the spaces and tabs at both ends (OWS of RFC 9110).
    public func trimmingOptionalWhitespace() -> Substring {
        var rest = utf8
        while let first = rest.first, first == ASCII.space || first == ASCII.tab { rest.removeFirst() }
        while let last = rest.last, last == ASCII.space || last == ASCII.tab { rest.removeLast() }
        return Substring(rest)
    }
}
