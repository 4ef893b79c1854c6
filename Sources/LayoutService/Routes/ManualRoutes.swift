internal import HTTP
internal import JSON
internal import Manual
internal import WebPage

// The manual: a page that lists its chapters, and a page for each.

extension LayoutApplication {
    static func manualRoutes() -> [Route] {
        [
            Route(method: .get, pattern: "/help", cost: .cheap, access: .page) { request, _ in ManualPages.contents.answer(to: request) },
            Route(method: .get, pattern: "/help/{chapter}", cost: .cheap, access: .page) { request, context throws(ProblemDetails) in
                let name = context.parameters["chapter"] ?? ""
                guard let page = ManualPages.chapters[name] else {
                    throw .notFound("The manual has no chapter '\(name.quotable)'; /help lists them.")
                }
                return page.answer(to: request)
            },
        ]
    }
}

/// The pages of the manual, rendered once.
enum ManualPages {
    static let contents = PageFile(WebPage.help(title: "Manual", navigation: navigation(to: nil), body: table))

    static let chapters = Dictionary(
        Manual.chapters.map { chapter in
            (chapter.name, PageFile(WebPage.help(title: chapter.title, navigation: navigation(to: chapter.name), body: chapter.html)))
        }, uniquingKeysWith: { first, _ in first })

    /// All sections of all chapters, for the search in the page.
    static let index: WebAsset = {
        var writer = JSONWriter()
        writer.beginArray()
        for chapter in Manual.chapters {
            for section in chapter.sections {
                writer.beginObject()
                writer.key("chapter")
                writer.string(chapter.name)
                writer.key("title")
                writer.string(chapter.title)
                writer.key("anchor")
                writer.string(section.anchor)
                writer.key("heading")
                writer.string(section.heading)
                writer.key("text")
                writer.string(section.text)
                writer.endObject()
            }
        }
        writer.endArray()
        return WebAsset(name: "manual.json", bytes: writer.bytes)
    }()

    private static func navigation(to name: String?) -> String {
        let items = Manual.chapters.map { chapter in
            "<li><a href=\"/help/\(chapter.name)\"\(chapter.name == name ? " aria-current=\"page\"" : "")>\(chapter.title)</a></li>"
        }
        return "<ul>\n\(items.joined(separator: "\n"))\n</ul>"
    }

    /// The page without a chapter: each chapter with its sections.
    private static var table: String {
        let items = Manual.chapters.map { chapter in
            let sections = chapter.sections.dropFirst().map { "<a href=\"/help/\(chapter.name)#\($0.anchor)\">\($0.heading.escapedForHTML)</a>" }
            return "<h2><a href=\"/help/\(chapter.name)\">\(chapter.title)</a></h2>\n<p>\(sections.joined(separator: " · "))</p>"
        }
        return "<h1>Manual</h1>\n\(items.joined(separator: "\n"))\n"
    }
}

extension String {
    fileprivate var escapedForHTML: String { replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;") }
}
