/// A step's report in its stored form.
struct PackedReport: Sendable {
    let bytes: [UInt8]
    let packing: Int64
    /// The number of the step whose report is the compression base; nil for none.
    let base: Int64?
    /// The report as a base for later ones; nil if it has a base itself or is too short.
    let asBase: DeltaBases.Base?
}

extension PackedReport {
    /// The least factor by which a base must shorten a report for it to be used.
    private static let leastGain = 4

    /// Compresses a report relative to a base if that makes it far shorter, otherwise in full.
    init(_ step: StoredStep, by base: DeltaBases.Base? = nil) {
        // In full, it would have about the same compression ratio as the base.
        if let base, let packed = StoredForm.pack(step.report, by: base.report),
            packed.count <= base.packed.count * min(step.report.count, base.report.count) / base.report.count / PackedReport.leastGain
        {
            self.init(bytes: packed, packing: StoredForm.following.rawValue, base: Int64(base.number), asBase: nil)
        } else {
            self.init(step.report, of: step.number, createdAt: step.createdAt)
        }
    }

    /// Compresses a report in full.
    init(_ report: [UInt8], of number: Int, createdAt: Int64) {
        let (bytes, packing) = StoredForm.values(for: report)
        var asBase: DeltaBases.Base?
        if report.count >= DeltaBases.leastLength {
            asBase = DeltaBases.Base(number: number, createdAt: createdAt, report: report, packed: bytes)
        }
        self.init(bytes: bytes, packing: packing, base: nil, asBase: asBase)
    }
}

/// A stored report as read from the database.
struct StoredReportForm: Sendable {
    let bytes: [UInt8]
    let packing: Int64
    let base: Int64?
}
