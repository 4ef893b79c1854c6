internal import ExactArithmetic

/// A table of numbers that do not fit in a packed number, which the owner's wide packed numbers refer to (see `PackedRational`).
/// Unused places are reused.
///
/// Most of a large block's memory is numbers, and nearly every number of a layout fits in a packed one.
struct LongNumbers: ~Copyable {
    private var values = UncheckedArray<SmallRational>(capacity: 1)
    /// The first unused place, the head of a linked list.
    private var free: Int32 = -1

    mutating func removeAll() {
        values.removeAll()
        free = -1
    }

    @inline(__always)
    func value(_ packed: PackedRational) -> SmallRational { LongNumbers.value(packed, values.base) }

    /// The base address, for closures, which cannot capture `self`; valid until the next number is packed.
    var base: UnsafePointer<SmallRational> { UnsafePointer(values.base) }

    @inline(__always)
    static func value(_ packed: PackedRational, _ base: UnsafePointer<SmallRational>) -> SmallRational {
        packed.isWide ? base[packed.place] : SmallRational(packed)
    }

    @inline(__always)
    mutating func pack(_ value: SmallRational) -> PackedRational {
        PackedRational(value) ?? keep(value)
    }

    /// Releases the place of a number that is no longer needed.
    @inline(__always)
    mutating func release(_ packed: PackedRational) {
        if packed.isWide { release(place: packed.place) }
    }

    /// Packs a number that replaces another one.
    @inline(__always)
    mutating func pack(_ value: SmallRational, insteadOf former: PackedRational) -> PackedRational {
        release(former)
        return pack(value)
    }

    @inline(never)
    private mutating func keep(_ value: SmallRational) -> PackedRational {
        if free < 0 {
            values.append(value)
            return PackedRational(place: values.count - 1)
        }
        let place = Int(free)
        free = Int32(truncatingIfNeeded: values[place].numerator)
        values[place] = value
        return PackedRational(place: place)
    }

    @inline(never)
    private mutating func release(place: Int) {
        values[place] = SmallRational(free)
        free = Int32(truncatingIfNeeded: place)
    }
}
