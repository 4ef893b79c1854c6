internal import ExactArithmetic
internal import LayoutModel

// Parses equations: `V.height == 2`, `V.bottom == W.bottom - 24`, `V.height == 1.5*V.width`, `V.width == W.width * 0.25 + 8`.

extension DescriptionParser {
    mutating func takeEquation() throws(UnreadableDescription) -> PrintedRelation {
        let first = try takeAnchor(isFollowed: isFollowedByRelation)
        skipBlanks()
        guard let sign = takeRelation() else { throw UnreadableDescription("expected a relation, found '\(excerpt)'") }
        var relation = PrintedRelation(first: first, relation: sign)
        let isComplete = isAtSignOfTwo(before: index)
        skipBlanks()
        // iOS 6 and 7 print nothing for a constant of 0. A single sign may be part of a relation that lost a bracket.
        if isComplete, isAtSuffix { return relation }
        // Masonry prints the multiplier of a constant length too, where it has no effect.
        if take("*") {
            skipBlanks()
            guard takeNumber() != nil else { throw UnreadableDescription("expected a multiplier, found '\(excerpt)'") }
            skipBlanks()
        }
        if try takeFactorOrConstant(&relation) { return relation }
        relation.second = try takeAnchor(isFollowed: isFollowedByTerm)
        try takeTerms(&relation)
        return relation
    }

    /// Parses a constant without a second item, and returns true. Otherwise parses the factor before the second item, if there is
    /// one.
    private mutating func takeFactorOrConstant(_ relation: inout PrintedRelation) throws(UnreadableDescription) -> Bool {
        let start = index
        if tableName(at: index, followed: { self.bytes.at($0) == Byte.dot }) != nil { return false }
        guard let number = takeNumber() else {
            if take("-") {
                relation.multiplier = -.one
                skipBlanks()
            }
            return false
        }
        let numberEnd = index
        skipBlanks()
        if take("*") {
            skipBlanks()
            relation.multiplier = multiplier(number, printed: start..<numberEnd)
            return false
        }
        if isAtSuffix {
            relation.constant = number
            return true
        }
        // `1.5UIView:0x7f80.height`: Markdown removed the star as emphasis. A name may begin with a digit as well.
        var probe = self
        if index == numberEnd, let anchor = try? probe.takeAnchor(isFollowed: isFollowedByTerm), case .item(let item) = anchor.reference,
            item.address != nil
        {
            relation.multiplier = multiplier(number, printed: start..<numberEnd)
        } else {
            index = start
        }
        return false
    }

    /// Whether the equation ends here: at the end, or at a priority.
    private var isAtSuffix: Bool {
        index >= end || bytes[index] == UInt8(ascii: "^") || bytes[index] == UInt8(ascii: "@") || bytes.has("priority:", at: index)
            || bytes.has("Hug:", at: index)
    }

    /// Returns whether the relation that ends at an index has both its characters: `==`, `<=` or `>=`.
    private func isAtSignOfTwo(before index: Int) -> Bool {
        bytes.has("==", at: index - 2) || bytes.has("<=", at: index - 2) || bytes.has(">=", at: index - 2)
    }

    /// Parses the terms after the second item: `* m`, `/ d`, `+ c`, `- c`, and a named space with or without a sign.
    private mutating func takeTerms(_ relation: inout PrintedRelation) throws(UnreadableDescription) {
        while true {
            skipBlanks()
            guard let byte = next else { return }
            if take("*") {
                skipBlanks()
                guard let factor = takeMultiplier() else { throw UnreadableDescription("expected a multiplier, found '\(excerpt)'") }
                relation.multiplier *= factor
            } else if take("/") {
                skipBlanks()
                guard let divisor = takeNumber(), let quotient = relation.multiplier.divided(by: divisor) else {
                    throw UnreadableDescription("expected a divisor, found '\(excerpt)'")
                }
                relation.multiplier = quotient
            } else if byte == Byte.plus || byte == Byte.minus || byte.isLetter {
                if bytes.has("priority:", at: index) { return }
                let isNegative = take("-")
                if !isNegative { _ = take("+") }
                skipBlanks()
                if !byte.isLetter, let number = takeNumber() {
                    relation.constant += isNegative ? -number : number
                } else if let symbol = try takeSymbol() {
                    if let length = symbol.length {
                        relation.constant += isNegative ? -length : length
                    } else {
                        relation.unknownConstant = symbol.name
                    }
                } else {
                    throw UnreadableDescription("expected a constant, found '\(excerpt)'")
                }
            } else {
                return
            }
        }
    }

    // MARK: Items with their attributes

    /// Parses `item.attribute`. The attribute is the last word after a dot, since names may contain dots and blanks.
    private mutating func takeAnchor(isFollowed: (Int) -> Bool) throws(UnreadableDescription) -> PrintedAnchor {
        if take("'|'.") || take("|.") {
            guard let (attribute, attributeEnd) = attribute(at: index - 1, isFollowed: isFollowed) else {
                throw UnreadableDescription("'\(excerpt)' is not a known attribute")
            }
            index = attributeEnd
            return PrintedAnchor(reference: .superview, attribute: attribute)
        }
        if let (item, itemEnd) = tableName(at: index, followed: { self.attribute(at: $0, isFollowed: isFollowed) != nil }),
            let (attribute, attributeEnd) = attribute(at: itemEnd, isFollowed: isFollowed)
        {
            index = attributeEnd
            return PrintedAnchor(reference: .item(item), attribute: attribute)
        }
        let start = index
        var position = index
        var mayHaveTitle = true
        while position < end {
            if bytes[position] == Byte.dot, position > start, let (attribute, attributeEnd) = attribute(at: position, isFollowed: isFollowed) {
                index = attributeEnd
                return PrintedAnchor(reference: .item(try item(start..<position)), attribute: attribute)
            }
            // A title follows an address. This is tried once, since the search extends from the first quote to the end.
            if bytes[position] == Byte.quote, mayHaveTitle, position > start,
                bytes[position - 1].isHexDigit || bytes[position - 1] == Byte.closeBracket
            {
                mayHaveTitle = false
                var close = position + 1
                while close < end {
                    if bytes[close] == Byte.quote, let (attribute, attributeEnd) = attribute(at: close + 1, isFollowed: isFollowed) {
                        index = attributeEnd
                        return PrintedAnchor(reference: .item(try item(start..<position, title: position + 1..<close)), attribute: attribute)
                    }
                    close += 1
                }
            }
            position += 1
        }
        throw UnreadableDescription("no known attribute follows '\(bytes.text(start..<Swift.min(end, start + 24)))'")
    }

    /// Parses `.attribute` at an index, and skips an engine's variable number `{id: 178}`. Returns nil if there is none or the
    /// following text does not fit.
    private func attribute(at dot: Int, isFollowed: (Int) -> Bool) -> (attribute: PrintedAttribute, end: Int)? {
        guard dot < end, bytes[dot] == Byte.dot else { return nil }
        var position = dot + 1
        while position < end, bytes[position].isLetter, position < dot + 24 { position += 1 }
        guard position < end ? !bytes[position].isWord : true, let attribute = PrintedAttribute(bytes.text(dot + 1..<position)) else { return nil }
        if position < end, bytes[position] == UInt8(ascii: "{") {
            guard let close = bytes[position..<Swift.min(end, position + 40)].firstIndex(of: UInt8(ascii: "}")) else { return nil }
            position = close + 1
        }
        return isFollowed(position) ? (attribute, position) : nil
    }

    private func isFollowedByRelation(_ position: Int) -> Bool {
        let position = bytes.skippingBlanks(from: position)
        guard position < end else { return false }
        return bytes[position] == Byte.equals || bytes[position] == Byte.less || bytes[position] == Byte.greater
            || bytes.has("\u{2265}", at: position)
            || bytes.has("\u{2264}", at: position)
    }

    private func isFollowedByTerm(_ position: Int) -> Bool {
        let position = bytes.skippingBlanks(from: position)
        guard position < end else { return true }
        switch bytes[position] {
        case Byte.star, Byte.plus, Byte.minus, UInt8(ascii: "/"), UInt8(ascii: "^"), UInt8(ascii: "@"): return true
        default: return bytes.has("NS", at: position) || bytes.has("priority:", at: position) || bytes.has("(null)", at: position)
        }
    }
}
