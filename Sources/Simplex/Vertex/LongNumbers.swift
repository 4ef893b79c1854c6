internal import ExactArithmetic

/// Short exact numbers in eight bytes each: those that do not fit lie here, in places that are used again.
///
/// Nearly every number of a layout fits, and what a large block holds is mostly numbers.
struct LongNumbers: ~Copyable {
    private var values = Store<SmallRational>(capacity: 1)
    /// The first place that is free; each has the next one's number.
    private var free: Int32 = -1

    mutating func removeAll() {
        values.removeAll()
        free = -1
    }

    @inline(__always)
    func value(_ packed: PackedRational) -> SmallRational { LongNumbers.value(packed, values.base) }

    /// For closures, which cannot hold `self`: good until the next number is packed.
    var base: UnsafePointer<SmallRational> { UnsafePointer(values.base) }

    @inline(__always)
    static func value(_ packed: PackedRational, _ base: UnsafePointer<SmallRational>) -> SmallRational {
        packed.isWide ? base[packed.place] : SmallRational(packed)
    }

    @inline(__always)
    mutating func pack(_ value: SmallRational) -> PackedRational {
        PackedRational(value) ?? keep(value)
    }

    /// Of a number that nobody will ask for any more.
    @inline(__always)
    mutating func release(_ packed: PackedRational) {
        if packed.isWide { release(place: packed.place) }
    }

    /// The packed form of a number that takes the place of another.
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
