import ExactArithmetic
import LayoutAnalysis
import LayoutModel
import LayoutVerification
import Testing

/// What a report says that a remedy leads to is what the changed layout's own analysis finds.
struct RemedyOutcomeTests {
    @Test func aRemedyLeadsWhereItSays() throws {
        var tried: [Remedy.Kind: Int] = [:]
        for seed in 0..<150 {
            var random = RandomLayouts(seed: UInt64(52_000 + seed))
            let layout = try document(random.json())
            let found = Analyzer().analyze(layout)
            #expect(found.inconclusive.isEmpty, "seed \(seed): \(found.inconclusive)")
            for remedy in found.diagnoses.flatMap(\.remedies) {
                guard let outcome = remedy.outcome, let changed = changed(layout, by: remedy) else { continue }
                tried[remedy.kind, default: 0] += 1
                let again = Analyzer().analyze(changed)
                #expect(again.verdict == outcome.verdict, "seed \(seed): \(remedy)")
                let left = Set(again.conflicts.map { Set($0.members) })
                let ends = found.conflicts.filter { !left.contains(Set($0.members)) }.map(\.id)
                if remedy.kind != .changeConstant { #expect(outcome.ends.sorted() == ends.sorted(), "seed \(seed): \(remedy)") }
            }
        }
        for kind in [Remedy.Kind.removeConstraint, .lowerPriority, .addConstraint] { #expect(tried[kind, default: 0] > 10, "\(tried)") }
    }

    private func changed(_ layout: LayoutDocument, by remedy: Remedy) -> LayoutDocument? {
        var changed = layout
        for index in layout.constraints.indices where remedy.constraints.contains(layout.constraints[index].id) {
            switch remedy.kind {
            case .removeConstraint: changed.constraints[index].isActive = false
            case .lowerPriority: changed.constraints[index].priority = remedy.priority ?? 0
            case .changeConstant: changed.constraints[index].constant = remedy.to ?? 0
            default: return nil
            }
        }
        guard remedy.kind == .addConstraint else { return changed == layout ? nil : changed }
        for (index, constraint) in remedy.additions.enumerated() {
            var constraint = constraint
            constraint.id = "added \(index)"
            changed.constraints.append(constraint)
        }
        return changed
    }

    @Test func theRemedyThatLeavesACleanLayoutComesFirst() throws {
        let found = analysis(
            try document(
                """
                {'size': {'width': 480, 'height': 50}, 'constraints': ['a.leading == root.leading + 20', 'b.leading == a.trailing + 8',
                'b.trailing == root.trailing - 20', 'a.width == 100', 'b.width == 100', 'a.top == root.top', 'a.bottom == root.bottom',
                'b.top == root.top', 'b.bottom == root.bottom']}
                """))
        let remedies = try #require(found.diagnoses.first).remedies
        #expect(remedies.map { $0.outcome?.verdict }.first == .clean, "\(remedies)")
        #expect(remedies.allSatisfy { $0.outcome?.ends == ["K1"] })
    }

    @Test func `a content priority ends its conflict beside others`() throws {
        for (kind, length) in [(Remedy.Kind.setCompressionResistance, 100), (.setHugging, 300)] {
            let priority = kind == .setHugging ? "hugging" : "compressionResistance"
            let layout = try document(
                """
                {'size': {'width': 390, 'height': 844}, 'views': [{'id': 'root'}, {'id': 'b', 'parent': 'root'},
                 {'id': 'l', 'parent': 'root', 'class': 'UILabel', 'text': 'x', 'intrinsicContentSize': {'width': 200, 'height': 20},
                 '\(priority)': {'horizontal': 1000, 'vertical': 750}}],
                 'constraints': ['l.leading == root.leading', 'l.width == \(length)', 'l.top == root.top', 'b.leading == root.leading',
                 'b.width == 50', 'b.width == 60', 'b.top == root.top', 'b.height == 3']}
                """)
            let found = analysis(layout)
            let conflict = try #require(found.conflicts.first { $0.members.contains("l.\(priority).horizontal") })
            let remedy = try #require(found.diagnoses.flatMap(\.remedies).first { $0.kind == kind })
            #expect(found.conflicts.count == 2 && remedy.outcome == Remedy.Outcome(verdict: .conflicting, ends: [conflict.id]), "\(remedy)")
        }
    }

    private func rowOfViews(_ more: [String]) -> String {
        let rows = (["a.width == 40", "b.width == 100", "b.leading >= a.trailing + 8"] + more).map { "'\($0)'" }.joined(separator: ", ")
        return """
            {'size': {'width': 320, 'height': 44}, 'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root'}, {'id': 'b', 'parent': 'root'}],
             'constraints': ['V:|[a]|', 'V:|[b]|', \(rows)]}
            """
    }

    @Test func `first remedies of several diagnoses can be added together`() throws {
        // Each view alone may be at the leading edge, but not both.
        let layout = try document(rowOfViews([]))
        let found = Analyzer().analyze(layout)
        let added = found.diagnoses.compactMap(\.remedies.first).flatMap(\.additions)
        #expect(found.diagnoses.count == 2 && added.count == 2, "\(found.diagnoses)")
        var changed = layout
        changed.constraints += added.enumerated().map { index, constraint in
            var constraint = constraint
            constraint.id = "added \(index)"
            return constraint
        }
        #expect(Analyzer().analyze(changed).verdict == .clean, "\(added)")
        #expect(!found.diagnoses.contains { $0.remedies[0].contradictsEarlier })
    }

    @Test func `a remedy that would contradict an earlier one is exchanged`() throws {
        // With v at the leading edge, the top of w depends on a second relation that leaves only one place for both.
        let layout = try document(
            """
            {'views': [{'id': 'root'}, {'id': 'v', 'parent': 'root', 'baseline': {'firstFromTop': 12.5}}, {'id': 'w', 'parent': 'root'}],
             'size': {'width': 390, 'height': 480},
             'constraints': ['v.trailing == root.trailing + 20', 'v.bottom <= root.bottom + 40', 'v.height == 30', 'w.leading == root.leading - 8',
                'w.top == 0.5 * v.top + 20', 'w.bottom == v.firstBaseline + 40']}
            """)
        let found = Analyzer().analyze(layout)
        var changed = layout
        for (index, constraint) in found.diagnoses.compactMap(\.remedies.first).flatMap(\.additions).enumerated() {
            var constraint = constraint
            constraint.id = "added \(index)"
            changed.constraints.append(constraint)
        }
        #expect(found.diagnoses.count == 2 && Analyzer().analyze(changed).verdict == .clean, "\(found.diagnoses)")
        #expect(!found.diagnoses.contains { $0.remedies[0].contradictsEarlier })
    }

    @Test func aMaskThatIsTurnedOffIsTried() throws {
        let found = analysis(
            try document(
                """
                {'size': {'width': 390, 'height': 50}, 'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root', 'autoresizing': {
                'frame': {'x': 0, 'y': 0, 'width': 100, 'height': 20}, 'superview': {'width': 390, 'height': 50}, 'mask': []}}],
                'constraints': ['a.centerX == root.centerX', 'a.width == 100', 'a.height == 20', 'a.top == root.top']}
                """))
        let remedy = try #require(found.diagnoses.first?.remedies.first)
        #expect(remedy.kind == .disableMask && remedy.outcome == Remedy.Outcome(verdict: .clean, ends: found.conflicts.map(\.id)), "\(remedy)")
    }

    // MARK: The checker

    private func refusals(_ change: (inout [Diagnosis]) -> Void) throws -> [String] {
        let layout = try document(
            """
            {'size': {'width': 70, 'height': 44}, 'constraints': ['a.leading == root.leading + 8', 'a.trailing == root.trailing - 8', 'a.width == 60',
            'a.height == 20', 'b.width == 5', 'b.width == 6']}
            """)
        let found = analysis(layout)
        var diagnoses = found.diagnoses
        change(&diagnoses)
        return DiagnosisCheck(layout, conflicts: found.conflicts, ambiguities: found.ambiguities).check(diagnoses).map(\.reason)
    }

    @Test func corruptedDiagnosesAreRefused() throws {
        #expect(try refusals { _ in }.isEmpty)
        #expect(try refusals { $0[0].explains = [] }.count == 1)
        #expect(try refusals { $0[1].explains += $0[0].explains }.count >= 1)
        #expect(try refusals { $0[0].culprits = ["c4"] } == ["c4 is not a member of the conflicts that the diagnosis explains"])
        #expect(try refusals { $0[0].remedies = [] } == ["there are 0 remedies instead of 1 to 3"])
        #expect(try refusals { $0[0].remedies[0].constraints = ["c99"] }.count == 1)
        #expect(try refusals { $0[0].remedies[0].outcome = Remedy.Outcome(verdict: .conflicting, ends: ["K1", "K2"]) }.count == 1)
        #expect(try refusals { $0[0].remedies[0].outcome = Remedy.Outcome(verdict: .clean, ends: ["K1"]) }.count == 1)
        let constant = Remedy(.changeConstant, ["c3"], from: 61, to: 54, sentence: "")
        #expect(try refusals { $0[0].remedies = [constant] } == ["changeConstant: the constraint's current constant is different"])
    }
}
