internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import Testing

@Suite struct ConnectedRowTests {
    private func connected(_ axis: Axis, size: LayoutSize, _ constraints: [LayoutConstraint]) -> [String] {
        let system = LoweredSystem(lowering: document(size: size, constraints))
        return system.rowsConnected(to: axis).map(system.id(of:))
    }

    private let constraints = [
        LayoutConstraint(id: "a", first: LayoutAnchor(outer, .width), second: LayoutAnchor(root, .width)),
        LayoutConstraint(id: "b", first: LayoutAnchor(outer, .width), second: LayoutAnchor(root, .height)),
        LayoutConstraint(id: "c", first: LayoutAnchor(inner, .height), second: LayoutAnchor(root, .height)),
        LayoutConstraint(id: "d", first: LayoutAnchor(inner, .width), constant: 3),
        LayoutConstraint(id: "e", first: LayoutAnchor(outer, .width), constant: 3, priority: 999),
    ]

    @Test func `a given size on the other axis connects nothing`() {
        #expect(
            connected(.horizontal, size: LayoutSize(width: 1, height: 2), constraints) == [
                "root.width>=0", "root.height>=0", "outer.width>=0", "root.height==size", "a", "b",
            ])
    }

    @Test func `a size on the other axis that is not given connects`() {
        #expect(
            connected(.horizontal, size: LayoutSize(width: 1), constraints) == [
                "root.width>=0", "root.height>=0", "outer.width>=0", "inner.height>=0", "a", "b", "c",
            ])
    }
}
