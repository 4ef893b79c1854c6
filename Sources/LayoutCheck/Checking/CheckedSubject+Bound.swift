internal import LayoutModel
public import Reporting

extension CheckedSubject {
    /// The number of findings that every file may keep. A visual format of a few bytes makes as many as a layout may have views, and those of
    /// all files are in memory until the reports are written.
    private static let mostFindings = 1000
    /// The number of bytes of a file for which it may keep one more. Real ones have dozens for each view.
    private static let bytesPerFinding = 8

    /// The number of bytes of memory that a finding takes at most as one, and for which it counts once more: one with many rows or other
    /// fingerprints.
    private static let (mostWeight, furtherWeight) = (4096, 256)

    /// Returns the number of findings that a file may keep.
    public static func mostFindings(bytes: Int) -> Int { mostFindings + bytes / bytesPerFinding }

    /// The number of findings, of which long ones count several times.
    public var size: Int { findings.reduce(0) { $0 + CheckedSubject.size(of: $1) } }

    private static func size(of finding: Finding) -> Int { 1 + max(0, finding.weight - mostWeight) / furtherWeight }

    /// Leaves out findings beyond a number, the least severe and last ones, and adds one that counts them. Those that say that the check is not
    /// complete are the last to be left out. Long findings count several times.
    public mutating func bound(to most: Int) {
        guard size > most else { return }
        func rank(_ index: Int) -> (Int, Severity, Int) { (findings[index].kind == .unproven ? 0 : 1, findings[index].severity, index) }
        let order = findings.indices.sorted { rank($0) < rank($1) }
        var left = most
        let listed = Set(
            order.prefix { index in
                left -= CheckedSubject.size(of: findings[index])
                return left >= 0
            })
        let rest = findings.indices.filter { !listed.contains($0) }.map { findings[$0] }.filter { $0.suppression == nil }
        findings = listed.sorted().map { findings[$0] }
        guard let first = rest.min(by: { $0.severity < $1.severity }) else { return }
        let count = rest.reduce(0) { $0 + CheckedSubject.count(of: $1) }
        findings.append(
            Finding(
                kind: first.kind, severity: first.severity, fingerprint: Finding.fingerprint(ofUnlisted: count),
                message: "\(count) more finding\(count == 1 ? " of this file is" : "s of this file are") not listed",
                place: FilePlace(file: file), isFailure: rest.contains(where: \.isFailure)))
    }

    /// Returns the number of findings that a finding counts: more than one if they were left out before.
    private static func count(of finding: Finding) -> Int { finding.place.line == nil ? Finding.unlisted(by: finding.fingerprint) ?? 1 : 1 }
}

/// The findings and drawings that the layouts of a run may still keep, in their order.
public struct RunBound {
    /// The number of bytes of files for which a run may keep one more finding. Each takes some kilobytes of memory with its sentences.
    private static let bytesPerFinding = 64

    private var findings = 20_000
    /// The bytes of drawings.
    private var drawings = 64 << 20

    public init() {}

    /// Adds what a file of this length may keep.
    public mutating func add(bytes: Int) {
        findings += bytes / RunBound.bytesPerFinding
    }

    /// Leaves out the findings of a layout beyond what the run may keep, and adds one that counts them. Drawings beyond it are left out, too.
    public mutating func apply(to subject: inout CheckedSubject) {
        subject.bound(to: max(1, findings))
        findings = max(0, findings - subject.size)
        guard let length = subject.drawing?.utf8.count else { return }
        if length > drawings { subject.drawing = nil } else { drawings -= length }
    }
}
