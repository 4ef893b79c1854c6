internal import LayoutModel

/// The order of the diagnoses of ambiguities in which root causes come first: a view that is placed relative to another one follows it.
struct DiagnosisOrder {
    /// The maximum number of diagnoses that are put in order.
    private static let mostDiagnoses = 256

    private let document: LayoutDocument
    private let placements: Placements
    /// Dependencies that the proposals have.
    private let proposed: [Placements.Dependency]
    /// For each view, its open dimensions.
    private let open: [Int: Set<FrameDimension>]

    /// - Parameter proposed: proposals for views that follow from others, as the canvas shows them.
    init(_ document: LayoutDocument, _ placements: Placements, _ ambiguities: [Ambiguity], proposed: [LayoutConstraint] = []) {
        self.document = document
        self.placements = placements
        self.proposed = proposed.compactMap { proposal in
            proposal.second.map { Placements.Dependency(view: proposal.first.item, source: $0.item, axis: $0.attribute.axis) }
        }
        var open: [Int: Set<FrameDimension>] = [:]
        for ambiguity in ambiguities { open[ambiguity.view, default: []].formUnion(ambiguity.attributes.map(\.dimension)) }
        self.open = open
    }

    /// Returns the indices in order.
    ///
    /// - Parameter views: for each diagnosis, the ambiguous views that it explains.
    func order(_ views: [Set<Int>]) -> [Int] {
        guard views.count > 1, views.count <= DiagnosisOrder.mostDiagnoses else { return Array(views.indices) }
        var owners: [Int: [Int]] = [:]
        for (index, own) in views.enumerated() { for view in own { owners[view, default: []].append(index) } }
        var sources: [Int: Set<Int>] = [:]
        for dependency in dependencies() {
            for index in owners[dependency.view] ?? [] {
                sources[index, default: []].formUnion((owners[dependency.source] ?? []).filter { $0 != index })
            }
        }
        var order: [Int] = []
        var left = Array(views.indices)
        while !left.isEmpty {
            // In a circle, the first one is as good as any.
            let place = left.firstIndex { sources[$0]?.isDisjoint(with: left) ?? true } ?? 0
            order.append(left.remove(at: place))
        }
        return order
    }

    /// Returns the dependencies among views that are open along the axis.
    private func dependencies() -> [Placements.Dependency] {
        let all = placements.dependencies.filter { isOpen($0.view, $0.axis) && isOpen($0.source, $0.axis) }
        // A chain of proposals makes no superview as large as its contents.
        return turned(all) + proposed
    }

    /// Returns the dependencies, those of a superview that follows from its contents the other way round.
    private func turned(_ all: [Placements.Dependency]) -> [Placements.Dependency] {
        // A view at the end of a chain of neighbors gives its superview the size, and so does an image.
        let chained = Set(all.filter { document.views[$0.view].parent != $0.source }.map { ChainEnd(view: $0.view, axis: $0.axis) })
        return all.map { dependency in
            let isInside = document.views[dependency.view].parent == dependency.source
            let isChained = chained.contains(ChainEnd(view: dependency.view, axis: dependency.axis))
            let isImage = document.views[dependency.view].isImage && placements.count(dependency.view, dependency.axis) > 1
            guard isInside, isChained || isImage else { return dependency }
            return Placements.Dependency(view: dependency.source, source: dependency.view, axis: dependency.axis)
        }
    }

    private struct ChainEnd: Hashable {
        var view: Int
        var axis: Axis
    }

    private func isOpen(_ view: Int, _ axis: Axis) -> Bool { open[view]?.contains { $0.axis == axis } == true }
}
