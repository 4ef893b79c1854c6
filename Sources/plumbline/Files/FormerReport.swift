internal import Glibc
internal import LayoutCheck
internal import LayoutImport
internal import Reporting

/// Recognizes the reports of earlier runs, which an output may replace. Those in text quote constraints, so that they can look like
/// layouts.
enum FormerReport {
    /// The number of bytes that are read of a file. No report in text is longer.
    private static let length = 1 << 24

    /// Returns whether the file at a path is a report.
    static func isOne(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return isOne(descriptor, path: path, size: Int(status.st_size))
    }

    /// Returns whether an open file is a report, by its beginning and its last line. A layout by its content is none,
    /// whatever its texts and comments say.
    ///
    /// - Parameter path: the file's path with links resolved.
    static func isOne(_ descriptor: Int32, path: String, size: Int) -> Bool {
        if ["storyboard", "xib"].contains(path.fileExtension) { return false }
        let head = bytes(of: descriptor)
        if ReportFormat.isReport(head.prefix(1 << 16)) { return true }
        let text = String(decoding: head, as: UTF8.self)
        // The output of a test run that was copied with the report at its end is a log.
        guard SourceKind(contentOf: head) == .text else { return false }
        let lines = text.split(whereSeparator: \.isNewline)
        // A finding may quote a constraint, but is none itself, and may look like a message of a build.
        let isOfLog = ["LayoutConstraint:0x", "Unable to simultaneously satisfy constraints"].contains(where: text.contains)
        if !lines.isEmpty, lines.allSatisfy(isFinding), !isOfLog, TextContent.firstConstraint(in: text) == nil { return true }
        if TextContent(of: text) != .constraints { return false }
        if LayoutRecognition.isConstraintText(text, isNamedFormat: path.fileExtension == "vfl") { return false }
        return size <= length && lines.last.map(isSummary) ?? false
    }

    /// Returns whether a line is one of a report in the form of compilers or of GitHub's commands.
    private static func isFinding(_ line: Substring) -> Bool {
        line.hasPrefix("::") || [": error: ", ": warning: ", ": note: "].contains { line.contains($0) }
    }

    /// Returns whether a line is the last one of a check (`2 layouts: 1 clean, …`) or of `scan-log`.
    private static func isSummary(_ line: Substring) -> Bool {
        let words = line.split(separator: " ")
        func begins(_ words: ArraySlice<Substring>, _ nouns: [String]) -> Bool {
            guard let first = words.first, Int(first) != nil else { return false }
            let rest = words.dropFirst().joined(separator: " ")
            return nouns.contains(where: rest.hasPrefix)
        }
        if words.first == "plumbline:" { return begins(words.dropFirst(), ["conflict message"]) }
        return begins(words[...], ["layout: ", "layouts: "])
    }

    private static func bytes(of descriptor: Int32) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: min(length, max(0, Int(status.st_size))))
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }
}
