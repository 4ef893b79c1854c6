internal import JSON

/// The places of a JSON document's constraints and views in its text, by id.
///
/// The text must have been read without error. A byte order mark before it has no column. It scans every byte, so it is created only if places are needed.
public struct ElementPlaces: Sendable {
    /// A line and a column in characters, both from 1.
    public struct Place: Sendable, Hashable {
        public var line: Int
        public var column: Int

        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }
    }

    private var constraints: [String: Place] = [:]
    private var views: [String: Place] = [:]
    /// The places of each list's elements, in order.
    private var elements: [String: [Place]] = [:]

    public init(json text: [UInt8]) {
        let bytes = text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
        guard let document = try? JSONDocument(parsing: bytes) else { return }
        var scanner = ElementScanner(bytes)
        let offsets = scanner.elements(of: ElementPlaces.lists)
        let places = ElementPlaces.places(of: offsets.flatMap(\.self), in: bytes)
        for (key, starts) in zip(ElementPlaces.lists, offsets) { elements[key] = starts.compactMap { places[$0] } }
        document.withRoot { root in
            for (key, starts) in zip(["constraints", "views"], offsets) {
                guard let elements = root[key]?.elements else { continue }
                for (index, element) in elements.enumerated() where starts.indices.contains(index) {
                    guard let place = places[starts[index]] else { continue }
                    let id = element.members == nil ? nil : element["id"]?.string
                    if key == "constraints" { constraints[id ?? "c\(index + 1)"] = place } else if let id { views[id] = place }
                }
            }
        }
    }

    private static let lists = ["constraints", "views", "assert", "suppress"]

    /// Returns the place of a constraint, or of its visual format (`row` for `row.2`).
    public func constraint(_ id: String) -> Place? {
        if let place = constraints[id] { return place }
        guard let dot = id.lastIndex(of: ".") else { return nil }
        return constraints[String(id[..<dot])]
    }

    public func view(_ id: String) -> Place? { views[id] }

    /// Returns the place of the list element that contains a JSON Pointer's value: of `/constraints/3` for
    /// `/constraints/3/first/item`.
    public func element(at pointer: String) -> Place? {
        let parts = pointer.split(separator: "/", maxSplits: 3)
        guard pointer.hasPrefix("/"), parts.count >= 2, let index = Int(parts[1]), let list = elements[String(parts[0])],
            list.indices.contains(index)
        else { return nil }
        return list[index]
    }

    private static func places(of offsets: [Int], in bytes: [UInt8]) -> [Int: Place] {
        var places: [Int: Place] = [:]
        var (line, column, at) = (1, 1, 0)
        for offset in offsets.sorted() {
            while at < offset {
                if bytes[at] == UInt8(ascii: "\n") {
                    (line, column) = (line + 1, 1)
                } else if bytes[at] & 0xC0 != 0x80 {
                    column += 1
                }
                at += 1
            }
            places[offset] = Place(line: line, column: column)
        }
        return places
    }
}

/// Finds the beginnings of values in a valid JSON text.
private struct ElementScanner {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns, for each key of the outermost object, the positions of its array's elements.
    mutating func elements(of keys: [String]) -> [[Int]] {
        var found = [[Int]](repeating: [], count: keys.count)
        skipSpace()
        guard take(UInt8(ascii: "{")) else { return found }
        while at < bytes.count {
            skipSpace()
            let start = at
            guard skipString() else { return found }
            let key = String(decoding: bytes[(start + 1)..<(at - 1)], as: UTF8.self)
            skipSpace()
            _ = take(UInt8(ascii: ":"))
            skipSpace()
            if let place = keys.firstIndex(of: key), at < bytes.count, bytes[at] == UInt8(ascii: "[") {
                found[place] = elements()
            } else {
                skipValue()
            }
            skipSpace()
            guard take(UInt8(ascii: ",")) else { return found }
        }
        return found
    }

    private mutating func elements() -> [Int] {
        var places: [Int] = []
        at += 1
        while at < bytes.count {
            skipSpace()
            if take(UInt8(ascii: "]")) { break }
            places.append(at)
            skipValue()
            skipSpace()
            _ = take(UInt8(ascii: ","))
        }
        return places
    }

    /// Skips one value.
    private mutating func skipValue() {
        var depth = 0
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""): _ = skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                at += 1
                continue
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
                at += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                if depth == 0 { return }
                at += 1
                continue
            case let byte where ElementScanner.isSpace(byte):
                at += 1
                continue
            default:
                while at < bytes.count, !ElementScanner.endsScalar(bytes[at]) { at += 1 }
            }
            if depth == 0 { return }
        }
    }

    private mutating func skipString() -> Bool {
        guard take(UInt8(ascii: "\"")) else { return false }
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
        return take(UInt8(ascii: "\""))
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    private mutating func skipSpace() {
        while at < bytes.count, ElementScanner.isSpace(bytes[at]) { at += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }
}
