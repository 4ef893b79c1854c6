internal import ExactArithmetic
internal import LayoutModel

/// Finds the root causes of ambiguities: a place or size that nothing gives, or content priorities that tie.
struct AmbiguityDiagnoser {
    private let document: LayoutDocument
    private let names: ViewNames
    private let implicit: ImplicitRows
    /// The ids of the document's constraints.
    private let constraints: Set<String>

    init(_ document: LayoutDocument, _ names: ViewNames, _ implicit: ImplicitRows) {
        self.document = document
        self.names = names
        self.implicit = implicit
        constraints = Set(document.constraints.map(\.id))
    }

    /// In the order of the ambiguities, which are `U1`, `U2`, …
    func diagnoses(_ ambiguities: [Ambiguity]) -> [Diagnosis] {
        var diagnoses: [Diagnosis] = []
        // Views that are tied together have one cause.
        var ties: [Set<String>: Int] = [:]
        // A scroll view's content and the view that fills it lack one size.
        let open = Set(ambiguities.compactMap { document.views[$0.view].kind == .content ? document.views[$0.view].parent : nil })
        var scrolls: [Int: Int] = [:]
        for (index, ambiguity) in ambiguities.enumerated() {
            let id = "U\(index + 1)"
            if ambiguity.cause == .priorityTie, let known = ties[Set(ambiguity.tied)] {
                diagnoses[known].explains.append(id)
                continue
            }
            let scroll = document.views[ambiguity.view].parent.flatMap { open.contains($0) ? $0 : nil }
            if let scroll, let known = scrolls[scroll] {
                diagnoses[known].explains.append(id)
                continue
            }
            var diagnosis = ambiguity.cause == .priorityTie ? tie(ambiguity) : missing(ambiguity, scroll)
            diagnosis.explains = [id]
            if let scroll { scrolls[scroll] = diagnoses.count }
            if ambiguity.cause == .priorityTie { ties[Set(ambiguity.tied)] = diagnoses.count }
            diagnoses.append(diagnosis)
        }
        return diagnoses
    }

    private func tie(_ ambiguity: Ambiguity) -> Diagnosis {
        let isOfContent = ambiguity.tied.contains { $0.contains(".hugging.") || $0.contains(".compressionResistance.") }
        let isOfConstraints = ambiguity.tied.contains(where: constraints.contains)
        let name = names.name(of: ambiguity.view)
        let rows = ambiguity.tied.prefix(6).joined(separator: ", ")
        var contents: [String] = []
        for row in ambiguity.tied.prefix(6) {
            switch implicit[row] {
            case .hugging(let view, _), .compressionResistance(let view, _):
                if !contents.contains(names.name(of: view)) { contents.append(names.name(of: view)) }
            default: break
            }
        }
        return Diagnosis(
            cause: isOfContent && !isOfConstraints ? .contentPriorityTie : .other, owner: .app,
            sentence: isOfContent && !isOfConstraints
                ? "The contents of \(contents.joined(separator: " and ")) compete at one priority, and nothing says which of them gets the room."
                : "Several constraints of one priority compete for \(name), and nothing says which of them is met: \(rows).",
            culprits: ambiguity.tied.filter(constraints.contains), remedies: remedies(ambiguity), confidence: Rational(4, over: 5) ?? .one)
    }

    /// - Parameter scroll: the scroll view whose content has no size, if that is the cause.
    private func missing(_ ambiguity: Ambiguity, _ scroll: Int?) -> Diagnosis {
        let name = names.name(of: ambiguity.view)
        let needs = ambiguity.needs.isEmpty ? "place or size" : ambiguity.needs.joined(separator: " and ")
        let isSize = !ambiguity.attributes.contains { $0.dimension == .x || $0.dimension == .y }
        let cause: Diagnosis.Cause = scroll != nil ? .scrollContent : isSize ? .missingSize : .missingPosition
        return Diagnosis(
            cause: cause, owner: .app,
            sentence: scroll.map { "The content of the scroll view \(names.name(of: $0)) has no size of its own: nothing says how large it is." }
                ?? "Nothing gives \(name) its \(needs).",
            culprits: [], remedies: remedies(ambiguity), confidence: Rational(9, over: 10) ?? .one)
    }

    /// The suggestions, which were proven to settle the ambiguity or a part of it, as remedies.
    private func remedies(_ ambiguity: Ambiguity) -> [Remedy] {
        let remedies = ambiguity.suggestions.prefix(3).map { change in
            switch change {
            case .add(let equation, _): Remedy(.addConstraint, [equation], sentence: "Add \(equation).")
            case .remove(let constraint): Remedy(.removeConstraint, [constraint], sentence: "Remove \(constraint).")
            case .constant(let constraint, let from, let to):
                Remedy(
                    .changeConstant, [constraint], from: from, to: to,
                    sentence: "Change the constant of \(constraint) from \(from.decimalText(places: 2)) to \(to.decimalText(places: 2)).")
            case .relax(let constraint, let priority), .priority(let constraint, let priority): self.priority(constraint, priority)
            }
        }
        if !remedies.isEmpty { return remedies }
        return [Remedy(.other, sentence: "Add what \(names.name(of: ambiguity.view)) lacks: \(ambiguity.needs.joined(separator: "; ")).")]
    }

    private func priority(_ row: String, _ priority: Rational) -> Remedy {
        let text = priority.decimalText(places: 2)
        switch implicit[row] {
        case .hugging(let view, let axis):
            return Remedy(
                .setHugging, view: document.views[view].id, axis: axis, priority: priority,
                sentence: "Set the \(axis.rawValue) content hugging priority of \(names.name(of: view)) to \(text).")
        case .compressionResistance(let view, let axis):
            return Remedy(
                .setCompressionResistance, view: document.views[view].id, axis: axis, priority: priority,
                sentence: "Set the \(axis.rawValue) compression resistance priority of \(names.name(of: view)) to \(text).")
        default: return Remedy(.lowerPriority, [row], priority: priority, sentence: "Give \(row) the priority \(text).")
        }
    }
}
