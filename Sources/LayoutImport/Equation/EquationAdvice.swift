internal import LayoutModel

/// The next step for a mistake in an equation: what to write instead of what other notations have.
struct EquationAdvice {
    /// The text before the mistake, and from it on.
    private let before: Substring
    private let rest: Substring

    /// Returns the error with what to write instead, if the mistake is a usual one.
    static func advised(_ error: EquationError, in text: UnsafeBufferPointer<UInt8>) -> EquationError {
        guard text.count < 10_000, (0...text.count).contains(error.offset) else { return error }
        let advice = EquationAdvice(
            before: Substring(String(decoding: text[..<error.offset], as: UTF8.self)),
            rest: Substring(String(decoding: text[error.offset...], as: UTF8.self)))
        guard let advice = advice.text(after: error.message) else { return error }
        return EquationError(offset: error.offset, message: error.message + advice)
    }

    private func text(after message: String) -> String? {
        if message.hasSuffix("?)") { return nil }
        return sign ?? unit ?? (message.hasPrefix("unknown attribute") ? attribute : nil) ?? (message.hasPrefix("expected '.'") ? item : nil)
    }

    /// Signs that equations do not have.
    private var sign: String? {
        switch rest.first {
        case ">": before.last == "=" ? "; write >=" : "; the relations are ==, <= and >="
        case "<": before.last == "=" ? "; write <=" : "; the relations are ==, <= and >="
        case "!": "; the relations are ==, <= and >="
        case ";": "; leave it out, and write one equation on each line"
        case ",": before.last?.isNumber == true ? "; decimals have a point, as in 1.5" : "; write one equation on each line"
        case "%": "; write a factor, as in 0.5 * badge.width"
        case "(", ")": "; an equation has no parentheses"
        case "“", "”", "„", "‘", "’", "«", "»", "'": "; quote names with straight double quotes, as in \"my view\".width"
        default: nil
        }
    }

    /// A unit after a number.
    private var unit: String? {
        let word = rest.prefix { $0.isLetter }
        guard before.last?.isNumber == true, ["pt", "pts", "px", "dp", "sp", "em", "rem"].contains(word) else { return nil }
        return "; numbers are points and have no unit"
    }

    /// The item that the mistake follows: `title` of `title.`.
    private var itemBefore: Substring {
        before.reversed().first == "."
            ? Substring(String(before.dropLast().reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())) : ""
    }

    private static let guides: Set = [
        "safeArea", "safeAreaLayoutGuide", "layoutMargins", "layoutMarginsGuide", "readableContentGuide", "keyboardLayoutGuide",
    ]

    /// Names in place of an attribute.
    private var attribute: String? {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let item = itemBefore
        switch word {
        case "size": return "; write one equation for \(item).width and one for \(item).height"
        case "center": return "; write one equation for \(item).centerX and one for \(item).centerY"
        case "edges": return "; write one equation each for leading, trailing, top and bottom"
        case "frame", "bounds": return "; write one equation each for leading, top, width and height"
        default: break
        }
        guard rest.dropFirst(word.count).first == "." else { return "; the attributes are \(LayoutAttribute.usual)" }
        if item == "self" { return "; leave out \"self.\"" }
        if EquationAdvice.guides.contains(String(word)) {
            let attribute = rest.dropFirst(word.count + 1).prefix { $0.isLetter }
            return "; write \(word).\(attribute): a guide is an item of its own, and a document that lists its views lists it, too, as "
                + "{\"id\": \"\(word)\", \"parent\": \"\(item)\", \"kind\": \"guide\"} with its insets"
        }
        return "; an item is written without its superview: \(word).\(rest.dropFirst(word.count + 1).prefix { $0.isLetter })"
    }

    /// A name without an attribute, or one that must be quoted.
    private var item: String? {
        let isAtEnd = rest.allSatisfy(\.isWhitespace)
        let name = String(before.reversed().drop { $0.isWhitespace }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
        if name.isEmpty { return nil }
        if rest.hasPrefix("-") {
            let word = (name + rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
            return word.last == "-" ? nil : "; quote a name with a hyphen: \"\(word)\""
        }
        if LayoutAttribute(rawValue: name) != nil { return "; name the view, too, as in title.\(name)" }
        return isAtEnd || rest.first.map { "=<>≤≥".contains($0) } == true ? "; name an attribute, as in \(name).width" : nil
    }
}

extension LayoutAttribute {
    /// The attributes without those of margins, for messages.
    fileprivate static let usual = "left, right, top, bottom, leading, trailing, width, height, centerX, centerY, firstBaseline and lastBaseline"
}
