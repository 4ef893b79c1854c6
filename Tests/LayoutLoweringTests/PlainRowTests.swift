internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import Testing

/// Everyday constraints are lowered on a way of their own. Insets that are stated as 0 mean the same and are not everyday.
@Suite struct PlainRowTests {
    private let numbers = ["1", "1", "1", "0.5", "-2", "0", "1.5", "4294967296", "0.0000000001", "100000000000000000000.5"].map(rational)

    /// A tree in which superviews may come after their subviews.
    private func views(_ numbers: inout SplitMix) -> [LayoutView] {
        let count = 2 + numbers.below(9)
        return (0..<count).map { index in
            // Odd views hang on even ones, which make a chain.
            let parent = index == 0 ? nil : index % 2 == 1 ? 2 * numbers.below((count + 1) / 2) : index - 2
            return LayoutView(
                id: "v\(index)", parent: parent, intrinsicContentSize: LayoutSize(width: numbers.below(3) == 0 ? 44 : nil),
                firstBaselineFromTop: numbers.below(2) == 0 ? Rational(numbers.below(20)) : nil,
                lastBaselineFromBottom: self.numbers[numbers.below(self.numbers.count)])
        }
    }

    private func constraint(_ index: Int, views: Int, _ numbers: inout SplitMix) -> LayoutConstraint {
        let attributes = LayoutAttribute.allCases
        let first = attributes[numbers.below(attributes.count)]
        let fitting = attributes.filter { $0.kind == first.kind }
        let hasSecond = first.kind != .size || numbers.below(2) == 0
        let relations: [LayoutRelation] = [.equal, .lessThanOrEqual, .greaterThanOrEqual]
        return LayoutConstraint(
            id: "c\(index)", first: LayoutAnchor(numbers.below(views), first), relation: relations[numbers.below(3)],
            second: hasSecond ? LayoutAnchor(numbers.below(views), fitting[numbers.below(fitting.count)]) : nil,
            multiplier: self.numbers[numbers.below(self.numbers.count)], constant: self.numbers[numbers.below(self.numbers.count)],
            priority: Rational(numbers.below(12) * 100 + 1), isActive: numbers.below(8) != 0)
    }

    @Test func `an everyday constraint has the row that any constraint has`() {
        var numbers = SplitMix(state: 7)
        for _ in 0..<300 {
            let views = views(&numbers)
            var stated = views
            for index in stated.indices where numbers.below(4) != 0 {
                stated[index].alignmentRectInsets = LayoutInsets(top: 0, bottom: 0, left: 0, right: 0)
            }
            let constraints = (0..<20).map { constraint($0, views: views.count, &numbers) }
            let direction: LayoutDirection = numbers.below(3) == 0 ? .rtl : .ltr
            let plain = LoweredSystem(lowering: LayoutDocument(direction: direction, root: 0, views: views, constraints: constraints))
            let other = LoweredSystem(lowering: LayoutDocument(direction: direction, root: 0, views: stated, constraints: constraints))
            let texts = [plain, other].map { system in system.rows.indices.map { system.id(of: $0) + " " + system.text(of: $0) } }
            #expect(texts[0] == texts[1])
        }
    }

    @Test func `the rows that follow a change are those that are lowered anew`() throws {
        var numbers = SplitMix(state: 11)
        var shared = 0
        for round in 0..<120 {
            var views = views(&numbers)
            for index in views.indices where numbers.below(3) == 0 {
                views[index].alignmentRectInsets = LayoutInsets(top: 1, bottom: 0, left: 2, right: 0)
            }
            let direction: LayoutDirection = numbers.below(3) == 0 ? .rtl : .ltr
            var document = LayoutDocument(
                direction: direction, root: 0, size: LayoutSize(width: 100, height: nil), views: views,
                constraints: (0..<numbers.below(8)).map { constraint($0, views: views.count, &numbers) })
            var system = LoweredSystem(lowering: document)
            for step in 0..<12 {
                let change = self.change(&document, &numbers)
                let next = try #require(system.following(change, to: document, mostTerms: 4_000_000))
                let anew = LoweredSystem(lowering: document)
                let texts = [next, anew].map { system in
                    system.rows.indices.map { "\(system.rows[$0].kind) \(system.id(of: $0)) \(system.text(of: $0))" }
                }
                #expect(texts[0] == texts[1], "round \(round), step \(step)")
                #expect(StagedText(next) == StagedText(anew), "round \(round), step \(step)")
                if next.rows.count == system.rows.count { shared += 1 }
                let mapping = next.rowMapping(since: system)
                #expect(mapping == anew.rowMapping(since: LoweredSystem(lowering: change.before)), "round \(round), step \(step)")
                system = next
            }
        }
        #expect(shared > 300)
    }

    /// What the solver is given beside the rows: it goes by the priorities in the order in which rows have them.
    private struct StagedText: Equatable {
        let priorities: [Rational]
        let places: [Int32]

        init(_ system: LoweredSystem) {
            var seen: [Rational] = []
            for row in system.rows where !seen.contains(row.priority) { seen.append(row.priority) }
            priorities = seen
            places = system.matrix.columns
        }
    }

    /// Changes a document a little.
    private func change(_ document: inout LayoutDocument, _ numbers: inout SplitMix) -> DocumentChange {
        let before = document
        var (touched, views, gone): (Set<Int>, Set<Int>, [Int]) = ([], [], [])
        let size = document.size
        for index in before.constraints.indices.reversed() where numbers.below(6) == 0 {
            document.constraints.remove(at: index)
            gone.insert(index, at: 0)
        }
        for index in document.constraints.indices where numbers.below(4) == 0 {
            touched.insert(index)
            switch numbers.below(3) {
            case 0: document.constraints[index].isActive.toggle()
            case 1: document.constraints[index].priority = Rational(numbers.below(12) * 100 + 1)
            default: document.constraints[index].constant = self.numbers[numbers.below(self.numbers.count)]
            }
        }
        for index in document.views.indices where numbers.below(8) == 0 {
            views.insert(index)
            switch numbers.below(3) {
            case 0: document.views[index].intrinsicContentSize.height = numbers.below(2) == 0 ? nil : Rational(numbers.below(50))
            case 1: document.views[index].hugging.horizontal = Rational(numbers.below(12) * 100 + 1)
            default: document.views[index].intrinsicContentSize.width = 33
            }
        }
        if numbers.below(5) == 0 { document.size = LayoutSize(width: Rational(numbers.below(300)), height: numbers.below(2) == 0 ? nil : 5) }
        let came = numbers.below(4) == 0 ? numbers.below(3) : 0
        for _ in 0..<came { document.constraints.append(constraint(numbers.below(1000) + 100, views: document.views.count, &numbers)) }
        return DocumentChange(
            from: before, views: views.sorted(), constraints: touched.sorted(), isOfConstants: false, isOfParts: size == document.size, gone: gone,
            came: came)
    }

    @Test func `a row between cousins names every view on the way, in order`() {
        let views = [("root", nil), ("a", 0), ("b", 0), ("aa", 1), ("aaa", 3), ("bb", 2)].map { LayoutView(id: $0.0, parent: $0.1) }
        let constraint = LayoutConstraint(id: "c", first: LayoutAnchor(4, .right), relation: .lessThanOrEqual, second: LayoutAnchor(5, .left))
        let system = LoweredSystem(lowering: LayoutDocument(root: 0, views: views, constraints: [constraint]))
        #expect(
            system.text(of: "c")
                == "-1 * a.x + 1 * b.x + -1 * aa.x + -1 * aaa.x + -1 * aaa.width + 1 * bb.x + 0 >= 0 @ 1000")
    }

    @Test func `a document with too many terms is not lowered`() {
        let views = (0..<100).map { LayoutView(id: "v\($0)", parent: $0 == 0 ? nil : $0 - 1) }
        let constraints = (0..<10).map { LayoutConstraint(id: "c\($0)", first: LayoutAnchor(99, .left), second: LayoutAnchor(0, .left)) }
        let document = LayoutDocument(root: 0, views: views, constraints: constraints)
        #expect(LoweredSystem(lowering: document, mostTerms: 1010)?.matrix.columns.count == 200 + 2 + 990)
        #expect(LoweredSystem(lowering: document, mostTerms: 1009) == nil)
    }
}

/// Numbers that look random and are the same in every run.
private struct SplitMix {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}
