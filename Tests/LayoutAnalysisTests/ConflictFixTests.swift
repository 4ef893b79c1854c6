import ExactArithmetic
import LayoutAnalysis
import LayoutModel
import Testing

/// A fix is one change after which its conflict is no more.
struct ConflictFixTests {
    private func applied(_ fix: Change, to document: LayoutDocument) throws -> LayoutDocument {
        var document = document
        func place(_ id: String) throws -> Int { try #require(document.constraints.firstIndex { $0.id == id }) }
        switch fix {
        case .relax(let id, let priority): document.constraints[try place(id)].priority = priority
        case .constant(let id, let from, let to):
            #expect(document.constraints[try place(id)].constant == from)
            document.constraints[try place(id)].constant = to
        case .remove(let id): document.constraints[try place(id)].isActive = false
        case .add, .priority: Issue.record("\(fix) changes no member")
        }
        return document
    }

    /// A fraction of that size is cut off by readers of numbers: the conflict would stay.
    @Test func aConstantThatNoNumberTellsIsNoFix() throws {
        let found = try analysis(
            document(
                "{'size': {'width': 100, 'height': 9}, 'constraints': ['a.width == 1:3 * b.width', 'b.width == 1000000000000000', 'a.width == 5']}"))
        let constants = found.conflicts.flatMap(\.fixes).compactMap { if case .constant(let id, _, let to) = $0 { (id, to) } else { nil } }
        #expect(constants.map(\.0) == ["c2"] && constants.map(\.1) == [15])
    }

    @Test func eachFixEndsItsConflict() throws {
        var documents = try Sample.all.map(document)
        if PublicLog.areExpected { documents += try PublicLog.all().map(\.document) }
        var relaxations = 0
        var constants = 0
        for document in documents {
            // The first few are enough of a log with dozens.
            for conflict in Analyzer().analyze(document).conflicts.prefix(4) {
                for fix in conflict.fixes {
                    if case .constant = fix { constants += 1 } else { relaxations += 1 }
                    let after = try Analyzer().analyze(applied(fix, to: document))
                    #expect(after.inconclusive.isEmpty, "\(after.inconclusive)")
                    let isLeft = after.conflicts.contains { Set($0.members) == Set(conflict.members) }
                    #expect(!isLeft, "\(fix) leaves \(conflict.members)")
                }
            }
        }
        #expect(relaxations > 8 && constants > 8)
    }

    @Test func whatUIKitWouldBreakIsProposedFirst() throws {
        let found = try analysis(document(Sample.example))
        let fixes = try #require(found.conflicts.first?.fixes)
        #expect(
            fixes == [
                .relax(constraint: "c3", priority: 999), .relax(constraint: "c1", priority: 999), .relax(constraint: "c2", priority: 999),
                .constant(constraint: "c3", from: 60, to: 54), .constant(constraint: "c1", from: 8, to: 2),
                .constant(constraint: "c2", from: -8, to: -2),
            ])
    }

    @Test func noSizeIsProposedBelowZero() throws {
        let found = try analysis(
            document(
                "{'size': {'width': 10}, 'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root'}], 'constraints': ['a.width == 5', 'a.left == root.left + 8', 'a.right == root.right - 8']}"
            ))
        let fixes = found.conflicts.flatMap(\.fixes)
        #expect(!fixes.isEmpty && !fixes.contains { if case .constant("c1", _, _) = $0 { true } else { false } })
    }

    @Test func whatTheFrameworkMadeIsLeftAloneWhereTheAppHasAPart() throws {
        let found = try analysis(
            log("NSLayoutConstraint:0x1 'UISV-hiding' UIView:0xa.height == 0", "NSLayoutConstraint:0x2 UIView:0xa.height == 20"))
        #expect(found.conflicts.first?.fixes == [.relax(constraint: "c2", priority: 999), .constant(constraint: "c2", from: 20, to: 0)])
    }
}
