internal import LayoutModel
internal import Reporting

/// The lines of files that differ from a commit, read from `git diff -U0`.
struct ChangedLines {
    /// The added line ranges by path, as git prints paths.
    private(set) var ranges: [String: [ClosedRange<Int>]] = [:]

    /// - Parameter patch: the diff, with no prefixes before paths.
    init(patch: String) {
        var path: String?
        for line in patch.split(separator: "\n", omittingEmptySubsequences: true) {
            if line.hasPrefix("+++ ") {
                path = ChangedLines.path(line.dropFirst(4))
            } else if line.hasPrefix("@@ "), let path, let range = ChangedLines.added(line) {
                ranges[path, default: []].append(range)
            }
        }
    }

    /// Returns the lines that a hunk adds, or nil if it only removes lines. `@@ -12,0 +13,2 @@` adds 13 and 14.
    private static func added(_ line: Substring) -> ClosedRange<Int>? {
        guard let word = line.split(separator: " ").first(where: { $0.hasPrefix("+") }) else { return nil }
        let numbers = word.dropFirst().split(separator: ",").map { Int($0) }
        guard let start = numbers.first ?? nil, start > 0 else { return nil }
        let count = numbers.count > 1 ? numbers[1] ?? 0 : 1
        return count > 0 ? start...(start + count - 1) : nil
    }

    /// Decodes a path as git prints it: unusual paths are quoted with escapes, and paths with a space end with a tab.
    static func path(_ text: Substring) -> String? {
        let text = text.hasSuffix("\t") ? text.dropLast() : text
        if text == "/dev/null" { return nil }
        guard text.hasPrefix("\""), text.hasSuffix("\""), text.utf8.count > 1 else { return String(text) }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8.dropFirst().dropLast())[...]
        let escapes: [UInt8: UInt8] = [
            UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "v"): 11, UInt8(ascii: "f"): 12,
            UInt8(ascii: "r"): 13,
        ]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let sign = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            if (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(sign), rest.count >= 2 {
                let digits = [sign] + rest.prefix(2)
                rest = rest.dropFirst(2)
                bytes.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 8 + Int($1 & 7) }))
            } else {
                bytes.append(escapes[sign] ?? sign)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
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
