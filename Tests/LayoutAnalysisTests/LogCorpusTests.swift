import ExactArithmetic
import LayoutAnalysis
import LayoutLowering
import LayoutModel
import Testing

/// The public logs through the whole analysis.
struct LogCorpusTests {
    @Test("Every public log is proven conflicting, or it is said what is missing; nothing is inconclusive", .needsPublicLogs)
    func verdicts() throws {
        let logs = try PublicLog.all()
        #expect(logs.count >= 114)
        var incomplete: [String: [String]] = [:]
        for log in logs {
            let analysis = Analyzer().analyze(log.document)
            #expect(analysis.inconclusive.isEmpty, "\(log): \(analysis.inconclusive)")
            switch analysis.verdict {
            case .conflicting: #expect(!analysis.conflicts.isEmpty && analysis.conflictsComplete, "\(log)")
            case .incomplete:
                #expect(!analysis.missing.isEmpty && analysis.conflicts.isEmpty, "\(log)")
                incomplete[log.description] = analysis.missing
            case .ambiguous, .clean: Issue.record("\(log) is \(analysis.verdict)")
            }
        }
        #expect(incomplete.count == 12)
        let holding = ["what contradicts the printed constraints: another constraint, or digits of a rounded constant"]
        #expect(incomplete["L0013"] == holding && incomplete["L0181"] == holding)
        #expect(incomplete["L0107"] == ["the superview of UILabel “Perfectly centered!”"])
        #expect(incomplete["L0134"] == ["the superview of UIView"])
        #expect(incomplete["L0090"] == ["top margin of UIView"])
    }

    @Test("No proven verdict is another with other numbers that print the same", .needsPublicLogs)
    func digits() throws {
        let logs = try PublicLog.all()
        var numbers = 0
        for log in logs where Analyzer().analyze(log.document).verdict == .conflicting {
            for round in 0..<6 {
                var document = log.document
                func other(_ printed: Rational) -> Rational {
                    let alike = printed.numbersPrintedAlike()
                    numbers += 1
                    let share = round == 0 ? Rational.zero : round == 1 ? .one : Rational(numbers * 5 % 9) * Rational(8).reciprocal
                    return alike.lowerBound + share * (alike.upperBound - alike.lowerBound)
                }
                for index in document.constraints.indices {
                    document.constraints[index].constant = other(document.constraints[index].constant)
                    if !document.constraints[index].multiplier.isOne {
                        document.constraints[index].multiplier = other(document.constraints[index].multiplier)
                    }
                }
                for view in document.views.indices {
                    document.views[view].intrinsicContentSize.width = document.views[view].intrinsicContentSize.width.map(other)
                    document.views[view].intrinsicContentSize.height = document.views[view].intrinsicContentSize.height.map(other)
                }
                // The plain solve takes every number as exact.
                #expect(try PlainSolve(LoweredSystem(lowering: document)).verdict == .conflicting, "\(log), \(round)")
            }
        }
    }

    /// The figures of `Conflict/BREAKING.md`: whoever changes a rule sees here what it does to them.
    @Test("Of all that is printed the likeliest is what UIKit broke in 71 logs of 87, one of the two likeliest in 78", .needsPublicLogs)
    func predictions() throws {
        let logs = try PublicLog.all()
        var figures = Figures()
        for log in logs where log.count > 1 {
            guard let recorded = log.recorded else { continue }
            figures.known += 1
            let analysis = Analyzer().analyze(log.document)
            if analysis.conflicts.contains(where: { $0.members.contains(recorded) }) { figures.membersOfAny += 1 }
            let predicted = try #require(analysis.log).prediction.candidates.map(\.constraint)
            if predicted.first == recorded { figures.first += 1 }
            if predicted.prefix(2).contains(recorded) { figures.firstTwo += 1 }
            // What the log says was broken is the broken one, whatever is predicted.
            #expect(analysis.broken == [recorded] && analysis.decisions.map(\.broken) == [recorded], "\(log)")
        }
        #expect(figures == Figures(known: 87, membersOfAny: 66, first: 71, firstTwo: 78))
    }

    private struct Figures: Equatable {
        var known = 0
        var membersOfAny = 0
        var first = 0
        var firstTwo = 0
    }
}
