import ExactArithmetic
import LayoutAnalysis
import LayoutLowering
import LayoutModel
import Testing

/// Views that move together: their ranges follow from that of the first.
struct ProportionTests {
    /// A column of views below one that floats in 5,000 points; a mirrored view moves against the first, another one twice as far.
    private func column(_ count: Int) throws -> LayoutDocument {
        var views = ["{'id': 'root'}"]
        var constraints: [String] = []
        for place in 0..<count {
            let view = "v\(place)"
            views.append("{'id': '\(view)', 'parent': 'root'}")
            constraints += ["\(view).left == root.left", "\(view).width == 50", "\(view).height == 10"]
            if place == 0 {
                constraints.append("v0.top >= root.top + 5")
            } else {
                constraints += ["\(view).top >= v\(place - 1).bottom + 8", "\(view).top == v\(place - 1).bottom + 12 @ 500"]
            }
        }
        constraints.append("v\(count - 1).bottom <= root.bottom - 8")
        for (name, top) in [("mirrored", "mirrored.bottom == -1 * v0.top + 5000"), ("fast", "fast.top == 2 * v0.top")] {
            views.append("{'id': '\(name)', 'parent': 'root'}")
            constraints += ["\(name).left == root.left", "\(name).width == 5", "\(name).height == 3", top]
        }
        let list = constraints.map { "'\($0)'" }.joined(separator: ", ")
        return try document("{'size': {'width': 100, 'height': 5000}, 'views': [\(views.joined(separator: ", "))], 'constraints': [\(list)]}")
    }

    @Test func eachRangeIsThatOfTheFirstInProportion() throws {
        let count = 30
        let found = analysis(try column(count))
        #expect(found.verdict == .ambiguous && found.degreesOfFreedom == 1)
        let last = Rational(5000 - 8 - 10 - 22 * (count - 1))
        var expected: [[Rational?]] = (0..<count).map { [5 + 22 * Rational($0), last + 22 * Rational($0)] }
        expected.append([4997 - last, 4997 - 5])
        expected.append([10, 2 * last])
        #expect(found.ambiguities.map { $0.attributes.map(\.dimension) } == Array(repeating: [.y], count: count + 2))
        #expect(found.ambiguities.map { [$0.attributes[0].min, $0.attributes[0].max] } == expected)
    }

    @Test func alternatesAreTheEndsOfWhatMoves() throws {
        let found = analysis(try column(5), AnalysisOptions(alternates: 2, seed: 3))
        let tops = try found.alternates.map { alternate in try #require(alternate.frames.first { $0.view == 1 }).frame.y }
        let last = Rational(5000 - 8 - 10 - 22 * 4)
        #expect(tops.count == 2 && Set(tops + [found.frames[1].y]).count == 3)
        #expect(tops.contains { $0 == 5 || $0 == last } && tops.allSatisfy { $0 >= 5 && $0 <= last })
    }

    /// No time in proportion to the square of what moves.
    @Test func workGrowsWithTheNumberOfViews() throws {
        func work(_ count: Int) throws -> PlainSolve.Work {
            var solve = try PlainSolve(LoweredSystem(lowering: try column(count)))
            #expect(try solve.ambiguous().count == count + 2)
            return solve.work
        }
        let (small, large) = (try work(50), try work(200))
        #expect(large.pivots < 6 * small.pivots && large.rowsTouched < 8 * small.rowsTouched)
    }
}
