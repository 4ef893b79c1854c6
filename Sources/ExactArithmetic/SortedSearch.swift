extension Array {
    /// Returns the index of the first element that satisfies a predicate; all later elements must satisfy it too.
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
    /// Returns the index of an element in an ascending list, or nil.
    @inlinable
    public func sortedPlace(of element: Element) -> Int? {
        let place = partitioningIndex { $0 >= element }
        return place < count && self[place] == element ? place : nil
    }
}
