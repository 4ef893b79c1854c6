/// The remainder of a hitting-set problem after some elements are chosen and others are excluded: the members that no chosen
/// element hits, without the excluded elements.
///
/// The last element of a member is chosen automatically (unit propagation), so each remaining member has at least two. Sets are
/// consecutive bit vectors.
struct OpenMembers {
    /// The number of words of each bit vector.
    let width: Int
    /// The chosen elements, including those that propagation chose.
    private(set) var chosen: [UInt64]
    private(set) var chosenCount = 0
    private var words: [UInt64] = []
    /// The number of elements of each member.
    private var sizes: [Int] = []

    /// Returns nil if a member has no element left.
    ///
    /// - Parameter family: the words of all members.
    init?(of family: [UInt64], width: Int, chosen: [UInt64], ruledOut: [UInt64]) {
        self.width = width
        self.chosen = chosen
        var isForcing = true
        while isForcing {
            isForcing = false
            words.removeAll(keepingCapacity: true)
            sizes.removeAll(keepingCapacity: true)
            for start in stride(from: 0, to: family.count, by: width) {
                var ways = 0
                var isMet = false
                for place in 0..<width {
                    let word = family[start + place]
                    if word & self.chosen[place] != 0 { isMet = true }
                    ways += (word & ~ruledOut[place]).nonzeroBitCount
                }
                if isMet { continue }
                if ways == 0 { return nil }
                if ways == 1 {
                    isForcing = true
                    for place in 0..<width { self.chosen[place] |= family[start + place] & ~ruledOut[place] }
                } else {
                    sizes.append(ways)
                    for place in 0..<width { words.append(family[start + place] & ~ruledOut[place]) }
                }
            }
        }
        chosenCount = self.chosen.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    var isEmpty: Bool { sizes.isEmpty }

    /// A lower bound of the number of elements that hit all members.
    ///
    /// A set of elements in which every two form a member is a clique, and all but one of its elements must be chosen. Members
    /// that have no element in common with cliques or with each other need one element each.
    var leastMore: Int {
        var covered = [UInt64](repeating: 0, count: width)
        var least = coverCliques(&covered)
        for member in sizes.indices.sorted(by: { (sizes[$0], $0) < (sizes[$1], $1) }) {
            let start = member * width
            if (0..<width).contains(where: { words[start + $0] & covered[$0] != 0 }) { continue }
            for place in 0..<width { covered[place] |= words[start + place] }
            least += 1
        }
        return least
    }

    /// Returns how many elements of cliques must be chosen, and marks these elements as covered.
    private func coverCliques(_ covered: inout [UInt64]) -> Int {
        var slots = [Int](repeating: -1, count: 64 * width)
        var partners: [UInt64] = []
        for member in sizes.indices where sizes[member] == 2 {
            let pair = elements(of: member)
            for (element, other) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                if slots[element] < 0 {
                    slots[element] = partners.count
                    partners += repeatElement(0, count: width)
                }
                partners[slots[element] + other / 64] |= 1 << UInt64(other % 64)
            }
        }
        if partners.isEmpty { return 0 }
        var least = 0
        for element in slots.indices where slots[element] >= 0 && covered[element / 64] >> UInt64(element % 64) & 1 == 0 {
            var common = (0..<width).map { partners[slots[element] + $0] & ~covered[$0] }
            while let place = common.firstIndex(where: { $0 != 0 }) {
                let other = 64 * place + common[place].trailingZeroBitCount
                covered[place] |= 1 << UInt64(other % 64)
                least += 1
                for place in 0..<width { common[place] &= partners[slots[other] + place] }
            }
            covered[element / 64] |= 1 << UInt64(element % 64)
        }
        return least
    }

    /// The elements of a smallest member, those that hit most members first.
    var smallestByUse: [Int] {
        guard let smallest = sizes.indices.min(by: { (sizes[$0], $0) < (sizes[$1], $1) }) else { return [] }
        let own = elements(of: smallest)
        let uses = own.map { element in
            sizes.indices.count { words[$0 * width + element / 64] >> UInt64(element % 64) & 1 == 1 }
        }
        return own.indices.sorted { (-uses[$0], own[$0]) < (-uses[$1], own[$1]) }.map { own[$0] }
    }

    private func elements(of member: Int) -> [Int] {
        var elements: [Int] = []
        for place in 0..<width {
            var left = words[member * width + place]
            while left != 0 {
                elements.append(64 * place + left.trailingZeroBitCount)
                left &= left - 1
            }
        }
        return elements
    }
}

/// A family of sets as consecutive bit vectors.
struct PackedFamily {
    /// The elements, ascending. Sets refer to them by index.
    let elements: [Int]
    /// The number of words per set.
    let width: Int
    private(set) var words: [UInt64] = []
    private let places: [Int: Int]

    init(_ family: [Set<Int>]) {
        elements = family.reduce(into: Set<Int>()) { $0.formUnion($1) }.sorted()
        places = Dictionary(uniqueKeysWithValues: elements.enumerated().map { ($1, $0) })
        width = max(1, (elements.count + 63) / 64)
        for member in family { _ = append(member) }
    }

    var count: Int { words.count / width }

    var none: [UInt64] { [UInt64](repeating: 0, count: width) }

    /// Adds a member. Returns false and adds nothing if it has an unknown element.
    mutating func append(_ member: Set<Int>) -> Bool {
        var own = none
        for element in member {
            guard let place = places[element] else { return false }
            own[place / 64] |= 1 << UInt64(place % 64)
        }
        words += own
        return true
    }

    /// Returns the first member that none of these elements hits.
    func firstOpen(_ chosen: [UInt64]) -> [UInt64]? {
        for start in stride(from: 0, to: words.count, by: width)
        where !(0..<width).contains(where: { words[start + $0] & chosen[$0] != 0 }) { return Array(words[start..<start + width]) }
        return nil
    }

    /// Returns the elements of a set, ascending.
    func elements(in set: [UInt64]) -> [Int] {
        elements.indices.filter { set[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }.map { elements[$0] }
    }
}
