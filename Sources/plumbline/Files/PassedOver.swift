internal import Reporting
internal import StandardAdditions

/// The files that a search of folders skipped, for `--verbose`.
struct PassedOver {
    /// Links that lead out of the repository or to hidden files.
    var links: [String] = []
    /// Those of them that are layouts by their names, or lead to folders with such files.
    var layoutLinks: [String] = []
    /// Links that lead back to themselves.
    var loops: [String] = []
    /// Storyboards and xibs that are hidden or lie in hidden folders.
    var hidden: [String] = []
    /// Folders of dependencies and build products.
    var folders: [String] = []
    /// The number of files that git ignores.
    var ignored = 0
    /// The reasons that git could not list the files it ignores.
    var gitFailures: [String] = []
    /// The number of other files that are not layouts.
    var others = 0
    /// The number of files with the extension of no layout.
    var foreign = 0
    /// The files that "include" or "exclude" of a configuration leave out, with its file.
    var unmatched: [(file: String, configuration: String)] = []
    /// The number of files of a list that do not exist.
    var missing = 0
    /// The first of them.
    var missingName: String?
    /// The first of them that is a layout by its name.
    var missingLayout: String?

    /// The skipped files, as an addition to the message that there is no layout, or an empty text.
    var summary: String {
        var parts: [String] = []
        let count = others + foreign
        if count > 0 { parts.append("\(counted(count, "other file")) skipped") }
        if ignored > 0 { parts.append("git ignores \(counted(ignored, "file")): name \(ignored == 1 ? "it to check it" : "them to check them")") }
        if let first = unmatched.first {
            parts.append(
                "\(counted(unmatched.count, "file")) left out by \"include\" or \"exclude\" of \(first.configuration.terminalSafe()), "
                    + "such as \(first.file.terminalSafe())")
        }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
    }

    /// The line about files of a list that do not exist, or nil if there are none.
    var missingLine: String? {
        if missing == 0 { return nil }
        let which = missing == 1 ? "does" : "do"
        let first = (missingLayout ?? missingName).map { ", such as \($0.terminalSafe())" } ?? ""
        return "skipped: \(counted(missing, "file")) that \(which) not exist here\(first); names in a list are relative to this folder"
    }

    /// The lines about layouts that were not reached, since a check of the rest does not cover them.
    var unreachedLines: [String] {
        var lines: [String] = []
        if let first = layoutLinks.first {
            let which =
                layoutLinks.count == 1
                ? "\(first), a link that leads" : "\(layoutLinks.count) links, such as \(first), that lead"
            lines.append("not followed: \(which) out of the repository or to hidden files; name the files there to check them")
        }
        return lines + [hiddenLine].compactMap(\.self)
    }

    private var hiddenLine: String? {
        guard let first = hidden.first else { return nil }
        let which = hidden.count == 1 ? first : "\(hidden.count) layouts, such as \(first)"
        return
            "not checked: \(which), because hidden files and folders are not searched; name \(hidden.count == 1 ? "it to check it" : "them to check them")"
    }

    /// One line for each kind, without a heading.
    var lines: [String] {
        var lines: [String] = []
        if others > 0 { lines.append("skipped: \(counted(others, "file")) that \(others == 1 ? "is not a layout" : "are not layouts")") }
        if let missingLine { lines.append(missingLine) }
        if ignored > 0 { lines.append("skipped: \(counted(ignored, "file")) that git ignores") }
        if !folders.isEmpty {
            lines.append("skipped: \(listed(folders)); name a folder, or list it in \"include\", to check it")
        }
        if !links.isEmpty {
            let which = links.count == 1 ? "a link that leads" : "links that lead"
            lines.append("skipped: \(listed(links)), \(which) out of the repository or to hidden files; name the files there to check them")
        }
        if !loops.isEmpty {
            lines.append("skipped: \(listed(loops)), \(loops.count == 1 ? "a link that leads back to itself" : "links that lead back to themselves")")
        }
        if let hiddenLine { lines.append(hiddenLine) }
        return lines
    }

    /// The line about git's first failure, since the check then covers what git ignores.
    var gitLine: String? { gitFailures.first.map { ".gitignore is not used: \($0)" } }

    /// Forgets unreached layouts that git ignores.
    ///
    /// - Throws: `CommandFailure` if git does not answer in time.
    mutating func leaveOutIgnored() throws(CommandFailure) {
        // A repaired name may be that of another file.
        let paths = (layoutLinks + hidden).filter { !$0.unicodeScalars.contains("\u{FFFD}") }
        if paths.isEmpty { return }
        var others = PassedOver()
        let ignored = try IgnoredFiles.among(paths.map { FolderSearch.Candidate(path: $0, isNamed: false) }, &others)
        layoutLinks.removeAll { ignored.contains(ExactText($0)) }
        hidden.removeAll { ignored.contains(ExactText($0)) }
    }

    private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    private func listed(_ paths: [String]) -> String {
        paths.prefix(5).joined(separator: ", ") + (paths.count > 5 ? " and \(paths.count - 5) more" : "")
    }
}
