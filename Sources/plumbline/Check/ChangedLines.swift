internal import Glibc
internal import LayoutModel
internal import Reporting
internal import StandardAdditions

/// The lines of files that differ from a commit, read from `git diff -U0` in pieces. The memory that this takes depends on the number
/// of files, and not on the length of the diff.
struct ChangedLines {
    /// The number of bytes that are read of a line: more than git needs for the longest path, in which each byte may be an escape.
    private static let longestLine = 1 << 15
    /// The number of ranges of all files. Beyond it, the last range of a file also has the unchanged lines up to the next change.
    private static let mostRanges = 100_000

    /// The added lines by path, as git prints paths.
    private(set) var ranges: [ExactText: LineRanges] = [:]
    private var count = 0
    /// The file of the next hunks.
    private var path: String?
    /// The removed and added lines of the hunk that are still to come, which may look like anything.
    private var (removed, added) = (0, 0)
    /// The beginning of a line whose end has not arrived.
    private var line: [UInt8] = []

    /// Reads the next piece of the diff, which has no prefixes before paths.
    mutating func read(_ piece: [UInt8]) {
        var start = 0
        while let end = ChangedLines.endOfLine(in: piece, from: start) {
            if line.isEmpty {
                take(piece[start..<end])
            } else {
                add(piece[start..<end])
                take(line[...])
                line.removeAll(keepingCapacity: true)
            }
            start = end + 1
        }
        add(piece[start...])
    }

    private static func endOfLine(in piece: [UInt8], from start: Int) -> Int? {
        piece.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, start < bytes.count else { return nil }
            return memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start).map { UnsafeRawPointer($0) - base }
        }
    }

    /// Reads the last line if it lacks its end.
    mutating func end() {
        take(line[...])
        line = []
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) { line += bytes.prefix(ChangedLines.longestLine - line.count) }

    private mutating func take(_ line: ArraySlice<UInt8>) {
        if removed > 0, line.first == UInt8(ascii: "-") {
            removed -= 1
        } else if added > 0, line.first == UInt8(ascii: "+") {
            added -= 1
        } else if line.starts(with: "+++ ".utf8) {
            path = line.count < ChangedLines.longestLine ? ChangedLines.path(line.dropFirst(4)) : nil
        } else if line.starts(with: "@@ ".utf8) {
            takeHunk(line.prefix(200))
        }
    }

    private mutating func takeHunk(_ line: ArraySlice<UInt8>) {
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3).map { String(decoding: $0, as: UTF8.self) }
        guard words.count > 2, let old = ChangedLines.lines(words[1]), let new = ChangedLines.lines(words[2]) else { return }
        (removed, added) = (old.count, new.count)
        guard let path, new.count > 0, new.start > 0 else { return }
        if ranges[ExactText(path), default: LineRanges()].add(new.start...(new.start + new.count - 1), isJoined: count >= ChangedLines.mostRanges) {
            count += 1
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

/// Ranges of lines in ascending order, with other lines between them.
struct LineRanges {
    private var ranges: [ClosedRange<Int>] = []

    /// Adds a range behind the others.
    ///
    /// - Parameter isJoined: whether it makes one range with the last one.
    /// - Returns: true if there is one range more.
    mutating func add(_ range: ClosedRange<Int>, isJoined: Bool) -> Bool {
        guard let last = ranges.last, isJoined || range.lowerBound <= last.upperBound + 1 else {
            ranges.append(range)
            return true
        }
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
        return false
    }

    /// Returns the first range that has one of the lines, or nil if none has.
    func first(in lines: ClosedRange<Int>) -> ClosedRange<Int>? {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < lines.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= lines.upperBound ? ranges[low] : nil
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
