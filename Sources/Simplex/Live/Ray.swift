internal import ExactArithmetic

/// The only optimum as a function of one row's constant, all else being equal.
///
/// Each value is an affine function of the constant, its *line*, as long as every row keeps its sign: the proof that a state is
/// the only optimum contains coefficients and signs and no constant, so it proves the other states too (right-hand-side
/// sensitivity analysis). A row that changes sides ends the lines of its own block and of what follows from it; see
/// `LiveProgram.rebase`.
struct Ray {
    let row: Int
    /// The constant at which `doubles` are.
    var here: SmallRational
    /// The line of each variable: its value is `starts + steps * constant`. Both are `tooLong` if the line is an estimate or
    /// unavailable.
    private(set) var starts: [SmallRational]
    private(set) var steps: [SmallRational]
    private var estimates: [(variable: Int32, start: Estimate, step: Estimate)] = []
    private var estimateOf: [Int32: Int] = [:]

    /// The variables that move, by the representation of their lines.
    private var fractions = Fractions()
    private var others: [Int32] = []
    private var isMoving: [Bool]

    /// For each row, its place in `limits` or -1. Rows that contain a moving variable have limits: the constants between which
    /// the row keeps its sign, and its block or -1.
    private var limitOf: [Int32]
    private(set) var limits: [Limit] = []
    private var least = -Double.infinity
    private var greatest = Double.infinity

    struct Limit {
        let row: Int32
        let block: Int32
        var least = -Double.infinity
        var greatest = Double.infinity
        /// A constant at which the row is 0. The ray includes it, as values are continuous.
        var end = Double.nan

        func contains(_ constant: Double) -> Bool { (least < constant && constant < greatest) || constant == end }
    }

    /// - Parameter values: the present state, in which `row` has `constant`.
    init(row: Int, at constant: SmallRational, values: Values, rowCount: Int) {
        self.row = row
        here = constant
        starts = values.small
        steps = Array(repeating: .zero, count: values.small.count)
        isMoving = Array(repeating: false, count: values.small.count)
        limitOf = Array(repeating: -1, count: rowCount)
    }

    // MARK: - Lines

    func value(of variable: Int, at constant: SmallRational) -> SmallRational { starts[variable] + steps[variable] * constant }

    /// Sets the variable's line. Returns whether it changed, or nil if a number gets too long.
    mutating func setLine(_ variable: Int32, through value: SmallRational, at constant: SmallRational, step: SmallRational) -> Bool? {
        setLine(variable, start: value - step * constant, step: step)
    }

    mutating func setLine(_ variable: Int32, start: SmallRational, step: SmallRational) -> Bool? {
        if start.isTooLong || step.isTooLong || isEstimated(variable) { return nil }
        if starts[Int(variable)] == start, steps[Int(variable)] == step { return false }
        starts[Int(variable)] = start
        steps[Int(variable)] = step
        if isMoving[Int(variable)] {
            if !fractions.replace(variable, start, step) { return nil }
        } else {
            isMoving[Int(variable)] = true
            if !fractions.append(variable, start, step) { others.append(variable) }
        }
        return true
    }

    /// Sets the line of a variable with long numbers as an estimate.
    mutating func setLine(_ variable: Int32, through value: Estimate, at constant: SmallRational, step: Estimate) {
        estimateOf[variable] = estimates.count
        estimates.append((variable, value + -(step * constant), step))
        starts[Int(variable)] = .tooLong
        steps[Int(variable)] = .tooLong
        isMoving[Int(variable)] = true
    }

    /// All variables that move.
    var moving: [Int32] { fractions.variables + others + estimates.map(\.variable) }
    var movingCount: Int { fractions.variables.count + others.count + estimates.count }

    func isEstimated(_ variable: Int32) -> Bool { estimateOf[variable] != nil }

    /// Writes the values for a constant within all limits. Returns false, with some values written, if a number cannot be
    /// determined closely enough.
    func fill(_ values: inout [Double], at constant: SmallRational) -> Bool {
        guard fractions.fill(&values, at: constant) else { return false }
        for variable in others {
            let value = value(of: Int(variable), at: constant)
            if value.isTooLong { return false }
            values[Int(variable)] = value.double
        }
        let factor = Estimate(constant)
        for line in estimates {
            let value = line.start + line.step.times(factor)
            guard value.isFinite, value.isClose else { return false }
            values[Int(line.variable)] = value.double
        }
        return true
    }

    // MARK: - Limits

    func contains(_ constant: SmallRational) -> Bool {
        let constant = constant.double
        return (least < constant && constant < greatest) || limits.allSatisfy { $0.contains(constant) }
    }

    func limit(of row: Int32) -> Limit? { limitOf[Int(row)] < 0 ? nil : limits[Int(limitOf[Int(row)])] }

    /// Call after limits were set: computes the interval common to all.
    mutating func closeLimits() {
        least = -.infinity
        greatest = .infinity
        for limit in limits {
            least = max(least, limit.least)
            greatest = min(greatest, limit.greatest)
        }
    }

    /// Sets the constants at which the row changes sides. Returns false if they cannot be determined.
    mutating func setLimit(of row: Int32, block: Int32, at constant: SmallRational, _ values: Values, _ matrix: SparseRows) -> Bool {
        var sum = matrix.small(matrix.constants[Int(row)])
        var rate = SmallRational.zero
        if Int(row) == self.row {
            sum = constant
            rate = .one
        }
        for entry in matrix.range(of: Int(row)) {
            let column = Int(matrix.columns[entry])
            let factor = matrix.small(matrix.coefficients[entry])
            if steps[column].isZero {
                sum = sum + factor * starts[column]
            } else {
                sum = sum + factor * value(of: column, at: constant)
                rate = rate + factor * steps[column]
            }
        }
        if sum.isTooLong || rate.isTooLong { return block < 0 && setEstimatedLimit(of: row, at: constant, values, matrix) }
        setLimit(of: row, block: block, at: constant, sum: sum.double, rate: rate.double)
        return true
    }

    /// Sets the constant at which a row changes sides that is `sum` now and changes by `rate` per point.
    mutating func setLimit(of row: Int32, block: Int32, at constant: SmallRational, sum: Double, rate: Double) {
        var limit = Limit(row: row, block: block)
        if rate != 0 {
            // Rounding may have moved the end outwards; it is moved inwards by more than that.
            let end = -sum / rate * (1 - 0x1p-40)
            if sum == 0 { limit.end = constant.double }
            let slack = constant.double.magnitude * 0x1p-49
            if (sum >= 0) == (rate < 0) { limit.greatest = constant.double + end - slack } else { limit.least = constant.double + end + slack }
        }
        if limitOf[Int(row)] >= 0 {
            limits[Int(limitOf[Int(row)])] = limit
        } else if rate != 0 {
            limitOf[Int(row)] = Int32(truncatingIfNeeded: limits.count)
            limits.append(limit)
        }
    }

    private mutating func setEstimatedLimit(of row: Int32, at constant: SmallRational, _ values: Values, _ matrix: SparseRows) -> Bool {
        let own = matrix.small(matrix.constants[Int(row)])
        if own.isTooLong { return false }
        var sum = Estimate(Int(row) == self.row ? constant : own)
        var rate = Estimate(Int(row) == self.row ? SmallRational.one : .zero)
        for entry in matrix.range(of: Int(row)) {
            let column = matrix.columns[entry]
            let factor = matrix.small(matrix.coefficients[entry])
            if factor.isTooLong { return false }
            if let place = estimateOf[column] {
                let line = estimates[place]
                sum = sum + (line.start + line.step * constant) * factor
                rate = rate + line.step * factor
            } else if starts[Int(column)].isTooLong {
                // This variable does not move.
                sum = sum + values.estimate(of: Int(column)) * factor
            } else {
                let present = value(of: Int(column), at: constant)
                if present.isTooLong { return false }
                sum = sum + Estimate(present) * factor
                rate = rate + Estimate(steps[Int(column)]) * factor
            }
        }
        guard sum.isFinite, rate.isFinite, sum.isNotNegative, sum.double > 0 else { return false }
        setLimit(
            of: row, block: -1, at: constant, sum: sum.double * 0.5, rate: rate.double < 0 ? rate.double - rate.error : rate.double + rate.error)
        return true
    }

    // MARK: - Many values at once

    /// Lines whose numbers are fractions of short integers, as parallel arrays: (start + step * constant) / denominator.
    private struct Fractions {
        var variables: [Int32] = []
        private var places: [Int32: Int32] = [:]
        private var starts: [Double] = []
        private var steps: [Double] = []
        private var denominators: [Double] = []
        private var greatestStart = 0.0
        private var greatestStep = 0.0
        private var greatestDenominator = 0.0

        private static let exact = 0x1p53

        private mutating func scaled(_ start: SmallRational, _ step: SmallRational) -> (start: Double, step: Double, denominator: Double)? {
            let (scaled, isOver) = (start.denominator / Fractions.divisor(start.denominator, step.denominator))
                .multipliedReportingOverflow(by: step.denominator)
            guard !isOver, scaled < 1 << 44 else { return nil }
            let (a, isFar) = start.numerator.multipliedReportingOverflow(by: scaled / start.denominator)
            let (b, isSteep) = step.numerator.multipliedReportingOverflow(by: scaled / step.denominator)
            guard !isFar, !isSteep, a.magnitude < 1 << 44, b.magnitude < 1 << 36 else { return nil }
            greatestStart = max(greatestStart, Double(a.magnitude))
            greatestStep = max(greatestStep, Double(b.magnitude))
            greatestDenominator = max(greatestDenominator, Double(scaled))
            return (Double(a), Double(b), Double(scaled))
        }

        mutating func append(_ variable: Int32, _ start: SmallRational, _ step: SmallRational) -> Bool {
            guard let line = scaled(start, step) else { return false }
            places[variable] = Int32(truncatingIfNeeded: variables.count)
            variables.append(variable)
            starts.append(line.start)
            steps.append(line.step)
            denominators.append(line.denominator)
            return true
        }

        /// Replaces the line of a variable. Returns false if it does not fit here, and true if the variable is not in this
        /// collection.
        mutating func replace(_ variable: Int32, _ start: SmallRational, _ step: SmallRational) -> Bool {
            guard let found = places[variable] else { return true }
            guard let line = scaled(start, step) else { return false }
            let place = Int(found)
            starts[place] = line.start
            steps[place] = line.step
            denominators[place] = line.denominator
            return true
        }

        /// Writes the values. Returns false, with nothing written, if a number would not be exact in a double.
        func fill(_ values: inout [Double], at constant: SmallRational) -> Bool {
            let p = Double(constant.numerator)
            let q = Double(constant.denominator)
            guard greatestStart * q + greatestStep * p.magnitude <= Fractions.exact, greatestDenominator * q <= Fractions.exact else { return false }
            let count = variables.count
            values.withUnsafeMutableBufferPointer { values in
                variables.withUnsafeBufferPointer { variables in
                    starts.withUnsafeBufferPointer { starts in
                        steps.withUnsafeBufferPointer { steps in
                            denominators.withUnsafeBufferPointer { denominators in
                                for place in 0..<count {
                                    values[Int(variables[place])] = (starts[place] * q + steps[place] * p) / (denominators[place] * q)
                                }
                            }
                        }
                    }
                }
            }
            return true
        }

        private static func divisor(_ a: Int64, _ b: Int64) -> Int64 {
            var (a, b) = (a, b)
            while b != 0 { (a, b) = (b, a % b) }
            return a
        }
    }
}
