internal import LayoutModel

/// The views of a scene that equations place relative to its root, directly or by others.
struct SceneAnchors {
    private let scene: IBScene
    /// For each view, by its index, those that an equation of locations relates it to along an axis. Guides count as their views.
    private var related: [Axis: [Int: [Int]]] = [:]

    init(_ scene: IBScene, _ items: IBItems, _ limits: ImportLimits) throws(ImportError) {
        self.scene = scene
        func view(_ item: IBItems.Item) -> Int {
            switch item {
            case .view(let view): view
            case .guide(let guide): scene.guides[guide].owner
            }
        }
        for (index, constraint) in scene.constraints.enumerated() {
            try limits.checkInterest(index)
            guard !constraint.isUninstalled, (constraint.attribute("relation") ?? "equal") == "equal",
                let (first, second) = items.sides(of: constraint), let second, first.attribute.kind != .size
            else { continue }
            let (one, other) = (view(first.item), view(second.item))
            related[first.attribute.axis, default: [:]][one, default: []].append(other)
            related[first.attribute.axis, default: [:]][other, default: []].append(one)
        }
    }

    /// Whether a subview of the root that constraints have to place is not placed along an axis.
    var hasLooseView: Bool {
        let own = scene.views.indices.filter { scene.views[$0].superview == 0 && !scene.views[$0].isUninstalled && scene.views[$0].isDriven }
        return Axis.allCases.contains { axis in
            let placed = placed(axis)
            return own.contains { !placed.contains($0) }
        }
    }

    private func placed(_ axis: Axis) -> Set<Int> {
        // A mask places its view.
        var next = [0] + scene.views.indices.filter { $0 != 0 && !scene.views[$0].isDriven }
        var placed = Set(next)
        while let view = next.popLast() {
            for other in related[axis]?[view] ?? [] where placed.insert(other).inserted { next.append(other) }
        }
        return placed
    }
}
