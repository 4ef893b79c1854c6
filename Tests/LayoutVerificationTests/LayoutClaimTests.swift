internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Testing

@Suite struct LayoutClaimTests {
    private let point = layout(8, 0, 54, 20)
    private let frames = [LayoutFrame(x: 0, y: 0, width: 70, height: 44), LayoutFrame(x: 8, y: 0, width: 54, height: 20)]

    @Test func `frames are those of the layout`() {
        let checker = Checker(system: example())
        #expect(checker.checkFrames(frames, at: point).isEmpty)
        #expect(!checker.checkFrames(Array(frames.dropLast()), at: point).isEmpty)
        for dimension in FrameDimension.allCases {
            var moved = frames
            moved[1][dimension] += 1
            #expect(checker.checkFrames(moved, at: point).count == 1)
        }
    }

    /// A label that is squeezed, with a fitting height, and a broken width.
    private func label() -> (LoweredSystem, [Rational], [Unsatisfied]) {
        let view = LayoutView(id: "title", parent: 0, intrinsicContentSize: LayoutSize(width: 60, height: 10))
        let system = system(
            size: LayoutSize(width: 70), title: view,
            [
                constraint("w", .width, 54), constraint("h", .height, 20), constraint("broken", .width, 61),
                constraint("optional", .width, .greaterThanOrEqual, 55, priority: 900),
                constraint("holds", .width, .lessThanOrEqual, 55, priority: 900),
            ])
        let list = [
            Unsatisfied(id: "title.compressionResistance.horizontal", priority: 750, error: 6, kind: .compressed),
            Unsatisfied(id: "title.hugging.vertical", priority: 250, error: 10, kind: .stretched),
            Unsatisfied(id: "broken", priority: 1000, error: 7, kind: .unmet),
            Unsatisfied(id: "optional", priority: 900, error: 1, kind: .unmet),
        ]
        return (system, layout(0, 0, 54, 20), list)
    }

    @Test func `what is unsatisfied is listed, and nothing else`() {
        let (system, point, list) = label()
        let checker = Checker(system: system)
        let broken: Set = [system.row("broken")]
        #expect(checker.checkUnsatisfied(list, broken: broken, at: point).isEmpty)
        for index in list.indices {
            var shorter = list
            shorter.remove(at: index)
            #expect(checker.checkUnsatisfied(shorter, broken: broken, at: point).count == 1)
            var wrong = list
            wrong[index].error += 1
            #expect(checker.checkUnsatisfied(wrong, broken: broken, at: point).count == 1)
            wrong = list
            wrong[index].kind = list[index].kind == .unmet ? .compressed : .unmet
            #expect(checker.checkUnsatisfied(wrong, broken: broken, at: point).count == 1)
            wrong = list
            wrong[index].priority = 3
            #expect(checker.checkUnsatisfied(wrong, broken: broken, at: point).count == 1)
        }
        for id in ["holds", "root.height==fitting", "nothing", "broken"] {
            let more = list + [Unsatisfied(id: id, priority: 1000, error: 7, kind: .unmet)]
            #expect(checker.checkUnsatisfied(more, broken: broken, at: layout(0, 0, 54, 20)).count == 1)
        }
        #expect(checker.checkUnsatisfied(list, broken: [], at: point).count == 1)
    }
}
