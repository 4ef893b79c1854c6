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
        var known: [Key: Entry] = [:]
        for entry in entries { known[entry.key] = entry }
        var met: Set<Key> = []
        var subjects = subjects
        for index in subjects.indices {
            let file = path(subjects[index].file)
            for place in subjects[index].findings.indices {
                let finding = subjects[index].findings[place]
                let keys = finding.fingerprints.map { Key(file: file, rule: finding.kind.rawValue, fingerprint: $0) }
                guard let entry = keys.lazy.compactMap({ known[$0] }).first else { continue }
                met.formUnion(keys)
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
        let stale = entries.filter { checked.contains($0.file) && !met.contains($0.key) }
        return Outcome(subjects: subjects, stale: stale)
    }

    /// The baseline of what was found; entries that are known keep their reason and expiry.
    ///
    /// Files that were not checked this time keep their entries.
    public func written(for subjects: [CheckedSubject], path: (String) -> String) -> Baseline {
        var known: [Key: Entry] = [:]
        for entry in entries { known[entry.key] = entry }
        let checked = Set(subjects.map { path($0.file) })
        var result = entries.filter { !checked.contains($0.file) }
        var taken: Set<Key> = []
        for subject in subjects {
            for finding in subject.findings where finding.suppression?.origin != .document && finding.kind != .unreadable && finding.kind != .unproven
            {
                let key = Key(file: path(subject.file), rule: finding.kind.rawValue, fingerprint: finding.fingerprint)
                guard taken.insert(key).inserted else { continue }
                let old = finding.fingerprints.lazy.compactMap { known[Key(file: key.file, rule: key.rule, fingerprint: $0)] }.first
                result.append(
                    Entry(
                        file: key.file, rule: key.rule, fingerprint: key.fingerprint, message: finding.message, reason: old?.reason ?? "",
                        expires: old?.expires, line: 0))
            }
        }
        return Baseline(entries: result)
    }
}
