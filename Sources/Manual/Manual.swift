/// The manual: chapters in Markdown, compiled into the program.
public enum Manual {
    /// The chapters, in reading order.
    public static let chapters: [ManualChapter] = [
        ManualChapter("documents", PackageResources.documents_md),
        ManualChapter("inputs", PackageResources.inputs_md),
        ManualChapter("capture", PackageResources.capture_md),
        ManualChapter("reports", PackageResources.reports_md),
        ManualChapter("causes", PackageResources.causes_md),
        ManualChapter("rules", PackageResources.rules_md),
        ManualChapter("configuration", PackageResources.configuration_md),
        ManualChapter("ci", PackageResources.ci_md),
        ManualChapter("commands", PackageResources.commands_md),
        ManualChapter("http", PackageResources.http_md),
        ManualChapter("sessions", PackageResources.sessions_md),
        ManualChapter("page", PackageResources.page_md),
        ManualChapter("operation", PackageResources.operation_md),
        ManualChapter("trust", PackageResources.trust_md),
        ManualChapter("storage", PackageResources.storage_md),
        ManualChapter("limits", PackageResources.limits_md),
        ManualChapter("figures", PackageResources.figures_md),
        ManualChapter("changes", PackageResources.changes_md),
        ManualChapter("words", PackageResources.words_md),
    ]

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
