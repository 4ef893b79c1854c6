import ExactArithmetic
import LayoutAnalysis
import LayoutImport
import LayoutLint
import LayoutModel
import Testing

/// What is said to be dead, against the layout with another priority or without it.
@Suite struct DeadPriorityTests {
    /// The verdict and from where to where each frame goes.
    private func ranges(_ analysis: Analysis) -> [String] {
        var vague: [String: String] = [:]
        for ambiguity in analysis.ambiguities {
            for range in ambiguity.attributes {
                let ends = [range.min, range.max].map { $0?.decimalText() ?? "-" }
                vague["\(ambiguity.view) \(range.dimension.name)"] = ends.joined(separator: " to ")
            }
        }
        let fixed = analysis.frames.enumerated().flatMap { view, frame in
            [("x", frame.x), ("y", frame.y), ("width", frame.width), ("height", frame.height)].map { name, value in
                "\(view) \(name) \(vague["\(view) \(name)"] ?? value.decimalText())"
            }
        }
        return ["\(analysis.verdict)"] + fixed
    }

    @Test func `without a dead priority or with another one the layout is the same`() throws {
        let settings = LintSettings(rules: [.deadPriority])
        var (dead, missed, alive) = (0, 0, 0)
        for seed in 0..<500 {
            var random = RandomChoices(state: UInt64(seed) &* 7919 &+ 3)
            let document = try random.document()
            let analysis = Analyzer().analyze(document)
            if analysis.isConflicting { continue }
            let findings = Linter(document, analysis, settings: settings).findings()
            alive += document.constraints.count { $0.priority < 1000 } - findings.count
            let before = ranges(analysis)
            for finding in findings {
                let index = try #require(finding.constraint)
                dead += 1
                if finding.message.contains("off by the same amount"), document.constraints[index].relation != .equal { missed += 1 }
                var others = ([1, 780, 999] as [Rational]).map { priority in
                    var changed = document
                    changed.constraints[index].priority = priority
                    return changed
                }
                var without = document
                without.constraints.remove(at: index)
                others.append(without)
                for other in others {
                    let after = ranges(Analyzer().analyze(other))
                    #expect(after == before, "seed \(seed): \(finding.message)")
                }
            }
        }
        #expect(dead > 100 && missed > 10 && alive > 100, "\(dead) \(missed) \(alive)")
    }
}

extension RandomChoices {
    /// Few attributes and many rows about them, so that some decide nothing and some only how near others come.
    fileprivate mutating func document() throws -> LayoutDocument {
        let views = ["a", "b", "c"].prefix(2 + below(2))
        var constraints = views.flatMap { ["\($0).leading == root.leading", "\($0).top == root.top", "\($0).height == 5"] }
        for _ in 0..<(5 + below(8)) {
            let view = pick(Array(views))
            let other = pick(["", "", " + \(pick(Array(views.filter { $0 != view }))).width"])
            let side = other.isEmpty ? "\(10 * below(6))" : "\(other.dropFirst(3)) + \(10 * below(3) - 10)"
            constraints.append("\(view).width \(pick(["==", "<=", ">="])) \(side) @ \(pick([1000, 1000, 900, 800, 750, 400]))")
        }
        let list = constraints.map { "\"\($0)\"" }.joined(separator: ", ")
        return try DocumentImporter().read(json: Array(#"{"size": {"width": 100, "height": 50}, "constraints": [\#(list)]}"#.utf8))
    }
}
