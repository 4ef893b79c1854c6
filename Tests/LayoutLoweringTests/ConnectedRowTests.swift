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

    /// The rows that are told by those before; `exactly` where they are the connected ones and no others.
    private func carried(
        to after: [LayoutConstraint], from before: [LayoutConstraint], since connected: [Int]? = nil, exactly: Bool = true
    ) -> [Int] {
        let (old, new) = (
            LoweredSystem(lowering: document(size: LayoutSize(width: 1, height: 2), before)),
            LoweredSystem(lowering: document(size: LayoutSize(width: 1, height: 2), after))
        )
        let rows = new.rowsConnected(to: .horizontal, since: old, connected ?? old.rowsConnected(to: .horizontal), new.rowMapping(since: old))
        #expect((rows == new.rowsConnected(to: .horizontal)) == exactly)
        return rows
    }

    @Test func `rows that come are connected by what they share`() {
        let joins = LayoutConstraint(id: "j", first: LayoutAnchor(outer, .width), relation: .greaterThanOrEqual, constant: 1)
        let joinsOther = LayoutConstraint(id: "k", first: LayoutAnchor(inner, .width), second: LayoutAnchor(outer, .width))
        let apart = LayoutConstraint(id: "l", first: LayoutAnchor(inner, .width), second: LayoutAnchor(root, .height))
        for one in [joins, joinsOther, apart] {
            _ = carried(to: constraints + [one], from: constraints)
            _ = carried(to: [one] + constraints, from: constraints)
        }
        _ = carried(to: constraints + [joins, joinsOther, apart], from: constraints)
    }

    @Test func `rows that were connected stay where one that connected them went`() {
        var lowered = constraints
        lowered[0].priority = 999
        for after in [Array(constraints.dropFirst()), lowered] {
            let left = carried(to: after, from: constraints, exactly: false)
            let exact = LoweredSystem(lowering: document(size: LayoutSize(width: 1, height: 2), after)).rowsConnected(to: .horizontal)
            #expect(Set(left).isSuperset(of: exact))
            // Back again they are what they were.
            _ = carried(to: constraints, from: after, since: left)
        }
    }

    @Test func `a size on the other axis connects as soon as it is not given any more`() {
        let sizes = [LayoutSize(width: 1, height: 2), LayoutSize(width: 1), LayoutSize(height: 2), LayoutSize()]
        for axis in Axis.allCases {
            for (before, after) in sizes.flatMap({ size in sizes.map { (size, $0) } }) {
                let (old, new) = (
                    LoweredSystem(lowering: document(size: before, constraints)), LoweredSystem(lowering: document(size: after, constraints))
                )
                let carried = new.rowsConnected(to: axis, since: old, old.rowsConnected(to: axis), new.rowMapping(since: old))
                #expect(carried == new.rowsConnected(to: axis), "\(axis) \(before) \(after)")
            }
        }
    }

    @Test func `a size on the other axis that is not given connects`() {
        #expect(
            connected(.horizontal, size: LayoutSize(width: 1), constraints) == [
                "root.width>=0", "root.height>=0", "outer.width>=0", "inner.height>=0", "a", "b", "c",
            ])
    }
}
