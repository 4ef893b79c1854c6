internal import JSON

/// Names as bytes with their indices, in an open-addressing hash table without `String`s.
///
/// The hash has a random seed per table, so that names cannot be chosen to collide.
struct NameTable {
    private struct Slot {
        /// The name's bytes if there are at most eight, so that most names are compared without indirection. For a longer name,
        /// the index of its bytes in `long`, and in the upper 24 bits a part of its hash.
        var word: UInt64 = 0
        var length: UInt32 = 0
        /// The name's index, or -1 for an empty slot.
        var index: Int32 = -1

        var start: Int { Int(word & 0xFF_FFFF_FFFF) }
    }

    private var slots: [Slot]
    /// The bytes of the names that are longer than eight bytes.
    private var long: [UInt8] = []
    private(set) var count = 0
    private let seed = UInt64.random(in: .min ... .max)

    init(capacity: Int) {
        var size = 16
        while size < 2 * capacity { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
    }

    func find(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        let index = slots[slot(of: name, hash: hash(name))].index
        return index < 0 ? nil : Int(index)
    }

    func find(_ name: [UInt8]) -> Int? {
        name.withUnsafeBufferPointer { find($0) }
    }

    /// Returns the index of a name, and whether it is new.
    mutating func insert(_ name: UnsafeBufferPointer<UInt8>) -> (index: Int, isNew: Bool) {
        if 2 * (count + 1) > slots.count { grow() }
        let hash = hash(name)
        let place = slot(of: name, hash: hash)
        if slots[place].index >= 0 { return (Int(slots[place].index), false) }
        slots[place].index = Int32(truncatingIfNeeded: count)
        slots[place].length = UInt32(truncatingIfNeeded: name.count)
        if name.count <= 8 {
            slots[place].word = ByteWord.head(of: name)
        } else {
            slots[place].word = NameTable.mark(hash) | UInt64(long.count)
            long.append(contentsOf: name)
        }
        count += 1
        return (count - 1, true)
    }

    mutating func insert(_ name: [UInt8]) -> (index: Int, isNew: Bool) {
        name.withUnsafeBufferPointer { insert($0) }
    }

    // MARK: Slots

    /// Returns the slot of a name, or the empty slot for it.
    private func slot(of name: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int {
        let isShort = name.count <= 8
        let word = isShort ? ByteWord.head(of: name) : NameTable.mark(hash)
        return slots.withUnsafeBufferPointer { slots in
            let mask = slots.count - 1
            var place = Int(truncatingIfNeeded: hash >> 32) & mask
            while slots[place].index >= 0 {
                if Int(slots[place].length) == name.count {
                    if isShort ? slots[place].word == word : isLong(slots[place], name, mark: word) { return place }
                }
                place = (place + 1) & mask
            }
            return place
        }
    }

    private static func mark(_ hash: UInt64) -> UInt64 { hash << 40 }

    private func isLong(_ slot: Slot, _ name: UnsafeBufferPointer<UInt8>, mark: UInt64) -> Bool {
        guard slot.word >> 40 == mark >> 40 else { return false }
        return long.withUnsafeBufferPointer { long in
            for offset in 0..<name.count where long[slot.start + offset] != name[offset] { return false }
            return true
        }
    }

    /// Doubles the table. Slots depend on the upper half of the hash, so names are hashed again.
    private mutating func grow() {
        let before = slots
        slots = Array(repeating: Slot(), count: 2 * before.count)
        let mask = slots.count - 1
        for slot in before where slot.index >= 0 {
            var place = Int(truncatingIfNeeded: hash(slot) >> 32) & mask
            while slots[place].index >= 0 { place = (place + 1) & mask }
            slots[place] = slot
        }
    }

    // MARK: Hashes

    private func hash(_ slot: Slot) -> UInt64 {
        if slot.length <= 8 { return finished(folded(start(Int(slot.length)), slot.word)) }
        return long.withUnsafeBufferPointer { long in
            hash(UnsafeBufferPointer(rebasing: long[slot.start..<(slot.start + Int(slot.length))]))
        }
    }

    /// Hashes by multiplying and folding, eight bytes at a time.
    private func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var state = start(name.count)
        var offset = 0
        repeat {
            state = folded(state, ByteWord.head(of: UnsafeBufferPointer(rebasing: name[offset...])))
            offset += 8
        } while offset < name.count
        return finished(state)
    }

    private func start(_ length: Int) -> UInt64 { seed ^ UInt64(truncatingIfNeeded: length) }

    private func folded(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15 ^ (seed | 1))
        return product.high ^ product.low ^ seed
    }

    private func finished(_ state: UInt64) -> UInt64 {
        let product = state.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }
}
