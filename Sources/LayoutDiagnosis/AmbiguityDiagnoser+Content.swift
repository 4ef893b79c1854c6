internal import ExactArithmetic
internal import LayoutModel
internal import StandardAdditions

// Sizes that a layout requests with the same priority as views request that of their content.

extension AmbiguityDiagnoser {
    /// Returns the diagnosis if only fixed sizes of views and the content priorities of the same views tie, else nil.
    ///
    /// The explicit size is meant to win, so its priority is raised along all axes at once.
    func sizeAgainstContent(_ ambiguity: Ambiguity) -> Diagnosis? {
        var sizes: [(id: String, side: LayoutAnchor)] = []
        var contents: Set<LayoutAnchor> = []
        for id in ambiguity.tied {
            if let index = constraints[id] {
                let constraint = document.constraints[index]
                guard constraint.second == nil, constraint.first.attribute.kind == .size, constraint.origin == .user else { return nil }
                sizes.append((id, constraint.first))
                continue
            }
            switch implicit[id] {
            case .hugging(let view, let axis), .compressionResistance(let view, let axis):
                contents.insert(LayoutAnchor(view, axis == .horizontal ? .width : .height))
            default: return nil
            }
        }
        guard let first = sizes.first, let index = constraints[first.id], Set(sizes.map(\.side)) == contents else { return nil }
        let priority = document.constraints[index].priority
        let isOne = sizes.allSatisfy { size in constraints[size.id].map { document.constraints[$0].priority } == priority }
        guard isOne, priority + .one < LayoutPriority.required else { return nil }
        let titles = sizes.map { title($0.id) }.listed()
        let isAlone = sizes.count == 1
        return Diagnosis(
            cause: .contentPriorityTie, owner: .app,
            sentence:
                "\(titles.prefix(1).uppercased() + titles.dropFirst()) \(isAlone ? "has" : "have") the same priority as the size of the content, "
                + "\(number(priority)), and nothing decides which of them wins.",
            culprits: sizes.map(\.id),
            remedies: [
                Remedy(
                    .lowerPriority, sizes.map(\.id), priority: priority + .one,
                    sentence: "Give \(titles) a priority of \(number(priority + .one)), so that \(isAlone ? "it wins" : "they win").")
            ])
    }

    /// The maximum number of rows that a tie is tried to be settled by.
    private static let mostYielding = 6

    /// Returns remedies that lower the priority of a single row of a tie of three or more, so that this one yields and all others
    /// are satisfied. A row that wins instead would leave the others tied.
    ///
    /// First come constraints before contents, and what the canvas shows with another size than that of its content; then the last one.
    func yieldingAlone(_ ambiguity: Ambiguity) -> [Remedy] {
        guard ambiguity.tied.count > 2 else { return [] }
        var candidates: [(difference: Rational, remedy: Remedy)] = []
        for id in ambiguity.tied.reversed() {
            if let index = constraints[id] {
                let constraint = document.constraints[index]
                guard constraint.origin == .user, !constraint.isRequired, constraint.priority > .one else { continue }
                candidates.append((drawnDifference(constraint.first.item, constraint), priority(id, constraint.priority - .one)))
                continue
            }
            switch implicit[id] {
            case .hugging(let view, let axis):
                let lower = document.views[view].hugging[axis] - .one
                if lower.isPositive { candidates.append((drawnDifference(view, axis), priority(id, lower))) }
            case .compressionResistance(let view, let axis):
                let lower = document.views[view].compressionResistance[axis] - .one
                if lower.isPositive { candidates.append((drawnDifference(view, axis), priority(id, lower))) }
            default: continue
            }
        }
        let hasDrawn = candidates.contains { $0.difference > .one }
        let order = candidates.indices.sorted { one, other in
            let (first, second) = (candidates[one], candidates[other])
            let kinds = (first.remedy.kind == .lowerPriority, second.remedy.kind == .lowerPriority)
            if kinds.0 != kinds.1 { return kinds.0 }
            return hasDrawn && first.difference != second.difference ? first.difference > second.difference : one < other
        }
        return order.prefix(AmbiguityDiagnoser.mostYielding).map { index in
            var remedy = candidates[index].remedy
            (remedy.needsTrial, remedy.isSpare) = (true, true)
            return remedy
        }
    }

    /// Returns how much the drawn length of a view differs from that of its content, or 0 if one of them is not known.
    private func drawnDifference(_ view: Int, _ axis: Axis) -> Rational {
        document.views[view].intrinsicContentSize[axis].map { drawnDifference(view, axis, from: $0) } ?? .zero
    }

    /// Returns how much the drawn length of a view differs from a fixed size, or 0 if it is not drawn or the constraint is no size.
    private func drawnDifference(_ view: Int, _ size: LayoutConstraint) -> Rational {
        guard size.second == nil, size.first.attribute.kind == .size else { return .zero }
        return drawnDifference(view, size.first.attribute.axis, from: size.constant)
    }

    private func drawnDifference(_ view: Int, _ axis: Axis, from length: Rational) -> Rational {
        guard let frame = document.views[view].design?.frame else { return .zero }
        return ((axis == .horizontal ? frame.width : frame.height) - length).magnitude
    }
}
