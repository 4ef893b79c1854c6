internal import LayoutLint
public import Reporting

extension Baseline {
    /// What is left after the known findings are taken out of what was found.
    public struct Outcome {
        public var subjects: [CheckedSubject]
        /// Entries that no longer occur in a file that was checked.
        public var stale: [Entry]
    }

    /// Marks what is known; what has expired counts again.
    ///
    /// - Parameters:
    ///   - today: `2026-11-21`.
    ///   - path: what the baseline calls a file that a finding's subject is in.
    public func apply(to subjects: [CheckedSubject], today: String, path: (String) -> String) -> Outcome {
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
        let checked = Set(subjects.map { path($0.file) })
        let met = Set(matches.joined().compactMap(\.self))
        let stale = entries.indices.filter { checked.contains(entries[$0].file) && !met.contains($0) }.map { entries[$0] }
        return Outcome(subjects: subjects, stale: stale)
    }

    /// For each finding of each subject the entry that knows it. An entry knows one finding: of several that mean the same it is the one that
    /// says the same, if any does.
    private func matches(_ subjects: [CheckedSubject], path: (String) -> String) -> [[Int?]] {
        var byKey: [Key: [Int]] = [:]
        var byMessage: [Key: [String: [Int]]] = [:]
        // Backwards, so that the first is taken first.
        for index in entries.indices.reversed() {
            byKey[entries[index].key, default: []].append(index)
            byMessage[entries[index].key, default: [:]][entries[index].message, default: []].append(index)
        }
        var matches = subjects.map { [Int?](repeating: nil, count: $0.findings.count) }
        var taken: Set<Int> = []
        func keys(_ subject: Int, _ place: Int) -> [Key] {
            let finding = subjects[subject].findings[place]
            return finding.fingerprints.map { Key(file: path(subjects[subject].file), rule: finding.kind.rawValue, fingerprint: $0) }
        }
        for subject in subjects.indices {
            for (place, finding) in subjects[subject].findings.enumerated() {
                for key in keys(subject, place) {
                    guard let index = byMessage[key]?[finding.message]?.popLast() else { continue }
                    taken.insert(index)
                    matches[subject][place] = index
                    break
                }
            }
        }
        for subject in subjects.indices {
            for place in matches[subject].indices where matches[subject][place] == nil {
                for key in keys(subject, place) {
                    while let index = byKey[key]?.popLast() {
                        guard taken.insert(index).inserted else { continue }
                        matches[subject][place] = index
                        break
                    }
                    if matches[subject][place] != nil { break }
                }
            }
        }
        return matches
    }

    /// The baseline of what was found; entries that are known keep their reason and expiry.
    ///
    /// Files that were not checked this time keep their entries.
    public func written(for subjects: [CheckedSubject], path: (String) -> String) -> Baseline {
        let matches = matches(subjects, path: path)
        let checked = Set(subjects.map { path($0.file) })
        var result = entries.filter { !checked.contains($0.file) }
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
