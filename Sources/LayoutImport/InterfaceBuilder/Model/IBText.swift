internal import StandardAdditions
internal import XML

/// The text of a view in the file.
struct IBText {
    var content: String
    var font: IBFont
    /// Whether it has several fonts or paragraph styles, so that its size is a rough estimate.
    var isRich: Bool

    /// Creates a label's or text view's own text.
    init(of element: XMLElement, standard: Double) {
        if let rich = element.children.first(where: { $0.name == "attributedString" && $0["key"] == "attributedText" }) {
            self.init(rich: rich, standard: standard)
            return
        }
        self.init(IBText.string("text", of: element), font: IBFont(of: element, standard: standard))
    }

    init(_ content: String, font: IBFont) {
        self.content = IBText.measured(content)
        self.font = font
        isRich = false
    }

    init(rich: XMLElement, standard: Double) {
        content = ""
        font = .system(standard)
        var size = 0.0
        for fragment in rich.children where fragment.name == "fragment" {
            let text = fragment["content"] ?? fragment.children.first { $0["key"] == "content" }?.text ?? ""
            content += text
            let attributes = fragment.child("attributes")
            let own = attributes?.children.first { $0.name == "font" && $0["key"] == "NSFont" }
            let fragmentFont = IBFont(own, standard: 12)
            if fragmentFont.size > size {
                font = fragmentFont
                size = fragmentFont.size
            }
        }
        content = IBText.measured(content)
        isRich = true
    }

    /// Returns the part of a text that is measured. Its lines and words have many times its memory, and no screen shows more.
    private static func measured(_ text: String) -> String {
        text.utf8.count <= 250_000 ? text : String(decoding: text.utf8.prefix(250_000), as: UTF8.self)
    }

    /// Returns an attribute, or a child `<string key="…">` if the text has several lines.
    static func string(_ key: String, of element: XMLElement) -> String {
        if let text = element[key] { return text }
        guard let child = element.children.first(where: { ["string", "mutableString"].contains($0.name) && $0["key"] == key }) else { return "" }
        return string(child)
    }

    /// Returns the text in an element.
    static func string(_ element: XMLElement) -> String {
        element["base64-UTF8"] == "YES" ? decoded(element.text) ?? "" : element.text
    }

    /// Decodes a text that Interface Builder writes in base64, as it contains characters that XML does not preserve. Returns nil if
    /// it is not base64 of UTF-8; padding may be missing.
    private static func decoded(_ text: String) -> String? {
        let digits = text.utf8.lazy.filter { !"= \n\r\t".utf8.contains($0) }
        return Base64.decode(unpadded: digits).flatMap { String(validating: $0, as: UTF8.self) }
    }

    var isEmpty: Bool { content.isEmpty }

    /// The possible error of `width` due to letters without a known advance.
    var uncertainty: Double {
        content.split(whereSeparator: \.isNewline).map { font.uncertainty(of: $0) }.max() ?? 0
    }

    /// The width of the longest line, unwrapped.
    var width: Double {
        content.split(whereSeparator: \.isNewline).map { font.width(of: $0) }.max() ?? 0
    }

    /// Returns the number of lines in a width, with line breaks at words: at least 1 and at most `limit` (0 for any number).
    func lines(in width: Double, limit: Int) -> Int {
        var work = 0
        return TextLines(self).count(in: width, limit: limit, work: &work)
    }
}
