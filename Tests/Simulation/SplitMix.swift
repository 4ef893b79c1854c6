/// A deterministic pseudorandom generator (SplitMix64, Steele et al. 2014).
public struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to below `end`, which is at least 1.
    mutating func below(_ end: Int) -> Int { Int(next() % UInt64(end)) }

    /// Returns whether something happens that happens so many times in a thousand.
    mutating func happens(perMille: Int) -> Bool { below(1000) < perMille }

    /// Returns one of the elements, of which there is at least one.
    mutating func one<T>(of elements: [T]) -> T { elements[below(elements.count)] }

    /// Returns an independent generator.
    mutating func split() -> SplitMix { SplitMix(seed: next()) }
}
