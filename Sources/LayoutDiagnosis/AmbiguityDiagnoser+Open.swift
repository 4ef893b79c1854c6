internal import ExactArithmetic
internal import LayoutModel
internal import StandardAdditions

// Ambiguities for which the document already has a constraint: an inactive one, or a limit.

extension AmbiguityDiagnoser {
    /// Returns for each of these views the constraints that contain it and could settle it, in the document's order.
    static func candidates(_ document: LayoutDocument, _ views: Set<Int>) -> [Int: [Int]] {
        var candidates: [Int: [Int]] = [:]
        for (index, constraint) in document.constraints.enumerated() {
            let isLimit = constraint.isActive && constraint.relation != .equal && constraint.origin == .user
            guard isLimit || !constraint.isActive && constraint.relation == .equal else { continue }
            for view in Set([constraint.first.item, constraint.second?.item ?? constraint.first.item]) where views.contains(view) {
                candidates[view, default: []].append(index)
            }
        }
        return candidates
    }

    /// Returns the diagnosis if inactive constraints determine exactly the open attributes.
    func uninstalled(_ ambiguity: Ambiguity) -> Diagnosis? {
        var found: [Int] = []
        for attribute in ambiguity.attributes {
            let fitting = candidates[ambiguity.view]?.first { index in
                guard !document.constraints[index].isActive, let value = value(ambiguity, attribute, index) else { return false }
                // A size of 0 would settle it too, but hides the view.
                if attribute.dimension == .width || attribute.dimension == .height, !value.isPositive { return false }
                return (attribute.min.map { $0 <= value } ?? true) && (attribute.max.map { value <= $0 } ?? true)
            }
            if let fitting, !found.contains(fitting) { found.append(fitting) }
        }
        guard !found.isEmpty else { return nil }
        let name = names.name(of: ambiguity.view)
        let rows = found.map { DiagnosedRow(document.constraints[$0], place: $0) }
        let facts = ConflictFacts(document, names, rows: rows, conflicts: [])
        if let removed = removedAtBuild(ambiguity, rows, facts) { return removed }
        let active = rows.map { row in
            var active = document.constraints[row.place ?? 0]
            active.isActive = true
            return active
        }
        var activate = Remedy(adding: active, to: document, names, sentence: activation(rows, active, facts))
        let variables = rows.map(facts.variable)
        activate.swift = rows.count == 1 ? "\(variables[0]).isActive = true" : "NSLayoutConstraint.activate([\(variables.joined(separator: ", "))])"
        return Diagnosis(
            cause: .uninstalled, owner: .app,
            sentence:
                "Nothing determines the \(needs(ambiguity)) of \(name), and "
                + "\(rows.count == 1 ? "a constraint that would do so is" : "\(rows.count) constraints that would do so are") "
                + "not active: \(rows.map(facts.says).joined(separator: ", and ")).",
            culprits: [], because: facts.because(rows),
            remedies: Array(([activate] + drawn(ambiguity, besides: found.map { document.constraints[$0] })).prefix(3)))
    }

    private func activation(_ rows: [DiagnosedRow], _ active: [LayoutConstraint], _ facts: ConflictFacts) -> String {
        let titles = rows.map { "\(facts.title($0)) (\($0.id))" }.listed()
        if rows.count > 1 { return "Activate \(titles), or install them for this size class." }
        let words = Instruction(document: document, names: names).text(active[0])
        return "Activate \(titles), or install it for this size class: \(words.prefix(1).lowercased() + words.dropFirst())."
    }

    /// Returns the diagnosis if only limits bound the open attributes along each axis, each of which would settle it as an
    /// equality.
    func inequalityOnly(_ ambiguity: Ambiguity) -> Diagnosis? {
        var found: [Int] = []
        for axis in Axis.allCases {
            let attributes = ambiguity.attributes.filter { $0.dimension.axis == axis }
            if attributes.isEmpty { continue }
            guard let limit = attributes.lazy.compactMap({ limit(ambiguity, $0) }).first else { return nil }
            found.append(limit)
        }
        guard !found.isEmpty else { return nil }
        let name = names.name(of: ambiguity.view)
        let rows = found.map { DiagnosedRow(document.constraints[$0], place: $0) }
        let facts = ConflictFacts(document, names, rows: rows, conflicts: [])
        var changes: [Remedy] = []
        for row in rows {
            var equality = document.constraints[row.place ?? 0]
            equality.relation = .equal
            if row.isSize, equality.isRequired {
                // The limit is probably intended, so an optional equality is added beside it.
                var usual = equality
                usual.priority = LayoutPriority.defaultHigh
                changes.append(add(usual) { "Keep the limit (\(row.id)), and \($0)." })
            }
            changes.append(add(equality) { "Make \(facts.title(row)) (\(row.id)) an equality: \($0)." })
        }
        return Diagnosis(
            cause: .inequalityOnly, owner: .app,
            sentence:
                "Only inequalities limit the \(needs(ambiguity)) of \(name), so nothing determines it: "
                + "\(rows.map(facts.says).joined(separator: ", and ")).",
            culprits: rows.map(\.id), because: facts.because(rows), remedies: Array(asDrawn(changes, ambiguity).prefix(3)))
    }

    /// Returns remedies that make limits equalities, or, if one of these leads to another frame than the canvas shows, first what does not.
    private func asDrawn(_ changes: [Remedy], _ ambiguity: Ambiguity) -> [Remedy] {
        let away = changes.filter { leadsAway($0, ambiguity) }
        let drawn = away.isEmpty ? [] : self.drawn(ambiguity).filter { $0.isDrawn && !$0.isInstead }
        return drawn.isEmpty ? changes : drawn + changes.filter { !away.contains($0) }
    }

    /// Returns the first limit that is active at an end of the attribute's range, other than at a size of 0.
    private func limit(_ ambiguity: Ambiguity, _ attribute: Ambiguity.Attribute) -> Int? {
        candidates[ambiguity.view]?.first { index in
            guard document.constraints[index].isActive, let value = value(ambiguity, attribute, index) else { return false }
            if attribute.dimension == .width || attribute.dimension == .height {
                let content = document.views[ambiguity.view].intrinsicContentSize[attribute.dimension.axis] ?? .zero
                if !value.isPositive || value < content { return false }
            }
            return value == attribute.min || value == attribute.max
        }
    }

    private func value(_ ambiguity: Ambiguity, _ attribute: Ambiguity.Attribute, _ index: Int) -> Rational? {
        open?.value(of: ambiguity.view, attribute.dimension, in: document.constraints[index])
    }

    func needs(_ ambiguity: Ambiguity) -> String { missingAttributes.words(ambiguity) }
}
