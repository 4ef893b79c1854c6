/// Names as bytes, each with the number at which it came: an open-addressing table without `String`s.
///
/// The hash is seeded for each table, so that nobody can choose names that collide.
struct NameTable {
    private var slots: [Int32] = []
    private var hashes: [UInt64] = []
    /// Where each name ends in `bytes`.
    private var ends: [Int] = []
    private var bytes: [UInt8] = []
    private let seed = UInt64.random(in: .min ... .max)

    var count: Int { ends.count }

    init(capacity: Int) {
        var size = 16
        while size < 2 * capacity { size *= 2 }
        slots = Array(repeating: -1, count: size)
        hashes.reserveCapacity(capacity)
        ends.reserveCapacity(capacity)
    }

    func find(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        let index = slots[slot(of: name, hash: hash(name))]
        return index < 0 ? nil : Int(index)
    }

    func find(_ name: [UInt8]) -> Int? {
        name.withUnsafeBufferPointer { find($0) }
    }

    /// The number of a name, and whether it is new.
    mutating func insert(_ name: UnsafeBufferPointer<UInt8>) -> (index: Int, isNew: Bool) {
        if 2 * (count + 1) > slots.count { grow() }
        let hash = hash(name)
        let place = slot(of: name, hash: hash)
        if slots[place] >= 0 { return (Int(slots[place]), false) }
        slots[place] = Int32(truncatingIfNeeded: count)
        hashes.append(hash)
        bytes.append(contentsOf: name)
        ends.append(bytes.count)
        return (count - 1, true)
    }

    mutating func insert(_ name: [UInt8]) -> (index: Int, isNew: Bool) {
        name.withUnsafeBufferPointer { insert($0) }
    }

    private func slot(of name: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int {
        let mask = slots.count - 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while slots[place] >= 0 {
            let index = Int(slots[place])
            if hashes[index] == hash, isEqual(index, name) { return place }
            place = (place + 1) & mask
        }
        return place
    }

    private func isEqual(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = index == 0 ? 0 : ends[index - 1]
        guard ends[index] - start == name.count else { return false }
        for offset in 0..<name.count where bytes[start + offset] != name[offset] { return false }
        return true
    }

    private mutating func grow() {
        slots = Array(repeating: -1, count: 2 * slots.count)
        let mask = slots.count - 1
        for (index, hash) in hashes.enumerated() {
            var place = Int(truncatingIfNeeded: hash) & mask
            while slots[place] >= 0 { place = (place + 1) & mask }
            slots[place] = Int32(truncatingIfNeeded: index)
        }
    }

    /// Multiply and fold, eight bytes at a time.
    private func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var state = seed ^ UInt64(truncatingIfNeeded: name.count)
        var offset = 0
        while offset < name.count {
            var word: UInt64 = 0
            let end = min(offset + 8, name.count)
            while offset < end {
                word = word << 8 | UInt64(name[offset])
                offset += 1
            }
            let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15 ^ (seed | 1))
            state = product.high ^ product.low ^ seed
        }
        let product = state.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }
}
