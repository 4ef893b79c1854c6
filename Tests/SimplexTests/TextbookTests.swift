import ExactArithmetic
import Simplex
import Testing

/// Textbook programs with the tables that their books print: optima, shadow prices, and how far they hold.
@Suite struct TextbookTests {
    /// What a book says of a program that maximizes.
    private struct Table {
        var program: TextbookProgram
        var optimum: Rational
        var point: [Rational]
        var prices: [Rational]
        /// For each row, how far its right-hand side may go while its price holds; nil without end.
        var rightHandSides: [(least: Rational?, greatest: Rational?)]
        /// For each variable, how far its gain may go while the point is optimal.
        var gains: [(least: Rational?, greatest: Rational?)]
    }

    private static func r(_ numerator: Int, _ denominator: Int) -> Rational { Rational(numerator, over: denominator) ?? .zero }

    /// Source: Winston, Operations Research, 4th edition, 2004, sections 4.5 and 6.8: desks, tables and chairs.
    private static let furniture: Table = {
        var program = TextbookProgram(maximizing: [60, 30, 20])
        program.add([8, 6, 1], .atMost, 48)
        program.add([4, 2, r(3, 2)], .atMost, 20)
        program.add([2, r(3, 2), r(1, 2)], .atMost, 8)
        return Table(
            program: program, optimum: 280, point: [2, 0, 8], prices: [0, 10, 10],
            rightHandSides: [(24, nil), (16, 24), (r(20, 3), 10)], gains: [(56, 80), (nil, 35), (15, r(45, 2))])
    }()

    /// Source: Winston, section 3.1 and 5.1: soldiers and trains.
    private static let toys: Table = {
        var program = TextbookProgram(maximizing: [3, 2])
        program.add([2, 1], .atMost, 100)
        program.add([1, 1], .atMost, 80)
        program.add([1, 0], .atMost, 40)
        return Table(
            program: program, optimum: 180, point: [20, 60], prices: [1, 1, 0], rightHandSides: [(80, 120), (60, 100), (20, nil)],
            gains: [(2, 4), (r(3, 2), 3)])
    }()

    /// Source: Hillier and Lieberman, Introduction to Operations Research, 9th edition, 2010, sections 3.1 and 6.7: doors and windows.
    private static let glass: Table = {
        var program = TextbookProgram(maximizing: [3, 5])
        program.add([1, 0], .atMost, 4)
        program.add([0, 2], .atMost, 12)
        program.add([3, 2], .atMost, 18)
        return Table(
            program: program, optimum: 36, point: [2, 6], prices: [0, r(3, 2), 1], rightHandSides: [(2, nil), (6, 18), (12, 24)],
            gains: [(0, r(15, 2)), (2, nil)])
    }()

    private static let tables = [furniture, toys, glass]

    @Test(arguments: 0..<3) func `optimum and shadow prices are those of the book`(index: Int) throws {
        let table = TextbookTests.tables[index]
        let found = try table.program.solve(withRanges: true)
        #expect(found.value == -table.optimum && found.point == table.point)
        #expect(found.prices.map { -$0 } == table.prices)
        // There is no other optimum.
        for (range, value) in zip(found.ranges, table.point) { #expect(range.least == value && range.greatest == value) }
    }

    @Test(arguments: 0..<3) func `a shadow price holds as far as the book says`(index: Int) throws {
        let table = TextbookTests.tables[index]
        for (row, (range, price)) in zip(table.rightHandSides, table.prices).enumerated() {
            func optimum(_ bound: Rational) throws -> Rational {
                var program = table.program
                program.rows[row].bound = bound
                return -(try program.solve().value)
            }
            let own = table.program.rows[row].bound
            let step = TextbookTests.r(1, 8)
            for end in [range.least, range.greatest ?? own + 1000].compactMap(\.self) {
                for share in [TextbookTests.r(1, 3), 1] {
                    let bound = own + (end - own) * share
                    #expect(try optimum(bound) == table.optimum + price * (bound - own), "row \(row) at \(bound)")
                }
            }
            if let least = range.least { #expect(try optimum(least - step) < table.optimum + price * (least - step - own), "row \(row)") }
            if let greatest = range.greatest {
                #expect(try optimum(greatest + step) < table.optimum + price * (greatest + step - own), "row \(row)")
            }
        }
    }

    @Test(arguments: 0..<3) func `a point is optimal for gains as far as the book says, and not alone at the ends`(index: Int) throws {
        let table = TextbookTests.tables[index]
        for (variable, range) in table.gains.enumerated() {
            func result(_ gain: Rational) throws -> TextbookProgram.Result {
                var program = table.program
                program.costs[variable] = -gain
                return try program.solve(withRanges: true)
            }
            let own = -table.program.costs[variable]
            for end in [range.least ?? own - 1000, range.greatest ?? own + 1000] {
                #expect(try result((own + end) * .half).point == table.point, "variable \(variable) halfway to \(end)")
            }
            for (end, direction) in [(range.least, Rational(-1)), (range.greatest, 1)] {
                guard let end else { continue }
                let found = try result(end)
                #expect(
                    found.value == -zip(table.program.costs, table.point).enumerated().reduce(Rational.zero) { sum, term in
                        sum + (term.offset == variable ? end : -term.element.0) * term.element.1
                    }, "variable \(variable) at \(end)")
                let isVarying = found.ranges.contains { $0.least != $0.greatest }
                #expect(isVarying, "variable \(variable) at \(end)")
                for (ends, value) in zip(found.ranges, table.point) {
                    #expect(ends.least.map { $0 <= value } ?? true && ends.greatest.map { $0 >= value } ?? true)
                }
                #expect(try result(end + direction * TextbookTests.r(1, 8)).point != table.point, "variable \(variable) beyond \(end)")
            }
        }
    }

    /// A right-hand side moves through its whole range in small steps: an incremental update is the same as a new program.
    @Test(arguments: 0..<3) func `right-hand sides that move in steps lead to the same optima`(index: Int) throws {
        let table = TextbookTests.tables[index]
        for row in table.program.rows.indices {
            var program = table.program
            program.rows[row].bound = 1
            var edited = try EditedProgram(program.program(below: -1000))
            for step in 0..<30 {
                program.rows[row].bound = Rational(step * 2) + TextbookTests.r(step % 3, 3)
                edited.setConstant(of: row, program.rows[row].bound)
                try edited.update()
                #expect(try edited.solution().point == (try optimum(program.program(below: -1000))).point, "row \(row), step \(step)")
            }
        }
    }

    // MARK: Infeasible and unbounded

    /// Source: Chvátal, Linear Programming, 1983, chapter 1: `x + y <= 2` and `-2x - 2y <= -10`.
    @Test func `an infeasible program names both rows`() throws {
        var program = TextbookProgram(maximizing: [5, 4])
        program.add([1, 1], .atMost, 2)
        program.add([-2, -2], .atMost, -9)
        guard case .infeasible(let factors, let sum) = try Solver().solve(program.program(below: -100)) else { throw NoOptimum() }
        let scale = try #require(factors.first { $0.row == 0 }?.factor)
        #expect(Set(factors.map(\.row)) == [0, 1] && sum == scale * (2 - TextbookTests.r(9, 2)))
    }

    /// Source: Chvátal, chapter 1: `x - y` grows along `(1, 1)` and more, so the optimum is as far down as one asks for.
    @Test(arguments: [10, 1000, 1_000_000]) func `an unbounded program reaches whatever is asked for`(depth: Int) throws {
        var program = TextbookProgram(maximizing: [1, -4])
        program.add([-2, 1], .atMost, -1)
        program.add([-1, -2], .atMost, -2)
        let found = try program.solve(below: Rational(-depth), withRanges: true)
        #expect(found.value == Rational(-depth))
        #expect(found.ranges[0].greatest == nil && found.ranges[1].greatest == nil && found.ranges[1].least != nil)
    }

    @Test func `a program of free variables alone needs no vertex`() throws {
        var program = TextbookProgram(minimizing: [1, 1, 1])
        program.free = [0, 1, 2]
        program.add([1, 1, 1], .atLeast, 7)
        let found = try program.solve(withRanges: true)
        #expect(found.value == 7 && found.prices == [1])
        for range in found.ranges { #expect(range.least == nil && range.greatest == nil) }
    }

    // MARK: Networks

    /// Source: Hillier and Lieberman, section 9.1: canneries and warehouses.
    @Test func `shipments cost what the book says`() throws {
        let costs: [[Rational]] = [[464, 513, 654, 867], [352, 416, 690, 791], [995, 682, 388, 685]]
        var program = TextbookProgram(minimizing: costs.flatMap(\.self))
        for (cannery, supply) in ([75, 125, 100] as [Rational]).enumerated() {
            program.add((0..<12).map { $0 / 4 == cannery ? 1 : 0 }, .equal, supply)
        }
        for (warehouse, demand) in ([80, 65, 70, 85] as [Rational]).enumerated() {
            program.add((0..<12).map { $0 % 4 == warehouse ? 1 : 0 }, .equal, demand)
        }
        let found = try program.solve(withRanges: true)
        #expect(found.value == 152_535 && found.point == [0, 20, 0, 55, 80, 45, 0, 0, 0, 0, 70, 30])
        #expect(found.ranges.allSatisfy { $0.least == $0.greatest && $0.least != nil })
    }

    /// Source: Hillier and Lieberman, section 10.3: the roads of Seervada Park.
    private static let roads: [(Int, Int, Int)] = [
        (0, 1, 2), (0, 2, 5), (0, 3, 4), (1, 2, 2), (1, 4, 7), (2, 3, 1), (2, 4, 4), (2, 5, 3), (3, 5, 4), (4, 5, 1), (4, 6, 5), (5, 6, 7),
    ]

    @Test func `the shortest way is the greatest potential`() throws {
        var program = TextbookProgram(maximizing: [0, 0, 0, 0, 0, 0, 1])
        program.add([1, 0, 0, 0, 0, 0, 0], .equal, 0)
        for (from, to, length) in TextbookTests.roads {
            for (one, two) in [(from, to), (to, from)] {
                program.rows.append(TextbookProgram.Row(coefficients: [two: 1, one: -1], relation: .atMost, bound: Rational(length)))
            }
        }
        let found = try program.solve()
        #expect(found.value == -13)
        // Prices are the way itself: each road on it has 1, and their lengths add up.
        #expect(zip(program.rows, found.prices).reduce(Rational.zero) { $0 + $1.0.bound * $1.1 } == -13)
    }

    /// Source: Hillier and Lieberman, section 10.5: the greatest flow is the least cut.
    @Test func `the greatest flow is that of the least cut`() throws {
        let arcs = [
            (0, 1, 5), (0, 2, 7), (0, 3, 4), (1, 2, 1), (1, 4, 3), (2, 3, 2), (2, 4, 4), (2, 5, 5), (3, 5, 4), (4, 6, 9), (5, 4, 1), (5, 6, 6),
        ]
        var program = TextbookProgram(maximizing: arcs.map { $0.0 == 0 ? 1 : 0 })
        for (place, arc) in arcs.enumerated() { program.add((0..<arcs.count).map { $0 == place ? 1 : 0 }, .atMost, Rational(arc.2)) }
        for node in 1...5 { program.add(arcs.map { $0.1 == node ? 1 : $0.0 == node ? -1 : 0 }, .equal, 0) }
        let found = try program.solve()
        let leastCut = (0..<32).map { set in
            let isBehind = { (node: Int) in node == 0 || (node < 6 && set >> (node - 1) & 1 == 1) }
            return arcs.filter { isBehind($0.0) && !isBehind($0.1) }.reduce(0) { $0 + $1.2 }
        }.min()
        #expect(leastCut == 14 && found.value == -14)
    }

    // MARK: Games and fits

    /// Source: von Neumann's minimax theorem. The value of a game is the same from both sides.
    @Test(arguments: 0..<16) func `a game has one value`(seed: Int) throws {
        var random = RandomPrograms(seed: UInt64(seed))
        let (rowCount, columnCount) = (2 + seed % 3, 2 + seed / 4 % 3)
        let wins = (0..<rowCount).map { _ in (0..<columnCount).map { _ in Rational(random.below(11) - 5) } }
        // The last variable is the value, which may be negative.
        var mine = TextbookProgram(maximizing: Array(repeating: 0, count: rowCount) + [1])
        mine.free = [rowCount]
        for column in 0..<columnCount { mine.add(wins.map { $0[column] } + [-1], .atLeast, 0) }
        mine.add(Array(repeating: 1, count: rowCount) + [0], .equal, 1)
        var theirs = TextbookProgram(minimizing: Array(repeating: 0, count: columnCount) + [1])
        theirs.free = [columnCount]
        for row in 0..<rowCount { theirs.add(wins[row] + [-1], .atMost, 0) }
        theirs.add(Array(repeating: 1, count: columnCount) + [0], .equal, 1)
        let (one, two) = (try mine.solve(below: -100), try theirs.solve(below: -100))
        #expect(-one.value == two.value)
        // Prices are the opponent's strategy, up to its sign.
        #expect(one.prices[..<columnCount].reduce(.zero, +).magnitude == 1 && one.prices[..<columnCount].allSatisfy { !$0.isNegative })
    }

    @Test func `rock, paper and scissors are drawn by thirds`() throws {
        var program = TextbookProgram(maximizing: [0, 0, 0, 1])
        program.free = [3]
        for row in [[0, 1, -1, -1], [-1, 0, 1, -1], [1, -1, 0, -1]] as [[Rational]] { program.add(row, .atLeast, 0) }
        program.add([1, 1, 1, 0], .equal, 1)
        let found = try program.solve(withRanges: true)
        let third = TextbookTests.r(1, 3)
        #expect(found.value == 0 && found.point == [third, third, third, 0])
        #expect(found.ranges.allSatisfy { $0.least == $0.greatest })
    }

    /// A line that is nearest to points in the greatest deviation: the deviation is half the height of the narrowest strip around them.
    @Test(arguments: 0..<12) func `the nearest line in the greatest deviation touches three points`(seed: Int) throws {
        var random = RandomPrograms(seed: UInt64(100 + seed))
        let points = (0..<6).map { (Rational($0), Rational(random.below(21) - 10)) }
        var program = TextbookProgram(minimizing: [0, 0, 1])
        program.free = [0, 1]
        for (x, y) in points {
            program.add([x, 1, 1], .atLeast, y)
            program.add([x, 1, -1], .atMost, y)
        }
        let found = try program.solve(below: -1)
        let deviations = points.map { found.point[0] * $0.0 + found.point[1] - $0.1 }
        #expect(deviations.allSatisfy { $0.magnitude <= found.value } && deviations.filter { $0.magnitude == found.value }.count >= 3)
        // The narrowest strip has the direction of two of the points.
        var least: Rational?
        for one in points {
            for two in points where one.0 < two.0 {
                let slope = try #require((two.1 - one.1).divided(by: two.0 - one.0))
                let heights = points.map { $0.1 - slope * $0.0 }.sorted()
                let half = (heights[heights.count - 1] - heights[0]) * .half
                least = min(least ?? half, half)
            }
        }
        #expect(found.value == least)
    }
}
