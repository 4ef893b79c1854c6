/// A set of small nonnegative integers as bits. Set operations process 64 elements at a time.
struct BitSet: Hashable {
    private var words: [UInt64]

    /// Creates an empty set with room for the numbers below `room`.
    init(room: Int) {
        words = [UInt64](repeating: 0, count: (room + 63) / 64)
    }

    /// - Parameter numbers: numbers below `room`.
    init(room: Int, _ numbers: some Sequence<Int>) {
        self.init(room: room)
        for number in numbers { insert(number) }
    }

    mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }

    func contains(_ number: Int) -> Bool { words[number / 64] & (1 << UInt64(number % 64)) != 0 }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// The elements, ascending.
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

    // MARK: - Operations with a set of the same room

    func isDisjoint(with other: BitSet) -> Bool {
        for place in words.indices where words[place] & other.words[place] != 0 { return false }
        return true
    }

    func isSubset(of other: BitSet) -> Bool {
        for place in words.indices where words[place] & ~other.words[place] != 0 { return false }
        return true
    }

    /// Returns the number of elements that are not in another set.
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
