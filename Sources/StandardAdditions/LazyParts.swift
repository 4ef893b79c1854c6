extension Collection {
    /// Returns the parts between separators in order, also the empty ones, one at a time. `split` allocates a slice for each, which takes
    /// 32 times the memory of lines that have a byte.
    @inlinable
    public func parts(separatedBy isSeparator: @escaping (Element) -> Bool) -> UnfoldSequence<SubSequence, Index?> {
        sequence(state: startIndex) { start in
            guard let from = start else { return nil }
            let end = self[from...].firstIndex(where: isSeparator) ?? endIndex
            start = end == endIndex ? nil : index(after: end)
            return self[from..<end]
        }
    }
}

extension Collection where Element == UInt8 {
    /// The lines without their line feeds, one at a time. After a line feed at the end is an empty one.
    @inlinable
    public var lines: UnfoldSequence<SubSequence, Index?> { parts(separatedBy: { $0 == UInt8(ascii: "\n") }) }
}
