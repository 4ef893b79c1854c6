internal import JSON
internal import LayoutModel

extension LayoutAttribute {
    /// Creates the attribute with this name in UTF-8, without creating a `String`. `baseline` is the last baseline. Also accepts
    /// the names in code.
    init?(utf8 name: UnsafeBufferPointer<UInt8>) {
        let word = ByteWord(name)
        // The usual ones come first.
        if word.isEqual(to: "leading") {
            self = .leading
        } else if word.isEqual(to: "trailing") {
            self = .trailing
        } else if word.isEqual(to: "top") {
            self = .top
        } else if word.isEqual(to: "bottom") {
            self = .bottom
        } else if word.isEqual(to: "width") {
            self = .width
        } else if word.isEqual(to: "height") {
            self = .height
        } else if word.isEqual(to: "centerX") {
            self = .centerX
        } else if word.isEqual(to: "centerY") {
            self = .centerY
        } else if word.isEqual(to: "left") {
            self = .left
        } else if word.isEqual(to: "right") {
            self = .right
        } else {
            self.init(rare: name)
        }
    }

    private init?(rare name: UnsafeBufferPointer<UInt8>) {
        for (word, attribute) in LayoutAttribute.rareWords where name.isEqual(to: word) {
            self = attribute
            return
        }
        guard let plain = PlatformWord.plain(name, .attribute) else { return nil }
        self.init(name: plain)
    }

    /// Returns ` (did you mean "leading"?)` if a word is nearly an attribute, or the name of an anchor.
    static func hint(_ word: String) -> String {
        if word.hasSuffix("Anchor"), let attribute = LayoutAttribute(rawValue: String(word.dropLast("Anchor".count))) {
            return " (did you mean \"\(attribute.rawValue)\"?)"
        }
        return NearWord.hint(word, among: LayoutAttribute.allCases.map(\.rawValue))
    }

    private static let rareWords: [(StaticString, LayoutAttribute)] = [
        ("firstBaseline", .firstBaseline), ("lastBaseline", .lastBaseline), ("baseline", .lastBaseline), ("leftMargin", .leftMargin),
        ("rightMargin", .rightMargin), ("topMargin", .topMargin), ("bottomMargin", .bottomMargin), ("leadingMargin", .leadingMargin),
        ("trailingMargin", .trailingMargin), ("centerXWithinMargins", .centerXWithinMargins), ("centerYWithinMargins", .centerYWithinMargins),
    ]
}

extension LayoutRelation {
    /// Creates the relation with this sign in UTF-8. Also accepts `=`, `≤`, `≥`, and the names in code.
    init?(utf8 sign: UnsafeBufferPointer<UInt8>) {
        let word = ByteWord(sign)
        if word.isEqual(to: "==") || word.isEqual(to: "=") {
            self = .equal
        } else if word.isEqual(to: "<=") || word.isEqual(to: "≤") {
            self = .lessThanOrEqual
        } else if word.isEqual(to: ">=") || word.isEqual(to: "≥") {
            self = .greaterThanOrEqual
        } else {
            guard let relation = PlatformWord.relation(sign) else { return nil }
            self = relation
        }
    }
}
