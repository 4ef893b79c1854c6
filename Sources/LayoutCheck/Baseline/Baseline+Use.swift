internal import LayoutLint
public import Reporting

extension Baseline {
    /// What is left after the known findings are taken out of what was found.
    public struct Outcome {
        public var subjects: [CheckedSubject]
        /// Entries that no longer occur in a file that was checked for them, or whose file is gone.
        public var stale: [Entry]
    }

    /// Marks what is known; what has expired counts again.
    ///
    /// - Parameters:
    ///   - today: `2026-11-21`.
    ///   - path: what the baseline calls a file that a finding's subject is in.
    ///   - exists: whether there is a file that the baseline calls so.
    public func apply(
        to subjects: [CheckedSubject], today: String, path: (String) -> String, exists: @escaping (String) -> Bool
    ) -> Outcome {
        let matches = matches(subjects, path: path)
        var subjects = subjects
        for index in subjects.indices {
            for place in subjects[index].findings.indices {
                let finding = subjects[index].findings[place]
                guard let match = matches[index][place] else { continue }
                let entry = entries[match]
                if let expires = entry.expires, expires < today {
                    subjects[index].findings[place].message += " (known until \(expires))"
                } else if finding.suppression == nil {
                    subjects[index].findings[place].suppression = Finding.Suppression(
                        .baseline, reason: entry.reason.isEmpty ? "in the baseline" : entry.reason)
                    subjects[index].findings[place].isFailure = false
                }
            }
        }
        let met = Set(matches.joined().compactMap(\.self))
        let isOver = isOver(subjects, path: path, exists: exists)
        return Outcome(subjects: subjects, stale: entries.indices.filter { !met.contains($0) && isOver(entries[$0]) }.map { entries[$0] })
    }

    /// Whether an entry that knows nothing of what was found knows nothing at all any more: its file was checked for it, or is gone. Of what
    /// could not be read, or not be proven, and of what nobody looked for, nothing is known.
    private func isOver(
        _ subjects: [CheckedSubject], path: (String) -> String, exists: @escaping (String) -> Bool
    ) -> (Entry) -> Bool {
        var unsettled: [String: Set<String>] = [:]
        var folders: [String] = []
        for subject in subjects {
            unsettled[path(subject.file), default: []].formUnion(subject.unsettled.map(\.rawValue))
            // What could not be read may be a folder.
            if subject.checks == [.unreadable] { folders.append(path(subject.file) + "/") }
        }
        return { entry in
            if let rules = unsettled[entry.file] { return !rules.contains(entry.rule) }
            return !folders.contains(where: entry.file.hasPrefix) && !exists(entry.file)
        }
    }

    /// For each finding of each subject the entry that knows it. An entry knows one finding: of several that mean the same it is the one that
    /// says the same, if any does.
    private func matches(_ subjects: [CheckedSubject], path: (String) -> String) -> [[Int?]] {
        // Under the message that the entry had, and under none; backwards, so that the first is taken first.
        var known: [Key: [String?: [Int]]] = [:]
        for index in entries.indices.reversed() {
            for message in [entries[index].message, nil] { known[entries[index].key, default: [:]][message, default: []].append(index) }
        }
        var matches = subjects.map { [Int?](repeating: nil, count: $0.findings.count) }
        var taken: Set<Int> = []
        /// The first entry that knows the finding, says the message, and knows no other one.
        func take(_ finding: Finding, in subject: CheckedSubject, saying message: String?) -> Int? {
            for fingerprint in finding.fingerprints {
                let key = Key(file: path(subject.file), rule: finding.kind.rawValue, fingerprint: fingerprint)
                while let index = known[key]?[message]?.popLast() {
                    if taken.insert(index).inserted { return index }
                }
            }
            return nil
        }
        for isSame in [true, false] {
            for (index, subject) in subjects.enumerated() {
                for (place, finding) in subject.findings.enumerated() where matches[index][place] == nil {
                    matches[index][place] = take(finding, in: subject, saying: isSame ? finding.message : nil)
                }
            }
        }
        return matches
    }

    /// The baseline of what was found; entries that are known keep their reason and expiry.
    ///
    /// Files that were not checked this time keep their entries, as long as they exist, and others keep those of what was not looked for or
    /// not established.
    public func written(for subjects: [CheckedSubject], path: (String) -> String, exists: @escaping (String) -> Bool) -> Baseline {
        let matches = matches(subjects, path: path)
        let met = Set(matches.joined().compactMap(\.self))
        let isOver = isOver(subjects, path: path, exists: exists)
        var result = entries.indices.filter { !met.contains($0) && !isOver(entries[$0]) }.map { entries[$0] }
        for (subject, matches) in zip(subjects, matches) {
            for (finding, match) in zip(subject.findings, matches)
            where finding.suppression?.origin != .document && finding.kind != .unreadable && finding.kind != .unproven {
                let old = match.map { entries[$0] }
                result.append(
                    Entry(
                        file: path(subject.file), rule: finding.kind.rawValue, fingerprint: finding.fingerprint, message: finding.message,
                        reason: old?.reason ?? "",
                        expires: old?.expires, line: 0))
            }
        }
        return Baseline(entries: result)
    }
}
