/// A set of numbers from 0 on, a bit each: two sets are compared 64 numbers at a time.
struct BitSet: Hashable {
    private var words: [UInt64]

    /// Room for as many numbers; none is in the set.
    init(room: Int) {
        words = [UInt64](repeating: 0, count: (room + 63) / 64)
    }

    /// - Parameter numbers: each below `room`.
    init(room: Int, _ numbers: some Sequence<Int>) {
        self.init(room: room)
        for number in numbers { insert(number) }
    }

    mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }

    func contains(_ number: Int) -> Bool { words[number / 64] & (1 << UInt64(number % 64)) != 0 }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// Ascending.
    var numbers: [Int] {
        var numbers: [Int] = []
        for (place, word) in words.enumerated() {
            var left = word
            while left != 0 {
                numbers.append(64 * place + left.trailingZeroBitCount)
                left &= left - 1
            }
        }
        return numbers
    }

    // MARK: - With another of the same room

    func isDisjoint(with other: BitSet) -> Bool {
        for place in words.indices where words[place] & other.words[place] != 0 { return false }
        return true
    }

    func isSubset(of other: BitSet) -> Bool {
        for place in words.indices where words[place] & ~other.words[place] != 0 { return false }
        return true
    }

    /// How many numbers are in this one alone.
    func count(without other: BitSet) -> Int {
        var count = 0
        for place in words.indices { count += (words[place] & ~other.words[place]).nonzeroBitCount }
        return count
    }

    mutating func subtract(_ other: BitSet) {
        for place in words.indices { words[place] &= ~other.words[place] }
    }

    func subtracting(_ other: BitSet) -> BitSet {
        var result = self
        result.subtract(other)
        return result
    }

    func intersection(_ other: BitSet) -> BitSet {
        var result = self
        for place in words.indices { result.words[place] &= other.words[place] }
        return result
    }
}
