// Makes text safe for terminals: colors only if requested, and no control characters of the input.

/// Whether text contains colors (ANSI escapes).
public struct TextStyle: Sendable, Hashable {
    public var isColored: Bool

    public init(isColored: Bool = false) {
        self.isColored = isColored
    }

    enum Color: Int {
        case bold = 1
        case dim = 2
        case red = 31
        case green = 32
        case yellow = 33
        case cyan = 36
    }

    func paint(_ text: String, _ color: Color) -> String {
        isColored ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension String {
    /// Returns the text with control characters and marks of writing direction as `\u{…}`. A name in a document can then neither
    /// control the terminal nor reorder a line.
    ///
    /// - Parameter kept: control characters to leave unchanged, such as newlines.
    public func terminalSafe(keeping kept: Set<Unicode.Scalar> = []) -> String {
        func isHidden(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case _ where kept.contains(scalar): false
            case 0..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
        guard unicodeScalars.contains(where: isHidden) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if isHidden(scalar) {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Returns the text with the given scalars replaced, even if a combining accent follows them and forms one character with
    /// them.
    func replacing(_ signs: [Unicode.Scalar: String]) -> String {
        guard unicodeScalars.contains(where: { signs[$0] != nil }) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if let other = signs[scalar] { text += other } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}
