/// Tells ids that a person wrote, such as `nameField`, from those that a program generated, such as `8bC-Xf-vdC` or `UIView:0x7f80`.
enum PersonalID {
    private static let mostLetters = 40

    /// Returns whether the id is one word of letters, digits, underscores and hyphens that begins with a letter, and looks like no object id of
    /// Interface Builder and no address.
    static func isOne(_ id: String) -> Bool {
        let bytes = Array(id.utf8)
        guard (1...mostLetters).contains(bytes.count), let first = bytes.first, isLetter(first), bytes.allSatisfy(isPart) else { return false }
        return !id.contains("0x") && !isObjectID(bytes)
    }

    /// Returns whether the id has the form of Interface Builder's: `8bC-Xf-vdC`.
    private static func isObjectID(_ bytes: [UInt8]) -> Bool {
        bytes.count == 10 && bytes[3] == UInt8(ascii: "-") && bytes[6] == UInt8(ascii: "-")
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
}
