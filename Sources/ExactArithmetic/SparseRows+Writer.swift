extension SparseRows {
    /// A writer of consecutive rows, valid only within the closure that receives it.
    ///
    /// As with `add` and `endRow` of `SparseRows`, columns ascend within a row and no coefficient is 0.
    public struct Writer {
        @usableFromInline var starts: Slab<Int32>
        @usableFromInline var columns: Slab<Int32>
        @usableFromInline var coefficients: Slab<PackedRational>
        @usableFromInline var constants: Slab<PackedRational>
        fileprivate var wide: [Rational] = []

        @inlinable @inline(__always)
        public mutating func add(column: Int, _ coefficient: PackedRational) {
            columns.append(Int32(truncatingIfNeeded: column))
            coefficients.append(coefficient)
        }

        /// Ends the present row: the entries added since the previous call.
        @inlinable @inline(__always)
        public mutating func endRow(constant: PackedRational) {
            starts.append(Int32(truncatingIfNeeded: columns.count))
            constants.append(constant)
        }

        /// Packs a value for the rows being written.
        @inlinable
        public mutating func pack(_ value: Rational) -> PackedRational {
            PackedRational(value) ?? store(value)
        }

        @usableFromInline
        mutating func store(_ value: Rational) -> PackedRational {
            wide.append(value)
            return PackedRational(place: wide.count - 1)
        }
    }

    /// Creates the rows that a closure writes.
    ///
    /// - Parameters:
    ///   - rows: the expected number of rows.
    ///   - entries: the expected number of entries. Storage is allocated once for this many; further entries cost a copy.
    public init(rows: Int, entries: Int, writing write: (inout Writer) -> Void) {
        self.init()
        var columns: [Int32] = []
        var coefficients: [PackedRational] = []
        var constants: [PackedRational] = []
        var rest: Writer?
        starts = [Int32](unsafeUninitializedCapacity: rows + 1) { startStorage, startCount in
            columns = [Int32](unsafeUninitializedCapacity: entries) { columnStorage, columnCount in
                coefficients = [PackedRational](unsafeUninitializedCapacity: entries) { coefficientStorage, coefficientCount in
                    constants = [PackedRational](unsafeUninitializedCapacity: rows) { constantStorage, constantCount in
                        var writer = Writer(
                            starts: Slab(startStorage), columns: Slab(columnStorage), coefficients: Slab(coefficientStorage),
                            constants: Slab(constantStorage))
                        writer.starts.append(0)
                        write(&writer)
                        startCount = writer.starts.stored
                        columnCount = writer.columns.stored
                        coefficientCount = writer.coefficients.stored
                        constantCount = writer.constants.stored
                        rest = writer
                    }
                }
            }
        }
        if let rest {
            starts.append(contentsOf: rest.starts.rest)
            columns.append(contentsOf: rest.columns.rest)
            coefficients.append(contentsOf: rest.coefficients.rest)
            constants.append(contentsOf: rest.constants.rest)
            wide = rest.wide
        }
        self.columns = columns
        self.coefficients = coefficients
        self.constants = constants
    }
}

/// A writer of consecutive elements into given storage. Elements that do not fit are appended to `rest`.
@usableFromInline
struct Slab<Element: BitwiseCopyable> {
    @usableFromInline let storage: UnsafeMutableBufferPointer<Element>
    @usableFromInline var count = 0
    @usableFromInline var rest: [Element] = []

    init(_ storage: UnsafeMutableBufferPointer<Element>) {
        self.storage = storage
    }

    /// The number of elements in the storage.
    var stored: Int { min(count, storage.count) }

    @inlinable @inline(__always)
    mutating func append(_ element: Element) {
        if count < storage.count {
            storage.initializeElement(at: count, to: element)
        } else {
            keep(element)
        }
        count += 1
    }

    @usableFromInline @inline(never)
    mutating func keep(_ element: Element) {
        rest.append(element)
    }
}
