internal import Glibc
internal import JSON
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import StandardAdditions

/// Recognizes the reports of earlier runs, which an output may replace. Those in text quote constraints, so that they can look like
/// layouts.
public enum FormerReport {
    /// The number of bytes that are read of a file. No report in text is longer.
    private static let length = 1 << 24

    /// Returns whether an open file is a report.
    public static func isOne(_ descriptor: Int32, fileExtension: String) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        let size = max(0, Int(status.st_size))
        var bytes = [UInt8](repeating: 0, count: min(length, size))
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return isOne(Array(bytes.prefix(max(0, count))), fileExtension: fileExtension, isWhole: count == size)
    }

    /// Returns whether a file is a report. A file that a reader takes as a layout is none, whatever its beginning, its texts and its
    /// comments say.
    ///
    /// - Parameters:
    ///   - bytes: the file, or its first `length` bytes.
    ///   - isWhole: whether these are all.
    private static func isOne(_ bytes: [UInt8], fileExtension: String, isWhole: Bool) -> Bool {
        if ["storyboard", "xib"].contains(fileExtension) { return false }
        let kind = SourceKind(fileExtension: fileExtension) ?? SourceKind(contentOf: bytes)
        // No document has this format, also if the writing of the report was interrupted.
        if kind == .document, LayoutRecognition.isStoredReport(bytes) { return true }
        let isHeaded = ReportFormat.isReport(bytes.prefix(1 << 16))
        let mayBeLog = kind == .text || kind == .consoleLog
        // Drawings make reports longer.
        guard isWhole else { return isHeaded && !mayBeLog && !(isJSON(bytes) && DocumentTraces(in: bytes).areOfDocument) }
        guard isHeaded || isText(bytes, fileExtension: fileExtension) else { return false }
        // A report in JSON quotes descriptions, so that it is also a log for the reader of logs.
        if mayBeLog, (try? JSONTree(parsing: bytes)) != nil { return !LayoutRecognition.isDocument(bytes) }
        return !isRead(bytes, kind)
    }

    /// Returns whether a reader finds constraints in a file, or says that it is a layout with mistakes. A report repeats the system's
    /// other messages, but no description of a constraint.
    private static func isRead(_ bytes: [UInt8], _ kind: SourceKind) -> Bool {
        if kind == .document, isJSON(bytes), LayoutRecognition.isDocument(bytes) { return true }
        do throws(ImportError) {
            return try SourceAnalyzer().read(bytes, kind: kind).contains { !$0.document.constraints.isEmpty }
        } catch {
            return error.code == "mixed-text" || error.kind == .tooLarge
        }
    }

    private static func isJSON(_ bytes: [UInt8]) -> Bool { SourceKind(contentOf: bytes) == .document }

    // MARK: Text

    /// Returns whether a text is a report by its lines, all of which are findings, or by its last one.
    private static func isText(_ bytes: [UInt8], fileExtension: String) -> Bool {
        // The output of a test run that was copied with the report at its end is a log.
        guard SourceKind(contentOf: bytes) == .text else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        var last: Substring?
        var areFindings = true
        for line in text.parts(separatedBy: \.isNewline) where !line.isEmpty {
            areFindings = areFindings && isFinding(line)
            last = line
        }
        // A finding may quote a constraint, but is none itself, and may look like a message of a build.
        let isOfLog = ["LayoutConstraint:0x", "Unable to simultaneously satisfy constraints"].contains(where: text.contains)
        if areFindings, last != nil, !isOfLog, TextContent.firstConstraint(in: text) == nil { return true }
        if TextContent(of: text) != .constraints { return false }
        if LayoutRecognition.isConstraintText(text, isNamedFormat: fileExtension == "vfl") { return false }
        return last.map(isSummary) ?? false
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
}
