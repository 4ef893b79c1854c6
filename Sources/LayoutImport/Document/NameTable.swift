/// Names as bytes, each with the number at which it came: an open-addressing table without `String`s.
///
/// The hash is seeded for each table, so that nobody can choose names that collide.
struct NameTable {
    /// The number of a name and the lower half of its hash, which tells most names apart.
    private struct Slot {
        var index: Int32 = -1
        var hash: UInt32 = 0
    }

    private var slots: [Slot] = []
    /// Where the names lie in `bytes`: each ends where the next begins.
    private var ends: [Int] = [0]
    private var bytes: [UInt8] = []
    private let seed = UInt64.random(in: .min ... .max)

    var count: Int { ends.count - 1 }

    init(capacity: Int) {
        var size = 16
        while size < 2 * capacity { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
        ends.reserveCapacity(capacity + 1)
        bytes.reserveCapacity(8 * capacity)
    }

    func find(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        let index = slots[slot(of: name, hash: hash(name))].index
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
        if slots[place].index >= 0 { return (Int(slots[place].index), false) }
        slots[place] = Slot(index: Int32(truncatingIfNeeded: count), hash: UInt32(truncatingIfNeeded: hash))
        bytes.append(contentsOf: name)
        ends.append(bytes.count)
        return (count - 1, true)
    }

    mutating func insert(_ name: [UInt8]) -> (index: Int, isNew: Bool) {
        name.withUnsafeBufferPointer { insert($0) }
    }

    private func slot(of name: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int {
        let mask = slots.count - 1
        let mark = UInt32(truncatingIfNeeded: hash)
        var place = Int(truncatingIfNeeded: hash >> 32) & mask
        while slots[place].index >= 0 {
            if slots[place].hash == mark, isEqual(Int(slots[place].index), name) { return place }
            place = (place + 1) & mask
        }
        return place
    }

    private func isEqual(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = ends[index]
        guard ends[index + 1] - start == name.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            for offset in 0..<name.count where bytes[start + offset] != name[offset] { return false }
            return true
        }
    }

    /// The upper half of the hash is what a place goes by, so names are hashed anew.
    private mutating func grow() {
        slots = Array(repeating: Slot(), count: 2 * slots.count)
        let mask = slots.count - 1
        for index in 0..<count {
            let hash = bytes.withUnsafeBufferPointer { self.hash(UnsafeBufferPointer(rebasing: $0[ends[index]..<ends[index + 1]])) }
            var place = Int(truncatingIfNeeded: hash >> 32) & mask
            while slots[place].index >= 0 { place = (place + 1) & mask }
            slots[place] = Slot(index: Int32(truncatingIfNeeded: index), hash: UInt32(truncatingIfNeeded: hash))
        }
    }

    /// Multiply and fold, eight bytes at a time.
    private func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var state = seed ^ UInt64(truncatingIfNeeded: name.count)
        var offset = 0
        while offset < name.count {
            var word: UInt64 = 0
            if offset + 8 <= name.count {
                word = UnsafeRawBufferPointer(name).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            } else {
                for byte in name[offset...] { word = word << 8 | UInt64(byte) }
            }
            offset += 8
            let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15 ^ (seed | 1))
            state = product.high ^ product.low ^ seed
        }
        let product = state.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }
}
