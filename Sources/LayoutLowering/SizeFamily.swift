public import ExactArithmetic
public import LayoutModel

/// The lowered systems of a layout at all values of some dimensions, such as the root's width. A *place* has a coordinate for
/// each dimension. The systems differ only in the constants of rows, which are affine functions of the place.
public struct SizeFamily: Sendable {
    /// A row whose constant changes, with its rate of change along each coordinate.
    public struct Slope: Sendable, Hashable {
        public var row: Int
        public var rates: [Rational]

        public init(row: Int, rates: [Rational]) {
            self.row = row
            self.rates = rates
        }
    }

    /// The system at the origin, where every coordinate is 0.
    private let base: LoweredSystem
    /// The slopes of rows whose constant changes, ascending.
    public let slopes: [Slope]
    /// The number of coordinates of a place.
    public let count: Int

    /// The rates of each row whose constant changes.
    public var rates: [Int: [Rational]] {
        Dictionary(slopes.map { ($0.row, $0.rates) }) { first, _ in first }
    }

    private init(base: LoweredSystem, slopes: [Slope], count: Int) {
        self.base = base
        self.slopes = slopes
        self.count = count
    }

    /// Creates the family of all values of some dimensions. Returns nil for a fragment, which has no sizes.
    public init?(_ document: LayoutDocument, along dimensions: [SizeDimension]) {
        if document.isFragment { return nil }
        // Each dimension affects constants independently: the root's size and texts are in different rows.
        let origin = LoweredSystem(lowering: dimensions.reduce(document) { $0.varied($1, to: .zero) })
        var rates: [Int: [Rational]] = [:]
        for (place, dimension) in dimensions.enumerated() {
            let others = dimensions.filter { $0 != dimension }.reduce(document) { $0.varied($1, to: .zero) }
            let system = LoweredSystem(lowering: others.varied(dimension, to: .one))
            guard system.rows.count == origin.rows.count else { return nil }
            for row in origin.rows.indices {
                let rate = system.matrix.constant(of: row) - origin.matrix.constant(of: row)
                if !rate.isZero { rates[row, default: Array(repeating: .zero, count: dimensions.count)][place] = rate }
            }
        }
        base = origin
        slopes = rates.sorted { $0.key < $1.key }.map { Slope(row: $0.key, rates: $0.value) }
        count = dimensions.count
    }

    /// Creates the family of all text scales between two. Intrinsic sizes must change linearly between them. Returns nil for a
    /// fragment.
    public init?(_ document: LayoutDocument, textScalesFrom low: Rational, to high: Rational) {
        if document.isFragment { return nil }
        let first = LoweredSystem(lowering: document.scalingTexts(by: low))
        let last = LoweredSystem(lowering: document.scalingTexts(by: high))
        guard first.rows.count == last.rows.count else { return nil }
        slopes = first.rows.indices.compactMap { row in
            let difference = last.matrix.constant(of: row) - first.matrix.constant(of: row)
            guard !difference.isZero, let rate = difference.divided(by: high - low) else { return nil }
            return Slope(row: row, rates: [rate])
        }
        count = 1
        var matrix = first.rows.matrix
        for slope in slopes { matrix.setConstant(of: slope.row, first.matrix.constant(of: slope.row) - slope.rates[0] * low) }
        base = LoweredSystem(
            document: first.document, variables: first.variables,
            rows: LoweredRows(matrix: matrix, headers: first.rows.headers, priorities: first.rows.priorities))
    }

    /// Returns the system at a place. At every place its document is the one at the origin.
    public func system(at place: [Rational]) -> LoweredSystem {
        var matrix = base.rows.matrix
        for slope in slopes {
            var constant = matrix.constant(of: slope.row)
            for (rate, coordinate) in zip(slope.rates, place) { constant += rate * coordinate }
            matrix.setConstant(of: slope.row, constant)
        }
        return LoweredSystem(
            document: base.document, variables: base.variables,
            rows: LoweredRows(matrix: matrix, headers: base.rows.headers, priorities: base.rows.priorities))
    }

    /// Returns the family along the line between two places; its single coordinate is 0 at the start and 1 at the end.
    public func line(from start: [Rational], to end: [Rational]) -> SizeFamily {
        let slopes = slopes.map { slope in
            Slope(row: slope.row, rates: [zip(slope.rates, zip(start, end)).reduce(Rational.zero) { $0 + $1.0 * ($1.1.1 - $1.1.0) }])
        }
        return SizeFamily(base: system(at: start), slopes: slopes, count: 1)
    }

    // MARK: - Parts

    /// The connected components of rows by shared variables; rows without variables form a part of their own.
    public var parts: [SizePart] {
        let system = base
        var sets = DisjointSets(count: system.variables.count)
        for row in system.rows.indices { sets.join(variablesOf: row, in: system.matrix, but: nil) }
        var places: [Int: Int] = [:]
        var parts: [SizePart] = []
        for row in system.rows.indices {
            let key = system.matrix.range(of: row).first.map { sets.root(Int(system.matrix.columns[$0])) } ?? -1
            let place = places[key] ?? parts.count
            if place == parts.count {
                places[key] = place
                parts.append(SizePart())
            }
            parts[place].rows.append(row)
        }
        for slope in slopes {
            guard let entry = system.matrix.range(of: slope.row).first, let place = places[sets.root(Int(system.matrix.columns[entry]))]
            else { continue }
            for (coordinate, rate) in slope.rates.enumerated() where !rate.isZero { parts[place].coordinates.insert(coordinate) }
        }
        return parts
    }

    /// The variables that occur in no row; they may have any value.
    public var freeVariables: Set<Int> {
        let named = Set(base.matrix.columns)
        return Set(base.variables.indices.filter { !base.isFixedAtZero($0) && !named.contains(Int32(truncatingIfNeeded: $0)) })
    }

    /// Returns the family that has only some of the rows; variables that do not occur in them are 0.
    ///
    /// - Parameters:
    ///   - rows: ascending.
    ///   - coordinates: the coordinates that the rows depend on. They are the coordinates of the result, in this order.
    public func restricted(to rows: [Int], coordinates: [Int]) -> SizeFamily {
        var used: Set<Int> = []
        for row in rows { for entry in base.matrix.range(of: row) { used.insert(Int(base.matrix.columns[entry])) } }
        var matrix = SparseRows()
        var headers: [RowHeader] = []
        var priorities = base.rows.priorities
        let required = priorities.firstIndex(of: LayoutPriority.required) ?? priorities.count
        if required == priorities.count { priorities.append(LayoutPriority.required) }
        for variable in base.variables.indices where !used.contains(variable) && !base.isFixedAtZero(variable) {
            guard let dimension = FrameDimension(rawValue: variable % 4) else { continue }
            matrix.add(column: variable, matrix.pack(.one))
            matrix.endRow(constant: matrix.pack(.zero))
            headers.append(
                RowHeader(.implicit(.autoresizing(view: variable / 4, dimension: dimension)), isEquality: true, isRequired: true, priority: required))
        }
        var places: [Int: Int] = [:]
        for row in rows {
            places[row] = headers.count
            matrix.append(row, of: base.matrix, sign: 1, offset: .zero)
            headers.append(base.rows.headers[row])
        }
        let own = slopes.compactMap { slope in
            places[slope.row].map { row in Slope(row: row, rates: coordinates.map { slope.rates[$0] }) }
        }
        let system = LoweredSystem(
            document: base.document, variables: base.variables, rows: LoweredRows(matrix: matrix, headers: headers, priorities: priorities))
        return SizeFamily(base: system, slopes: own.sorted { $0.row < $1.row }, count: coordinates.count)
    }
}

/// Rows of a family that share no variable with other rows, and the coordinates that they depend on.
public struct SizePart: Sendable {
    /// The rows, ascending.
    public var rows: [Int] = []
    public var coordinates: Set<Int> = []

    public init() {}
}
