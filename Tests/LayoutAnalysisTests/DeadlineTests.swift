import LayoutAnalysis
import LayoutModel
import Testing

/// Whatever time there is: what is stated is proven, and what is not is said to be open.
struct DeadlineTests {
    /// A column of labels that is too high for its root, and rows of views that may lie anywhere.
    private func large() throws -> LayoutDocument {
        var views = ["{'id': 'root'}"]
        var constraints = ["'v0.top == root.top'", "'v15.bottom <= root.bottom - 8'", "'v7.height == 90'"]
        for place in 0..<16 {
            views.append("{'id': 'v\(place)', 'parent': 'root', 'intrinsicContentSize': {'width': \(10 + place), 'height': 12}}")
            constraints.append("'v\(place).height >= \(7 + place % 5)'")
            if place > 0 { constraints.append("'v\(place).top == v\(place - 1).bottom + 3'") }
            if place % 3 == 1 { constraints.append("'v\(place).left == v\(place - 1).right + 4 @ 600'") }
        }
        return try document(
            "{'size': {'width': 200, 'height': 150}, 'views': [\(views.joined(separator: ", "))], 'constraints': [\(constraints.joined(separator: ", "))]}"
        )
    }

    /// Forty rows in a container, one of which shall be below one that follows it: what hinders a change has nothing near that could move. The heights
    /// that are not negative are background, so the chain is one conflict.
    @Test func rowsInATurnedOrderAreAnalysedWhole() throws {
        var views = ["{'id': 'root'}", "{'id': 'c', 'parent': 'root'}"]
        var constraints = ["'c.left == root.left'", "'c.right == root.right'", "'c.top == root.top'", "'c.bottom <= root.bottom @ 900'"]
        for row in 0..<40 {
            views.append("{'id': 'v\(row)', 'parent': 'c'}")
            constraints += ["'v\(row).left == c.left'", "'v\(row).right == c.right'", "'v\(row).height == 20'", "'v\(row).bottom <= c.bottom'"]
            constraints.append(row == 0 ? "'v0.top == c.top'" : "'v\(row).top == v\(row - 1).bottom + 8'")
        }
        constraints.append("{'id': 'turned', 'equation': 'v5.top >= v30.bottom + 8'}")
        let found = analysis(
            try document(
                "{'size': {'width': 400, 'height': 9000}, 'views': [\(views.joined(separator: ", "))], 'constraints': [\(constraints.joined(separator: ", "))]}"
            ),
            AnalysisOptions(deadline: 300))
        #expect(found.inconclusive.isEmpty)
        #expect(found.conflicts.count == 1 && found.conflictsComplete)
        #expect(found.repairs.count == 16 && found.repairs.allSatisfy { $0.relax.count == 1 } && found.broken == ["turned"])
        #expect(!found.frames.isEmpty)
    }

    @Test(arguments: BreakingPolicy.allCases)
    func withoutTimeNothingIsStated(policy: BreakingPolicy) throws {
        for document in try Sample.all.map(document) + [large()] {
            for deadline in [0, -1] {
                let found = Analyzer(options: AnalysisOptions(policy: policy, deadline: Double(deadline))).analyze(document)
                #expect(found.verdict == .incomplete && !found.inconclusive.isEmpty && !found.conflictsComplete)
                #expect(found.frames.isEmpty && found.conflicts.isEmpty && found.decisions.isEmpty && found.repairs.isEmpty)
                #expect(found.ambiguities.isEmpty && found.alternates.isEmpty && found.unsatisfied.isEmpty)
                #expect(found.feasibleSize == FeasibleSize() && found.degreesOfFreedom == nil)
                #expect(Set(found.inconclusive.map(\.subject)).isSuperset(of: ["frames", "ambiguities"]))
            }
        }
    }

    @Test(arguments: BreakingPolicy.allCases)
    func inLittleTimeWhatIsStatedIsTrue(policy: BreakingPolicy) throws {
        for document in try Sample.all.map(document) + [large()] {
            let full = analysis(document, AnalysisOptions(policy: policy))
            for exponent in stride(from: 0, to: 16, by: 2) {
                let deadline = 2e-5 * Double(1 << exponent)
                let found = Analyzer(options: AnalysisOptions(policy: policy, deadline: deadline)).analyze(document)
                let say = "\(deadline): \(found.inconclusive)"
                #expect(found.verdict == full.verdict || found.verdict == .incomplete || found.isConflicting == full.isConflicting, "\(say)")
                #expect(found.verdict != .clean || full.verdict == .clean, "\(say)")
                #expect(Set(found.conflicts.map(\.members)).isSubset(of: full.conflicts.map(\.members)), "\(say)")
                #expect(!found.conflictsComplete || found.conflicts.count == full.conflicts.count, "\(say)")
                // Where not all conflicts are known another one may be met first, and another row break; or breaking had no time left.
                let isSame = found.broken == full.broken
                let isDecided = !found.inconclusive.contains { $0.subject == "decisions" }
                #expect(isSame || !found.conflictsComplete || !isDecided, "\(say)")
                #expect(found.frames.isEmpty || found.frames == full.frames || !isSame, "\(say)")
                #expect(found.decisions.isEmpty || found.decisions == full.decisions || !found.conflictsComplete, "\(say)")
                for repair in found.repairs {
                    #expect(full.conflicts.allSatisfy { !Set($0.members).isDisjoint(with: repair.relax) }, "\(say)")
                }
                #expect(Set(found.unsatisfied).isSubset(of: full.unsatisfied) || !isSame, "\(say)")
                let open = Set(found.inconclusive.map(\.subject))
                #expect(!found.frames.isEmpty || open.contains("frames"), "\(say)")
                #expect(found.degreesOfFreedom != nil || found.isAmbiguous || open.contains("ambiguities"), "\(say)")
                #expect(found.degreesOfFreedom == nil || found.degreesOfFreedom == full.degreesOfFreedom || !isSame, "\(say)")
                let views = full.ambiguities.map(\.view)
                #expect(found.ambiguities.isEmpty || !isSame || views.starts(with: found.ambiguities.map(\.view)), "\(say)")
                let areAllNamed = found.ambiguities.count == full.ambiguities.count
                #expect(!found.isAmbiguous || !isSame || areAllNamed || found.inconclusive.contains { $0.subject == "ranges" }, "\(say)")
                let isWhole = found.verdict == full.verdict && found.frames == full.frames && found.conflicts == full.conflicts
                #expect(isWhole || !found.inconclusive.isEmpty, "\(say)")
            }
        }
    }

    /// Each view hangs on the root over all between: the rows would have four million terms and more.
    @Test func aLayoutWhoseRowsDoNotFitIsLeftOpen() throws {
        let count = 3000
        let views = ["{'id': 'root'}"] + (0..<count).map { "{'id': 'v\($0)', 'parent': '\($0 == 0 ? "root" : "v\($0 - 1)")'}" }
        let constraints = (0..<count).map { "'v\($0).left == root.left'" }
        let found = try Analyzer().analyze(
            document("{'views': [\(views.joined(separator: ", "))], 'constraints': [\(constraints.joined(separator: ", "))]}"))
        #expect(found.verdict == .incomplete && !found.inconclusive.isEmpty && !found.conflictsComplete)
        #expect(found.frames.isEmpty && found.conflicts.isEmpty && found.feasibleSize == FeasibleSize())
    }

    @Test func aLogWithoutTimeIsOpenAndNotSaidToHold() throws {
        let log = try log("NSLayoutConstraint:0x1 UIView:0xa.height == 20", "NSLayoutConstraint:0x2 UIView:0xa.height == 44")
        let found = Analyzer(options: AnalysisOptions(deadline: 0)).analyze(log)
        #expect(found.verdict == .incomplete && !found.inconclusive.isEmpty && found.missing.isEmpty && found.conflicts.isEmpty)
    }
}
