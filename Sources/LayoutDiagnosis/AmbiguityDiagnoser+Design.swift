internal import ExactArithmetic
internal import LayoutModel
internal import StandardAdditions

// Causes that depend on Interface Builder's canvas, and the distribution of stack views.

extension AmbiguityDiagnoser {
    /// Returns the diagnosis if placeholder constraints determine exactly the open attributes and the build removes them, or nil
    /// if one of these constraints is not a placeholder.
    ///
    /// - Parameter rows: inactive constraints that would settle the ambiguity.
    func removedAtBuild(_ ambiguity: Ambiguity, _ rows: [DiagnosedRow], _ facts: ConflictFacts) -> Diagnosis? {
        guard rows.allSatisfy({ $0.place.map { document.constraints[$0].isPlaceholder } ?? false }), let first = rows.first else { return nil }
        let name = names.name(of: ambiguity.view)
        let placeholders = rows.compactMap { $0.place.map { document.constraints[$0] } }
        let stay = rows.prefix(2).map { row in
            var constraint = document.constraints[row.place ?? 0]
            constraint.isActive = true
            return add(constraint) { "Uncheck “Remove at build time” for \(facts.title(row)) (\(row.id)), so that it is in the app, too: \($0)." }
        }
        let sizes = placeholderSizes(ambiguity)
        let others = sizes.map(asPlaceholder) + drawn(ambiguity, besides: placeholders + sizes)
        return Diagnosis(
            cause: .removedAtBuild, owner: .app,
            sentence: "Nothing determines the \(needs(ambiguity)) of \(name) in the app, because the build removes "
                + "the constraint that does so on the canvas: \(facts.says(first)).",
            culprits: [], because: facts.because(rows), remedies: Array((stay + others).prefix(3)))
    }

    /// Returns the diagnosis if the view's drawn intrinsic size is a placeholder, or nil if the placeholder determines none of
    /// the open attributes.
    func placeholderSize(_ ambiguity: Ambiguity) -> Diagnosis? {
        let sizes = placeholderSizes(ambiguity)
        guard !sizes.isEmpty, let placeholder = document.views[ambiguity.view].design?.placeholderSize else { return nil }
        let name = names.name(of: ambiguity.view)
        let words = sizes.map { "\(number($0.constant)) \($0.first.attribute == .width ? "wide" : "high")" }.listed()
        let both = [placeholder.width, placeholder.height].map { $0.map(number) ?? "UIView.noIntrinsicMetric" }
        let own = Remedy(
            .other, view: document.views[ambiguity.view].id,
            sentence: "Give \(name) a content size of its own: override intrinsicContentSize in its class.",
            swift: "override var intrinsicContentSize: CGSize { CGSize(width: \(both[0]), height: \(both[1])) }")
        return Diagnosis(
            cause: .removedAtBuild, owner: .app,
            sentence:
                "Nothing determines the \(needs(ambiguity)) of \(name) in the app, because its intrinsic size on the canvas (\(words)) is a "
                + "placeholder.",
            culprits: [], remedies: Array((sizes.map(asPlaceholder) + [own] + drawn(ambiguity, besides: sizes)).prefix(3)))
    }

    /// Returns the open sizes with a feasible placeholder value, as constraints.
    private func placeholderSizes(_ ambiguity: Ambiguity) -> [LayoutConstraint] {
        let view = document.views[ambiguity.view]
        guard let placeholder = view.design?.placeholderSize else { return [] }
        return ambiguity.attributes.compactMap { attribute in
            let axis = attribute.dimension.axis
            guard attribute.dimension == .width || attribute.dimension == .height, view.intrinsicContentSize[axis] == nil,
                let length = placeholder[axis],
                (attribute.min.map { $0 <= length } ?? true) && (attribute.max.map { length <= $0 } ?? true)
            else { return nil }
            return LayoutConstraint(id: "suggestion", first: LayoutAnchor(ambiguity.view, axis == .horizontal ? .width : .height), constant: length)
        }
    }

    private func asPlaceholder(_ size: LayoutConstraint) -> Remedy {
        let words = Instruction(document: document, names: names).text(size)
        return add(size) { _ in "\(words), like its placeholder." }
    }

    /// Returns the sentence for a stack view whose contents tie, with its distribution and the known priorities.
    func sentence(of stack: Int, _ ambiguity: Ambiguity, contents: String) -> String {
        let distribution = document.views[stack].design?.distribution.map { " (distribution \($0.rawValue))" } ?? ""
        var priorities: [String] = []
        for row in ambiguity.tied {
            let text: String
            switch implicit[row] {
            case .hugging(let view, let axis): text = "\(number(document.views[view].hugging[axis])) for \(axis.rawValue) hugging"
            case .compressionResistance(let view, let axis):
                text = "\(number(document.views[view].compressionResistance[axis])) for \(axis.rawValue) compression resistance"
            default: continue
            }
            if !priorities.contains(text) { priorities.append(text) }
        }
        return "The stack view \(names.name(of: stack))\(distribution) does not decide which of its views stretches or shrinks: "
            + "\(contents) have the same priority (\(priorities.listed()))."
    }
}
