import ExactArithmetic
import Simplex
import Testing

/// Programs with published optima.
@Suite struct NetlibTests {
    /// Reads the form that `NetlibPrograms` describes.
    private func read(_ text: String) throws -> TextbookProgram {
        var columns = text.split(separator: ";").map { $0.split { $0 == " " || $0 == "\n" } }
        let rows = columns.removeFirst()
        var program = TextbookProgram(minimizing: Array(repeating: .zero, count: columns.count))
        for row in rows {
            let relation = try #require(row.first.flatMap(TextbookProgram.Relation.init))
            program.rows.append(TextbookProgram.Row(coefficients: [:], relation: relation, bound: try #require(Rational(decimal: row.dropFirst()))))
        }
        for (column, terms) in columns.enumerated() {
            for term in terms {
                let parts = term.split(separator: ":")
                let value = try #require(Rational(decimal: parts[1]))
                switch parts[0] {
                case "c": program.costs[column] = value
                case "u": program.uppers[column] = value
                default: program.rows[try #require(Int(parts[0]))].coefficients[column] = value
                }
            }
        }
        return program
    }

    @Test(arguments: [
        (NetlibPrograms.afiro, "-464.75314286", 27, 32, 83), (NetlibPrograms.sc50a, "-64.575077059", 50, 48, 130),
        (NetlibPrograms.sc50b, "-70.000000000", 50, 48, 118), (NetlibPrograms.kb2, "-1749.9001299", 43, 41, 286),
        (NetlibPrograms.blend, "-30.812149846", 74, 83, 491), (NetlibPrograms.adlittle, "225494.96316", 56, 97, 383),
    ])
    func `the optimum is the published one`(text: String, optimum: String, rowCount: Int, columnCount: Int, entryCount: Int) throws {
        let program = try read(text)
        // The size in the collection's index: nothing was lost in typing.
        #expect(program.rows.count == rowCount && program.costs.count == columnCount)
        #expect(program.rows.reduce(0) { $0 + $1.coefficients.count } == entryCount)
        let found = try program.solve()
        let places = optimum.split(separator: ".")[1].count
        #expect(found.value.rounded(toPlaces: places) == Rational(decimal: optimum), "\(found.value.decimalText(places: 12))")
    }

    /// Strong duality by the prices of rows with a right-hand side, which the program's proofs do not need.
    @Test(arguments: [NetlibPrograms.afiro, NetlibPrograms.sc50a, NetlibPrograms.sc50b, NetlibPrograms.blend])
    func `prices of the right-hand sides add up to the optimum`(text: String) throws {
        let program = try read(text)
        let found = try program.solve()
        let sum = zip(program.rows, found.prices).reduce(Rational.zero) { $0 + $1.0.bound * $1.1 }
        #expect(sum == found.value)
        for (row, price) in zip(program.rows, found.prices) {
            let value = row.coefficients.reduce(Rational.zero) { $0 + $1.value * found.point[$1.key] }
            #expect(value == row.bound || price.isZero)
            #expect(row.relation != .atMost || !price.isPositive)
        }
    }

    @Test func `an infeasible program is refuted by a minimal set of its rows`() throws {
        let program = try read(NetlibPrograms.galenet).program(below: -1000)
        guard case .infeasible(let factors, let sum) = try Solver().solve(program) else {
            Issue.record("demands exceed what the arcs carry")
            return
        }
        #expect(Certificates(program).mistake(inConflict: factors, sum: sum) == nil)
        for term in factors {
            guard case .feasible = try Solver().findPoint(program.removing([term.row])) else {
                // Other rows may conflict, too, but not the others of this proof.
                let rest = Set(program.roles.indices).subtracting(factors.map(\.row)).union([term.row])
                if case .infeasible = try Solver().findPoint(program.removing(rest)) { Issue.record("row \(term.row) is not needed") }
                continue
            }
        }
    }

    /// Right-hand sides are edited one after the other, and each state is that of a program solved from scratch.
    @Test(arguments: [NetlibPrograms.afiro, NetlibPrograms.sc50b]) func `right-hand sides are followed`(text: String) throws {
        var program = try read(text)
        let floor: Rational = -100_000
        var edited = try EditedProgram(program.program(below: floor))
        var previous = try program.solve(below: floor).value
        for row in program.rows.indices.filter({ program.rows[$0].bound.isPositive }).prefix(4) {
            for _ in 0..<3 {
                program.rows[row].bound += 7
                edited.setConstant(of: row, program.rows[row].relation == .atMost ? program.rows[row].bound : -program.rows[row].bound)
                try edited.update()
                let (found, expected) = (try edited.solution(), try program.solve(below: floor))
                #expect(found.point == expected.point && program.value(at: found.point) == expected.value)
                // More of a resource is never worse.
                if program.rows[row].relation == .atMost { #expect(expected.value <= previous) }
                previous = expected.value
            }
        }
    }
}
