internal import EmbeddedFiles

/// The manual: chapters in Markdown, compiled into the program.
public enum Manual {
    /// The chapters, in reading order.
    public static let chapters = EmbeddedFile.chapters.map { ManualChapter(String($0.name.dropLast(".md".count)), $0.bytes) }

    /// Returns the chapter with this name, such as `documents`.
    public static func chapter(named name: String) -> ManualChapter? {
        chapters.first { $0.name == name }
    }
}

/// A chapter of the manual.
public struct ManualChapter: Sendable {
    /// The name in URLs and on the command line.
    public let name: String
    /// The heading of the chapter.
    public let title: String
    /// The chapter as Markdown, for reading in a terminal.
    public let text: String

    init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        // Comments mark what Scripts/suites/manual.py writes, and pictures are for readers of the repository.
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("<!--") && !$0.hasPrefix("![") }
        text = lines.joined(separator: "\n")
        title = lines.first.map { String($0.drop { $0 == "#" || $0 == " " }) } ?? name
    }

    /// The chapter as HTML, without the page around it.
    public var html: String { MarkdownRenderer(text).html }

    /// The sections of the chapter, for search.
    public var sections: [Section] { MarkdownRenderer(text).sections }

    /// A heading with the text below it.
    public struct Section: Sendable, Equatable {
        /// The anchor on the chapter's page.
        public var anchor: String
        public var heading: String
        /// The text without marks.
        public var text: String
    }
}
