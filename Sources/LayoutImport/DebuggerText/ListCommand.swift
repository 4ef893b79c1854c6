internal import LayoutModel

/// A debugger's command that prints the constraints which affect a view along an axis.
struct ListCommand {
    /// The expression of the view: `0x7f80`, `cell.titleLabel`.
    var expression: String
    var isVertical: Bool?

    /// Parses `po [0x7f80 constraintsAffectingLayoutForAxis:1]` or `po label.constraintsAffectingLayout(for: .vertical)`. Returns
    /// nil for any other line.
    init?(_ line: Bytes) {
        guard line.count <= 1000 else { return nil }
        let text = String(decoding: line, as: UTF8.self)
        guard let method = text.firstRange(of: "onstraintsAffectingLayout"), method.lowerBound > text.startIndex else { return nil }
        let before = text[..<text.index(before: method.lowerBound)]
        var rest = ListCommand.expression(before: before)
        while rest.last == "." || rest.last == "?" || rest.last == "!" { rest.removeLast() }
        guard !rest.isEmpty, rest != "po", rest != "p" else { return nil }
        expression = rest
        let argument = text[method.upperBound...].drop { $0 != ":" && $0 != "(" }.dropFirst().filter { !$0.isWhitespace }
        switch argument {
        case let word where word.hasPrefix("1") || word.contains("ertical"): isVertical = true
        case let word where word.hasPrefix("0") || word.contains("orizontal"): isVertical = false
        default: isVertical = nil
        }
    }

    /// Returns the receiver at the end of a command before the method: `0x7f80` of `po [0x7f80`, `[self view]` of `po [[self view]`.
    private static func expression(before command: Substring) -> String {
        let text = command.reversed().drop { $0.isWhitespace }
        if text.first == "]" {
            var depth = 0
            let inner = text.prefix { character in
                depth += character == "]" ? 1 : character == "[" ? -1 : 0
                return depth > 0
            }
            return String((Array(inner) + ["["]).reversed())
        }
        return command.split { $0.isWhitespace || $0 == "[" || $0 == "(" || $0 == ")" }.last.map(String.init) ?? ""
    }

    /// The address if the expression is one.
    var address: UInt64? {
        expression.hasPrefix("0x") ? UInt64(expression.dropFirst(2), radix: 16) : nil
    }

    /// Returns whether a text contains such a command.
    static func isIn(_ text: Bytes) -> Bool {
        method.place(in: text, from: 0) != nil
            && text.split { $0 == Byte.newline || $0 == Byte.carriageReturn }.contains { ListCommand(Bytes($0)) != nil }
    }

    private static let method = SoughtWord("onstraintsAffectingLayout")

    /// Returns a notice about the list that the command prints.
    ///
    /// - Parameters:
    ///   - name: The name of the view if the text shows it.
    ///   - isEmpty: Whether the text prints no constraint.
    func notice(line: Int, name: String?, isEmpty: Bool) -> TextNotice {
        let axis = isVertical.map { $0 ? "vertical " : "horizontal " } ?? ""
        let sentence =
            isEmpty
            ? "The text shows no constraint that affects the \(axis)layout of \(name ?? expression)."
            : "This list contains only the constraints that affect the \(axis)layout of \(name ?? expression), not all of its constraints."
        var finding = SourceFinding(.reportedText, sentence, line: line, column: 1)
        finding.name = isEmpty ? "empty-list" : "affecting-list"
        if isEmpty {
            finding.remedy =
                "If the debugger printed an empty list, only the view's frame determines its position: add constraints, or look at its superview."
        }
        return TextNotice(finding: finding, plainMessage: sentence)
    }
}
