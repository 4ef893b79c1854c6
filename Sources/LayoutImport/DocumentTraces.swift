internal import LayoutModel

/// Words that documents have in common, for JSON text that cannot be parsed because of its errors or its size.
public struct DocumentTraces: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    static let format = DocumentTraces(rawValue: 1)
    static let constraints = DocumentTraces(rawValue: 2)
    static let relation = DocumentTraces(rawValue: 4)
    static let first = DocumentTraces(rawValue: 8)
    static let attribute = DocumentTraces(rawValue: 16)

    /// The traces in a text, or in a part of one.
    public init(in bytes: [UInt8]) {
        self = []
        let bytes = LayoutRecognition.contains("\\u00", bytes) ? DocumentTraces.unescaped(bytes) : bytes
        if LayoutRecognition.contains("\"plumbline/", bytes) { insert(.format) }
        if LayoutRecognition.contains("\"constraints\"", bytes) { insert(.constraints) }
        if LayoutRecognition.contains("\"first\"", bytes) { insert(.first) }
        if LayoutRecognition.contains("\"attribute\"", bytes) { insert(.attribute) }
        if DocumentTraces.formats.contains(where: { LayoutRecognition.contains($0, bytes) }) || DocumentTraces.holdsRelation(bytes) {
            insert(.relation)
        }
    }

    /// Whether the text was meant as a document.
    public var areOfDocument: Bool {
        contains(.format) || contains(.constraints) && (contains(.relation) || contains(.first) && contains(.attribute))
    }

    private static let formats: [StaticString] = ["\"H:|", "\"V:|", "\"H:[", "\"V:["]

    private static let attributes = Set(LayoutAttribute.allCases.map { Array($0.rawValue.utf8) })

    /// Returns whether an attribute after a dot comes before a relation, as in `title.width >= 60`.
    private static func holdsRelation(_ bytes: [UInt8]) -> Bool {
        let signs: Set = [UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">")]
        var place = 1
        while let next = bytes[place...].firstIndex(of: UInt8(ascii: "=")) {
            place = next + 1
            guard signs.contains(bytes[next - 1]) else { continue }
            let before = bytes[..<(next - 1)].suffix(64)
            let text = before.prefix((before.lastIndex { !$0.isSpace } ?? before.startIndex - 1) + 1 - before.startIndex)
            guard let dot = text.lastIndex(of: UInt8(ascii: ".")) else { continue }
            if attributes.contains(Array(text[(dot + 1)...])) { return true }
        }
        return false
    }

    /// Returns the text with the characters of ASCII that are written as escapes, such as `\u0063`.
    private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "\\"), place + 5 < bytes.count, bytes[place + 1] == UInt8(ascii: "u"),
                let code = UInt8(String(decoding: bytes[(place + 2)...(place + 5)], as: UTF8.self), radix: 16), code < 0x80
            {
                result.append(code)
                place += 6
            } else {
                result.append(bytes[place])
                place += 1
            }
        }
        return result
    }
}
