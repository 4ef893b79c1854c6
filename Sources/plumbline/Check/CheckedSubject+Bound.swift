internal import LayoutModel
internal import Reporting

extension CheckedSubject {
    /// The number of findings that every file may keep. A visual format of a few bytes makes as many as a layout may have views, and those of
    /// all files are in memory until the reports are written.
    private static let mostFindings = 1000
    /// The number of bytes of a file for which it may keep one more. Real ones have dozens for each view.
    private static let bytesPerFinding = 8

    /// Returns the number of findings that a file may keep.
    static func mostFindings(bytes: Int) -> Int { mostFindings + bytes / bytesPerFinding }

    /// Leaves out findings beyond a number, the least severe and last ones, and adds one that counts them. Those that say that the check is not
    /// complete are the last to be left out.
    mutating func bound(to most: Int) {
        guard findings.count > most else { return }
        func rank(_ index: Int) -> (Int, Severity, Int) { (findings[index].kind == .unproven ? 0 : 1, findings[index].severity, index) }
        let order = findings.indices.sorted { rank($0) < rank($1) }
        let rest = order.dropFirst(most).sorted().map { findings[$0] }.filter { $0.suppression == nil }
        findings = order.prefix(most).sorted().map { findings[$0] }
        guard let first = rest.min(by: { $0.severity < $1.severity }) else { return }
        // The number is in the fingerprint, so that a baseline hides no further ones.
        findings.append(
            Finding(
                kind: first.kind, severity: first.severity, fingerprint: "m1:rest:\(rest.count)",
                message: "\(rest.count) more finding\(rest.count == 1 ? " of this file is" : "s of this file are") not listed",
                place: FilePlace(file: file), isFailure: rest.contains(where: \.isFailure)))
    }
}
