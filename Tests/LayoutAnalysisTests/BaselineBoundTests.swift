import ExactArithmetic
import LayoutAnalysis
import LayoutModel
import Testing

/// A baseline that a log does not state lies within its view: nothing more is known of it, and nothing less.
struct BaselineBoundTests {
    /// A title whose baseline lies so far above the bottom of a bar of a height.
    private func bar(height: Int, above: Int, _ attribute: String = "lastBaseline", relation: String = "==") throws -> Analysis {
        analysis(
            try log([
                "NSLayoutConstraint:0x1 Bar:0xa.height == \(height)",
                "NSLayoutConstraint:0x2 V:|-(>=0)-[UILabel:0xb] (names: '|':Bar:0xa )",
                "NSLayoutConstraint:0x3 V:[UILabel:0xb]-(>=0)-| (names: '|':Bar:0xa )",
                "NSLayoutConstraint:0x4 UILabel:0xb.\(attribute) \(relation) Bar:0xa.bottom - \(above)",
            ]))
    }

    @Test(arguments: ["lastBaseline", "firstBaseline"])
    func aBaselineLiesBelowTheTop(attribute: String) throws {
        let found = try bar(height: 10, above: 11, attribute)
        let conflict = try #require(found.conflicts.first)
        #expect(found.verdict == .conflicting && found.conflicts.count == 1)
        #expect(Set(conflict.members) == ["UILabel:0xb.\(attribute)>=top", "c1", "c2", "c4"])
        #expect(conflict.sum == -1)
        #expect(try bar(height: 11, above: 11, attribute).verdict == .incomplete)
    }

    @Test func aBaselineLiesAboveTheBottom() throws {
        let found = try bar(height: 10, above: -1)
        #expect(Set(try #require(found.conflicts.first).members) == ["UILabel:0xb.lastBaseline<=bottom", "c3", "c4"])
        #expect(try bar(height: 10, above: 0).verdict == .incomplete)
    }

    @Test func theBoundNeverBreaksAndIsNoRepair() throws {
        let found = try bar(height: 10, above: 11)
        #expect(found.broken.allSatisfy { !$0.contains("Baseline") })
        #expect(found.decisions.flatMap(\.candidates).allSatisfy { !$0.constraint.contains("Baseline") })
        #expect(found.repairs.compactMap(\.relax).joined().allSatisfy { !$0.contains("Baseline") })
    }

    @Test func anInactiveConstraintBoundsNothing() throws {
        let found = analysis(
            try log([
                "NSLayoutConstraint:0x1 Bar:0xa.height == 10",
                "NSLayoutConstraint:0x2 UILabel:0xb.lastBaseline == Bar:0xa.bottom + 20 (inactive)",
            ]))
        #expect(found.conflicts.isEmpty)
    }
}
