internal import LayoutModel
internal import Reporting
internal import StandardAdditions

/// The lines of files that differ from a commit, read from `git diff -U0`.
struct ChangedLines {
    /// The added line ranges by path, as git prints paths.
    private(set) var ranges: [ExactText: [ClosedRange<Int>]] = [:]

    /// - Parameter patch: the diff, with no prefixes before paths.
    init(patch: [UInt8]) {
        var path: String?
        // The removed and added lines of the hunk that are still to come, which may look like anything.
        var (removed, added) = (0, 0)
        for line in patch.split(separator: UInt8(ascii: "\n")) {
            if removed > 0, line.first == UInt8(ascii: "-") {
                removed -= 1
            } else if added > 0, line.first == UInt8(ascii: "+") {
                added -= 1
            } else if line.starts(with: "+++ ".utf8) {
                path = ChangedLines.path(line.dropFirst(4))
            } else if line.starts(with: "@@ ".utf8) {
                let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
                guard words.count > 2, let old = ChangedLines.lines(words[1]), let new = ChangedLines.lines(words[2]) else { continue }
                (removed, added) = (old.count, new.count)
                if let path, new.count > 0, new.start > 0 { ranges[ExactText(path), default: []].append(new.start...(new.start + new.count - 1)) }
            }
        }
    }

    /// Reads the lines of a hunk on one side: `+13,2` are two lines from 13, and `+13` is one.
    private static func lines(_ word: String) -> (start: Int, count: Int)? {
        let numbers = word.dropFirst().split(separator: ",").map { Int($0) }
        guard let start = numbers.first ?? nil, start >= 0, start < 1 << 40 else { return nil }
        guard numbers.count > 1 else { return (start, 1) }
        guard let count = numbers[1], count >= 0, count < 1 << 40 else { return nil }
        return (start, count)
    }

    /// Decodes a path as git prints it: unusual paths are quoted, and paths with a space end with a tab. Returns nil if it is none
    /// or not UTF-8.
    private static func path(_ text: ArraySlice<UInt8>) -> String? {
        let text = text.last == UInt8(ascii: "\t") ? text.dropLast() : text
        if text.elementsEqual("/dev/null".utf8) { return nil }
        return String(validating: QuotedPath.bytes(text) ?? Array(text), as: UTF8.self)
    }
}

extension ChangedFiles {
    /// Returns the finding moved to a changed line. If its own place is unchanged, it moves to the place of one of its
    /// constraints that changed. Review tools show only findings inside the change.
    func anchored(_ finding: Finding) -> Finding {
        // A review tool shows a finding only if all its lines are in the change.
        if let line = changedLine(of: finding.place) {
            var finding = finding
            finding.place = FilePlace(file: finding.place.file, line: line)
            return finding
        }
        guard finding.place.line != nil, !isChanged(finding.place),
            let place = finding.parts.lazy.compactMap(\.place).first(where: { $0.line != nil && self.isChanged($0) })
        else { return finding }
        var finding = finding
        finding.place = changedLine(of: place).map { FilePlace(file: place.file, line: $0) } ?? place
        return finding
    }
}
