import ExactArithmetic
import Simplex

extension RandomPrograms {
    /// A program like that of views in a row or a few: presolve fixes some variables, peels others, and finds several blocks in the rest.
    ///
    /// Row 0 sets the width of all, variable 0.
    mutating func viewProgram() -> LinearProgram {
        var builder = ViewProgram(width: Rational(100 + below(300)), random: self)
        for _ in 0..<(1 + below(3)) { builder.addList() }
        if builder.random.below(3) == 0 { builder.addLooseView() }
        self = builder.random
        return builder.program
    }

    /// Variables that each follow from the one before by a ratio: numbers outgrow machine words on the way.
    mutating func ratioProgram(links: Int) -> LinearProgram {
        var builder = ViewProgram(width: Rational(below(500)), random: self)
        var last = 0
        for _ in 0..<links {
            let next = builder.addVariable()
            let factor = Rational(1 + builder.random.below(999_999), over: 1 + builder.random.below(999_999)) ?? .one
            builder.add([(next, 1), (last, -factor)], Rational(-builder.random.below(20)), .equal)
            builder.add([(next, 1)], 0, .atLeast)
            if builder.random.below(4) == 0 { builder.add([(next, 1)], -50, .soft(level: 0, isEquality: true)) }
            last = next
        }
        self = builder.random
        return builder.program
    }
}

private struct ViewProgram {
    var random: RandomPrograms
    private(set) var program: LinearProgram

    init(width: Rational, random: RandomPrograms) {
        self.random = random
        program = LinearProgram(variableCount: 1, levelCount: 4, rows: [])
        add([(0, 1)], -width, .equal)
    }

    mutating func addVariable() -> Int {
        program.variableCount += 1
        return program.variableCount - 1
    }

    mutating func add(_ terms: [(column: Int, coefficient: Rational)], _ constant: Rational, _ role: LinearProgram.Role) {
        program.append(LinearProgram.Row(SparseRow(constant: constant, entries: terms.map { SparseRow.Entry($0.column, $0.coefficient) }), role))
    }

    /// Views side by side from one end of the width to the other.
    mutating func addList() {
        var edge = 0
        var widths: [Int] = []
        for place in 0..<(1 + random.below(5)) {
            let (x, width) = (addVariable(), addVariable())
            if place == 0 {
                add([(x, 1)], -8, .equal)
            } else {
                add([(x, 1), (edge, -1), (widths[place - 1], -1)], Rational(-random.below(3) * 4), .equal)
            }
            add([(width, 1)], 0, .atLeast)
            let own = Rational(20 + 10 * random.below(8))
            if random.below(5) != 0 { add([(width, 1)], -own, .soft(level: 1 + random.below(2), isEquality: false)) }
            if random.below(5) != 0 { add([(width, -1)], own, .soft(level: 3, isEquality: false)) }
            switch random.below(8) {
            case 0: add([(width, 1), (0, -(Rational(1, over: 2 + random.below(5)) ?? .half))], 0, .soft(level: 0, isEquality: true))
            case 1: if let other = widths.randomElement(&random) { add([(width, 1), (other, -1)], 0, .equal) }
            case 2: if let other = widths.randomElement(&random) { add([(width, 1), (other, -1)], 0, .soft(level: 2, isEquality: true)) }
            case 3: add([(width, -1)], Rational(60 + random.below(60)), .atLeast)
            default: break
            }
            // A center that no other row contains.
            if random.below(2) == 0 {
                let center = addVariable()
                add([(center, 2), (x, -2), (width, -1)], 0, .equal)
                if random.below(2) == 0 { add([(center, 1)], -3, .atLeast) }
            }
            widths.append(width)
            edge = x
        }
        let last = widths[widths.count - 1]
        let role: LinearProgram.Role =
            switch random.below(4) {
            case 0: .soft(level: 0, isEquality: true)
            case 1: .atLeast
            default: .equal
            }
        add([(0, 1), (edge, -1), (last, -1)], -8, role)
    }

    /// A view that only has a size in proportion to itself, and so none.
    mutating func addLooseView() {
        let (width, height) = (addVariable(), addVariable())
        add([(height, 3), (width, -2)], 0, .equal)
        for variable in [width, height] { add([(variable, 1)], 0, .atLeast) }
    }
}

extension Array {
    fileprivate func randomElement(_ random: inout RandomPrograms) -> Element? { isEmpty ? nil : self[random.below(count)] }
}
