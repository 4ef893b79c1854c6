internal import ExactArithmetic
internal import LayoutModel

/// One line of a trace (`|   *UILabel:0x7f80'Total'- AMBIGUOUS LAYOUT for …`) or of a recursive description
/// (`   | <UILabel: 0x7f80; frame = …>`).
struct TreeLine {
    enum Mark {
        /// `*`: laid out by constraints.
        case constraints
        /// `+`: laid out by its frame, although the engine has variables for it.
        case frame
        /// `•`: has an engine of its own.
        case host
    }

    /// The number of bars before the view, or its indentation in AppKit's form. The blanks between bars are ignored, since
    /// programs that forward logs collapse them.
    var depth = 0
    var mark: Mark?
    var view: PrintedView
    var frame: PrintedFrame?
    var isHidden = false
    var isMissingHostConstraints = false
    /// Whether the line has the form of AppKit's subtree description.
    var isOfAppKit = false
    /// The ambiguous attributes in the trace's words (`minX`, `Height`). Empty if they are not printed, nil if the view is not
    /// ambiguous.
    var ambiguous: [String]?

    /// Whether only a hierarchy has such a line. Any other line may be a root, or not be a part of a hierarchy.
    var isCertain: Bool { depth > 0 || isOfAppKit || mark != nil || ambiguous != nil || isMissingHostConstraints }

    /// Returns nil for a line that is not of a hierarchy.
    init?(_ line: Bytes) {
        guard line.count <= TreeLine.longest, let read = TreeLine.read(line) ?? TreeLine.readOfAppKit(line) ?? TreeLine.readDamaged(line)
        else { return nil }
        self = read
    }

    /// Parses a line after the prefix of a log or a debugger (`App[1:2] *UIView:0x7f80`, `- _value : •UIWindow:0x7f80`), or one
    /// with typographic quotes and blanks.
    private static func readDamaged(_ line: Bytes) -> TreeLine? {
        if line.contains(where: { $0 >= 0xC2 }), let read = CarrierDamage.plain(line).flatMap(read) { return read }
        // A line that begins with a bar has no such prefix.
        guard line.at(line.skippingBlanks(from: 0)) != Byte.bar else { return nil }
        let mark = line.indices.prefix(longestPrefix).first {
            $0 > 0 && line[$0 - 1] == Byte.space && (line[$0] == Byte.star || line.has("\u{2022}", at: $0))
        }
        return mark.flatMap { read(Bytes(line[$0...])) }
    }

    private static let longestPrefix = 200

    init(view: PrintedView) {
        self.view = view
    }

    /// The maximum lengths of a line and of a title, which bound the cost of hostile text.
    private static let longest = 1 << 14
    static let longestTitle = 400

    private static func read(_ line: Bytes) -> TreeLine? {
        var index = 0
        // The mark of a quoted line: `> `.
        while let byte = line.at(index), byte.isBlank || byte == Byte.greater { index += 1 }
        var depth = 0
        while let byte = line.at(index), byte.isBlank || byte == Byte.bar {
            if byte == Byte.bar { depth += 1 }
            index += 1
        }
        var mark: Mark?
        if line.at(index) == Byte.star {
            mark = .constraints
            index += 1
        } else if line.at(index) == Byte.plus {
            mark = .frame
            index += 1
        } else if line.has("\u{2022}", at: index) {
            mark = .host
            index += 3
        }
        index = line.skippingBlanks(from: index)
        let status = TreeLine.status(of: line, from: index)
        let node = line[index..<max(index, status.start)].trimmed
        guard var read = node.first == Byte.less ? bracketed(Bytes(node)) : plain(Bytes(node)), !read.view.className.hasSuffix("Constraint") else {
            return nil
        }
        read.depth = depth
        read.mark = mark
        read.isMissingHostConstraints = status.isMissingHostConstraints
        read.ambiguous = status.ambiguous
        return read
    }

    // MARK: Nodes

    /// Parses `UILabel:0x7f80'Total'` without anything after it.
    private static func plain(_ node: Bytes) -> TreeLine? {
        guard let (className, address, end) = head(node, from: 0) else { return nil }
        if end == node.count { return TreeLine(view: PrintedView(className: className, address: address)) }
        guard node[end] == Byte.quote, node.count > end + 1, node.last == Byte.quote else { return nil }
        return TreeLine(view: PrintedView(className: className, address: address, title: title(node[(end + 1)..<(node.count - 1)])))
    }

    /// Parses `<UILabel: 0x7f80; frame = (0 0; 10 20); text = 'Total'; …>` or
    /// `<UILayoutGuide: 0x7f80 - "name", layoutFrame = {{0, 0}, {10, 20}}, …>`.
    private static func bracketed(_ node: Bytes) -> TreeLine? {
        guard let (className, address, end) = head(node, from: 1) else { return nil }
        var read = TreeLine(view: PrintedView(className: className, address: address))
        let next = node.at(node.skippingBlanks(from: end))
        if next == Byte.greater {
            return end == node.count - 1 ? read : nil
        }
        if next == UInt8(ascii: ";") {
            read.readAttributes(node, from: end)
            // A truncated line still has the frame. A line without one is another object's description.
            return read.frame != nil && (node.last == Byte.greater || node.last == Byte.dot || node.count > 60) ? read : nil
        }
        guard next == Byte.minus || next == Byte.doubleQuote, node.last == Byte.greater else { return nil }
        if let open = node[end...].firstIndex(of: Byte.doubleQuote), let close = node[(open + 1)...].firstIndex(of: Byte.doubleQuote) {
            read.view.title = title(node[(open + 1)..<close])
        }
        return read
    }

    private static func head(_ node: Bytes, from start: Int) -> (className: String, address: UInt64, end: Int)? {
        let rest = Bytes(node[min(start, node.count)...].prefix(400))
        let length = rest.classNameLength
        guard length > 0, rest.at(length) == Byte.colon, !rest[0].isDigit else { return nil }
        let digits = rest.skippingBlanks(from: length + 1)
        guard digits <= length + 2, rest.has("0x", at: digits) else { return nil }
        var end = digits + 2
        while let byte = rest.at(end), byte.isHexDigit { end += 1 }
        guard let address = rest.hexadecimal(digits + 2..<end), address != 0 else { return nil }
        return (rest.text(0..<length), address, start + end)
    }

    private static func title(_ bytes: ArraySlice<UInt8>) -> String? {
        bytes.isEmpty ? nil : TitleText.decoded(bytes.prefix(longestTitle))
    }

    /// Reads `frame = (x y; w h)`, `hidden = YES` and `text = '…'`. The first of each applies.
    private mutating func readAttributes(_ node: Bytes, from start: Int) {
        var index = start
        while index < node.count {
            defer { index += 1 }
            guard node[index] == UInt8(ascii: ";"), node.at(index + 1) == Byte.space else { continue }
            let key = index + 2
            if frame == nil, node.has("frame = (", at: key) {
                frame = PrintedFrame(node, from: key + 9)
            } else if node.has("hidden = YES", at: key) {
                isHidden = true
            } else if view.title == nil, node.has("text = '", at: key) {
                let open = key + 8
                // A title may contain quotes and semicolons. Its closing quote is before the next attribute.
                guard
                    let close = (open..<node.count).first(where: {
                        node[$0] == Byte.quote && (node.at($0 + 1) == UInt8(ascii: ";") || $0 + 1 == node.count)
                    })
                else { return }
                view.title = TreeLine.title(node[open..<close])
                index = close
            } else if node.has("layer = <", at: key) {
                // The following attributes are the layer's.
                return
            }
        }
    }

    // MARK: Status

    private struct Status {
        var start: Int
        var isMissingHostConstraints = false
        var ambiguous: [String]?
    }

    /// Returns the status after the view, and the index at which it begins.
    private static func status(of line: Bytes, from start: Int) -> Status {
        var status = Status(start: line.count)
        for index in start..<max(start, line.count) {
            if line[index] == Byte.comma, !status.isMissingHostConstraints, line.has(", MISSING HOST CONSTRAINTS", at: index) {
                status.isMissingHostConstraints = true
                status.start = min(status.start, index)
            } else if line[index] == Byte.minus, line.has("- AMBIGUOUS LAYOUT", at: index) {
                status.start = min(status.start, index)
                status.ambiguous = attributes(of: line, from: index)
                break
            }
        }
        return status
    }

    /// Returns a line of a trace without the dash at its end, after which a status was wrapped, or nil if it has none.
    static func withoutDash(_ line: Bytes) -> Bytes? {
        let content = line[...].trimmed
        guard content.last == Byte.minus, content.count > 4, content.first == Byte.bar, let before = content.dropLast().last,
            before == Byte.quote || before == Byte.greater || before.isHexDigit
        else { return nil }
        return Bytes(line[..<(content.endIndex - 1)])
    }

    /// Returns the ambiguous attributes of a line that begins with its status, or nil for another line.
    static func wrappedStatus(_ line: Bytes) -> [String]? {
        let start = line.skippingBlanks(from: 0)
        return line.has("AMBIGUOUS LAYOUT", at: start) ? attributes(of: line, from: start) : nil
    }

    /// Returns the attribute names before the engine's variable numbers: `…minX{id: 4}, …Height{id: 5}`.
    private static func attributes(of line: Bytes, from start: Int) -> [String] {
        var found: [String] = []
        for index in start..<line.count where line[index] == UInt8(ascii: "{") && line.has("{id:", at: index) {
            var first = index
            while first > start, line[first - 1].isLetter { first -= 1 }
            let word = line.text(first..<index)
            if line.at(first - 1) == Byte.dot, !word.isEmpty, found.count < 8, !found.contains(word) { found.append(word) }
        }
        return found
    }
}

/// A frame as printed in a description, in points.
struct PrintedFrame: Hashable {
    var frame: LayoutFrame

    /// Parses `x y; w h)` or `x,y,w,h)` at an index.
    init?(_ bytes: Bytes, from start: Int) {
        guard let close = bytes[start...].prefix(120).firstIndex(of: Byte.closeParenthesis) else { return nil }
        let words = String(decoding: bytes[start..<close], as: UTF8.self).split { " ;,".contains($0) }
        let numbers = words.compactMap { Rational(decimal: String($0)) }.filter(\.isInRangeOfDoubles)
        guard words.count == 4, numbers.count == 4 else { return nil }
        frame = LayoutFrame(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// The sizes that are 0, in words: `its width is 0`. Nil if there is none.
    var zeroSizes: String? {
        switch (frame.width.isZero, frame.height.isZero) {
        case (true, true): "its width and height are 0"
        case (true, false): "its width is 0"
        case (false, true): "its height is 0"
        case (false, false): nil
        }
    }

    /// The position and size: `16 20, 0 x 21`.
    var text: String { "\(frame.x.decimalText()) \(frame.y.decimalText()), \(frame.width.decimalText()) x \(frame.height.decimalText())" }
}
