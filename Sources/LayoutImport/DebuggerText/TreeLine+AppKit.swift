// Parses a line of `-[NSView _subtreeDescription]`:
// `  [ AF O P LU ] h=--- v=--- NSTextField 0x7f80 "Total" f=(20,20,100,17) b=(-) …`.

extension TreeLine {
    /// The number of blanks by which a subview is indented.
    private static let indentation = 2
    private static let longestFlags = 24

    static func readOfAppKit(_ line: Bytes) -> TreeLine? {
        let open = line.skippingBlanks(from: 0)
        guard line.at(open) == Byte.openBracket, let close = line[open...].prefix(longestFlags).firstIndex(of: Byte.closeBracket),
            line.has(" h=", at: close + 1), let vertical = line[close...].prefix(longestFlags).indices.first(where: { line.has(" v=", at: $0) }),
            let start = line[(vertical + 3)...].prefix(longestFlags).firstIndex(of: Byte.space)
        else { return nil }
        let rest = Bytes(line[(start + 1)...])
        let length = rest.classNameLength
        guard length > 0, rest.at(length) == Byte.space, rest.has("0x", at: length + 1) else { return nil }
        var end = length + 3
        while let byte = rest.at(end), byte.isHexDigit { end += 1 }
        guard let address = rest.hexadecimal(length + 3..<end), address != 0 else { return nil }
        var view = PrintedView(className: rest.text(0..<length), address: address)
        let frame = rest[end...].indices.first { rest.has(" f=(", at: $0) }
        let title = rest[end..<(frame ?? rest.count)]
        if let first = title.firstIndex(of: Byte.doubleQuote), let last = title.lastIndex(of: Byte.doubleQuote), last > first + 1 {
            view.title = TitleText.decoded(title[(first + 1)..<last].prefix(longestTitle))
        }
        var read = TreeLine(view: view)
        read.depth = open / indentation
        read.isOfAppKit = true
        read.frame = frame.flatMap { PrintedFrame(rest, from: $0 + 4) }
        return read
    }
}
