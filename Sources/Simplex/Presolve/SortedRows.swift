extension [Int32] {
    /// Where the number stands or would, in a list that ascends.
    private func sortedPlace(of number: Int32) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Adds a number to a list that ascends, unless it is there.
    mutating func insertSorted(_ number: Int32) {
        let place = sortedPlace(of: number)
        if place == count || self[place] != number { insert(number, at: place) }
    }

    /// Whether it was there.
    @discardableResult
    mutating func removeSorted(_ number: Int32) -> Bool {
        let place = sortedPlace(of: number)
        guard place < count, self[place] == number else { return false }
        remove(at: place)
        return true
    }
}
