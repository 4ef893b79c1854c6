internal import LayoutModel
internal import StandardAdditions
public import Reporting

extension Baseline {
    /// The findings with the known ones marked, and the stale entries.
    public struct Outcome {
        public var subjects: [CheckedSubject]
        /// Entries that no longer occur in a file that was checked for them, or whose file does not exist any more.
        public var stale: [Entry]
        /// Entries that match a finding and have expired, so that it counts again.
        public var expired: [Entry]
    }

    /// Marks the known findings. A finding whose entry has expired counts again.
    ///
    /// - Parameters:
    ///   - today: the date, such as `2026-11-21`.
    ///   - allowsIncomplete: whether a layout may have more conflicts than are listed.
    ///   - findsStale: whether to look for stale entries, which asks for the file of each entry without a finding.
    ///   - path: returns the name by which the baseline lists a subject's file.
    ///   - exists: returns whether the file exists that has this name in the baseline.
    public func apply(
        to subjects: [CheckedSubject], today: String, allowsIncomplete: Bool = false, findsStale: Bool = true, path: (String) -> String,
        exists: @escaping (String) -> Bool
    ) -> Outcome {
        let matches = matches(subjects, path: path)
        var subjects = subjects
        var expired: [Entry] = []
        for index in subjects.indices {
            for place in subjects[index].findings.indices {
                let finding = subjects[index].findings[place]
                guard let match = matches[index][place] else { continue }
                let entry = entries[match]
                if let expires = entry.expires, expires < today {
                    subjects[index].findings[place].message += " (known until \(expires))"
                    expired.append(entry)
                } else if finding.suppression == nil {
                    subjects[index].findings[place].suppression = Finding.Suppression(
                        .baseline, reason: entry.reason.isEmpty ? "in the baseline" : entry.reason)
                    subjects[index].findings[place].isFailure = false
                }
            }
            subjects[index].noteUnlistedConflicts(by: .baseline, allowsIncomplete: allowsIncomplete)
        }
        guard findsStale else { return Outcome(subjects: subjects, stale: [], expired: expired) }
        let met = Set(matches.joined().compactMap(\.self))
        let isOver = isOver(subjects, path: path, exists: exists)
        let stale = entries.indices.filter { !met.contains($0) && isOver(entries[$0]) }.map { entries[$0] }
        return Outcome(subjects: subjects, stale: stale, expired: expired)
    }

    /// Returns a predicate for stale entries among those without a finding: the entry's file was checked for its rule, or does
    /// not exist any more. An entry is not stale if its file could not be read, or if its rule was not checked or not proven.
    private func isOver(
        _ subjects: [CheckedSubject], path: (String) -> String, exists: @escaping (String) -> Bool
    ) -> (Entry) -> Bool {
        var unsettled: [ExactText: Set<String>] = [:]
        var folders = PathTree()
        for subject in subjects {
            unsettled[ExactText(path(subject.file)), default: []].formUnion(subject.unsettled.map(\.rawValue))
            // The unreadable path may be a folder.
            if subject.checks == [.unreadable] { folders.insert(path(subject.file)) }
        }
        return { entry in
            if let rules = unsettled[ExactText(entry.file)] { return !rules.contains(entry.rule) }
            return !folders.hasFolder(of: entry.file) && !exists(entry.file)
        }
    }

    /// Returns, for each finding of each subject, the index of the entry that matches it. An entry matches at most one finding.
    /// Among findings with the same fingerprint, one with the entry's message comes first.
    private func matches(_ subjects: [CheckedSubject], path: (String) -> String) -> [[Int?]] {
        // Each entry is listed under its message and under nil. The order is reversed, as `popLast` takes the first entry first.
        var known: [Key: [String?: [Int]]] = [:]
        for index in entries.indices.reversed() {
            for message in [entries[index].message, nil] { known[entries[index].key, default: [:]][message, default: []].append(index) }
        }
        var matches = subjects.map { [Int?](repeating: nil, count: $0.findings.count) }
        var taken: Set<Int> = []
        /// Takes the first unused entry for the finding with this message, or with any message for nil.
        func take(_ finding: Finding, in subject: CheckedSubject, saying message: String?) -> Int? {
            for fingerprint in finding.fingerprints {
                let key = Key(file: ExactText(path(subject.file)), rule: finding.kind.rawValue, fingerprint: fingerprint)
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
        takeUnlisted(subjects, path: path, taken: taken, &matches)
        return matches
    }

    /// Matches findings that count others with entries that counted more of them in the same file, so that mending one fails no build.
    private func takeUnlisted(_ subjects: [CheckedSubject], path: (String) -> String, taken: Set<Int>, _ matches: inout [[Int?]]) {
        var known: [Key: [(index: Int, count: Int)]] = [:]
        func key(_ file: String, _ rule: String) -> Key { Key(file: ExactText(file), rule: rule, fingerprint: "") }
        for (index, entry) in entries.enumerated() where !taken.contains(index) {
            guard let count = Finding.unlisted(by: entry.fingerprint) else { continue }
            known[key(entry.file, entry.rule), default: []].append((index, count))
        }
        if known.isEmpty { return }
        for (index, subject) in subjects.enumerated() {
            for (place, finding) in subject.findings.enumerated() where matches[index][place] == nil {
                guard let count = Finding.unlisted(by: finding.fingerprint) else { continue }
                let key = key(path(subject.file), finding.kind.rawValue)
                guard let entry = known[key]?.firstIndex(where: { $0.count >= count }) else { continue }
                matches[index][place] = known[key]?.remove(at: entry).index
            }
        }
    }

    /// Returns the baseline of the findings. Entries that match a finding retain their reason and expiry.
    ///
    /// Entries of unchecked files remain as long as the files exist. So do entries for rules that were not checked or not proven.
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
