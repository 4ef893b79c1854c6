internal import JSON

/// A reader of the parts of a stored session. Changes by a disk fault or another program are reported and never returned as data:
/// compressed parts have a checksum, and uncompressed ones must still be JSON.
struct StoredParts: Sendable {
    /// The session's id.
    let id: String

    /// Decompresses a part and checks that it is JSON.
    /// - Parameter name: such as "the report of step 3".
    func json(
        _ stored: [UInt8], packing: Int64, limit: Int = StoredForm.greatestLength, _ name: @autoclosure () -> String
    ) throws(StoreError) -> [UInt8] {
        let bytes = try bytes(stored, packing: packing, limit: limit, name())
        return packing == StoredForm.plain.rawValue ? try json(bytes, name()) : bytes
    }

    /// Decompresses the report of a step.
    ///
    /// - Parameters:
    ///   - bases: the reports by which others are compressed.
    ///   - unpacked: a cache of the last report that was stored in full: mostly the next ones are relative to it.
    func report(
        _ step: Int, _ form: StoredReportForm, bases: [Int64: StoredReportForm], unpacked: inout (step: Int64, report: [UInt8])?
    ) throws(StoreError) -> [UInt8] {
        let name = "the report of step \(step)"
        guard form.packing == StoredForm.following.rawValue else {
            let report = try json(form.bytes, packing: form.packing, name)
            unpacked = (Int64(step), report)
            return report
        }
        guard let number = form.base, let base = bases[number] else { throw missing("\(name): the report that is needed to decompress it") }
        let report: [UInt8]
        if let unpacked, unpacked.step == number {
            report = unpacked.report
        } else {
            // A base is at most twice as long as what is compressed relative to it (`DeltaBases.serves`).
            let count = StoredForm.count(head: form.bytes, of: form.bytes.count, packing: form.packing)
            report = try json(
                base.bytes, packing: base.packing, limit: min(2 * count + 1, StoredForm.greatestLength),
                "the report of step \(number), which is needed to decompress that of step \(step)")
            unpacked = (number, report)
        }
        do throws(StoreError) { return try StoredForm.bytes(form.bytes, by: report) } catch {
            guard case .damaged(let why, _) = error else { throw error }
            throw damage("\(name): \(why)")
        }
    }

    /// Checks that a part that is always stored uncompressed is JSON.
    func json(_ bytes: [UInt8], _ name: @autoclosure () -> String) throws(StoreError) -> [UInt8] {
        guard (try? JSONDocument(parsing: bytes)) != nil else { throw damage("\(name()) is no longer valid JSON") }
        return bytes
    }

    /// Decompresses a part of any format.
    func bytes(
        _ stored: [UInt8], packing: Int64, limit: Int = StoredForm.greatestLength, _ name: @autoclosure () -> String
    ) throws(StoreError) -> [UInt8] {
        do throws(StoreError) { return try StoredForm.bytes(stored, packing: packing, limit: limit) } catch {
            guard case .damaged(let why, _) = error else { throw error }
            throw damage("\(name()): \(why)")
        }
    }

    /// Checks the events of a step, which are always stored uncompressed.
    func events(_ bytes: [UInt8], _ step: Int) throws(StoreError) -> [UInt8] {
        try json(bytes, "the list of events of step \(step)")
    }

    /// Checks that all steps of a range are present.
    func check(_ numbers: [Int], from first: Int, to last: Int) throws(StoreError) {
        guard first <= last else { return }
        for (number, expected) in zip(numbers, first...) where number != expected { throw missing("step \(expected)") }
        if numbers.count < last - first + 1 { throw missing("step \(first + numbers.count)") }
    }

    func damage(_ what: String) -> StoreError {
        .damagedSession(id: id, what)
    }

    /// Returns the error that a row of the session is missing.
    func missing(_ what: String) -> StoreError {
        .damagedSession(id: id, "\(what) is missing", isMissing: true)
    }
}
