/// JSON Pointers (RFC 6901).
public enum JSONPointer {
    /// Returns a key escaped for a pointer (`~` and `/`).
    public static func escaped(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return key }
        var text = ""
        for scalar in key.unicodeScalars {
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Returns the pointer to an element on the tape; for a key, to its member.
    static func text(of place: Int, under root: JSONValue) -> String {
        var pointer = ""
        var value = root
        descent: while value.index != place {
            if let members = value.members {
                for member in members where place < member.value.end {
                    pointer += "/" + escaped(member.name)
                    if place < member.value.index { return pointer }
                    value = member.value
                    continue descent
                }
            } else if let elements = value.elements {
                for (number, element) in elements.enumerated() where place < element.end {
                    pointer += "/\(number)"
                    value = element
                    continue descent
                }
            }
            break
        }
        return pointer
    }
}
