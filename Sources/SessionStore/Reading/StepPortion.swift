/// Successive steps of a session that a ``StepReader`` or ``EventsReader`` takes into memory at a time, in their stored form. Each portion is read in
/// a transaction of its own, so that neither memory nor a connection is taken for as long as the whole takes.
public struct StepPortion: Sendable {
    /// The bytes of the rows in their stored form, except for a single row that is longer.
    static let mostBytes: Int64 = 256 << 10
    static let mostRows = 256

    /// The number of the session's newest step; nil if there is no such session.
    let newest: Int?
    let rows: [StepRow]
    /// The reports by which others are compressed, by the numbers of their steps.
    let bases: [Int64: StoredReportForm]

    static var empty: StepPortion { StepPortion(newest: nil, rows: [], bases: [:]) }

    /// Returns how many rows are one portion.
    ///
    /// - Parameter sizes: the lengths of the rows from the first one on, at most `mostRows`.
    static func count(_ sizes: [Int64]) -> Int {
        var bytes: Int64 = 0
        for (place, size) in sizes.enumerated() {
            bytes += size
            if place > 0, bytes > mostBytes { return place }
        }
        return sizes.count
    }

    /// Checks that a session whose reading has begun still exists; one that never existed has no parts.
    func checkExistence(isBegun: Bool) throws(StoreError) {
        if newest == nil, isBegun { throw .deletedMeanwhile }
    }

    /// Checks that no step is missing.
    ///
    /// - Parameters:
    ///   - first: the first requested step.
    ///   - last: the last one.
    func checkNumbers(from first: Int, through last: Int, of parts: StoredParts) throws(StoreError) {
        guard let newest else { return }
        try parts.check(rows.map(\.number), from: first, to: min(newest, last, rows.isEmpty ? .max : first + rows.count - 1))
    }
}

/// A step as it is stored.
struct StepRow: Sendable {
    let number: Int
    let events: [UInt8]?
    let verdict: String
    let engine: String
    let createdAt: Int64
    /// The report; empty if it was not requested.
    let form: StoredReportForm
    let sealed: SealedStep

    /// Checks the step against its seal.
    ///
    /// - Parameter report: nil if it was not read.
    func check(_ parts: StoredParts, report: [UInt8]?) throws(StoreError) {
        try parts.check(sealed, number, events: events, report: report, verdict: verdict, engine: engine, createdAt: createdAt)
    }
}

extension StoreError {
    static var deletedMeanwhile: StoreError { .unavailable("the session was deleted while it was read") }
}
