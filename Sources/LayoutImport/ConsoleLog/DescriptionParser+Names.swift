// Parses the tail: `(active)`, `(active, names: '|':UIView:0x7f80 )`, `(Names: cell_box:0x7f80 )`.

extension DescriptionParser {
    struct Tail {
        var isActive = true
        var superview: PrintedItem?
        var names: [(name: Bytes, item: PrintedItem)] = []

        /// Assigns addresses to the items of a body that share a name.
        ///
        /// The table lists names in the order of the body, and the superview's last. The first item therefore has the first
        /// address of its name, and the second item the second one.
        ///
        /// - Throws: `UnreadableDescription` if the table has more views with the name than the body.
        func tellApart(_ body: inout PrintedConstraint.Body) throws(UnreadableDescription) {
            var items: [PrintedItem] = []
            switch body {
            case .contentSize(let size): items = [size.item]
            case .relation(let relation): items = relation.printedItems
            }
            for name in items.map(\.name) {
                var addresses: [UInt64] = []
                for case let address? in names.lazy.filter({ $0.item.name == name }).map(\.item.address) where !addresses.contains(address) {
                    addresses.append(address)
                }
                guard addresses.count > 1 else { continue }
                let places = items.indices.filter { items[$0].name == name }
                // The superview may have the name too.
                if addresses.count > places.count { addresses.removeAll { $0 == superview?.address } }
                guard addresses.count == places.count else {
                    throw UnreadableDescription(
                        "the table of names contains \(addresses.count) views called '\(name)', so it is unclear which of them this is")
                }
                for (place, address) in zip(places, addresses) { items[place].address = address }
            }
            switch body {
            case .contentSize(var size):
                size.item = items[0]
                body = .contentSize(size)
            case .relation(var relation):
                relation.printedItems = items
                body = .relation(relation)
            }
        }
    }

    /// Returns the index of the tail, if the description has one.
    func lastTail() -> Int? {
        var position = end - 1
        while position > index {
            if bytes[position] == Byte.openParenthesis,
                bytes.has("(active", at: position) || bytes.has("(Names:", at: position) || bytes.has("(names:", at: position)
                    || bytes.has("(inactive", at: position)
            {
                return position
            }
            position -= 1
        }
        return nil
    }

    func takeTail(from start: Int) throws(UnreadableDescription) -> Tail {
        var tail = Tail()
        guard start < bytes.count else { return tail }
        var parser = DescriptionParser(bytes: bytes, index: start + 1, end: bytes.count)
        while let last = parser.end > start ? bytes[parser.end - 1] : nil, last.isBlank { parser.end -= 1 }
        guard bytes[parser.end - 1] == Byte.closeParenthesis else {
            throw UnreadableDescription("the closing parenthesis of the last part, such as '(active)', is missing")
        }
        parser.end -= 1
        if parser.take("inactive") {
            tail.isActive = false
        } else {
            _ = parser.take("active")
        }
        _ = parser.take(",")
        parser.skipBlanks()
        guard parser.take("names:") || parser.take("Names:") else {
            if parser.index < parser.end { throw UnreadableDescription("unexpected '\(parser.excerpt)'") }
            return tail
        }
        try parser.takeNames(into: &tail)
        return tail
    }

    private mutating func takeNames(into tail: inout Tail) throws(UnreadableDescription) {
        while true {
            while let byte = next, byte.isBlank || byte == Byte.comma { index += 1 }
            guard index < end else { return }
            let isSuperview = take("'|':") || take("|:") || take("\u{2018}|\u{2019}:")
            skipBlanks()
            let start = index
            let (range, title) = try takeEntry()
            if bytes.has("(null)", at: range.lowerBound) { continue }
            var item = try item(range, title: title, isNamed: true)
            if isSuperview {
                tail.superview = item
            } else {
                // A name in the table is a name, although it may look like a class.
                let colon = bytes[start..<range.upperBound].lastIndex(of: Byte.colon) ?? range.upperBound
                item.name = bytes.text(start..<colon)
                item.className = nil
                tail.names.append((Bytes(bytes[start..<colon]), item))
            }
        }
    }

    /// Parses one entry without its key: up to its address and title, or without an address, up to the next comma.
    private mutating func takeEntry() throws(UnreadableDescription) -> (name: Range<Int>, title: Range<Int>?) {
        let start = index
        while index < end {
            if bytes[index] == Byte.colon, let addressEnd = addressEnd(from: bytes.skippingBlanks(from: index + 1)) {
                index = addressEnd
                let name = start..<index
                guard next == Byte.quote else { return (name, nil) }
                var close = index + 1
                while close < end, bytes[close] != Byte.quote || !(close + 1 >= end || bytes[close + 1] == Byte.comma || bytes[close + 1].isBlank) {
                    close += 1
                }
                guard close < end else { throw UnreadableDescription("a title's closing quote is missing in the table of names") }
                let title = index + 1..<close
                index = close + 1
                return (name, title)
            }
            index += 1
        }
        index = start
        while index < end, bytes[index] != Byte.comma { index += 1 }
        return (start..<index, nil)
    }
}
