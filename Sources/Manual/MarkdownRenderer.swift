/// Renders the Markdown that chapters use: headings, paragraphs, lists of one level, tables, fenced blocks.
struct MarkdownRenderer {
    private(set) var html = ""
    private(set) var sections: [ManualChapter.Section] = []
    private var lines: ArraySlice<Substring>
    private var anchors: Set<String> = []

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.first { block(line) }
    }

    private mutating func block(_ line: Substring) {
        if line.hasPrefix("```") {
            fence()
        } else if line.hasPrefix("#") {
            heading(line)
        } else if line.hasPrefix("|") {
            table()
        } else if MarkdownRenderer.item(line) != nil {
            list()
        } else if line.allSatisfy({ $0 == " " }) {
            lines.removeFirst()
        } else {
            let text = inline(paragraph(lines.removeFirst()))
            if !text.isEmpty { html += "<p>\(text)</p>\n" }
        }
    }

    /// Renders text within a block, and adds it to the section that a search finds.
    private mutating func inline(_ text: String) -> String {
        let inline = MarkdownInline(text)
        note(inline.plain)
        return inline.html
    }

    private mutating func note(_ text: String) {
        guard let last = sections.indices.last else { return }
        sections[last].text += sections[last].text.isEmpty ? text : " \(text)"
    }

    // MARK: Blocks

    private mutating func heading(_ line: Substring) {
        lines.removeFirst()
        let level = min(line.prefix { $0 == "#" }.count, 6)
        let inline = MarkdownInline(String(line.drop { $0 == "#" }.drop { $0 == " " }))
        let anchor = anchor(inline.plain)
        sections.append(ManualChapter.Section(anchor: anchor, heading: inline.plain, text: ""))
        html += "<h\(level) id=\"\(anchor)\">\(inline.html)</h\(level)>\n"
    }

    /// Returns the anchor that code hosts give a heading as well, so that links work in both places.
    private mutating func anchor(_ heading: String) -> String {
        let words = heading.lowercased().map { $0 == " " ? "-" : $0 }
        let plain = String(words.filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
        var anchor = plain
        var number = 1
        while !anchors.insert(anchor).inserted {
            anchor = "\(plain)-\(number)"
            number += 1
        }
        return anchor
    }

    private mutating func fence() {
        lines.removeFirst()
        var code: [Substring] = []
        while let line = lines.popFirst(), !line.hasPrefix("```") { code.append(line) }
        let text = code.joined(separator: "\n")
        note(text)
        html += "<pre><code>\(MarkdownInline.escaped(text))</code></pre>\n"
    }

    private mutating func list() {
        let isOrdered = lines.first?.first?.isNumber ?? false
        html += isOrdered ? "<ol>\n" : "<ul>\n"
        while let line = lines.first, let text = MarkdownRenderer.item(line), (line.first?.isNumber ?? false) == isOrdered {
            lines.removeFirst()
            html += "<li>\(inline(paragraph(text)))</li>\n"
        }
        html += isOrdered ? "</ol>\n" : "</ul>\n"
    }

    private mutating func table() {
        var rows: [[String]] = []
        while let line = lines.first, line.hasPrefix("|") {
            lines.removeFirst()
            rows.append(MarkdownRenderer.cells(line))
        }
        let isRuled = rows.count > 1 && rows[1].allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 == "-" || $0 == ":" } }
        let isNumber = isRuled ? rows[1].map { $0.hasSuffix(":") } : []
        html += "<div class=\"wide\"><table>\n"
        for (place, row) in rows.enumerated() where !(isRuled && place == 1) {
            // A table without titles has an empty first row.
            if isRuled, place == 0, row.allSatisfy(\.isEmpty) { continue }
            let tag = isRuled && place == 0 ? "th" : "td"
            html += "<tr>"
            for (column, cell) in row.enumerated() {
                let mark = column < isNumber.count && isNumber[column] ? " class=\"number\"" : ""
                html += "<\(tag)\(mark)>\(inline(cell))</\(tag)>"
            }
            html += "</tr>\n"
        }
        html += "</table></div>\n"
    }

    /// Returns the text of a block that begins with `first` and continues until an empty line or another block.
    private mutating func paragraph(_ first: Substring) -> String {
        var text = String(first)
        while let line = lines.first {
            let content = line.drop { $0 == " " }
            if content.isEmpty || line.hasPrefix("#") || line.hasPrefix("|") || line.hasPrefix("```") || MarkdownRenderer.item(line) != nil { break }
            lines.removeFirst()
            text += " " + content
        }
        return text
    }

    // MARK: Lines

    /// Returns the text of a list's item, or nil if the line begins none.
    private static func item(_ line: Substring) -> Substring? {
        if line.hasPrefix("- ") { return line.dropFirst(2) }
        let rest = line.drop { $0.isASCII && $0.isNumber }
        return rest.startIndex > line.startIndex && rest.hasPrefix(". ") ? rest.dropFirst(2) : nil
    }

    /// Splits a row of a table at bars that no backslash precedes.
    private static func cells(_ line: Substring) -> [String] {
        var cells: [String] = []
        var cell = ""
        var isEscaped = false
        for character in line.dropFirst() {
            if character == "|", !isEscaped {
                cells.append(cell)
                cell = ""
            } else {
                if character == "|" { cell.removeLast() }
                cell.append(character)
            }
            isEscaped = character == "\\"
        }
        if !cell.allSatisfy({ $0 == " " }) { cells.append(cell) }
        return cells.map { cell in
            let text = cell.drop { $0 == " " }
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }
}
