/// Text within a block: code, emphasis and links.
struct MarkdownInline {
    private(set) var html = ""
    /// The text without marks.
    private(set) var plain = ""

    init(_ text: String) {
        render(text[...])
    }

    static func escaped(_ text: some StringProtocol) -> String {
        String(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }

    private mutating func render(_ text: Substring) {
        var rest = text
        while let first = rest.first {
            if first == "`", let (code, end) = MarkdownInline.between("`", "`", rest) {
                add(code, in: "code")
                rest = end
            } else if first == "*", let (strong, end) = MarkdownInline.between("**", "**", rest) {
                wrap(strong, in: "strong")
                rest = end
            } else if first == "*", rest.dropFirst().first != " ", let (soft, end) = MarkdownInline.between("*", "*", rest) {
                wrap(soft, in: "em")
                rest = end
            } else if first == "!", let (_, afterLabel) = MarkdownInline.between("![", "](", rest), let target = afterLabel.firstIndex(of: ")") {
                // Pictures are for readers of the repository: the service does not have them.
                rest = afterLabel[afterLabel.index(after: target)...]
            } else if first == "[", let (label, afterLabel) = MarkdownInline.between("[", "](", rest),
                let target = afterLabel.firstIndex(of: ")")
            {
                link(label, to: afterLabel[..<target])
                rest = afterLabel[afterLabel.index(after: target)...]
            } else {
                add(rest.prefix(1))
                rest = rest.dropFirst()
            }
        }
    }

    private mutating func add(_ text: Substring, in tag: String? = nil) {
        plain += text
        let escaped = MarkdownInline.escaped(text)
        html += tag.map { "<\($0)>\(escaped)</\($0)>" } ?? escaped
    }

    private mutating func wrap(_ text: Substring, in tag: String) {
        html += "<\(tag)>"
        render(text)
        html += "</\(tag)>"
    }

    /// A link to a chapter leads to its page. A file of the source code has no page, so only the text of its link is shown.
    private mutating func link(_ label: Substring, to target: Substring) {
        var address = String(target)
        if !address.hasPrefix("#"), !address.hasPrefix("/"), !address.hasPrefix("https://") {
            let file = target.prefix { $0 != "#" }
            guard file.hasSuffix(".md"), !file.contains("/") else { return render(label) }
            address = "/help/\(file.dropLast(3))\(target.dropFirst(file.count))"
        }
        html += "<a href=\"\(MarkdownInline.escaped(address))\">"
        render(label)
        html += "</a>"
    }

    /// Returns the text between two marks at the beginning of `text`, and the text behind the second one.
    private static func between(_ opening: String, _ closing: String, _ text: Substring) -> (Substring, Substring)? {
        guard text.hasPrefix(opening) else { return nil }
        let inner = text.dropFirst(opening.count)
        guard let end = inner.firstRange(of: closing), end.lowerBound > inner.startIndex else { return nil }
        return (inner[..<end.lowerBound], inner[end.upperBound...])
    }
}
