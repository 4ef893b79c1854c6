extension [Int32] {
    /// Returns the index of the number in an ascending list, or its insertion index.
    private func sortedPlace(of number: Int32) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Inserts a number into an ascending list, unless it is present.
    mutating func insertSorted(_ number: Int32) {
        let place = sortedPlace(of: number)
        if place == count || self[place] != number { insert(number, at: place) }
    }

    /// Removes a number from an ascending list. Returns whether it was present.
    @discardableResult
    mutating func removeSorted(_ number: Int32) -> Bool {
        let place = sortedPlace(of: number)
        guard place < count, self[place] == number else { return false }
        remove(at: place)
        return true
    }
}
