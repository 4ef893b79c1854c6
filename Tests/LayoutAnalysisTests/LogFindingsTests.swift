import ExactArithmetic
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// What only logs are asked for: who is innocent, whose the conflict is, when it is gone, what else could have been broken.
struct LogFindingsTests {
    /// A label with 8 points on each side and a fixed width, in a cell that the table gives a width.
    private func cell(width: String, label: String = "== 60", more: String...) throws -> Analysis {
        let document = try log(
            [
                "NSLayoutConstraint:0x1 H:|-(8)-[UILabel:0xb] (names: '|':Cell:0xa )",
                "NSLayoutConstraint:0x2 H:[UILabel:0xb]-(8)-| (names: '|':Cell:0xa )",
                "NSLayoutConstraint:0x3 UILabel:0xb.width \(label)",
                "NSLayoutConstraint:0x4 'UIView-Encapsulated-Layout-Width' Cell:0xa.width == \(width)",
            ] + more)
        return analysis(document)
    }

    @Test func whatIsInNoConflictIsInnocent() throws {
        let found = try cell(width: "70", more: "NSLayoutConstraint:0x5 UILabel:0xb.height == 20")
        let log = try #require(found.log)
        #expect(log.isConflict && !log.isMinimal && log.innocent == ["c5"])
        #expect(try #require(cell(width: "70").log).isMinimal)
    }

    @Test func whatIsPrintedMayBeNoConflict() throws {
        let found = try cell(width: "76")
        // The system decided all the same; what it decided about is not proven, so nothing is broken here.
        #expect(found.verdict == .incomplete && found.broken.isEmpty && found.conflicts.isEmpty)
        let decision = try #require(found.decisions.first)
        #expect(found.decisions.count == 1 && decision.isAssumed && decision.broken == "c3" && decision.conflict == ["c1", "c2", "c3", "c4"])
        #expect(decision.candidates == found.log?.prediction.candidates)
        #expect(decision.reason.hasPrefix("the log does not show why these conflict; c3 is the most likely of 3 candidates: "))
        let log = try #require(found.log)
        #expect(!log.isConflict && !log.isMinimal && log.innocent.isEmpty && log.outcomes.isEmpty)
        #expect(log.prediction.candidates.map(\.constraint) == ["c3", "c2", "c1"])
    }

    @Test func whatTheLogSaysWasBrokenIsTheBrokenOne() throws {
        let rows = ["H:|-(8)-[UILabel:0xb] (names: '|':UIView:0xa )", "H:|-(20)-[UILabel:0xb] (names: '|':UIView:0xa )"]
        let list = rows.enumerated().map { "\"<NSLayoutConstraint:0x\($0 + 1) \($1)>\"" }.joined(separator: ",\n")
        for recorded in 1...2 {
            let text = "(\n\(list)\n)\nWill attempt to recover by breaking constraint \n<NSLayoutConstraint:0x\(recorded) \(rows[recorded - 1])>\n"
            let found = analysis(try #require(ConsoleLogImporter().read(text).messages.first))
            #expect(found.broken == ["c\(recorded)"] && found.decisions.map(\.broken) == found.broken)
            #expect(found.decisions[0].candidates.map(\.constraint) == found.broken && found.decisions[0].candidates[0].probability == nil)
            #expect(found.decisions[0].conflict == ["c1", "c2"] && !found.decisions[0].isAssumed)
            // The prediction is the same whatever was broken.
            #expect(found.log?.prediction.candidates.map(\.constraint) == ["c1", "c2"])
        }
    }

    @Test func aListTellsOfNoConflict() throws {
        func list(_ head: String, gap: Int) throws -> Analysis {
            let pin = "-[UILabel:0xb] (names: '|':UIView:0xa )"
            let rows = ["H:|-(16)\(pin)", "V:|-(16)\(pin)"] + (gap == 16 ? [] : ["H:|-(\(gap))\(pin)"])
            let text = head + rows.enumerated().map { "  - \($0) : <NSLayoutConstraint:0x\($0 + 1) \($1)>\n" }.joined()
            return analysis(try #require(ConsoleLogImporter().read(text).messages.first))
        }
        let found = try list("(lldb) po label.superview!.constraints\n", gap: 16)
        #expect(
            found.verdict == .incomplete && found.decisions.isEmpty && found.diagnoses.isEmpty && found.log?.prediction.candidates.isEmpty == true)
        #expect(found.missing.count == 1 && found.missing[0].contains("that can all be satisfied"))
        // What does conflict is said all the same, and a header makes it a message.
        #expect(try list("", gap: 20).verdict == .conflicting)
        let message = try list("Unable to simultaneously satisfy constraints.\n", gap: 16)
        #expect(message.decisions.count == 1 && message.diagnoses.map(\.cause) == [.notShown])
    }

    @Test func eachOutcomeTellsWhatIsMissedAndWhatIsDecided() throws {
        let outcomes = try #require(cell(width: "70").log).outcomes
        #expect(outcomes.map(\.broken) == [["c3"], ["c2"], ["c1"]])
        #expect(outcomes.allSatisfy { $0.unsatisfied.map(\.error) == [6] })
        // The label: its width gives way, or it runs out of the cell, or over its left edge.
        #expect(outcomes.map { $0.frames.last(where: { $0.width != 70 })?.x } == [8, 8, 2])
        #expect(outcomes.map { $0.frames.last(where: { $0.width != 70 })?.width } == [54, 60, 60])
        #expect(outcomes.allSatisfy { $0.frames.allSatisfy { $0.y == nil && $0.height == nil } })
    }

    @Test func aConflictOnASizeFromOutsideIsTransientAndGoneAtExactSizes() throws {
        func vanishing(_ width: String, _ label: String) throws -> [Conflict.VanishingSize] {
            let conflict = try #require(cell(width: width, label: label).conflicts.first)
            #expect(conflict.owner == .transient)
            return conflict.vanishesAt
        }
        #expect(try vanishing("70", "== 60") == [.init(constraint: "c4", min: 76, max: 76)])
        #expect(try vanishing("80", "== 60") == [.init(constraint: "c4", min: 76, max: 76)])
        #expect(try vanishing("70", ">= 60") == [.init(constraint: "c4", min: 76, max: nil)])
        #expect(try vanishing("80", "<= 60") == [.init(constraint: "c4", min: nil, max: 76)])
        // No width is negative.
        #expect(try vanishing("10", "<= 60") == [.init(constraint: "c4", min: 16, max: nil)])
    }

    @Test func theConflictIsGoneAtTheStatedSizesAndAtNoOthers() throws {
        for (label, sizes) in [("== 60", [76]), (">= 60", [76, 77, 1000]), ("<= 60", [16, 50, 75, 76])] {
            for width in [0, 15, 16, 50, 75, 76, 77, 1000] {
                let found = try cell(width: "\(width)", label: label)
                #expect(found.isConflicting != sizes.contains(width), "\(label) in \(width)")
            }
        }
    }

    @Test func aConflictOfTheFrameworksOwnIsTheSystems() throws {
        let framework = try log([
            "NSLayoutConstraint:0x1 'UISV-canvas-connection' UIStackView:0xa.leading == UILabel:0xb.leading",
            "NSLayoutConstraint:0x2 'UISV-canvas-connection' H:[UILabel:0xb]-(0)-| (active, names: '|':UIStackView:0xa )",
            "NSLayoutConstraint:0x3 'UISV-hiding' UILabel:0xb.width == 0",
            "NSLayoutConstraint:0x4 'UIView-Encapsulated-Layout-Width' UIStackView:0xa.width == 9",
        ])
        let conflict = try #require(analysis(framework).conflicts.first)
        #expect(conflict.owner == .system)
        #expect(conflict.vanishesAt == [.init(constraint: "c4", min: 0, max: 0)])
        let app = try log(["NSLayoutConstraint:0x1 UIView:0xa.width == 1", "NSLayoutConstraint:0x2 UIView:0xa.width == 2"])
        #expect(analysis(app).conflicts.map(\.owner) == [.app])
    }

    @Test func documentsHaveOwnersToo() throws {
        let found = try analysis(document(Sample.example))
        #expect(found.conflicts.map(\.owner) == [.app] && found.log == nil)
        let temporary = try analysis(
            document("{'constraints': ['a.width == 60', {'equation': 'a.width == 44', 'identifier': '_UITemporaryLayoutWidth'}]}"))
        #expect(temporary.conflicts.map(\.owner) == [.transient])
        #expect(temporary.conflicts.first?.vanishesAt == [.init(constraint: "c2", min: 60, max: 60)])
    }

    @Test(.needsPublicLogs) func publicLogsAreGoneAtTheSizesThatAreStated() throws {
        let logs = try PublicLog.all()
        var count = 0
        for log in logs {
            for conflict in Analyzer().analyze(log.document).conflicts {
                for size in conflict.vanishesAt {
                    guard let end = size.min ?? size.max else { continue }
                    count += 1
                    func holds(at size: Rational, _ changed: String) -> Bool {
                        var document = log.document
                        document.constraints = document.constraints.filter { conflict.members.contains($0.id) }
                        for index in document.constraints.indices where document.constraints[index].id == changed {
                            document.constraints[index].constant = size
                        }
                        return !Analyzer().analyze(document).conflicts.contains { $0.members.contains(changed) }
                    }
                    #expect(holds(at: end, size.constraint), "\(log): \(size)")
                    if size.min != nil { #expect(!holds(at: end - 1, size.constraint), "\(log): \(size)") }
                    if size.max != nil { #expect(!holds(at: end + 1, size.constraint), "\(log): \(size)") }
                }
            }
        }
        #expect(count > 40)
    }
}
