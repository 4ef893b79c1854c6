internal import JSON
internal import LayoutModel

extension LayoutAttribute {
    /// The attribute of that name in bytes, without a `String` in between; `baseline` is the last baseline.
    init?(utf8 name: UnsafeBufferPointer<UInt8>) {
        for (word, attribute) in LayoutAttribute.words where name.isEqual(to: word) {
            self = attribute
            return
        }
        return nil
    }

    /// The usual ones first.
    private static let words: [(StaticString, LayoutAttribute)] = [
        ("leading", .leading), ("trailing", .trailing), ("top", .top), ("bottom", .bottom), ("width", .width), ("height", .height),
        ("centerX", .centerX), ("centerY", .centerY), ("left", .left), ("right", .right), ("firstBaseline", .firstBaseline),
        ("lastBaseline", .lastBaseline), ("baseline", .lastBaseline), ("leftMargin", .leftMargin), ("rightMargin", .rightMargin),
        ("topMargin", .topMargin), ("bottomMargin", .bottomMargin), ("leadingMargin", .leadingMargin), ("trailingMargin", .trailingMargin),
        ("centerXWithinMargins", .centerXWithinMargins), ("centerYWithinMargins", .centerYWithinMargins),
    ]
}

extension LayoutRelation {
    /// The relation of that sign in bytes; also `=`, `≤`, `≥`.
    init?(utf8 sign: UnsafeBufferPointer<UInt8>) {
        if sign.isEqual(to: "==") || sign.isEqual(to: "=") {
            self = .equal
        } else if sign.isEqual(to: "<=") || sign.isEqual(to: "≤") {
            self = .lessThanOrEqual
        } else if sign.isEqual(to: ">=") || sign.isEqual(to: "≥") {
            self = .greaterThanOrEqual
        } else {
            return nil
        }
    }
}
