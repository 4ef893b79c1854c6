/// A search for a hitting set of limited size, by branching on the elements of a set that is not hit yet.
///
/// Elements that were tried before are excluded from later branches, so that no set is tried twice.
struct HittingSetSearch {
    private let sets: SetsAsBits
    /// The number of sets that may still be visited.
    private var budget = 100_000_000

    init(sets: [Set<Int>]) {
        let elements = sets.reduce(into: Set<Int>()) { $0.formUnion($1) }.sorted()
        let places = Dictionary(uniqueKeysWithValues: elements.enumerated().map { ($1, $0) })
        self.sets = SetsAsBits(
            sets.map { set in set.compactMap { places[$0] }.sorted() }.sorted { ($0.count, $0.first ?? 0) < ($1.count, $1.first ?? 0) },
            elementCount: elements.count)
    }

    /// Returns whether at most `size` elements can hit every set, or nil if the search is too long.
    mutating func exists(size: Int) -> Bool? {
        let none = [UInt64](repeating: 0, count: sets.width)
        return extend(none, barred: none, size)
    }

    private mutating func extend(_ chosen: [UInt64], barred: [UInt64], _ size: Int) -> Bool? {
        var (chosen, left) = (chosen, sets)
        repeat {
            budget -= left.count
            if budget < 0 { return nil }
            left = left.left(by: chosen, without: barred)
            if left.hasEmptySet { return false }
        } while left.takeSingles(into: &chosen)
        let room = size - chosen.reduce(0) { $0 + $1.nonzeroBitCount }
        if room < 0 { return false }
        guard let smallest = left.smallest else { return true }
        if left.leastHits > room { return false }
        var barred = barred
        for element in left.elementsByUse(of: smallest) {
            var next = chosen
            next[element / 64] |= 1 << UInt64(element % 64)
            let found = extend(next, barred: barred, size)
            if found != false { return found }
            barred[element / 64] |= 1 << UInt64(element % 64)
        }
        return false
    }
}

/// A list of sets of numbers as consecutive bit vectors.
private struct SetsAsBits {
    /// The number of words of each bit vector.
    let width: Int
    private var words: [UInt64] = []
    /// The number of elements of each set.
    private var sizes: [Int] = []

    private init(width: Int) { self.width = width }

    init(_ sets: [[Int]], elementCount: Int) {
        self.init(width: max(1, (elementCount + 63) / 64))
        for set in sets {
            let start = words.count
            words += repeatElement(0, count: width)
            for element in set { words[start + element / 64] |= 1 << UInt64(element % 64) }
            sizes.append(set.count)
        }
    }

    var count: Int { sizes.count }
    var hasEmptySet: Bool { sizes.contains(0) }

    private func meets(_ set: Int, _ elements: [UInt64]) -> Bool {
        for place in 0..<width where words[set * width + place] & elements[place] != 0 { return true }
        return false
    }

    /// Returns the sets that contain none of the chosen elements, without their barred (excluded) elements.
    func left(by chosen: [UInt64], without barred: [UInt64]) -> SetsAsBits {
        var left = SetsAsBits(width: width)
        left.words.reserveCapacity(words.count)
        for set in sizes.indices where !meets(set, chosen) {
            var size = 0
            for place in 0..<width {
                let word = words[set * width + place] & ~barred[place]
                left.words.append(word)
                size += word.nonzeroBitCount
            }
            left.sizes.append(size)
        }
        return left
    }

    /// Chooses the element of each set that has only one. Returns false if there is no such set.
    func takeSingles(into chosen: inout [UInt64]) -> Bool {
        var hasTaken = false
        for set in sizes.indices where sizes[set] == 1 {
            hasTaken = true
            for place in 0..<width { chosen[place] |= words[set * width + place] }
        }
        return hasTaken
    }

    var smallest: Int? { sizes.indices.min { (sizes[$0], $0) < (sizes[$1], $1) } }

    /// Returns the elements in ascending order.
    private func elements(of set: Int) -> [Int] {
        (0..<width).flatMap { place in
            let word = words[set * width + place]
            return word == 0 ? [] : (0..<64).filter { word >> UInt64($0) & 1 == 1 }.map { 64 * place + $0 }
        }
    }

    /// Returns the elements, those in the most sets first.
    func elementsByUse(of set: Int) -> [Int] {
        let uses = elements(of: set).map { element in
            (element: element, count: sizes.indices.count { words[$0 * width + element / 64] >> UInt64(element % 64) & 1 == 1 })
        }
        return uses.sorted { (-$0.count, $0.element) < (-$1.count, $1.element) }.map(\.element)
    }

    /// A lower bound of the number of elements that hit every set. Disjoint sets need one each, and elements of which every two
    /// form a set need all but one.
    var leastHits: Int {
        var covered = [UInt64](repeating: 0, count: width)
        var least = 0
        for group in groupsOfPairs() where group.count > 1 {
            least += group.count - 1
            for element in group { covered[element / 64] |= 1 << UInt64(element % 64) }
        }
        for set in sizes.indices.sorted(by: { (sizes[$0], $0) < (sizes[$1], $1) }) where !meets(set, covered) {
            least += 1
            for place in 0..<width { covered[place] |= words[set * width + place] }
        }
        return least
    }

    /// Partitions the elements of pairs greedily: each joins the first group in which it is paired with all.
    private func groupsOfPairs() -> [[Int]] {
        var partners: [Int: [UInt64]] = [:]
        for set in sizes.indices where sizes[set] == 2 {
            let pair = words[set * width..<(set + 1) * width]
            for element in elements(of: set) {
                let own = partners[element] ?? Array(pair)
                partners[element] = zip(own, pair).map { $0 | $1 }
            }
        }
        var groups: [(elements: [Int], joinable: [UInt64])] = []
        for (element, own) in partners.sorted(by: { $0.key < $1.key }) {
            let place = groups.firstIndex { $0.joinable[element / 64] >> UInt64(element % 64) & 1 == 1 }
            if let place {
                groups[place].elements.append(element)
                groups[place].joinable = zip(groups[place].joinable, own).map { $0 & $1 }
            } else {
                groups.append(([element], own))
            }
        }
        return groups.map(\.elements)
    }
}
