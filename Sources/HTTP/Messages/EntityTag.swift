/// An entity tag, such as `"3"` or `W/"3"` (RFC 9110 section 8.8.3).
public struct EntityTag: Hashable, Sendable {
    public let isWeak: Bool
    /// The characters between the quotation marks.
    public let name: String

    /// Parses a list of tags with commas between them; returns nil if it is malformed or has an empty element.
    public static func list(_ text: String) -> [EntityTag]? {
        var tags: [EntityTag] = []
        var rest = Substring(text)
        while true {
            rest = rest.trimmingOptionalWhitespace()
            let isWeak = rest.hasPrefix("W/")
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.utf8.first == UInt8(ascii: "\"") else { return nil }
            rest = rest.dropFirst()
            guard let end = rest.utf8.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
            let name = rest[..<end]
            guard name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else { return nil }
            tags.append(EntityTag(isWeak: isWeak, name: String(name)))
            rest = rest[end...].dropFirst().trimmingOptionalWhitespace()
            if rest.isEmpty { return tags }
            guard rest.utf8.first == UInt8(ascii: ",") else { return nil }
            rest = rest.dropFirst()
        }
    }
}
