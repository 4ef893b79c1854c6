internal import JSON
internal import LayoutModel
internal import Reporting
internal import StandardAdditions

/// A list of known findings: one entry per line, sorted, so that lists of two branches merge.
public struct Baseline: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        public var file: String
        public var rule: String
        public var fingerprint: String
        /// The finding's message when the entry was written, for people.
        public var message: String
        public var reason: String
        /// The last day on which the entry counts, such as `2026-12-31`, or nil for no expiry.
        public var expires: String?
        /// The entry's line in its file, from 1, or 0 if it was not read from a file.
        public var line: Int

        var key: Key { Key(file: ExactText(file), rule: rule, fingerprint: fingerprint) }
    }

    struct Key: Hashable {
        var file: ExactText
        var rule: String
        var fingerprint: String
    }

    public private(set) var entries: [Entry]

    public init(entries: [Entry] = []) {
        self.entries = entries
    }

    /// - Parameter name: the file's name in errors.
    public init(reading bytes: [UInt8], name: String) throws(ConfigurationError) {
        entries = []
        for (index, line) in bytes.lines.enumerated() {
            let bytes = Array(line)
            if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }) { continue }
            entries.append(try Baseline.entry(bytes, line: index + 1, name: name))
        }
    }

    private static let keys = ["file", "rule", "fingerprint", "message", "reason", "expires"]

    private static let expectation = "expected one JSON object per line, as '--write-baseline' writes them"

    private static func entry(_ bytes: [UInt8], line: Int, name: String) throws(ConfigurationError) -> Entry {
        let tree: JSONTree
        do throws(JSONError) {
            tree = try JSONTree(parsing: bytes)
        } catch {
            throw ConfigurationError(file: name, line: line, column: error.column, "\(Baseline.expectation): \(error.message)")
        }
        guard let members = tree.members else { throw ConfigurationError(file: name, line: line, Baseline.expectation) }
        var entry = Entry(file: "", rule: "", fingerprint: "", message: "", reason: "", expires: nil, line: line)
        for member in members {
            guard Baseline.keys.contains(member.key) else {
                throw ConfigurationError(
                    file: name, line: line, "unknown key \"\(member.key)\": expected one of \(Baseline.keys.joined(separator: ", "))")
            }
            guard let text = member.value.string else {
                throw ConfigurationError(file: name, line: line, "\"\(member.key)\" must be a string")
            }
            switch member.key {
            case "file": entry.file = text
            case "rule": entry.rule = text
            case "fingerprint": entry.fingerprint = text
            case "message": entry.message = text
            case "reason": entry.reason = text
            case "expires":
                guard isDay(text) else { throw ConfigurationError(file: name, line: line, "expected a day such as 2026-12-31, found \"\(text)\"") }
                entry.expires = text
            default: continue
            }
        }
        if entry.fingerprint.isEmpty || entry.file.isEmpty {
            throw ConfigurationError(file: name, line: line, "an entry must have \"file\" and \"fingerprint\"")
        }
        return entry
    }

    /// Returns whether the text is a calendar date, such as `2026-12-31`.
    private static func isDay(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else { return false }
        guard let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month) else { return false }
        return (1...CivilTime.length(ofMonth: month, year: year)).contains(day)
    }

    /// The contents of the file: one line per entry, sorted.
    public var text: String {
        let sorted = entries.sorted {
            ($0.file, $0.rule, $0.fingerprint, $0.message) < ($1.file, $1.rule, $1.fingerprint, $1.message)
        }
        return sorted.map { entry in
            var writer = JSONWriter()
            writer.object { writer in
                writer.member("file", entry.file)
                writer.member("rule", entry.rule)
                writer.member("fingerprint", entry.fingerprint)
                writer.member("message", entry.message)
                writer.member("reason", entry.reason)
                if let expires = entry.expires { writer.member("expires", expires) }
            }
            return String(decoding: writer.bytes, as: UTF8.self) + "\n"
        }.joined()
    }
}
