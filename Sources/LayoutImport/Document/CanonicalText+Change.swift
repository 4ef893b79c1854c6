public import LayoutModel

extension CanonicalText {
    /// Updates the text to the document to which a change led. Only parts that may differ are written.
    ///
    /// - Returns: a lower bound of the length of the unchanged prefix. Nil if the change is of another document or everything
    ///   must be written. The value is then unchanged.
    public mutating func follow(_ change: DocumentChange, to next: LayoutDocument) -> Int? {
        // A fragment's text has more than its parts.
        guard !next.isFragment, !document.isFragment, document.observations.isEmpty, next.observations.isEmpty, change.begins(at: document),
            next.views.count == document.views.count,
            next.constraints.count == document.constraints.count - change.gone.count + change.came
        else { return nil }
        let came = next.constraints.count - change.came..<next.constraints.count
        let written = CanonicalDocument.parts(of: next, views: change.views, constraints: change.constraints + came)
        var edits = TextEdits()
        // The root's size and the direction come before all parts.
        if !change.isOfParts { edits.replace(0..<viewEnds[0], with: CanonicalDocument.head(of: next)) }
        edits.follow(
            &viewEnds, DocumentChange.runs(of: document.views.count, changed: change.views), count: next.views.count, written.views)
        edits.follow(&constraintEnds, change.runs, count: next.constraints.count, written.constraints)
        document = next
        return edits.apply(to: &bytes)
    }
}

/// Replacements of bytes, in the text's order.
private struct TextEdits {
    private var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    /// The increase of the text's length by all edits.
    private var growth = 0
    /// The maximum number of edits that are applied in place one by one.
    private static let few = 4

    mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
        edits.append((range, bytes))
        growth += bytes.count - range.count
    }

    /// Replaces the parts of a list that differ.
    ///
    /// - Parameters:
    ///   - ends: the beginning of the list, then the end of each part. Updated to the new list.
    ///   - runs: the unchanged parts.
    ///   - count: the new number of parts.
    ///   - written: all other parts, each with a comma before it unless it is the list's first.
    mutating func follow(_ ends: inout [Int], _ runs: [DocumentChange.Run], count: Int, _ written: [ArraySlice<UInt8>]) {
        var next = [ends[0] + growth]
        next.reserveCapacity(count + 1)
        var rest = written[...]
        var place = 0
        let old = ends.count - 1
        for run in runs + [DocumentChange.Run(before: old..<old, after: count)] {
            var range = ends[place]..<ends[run.before.lowerBound]
            // The new first part has no comma before it.
            if run.after == 0, place < run.before.lowerBound, !run.before.isEmpty { range = range.lowerBound..<range.upperBound + 1 }
            var bytes: [UInt8] = []
            let start = range.lowerBound + growth
            while next.count <= run.after, let part = rest.popFirst() {
                bytes += part
                next.append(start + bytes.count)
            }
            if !range.isEmpty || !bytes.isEmpty { replace(range, with: bytes) }
            for end in ends[run.before.lowerBound + 1..<run.before.upperBound + 1] { next.append(end + growth) }
            place = run.before.upperBound
        }
        ends = next
    }

    /// Applies the edits. Returns the length of the unchanged prefix.
    func apply(to bytes: inout [UInt8]) -> Int {
        if edits.count <= TextEdits.few {
            for edit in edits.reversed() { bytes.replaceSubrange(edit.range, with: edit.bytes) }
        } else {
            var all: [UInt8] = []
            all.reserveCapacity(bytes.count + growth)
            var place = 0
            for edit in edits {
                all += bytes[place..<edit.range.lowerBound]
                all += edit.bytes
                place = edit.range.upperBound
            }
            all += bytes[place...]
            bytes = all
        }
        return edits.first?.range.lowerBound ?? bytes.count
    }
}
