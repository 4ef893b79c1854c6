internal import ExactArithmetic
internal import LayoutModel
internal import StandardAdditions

// Renders a console log's findings besides its conflicts, and the owner of a conflict.

extension TextReporter {
    /// The maximum number of outcomes in the text. The JSON report has all of them.
    private static let outcomeLimit = 3

    func owner(_ conflict: Conflict, _ analysis: Analysis, _ phrases: RowPhrase) -> [String] {
        var lines: [String] = []
        if conflict.owner == .system { lines.append("none of your app's constraints is involved") }
        for var size in conflict.vanishesAt {
            guard let constraint = phrases.constraint(size.constraint) else { continue }
            let title = phrases.phrase(of: constraint.first).terminalSafe()
            // At the end of the range, other constraints may need still more.
            if let growth = analysis.neededSizes.first(where: { $0.row == constraint.id })?.growth {
                if growth.isPositive { size.min = constraint.constant + growth } else { size.max = constraint.constant + growth }
            }
            lines.append("goes away when \(title) is \(size.text)")
        }
        return lines
    }

    func log(_ analysis: Analysis, _ document: LayoutDocument, _ phrases: RowPhrase) -> [String] {
        guard let log = analysis.log else { return [] }
        var lines: [String] = []
        if !log.innocent.isEmpty {
            lines.append("the others conflict even without \(log.innocent.listed())")
        }
        if let superviews = superviews(analysis, document, phrases) { lines.append(superviews) }
        let candidates = log.prediction.candidates
        if let recorded = document.recordedBroken.map({ document.constraints[$0].id }), candidates.count > 1,
            let place = candidates.firstIndex(where: { $0.constraint == recorded }), let percent = candidates[place].percent
        {
            let guess = "Plumbline's guess, from the constraints alone, would have been \(candidates[0].constraint)"
            lines.append("the log says \(recorded) was broken; \(guess)\(place == 0 ? ", too" : " (\(percent) % for \(recorded))")")
        } else if !log.isConflict, !analysis.isUndecided, candidates.count > 1, let first = candidates.first, let percent = first.percent {
            lines.append("most likely to break: \(first.constraint), with a probability of \(percent) %")
        }
        lines += log.neededMargins.map { "these constraints can be satisfied \($0.sentence(by: phrases.names))" }
        lines += log.settled.prefix(limit).map { lengths(of: $0, phrases) }
        for outcome in log.outcomes.prefix(TextReporter.outcomeLimit) where log.outcomes.count > 1 {
            lines.append(self.outcome(outcome, phrases))
        }
        return lines.map { indented($0.terminalSafe(), 1) }
    }

    /// Returns the superviews that the analysis takes from the text, of the views in its conflicts, or of all if there is none.
    private func superviews(_ analysis: Analysis, _ document: LayoutDocument, _ phrases: RowPhrase) -> String? {
        let rows = analysis.conflicts.flatMap(\.members).compactMap(phrases.constraint)
        let about = rows.isEmpty ? Array(document.views.indices) : rows.flatMap { [$0.first.item] + ($0.second.map { [$0.item] } ?? []) }
        var seen: Set<Int> = []
        var known: [String] = []
        for view in about where seen.insert(view).inserted {
            guard let superview = document.views[view].parent, superview != document.root, !document.views[superview].isAssumed else { continue }
            known.append("\(phrases.names.name(of: view)) in \(phrases.names.name(of: superview))")
        }
        if known.isEmpty || document.isWithoutConstraints { return nil }
        let more = known.count > 6 ? " and \(known.count - 6) more" : ""
        return "superviews, by the text: \(known.prefix(6).joined(separator: ", "))\(more)"
    }

    private func outcome(_ outcome: BreakingOutcome, _ phrases: RowPhrase) -> String {
        var text = "if \(outcome.broken.joined(separator: " and ")) \(outcome.broken.count == 1 ? "breaks" : "break"), "
        let missed = outcome.unsatisfied.map { "\(outcome.broken == [$0.id] ? "it" : $0.id) is off by \($0.error.readingText) pt" }
        // The views of the broken constraints.
        let about = Set(outcome.broken.compactMap(phrases.constraint).flatMap { [$0.first.item] + ($0.second.map { [$0.item] } ?? []) })
        let frames = outcome.frames.filter { about.contains($0.view) }.map { lengths(of: $0, phrases) }
        text += (missed + frames).joined(separator: "; ")
        return text
    }
}

extension TextReporter {
    /// Returns the known lengths of a view's frame: `title x 16, width 60`.
    private func lengths(of frame: BreakingOutcome.PartialFrame, _ phrases: RowPhrase) -> String {
        let lengths = [("x", frame.x), ("y", frame.y), ("width", frame.width), ("height", frame.height)].compactMap { name, length in
            length.map { "\(name) \($0.readingText)" }
        }
        return "\(phrases.names.name(of: frame.view)) has \(lengths.joined(separator: ", "))"
    }
}

extension BreakingCandidate {
    /// The probability in whole percent.
    var percent: String? {
        probability.map { ($0 * 100).rounded(toPlaces: 0).decimalText() }
    }
}

extension FrameDimension {
    /// The name of a part of a view's frame for people.
    var words: String {
        switch self {
        case .x: "x, the left edge,"
        case .y: "y, the top edge,"
        case .width: "the width"
        case .height: "the height"
        }
    }
}
