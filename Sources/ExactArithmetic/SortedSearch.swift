extension Array {
    /// The place of the first element for which this holds, as it does for all after it.
    @inlinable
    public func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Array where Element: Comparable {
    /// Where an element stands in a list that ascends; nil where it does not.
    @inlinable
    public func sortedPlace(of element: Element) -> Int? {
        let place = partitioningIndex { $0 >= element }
        return place < count && self[place] == element ? place : nil
    }
}
