internal import ExactArithmetic
public import LayoutModel

/// Renders an analysis for a person at a terminal: what is wrong, why in one sentence of arithmetic, and how to fix it.
public struct TextReporter: Sendable {
    public var style: TextStyle
    /// The maximum number of findings of a kind in the text. The others are counted.
    public var limit: Int

    public init(style: TextStyle = TextStyle(), limit: Int = 20) {
        self.style = style
        self.limit = limit
    }

    /// Returns the findings of one layout under the title (a file's name). The text ends with a newline.
    ///
    /// - Parameters:
    ///   - reasons: why rows are not satisfied, by id.
    ///   - findings: the findings of a check, which are shown in the form of compiler messages, in place of the causes and of the
    ///     file's own findings.
    public func text(
        _ analysis: Analysis, of document: LayoutDocument, title: String, reasons: [String: String] = [:], findings: [Finding]? = nil
    ) -> String {
        titled(untitled(analysis, of: document, reasons: reasons, findings: findings), title)
    }

    /// Returns a text of `untitled` under a title.
    public func titled(_ text: String, _ title: String) -> String { "\(style.paint(title.terminalSafe(), .bold)): \(text)" }

    /// Returns the findings of one layout without a title, which `titled` adds.
    public func untitled(
        _ analysis: Analysis, of document: LayoutDocument, reasons: [String: String] = [:], findings: [Finding]? = nil
    ) -> String {
        let phrases = RowPhrase(document)
        let isFaulty = findings?.contains { $0.severity == .error } ?? false
        var lines = [heading(analysis, of: document, isFaulty: isFaulty)]
        lines += list(passes(analysis, of: document, phrases.names), noun: "text") { [$0] }
        if let embedding = analysis.source?.embedding { lines.append(indented(embedding.sentence.terminalSafe(), 1)) }
        if let findings {
            let reporter = FindingsText(style: style)
            // The rows of conflicts and ambiguities follow, with more about each.
            let distinct = distinct(findings, phrases.names, document)
            lines += list(distinct, noun: "finding") { reporter.lines($0, remedies: .max, hasParts: $0.kind != .conflict) }
        } else {
            lines += list(analysis.diagnoses, noun: "cause", diagnosis)
        }
        lines += list(analysis.conflicts, noun: "conflict") { conflict($0, analysis, document, phrases) }
        lines += log(analysis, document, phrases)
        if analysis.conflicts.isEmpty, document.isFragment, !document.isList {
            lines += ids(in: document.constraints.prefix(limit).map(\.id), phrases)
        }
        if !analysis.conflictsComplete { lines.append(indented("there may be more conflicts than listed here", 1)) }
        lines += repairs(analysis)
        let needs = MissingAttributes(document, views: Set(analysis.ambiguities.map(\.view)))
        var tied: [[String]: String] = [:]
        lines += list(analysis.ambiguities, noun: "ambiguity") { entry in
            defer { if tied[entry.tied] == nil { tied[entry.tied] = phrases.names.name(of: entry.view) } }
            return ambiguity(entry, document, phrases, needs, hasSuggestion: findings == nil, tiedLike: tied[entry.tied])
        }
        // On a canvas most labels are stretched intentionally, and unsatisfied constraints of the framework are irrelevant.
        let unmet =
            analysis.source == nil
            ? analysis.unsatisfied : analysis.unsatisfied.filter { $0.kind != .stretched && phrases.constraint($0.id)?.origin != .system }
        lines += list(unmet, noun: "unsatisfied row") { [unsatisfied($0, analysis, phrases, reasons)] }
        if findings == nil { lines += list(analysis.source?.findings ?? [], noun: "finding", sourceFinding) }
        if findings == nil {
            lines += list(Observations(analysis, of: document)?.differences ?? [], noun: "difference") {
                [indented("\(style.paint("observed", .dim)) \($0.sentence.terminalSafe())", 1)]
            }
        }
        lines += sizes(analysis, phrases.names)
        // Of a text without a conflict message the heading has said so.
        let missing = document.isList || document.isWithoutConstraints ? [] : analysis.missing
        lines += list(missing, noun: "unknown") { [indented("not known from the log: \($0.terminalSafe())", 1)] }
        lines += analysis.inconclusive.map { entry in
            indented(style.paint("not proven", .yellow) + ": \(entry.subjectInWords): \(entry.reason)".terminalSafe(), 1)
        }
        lines += list(analysis.warnings, noun: "warning") { [indented(style.paint("warning", .dim) + " \($0.terminalSafe())", 1)] }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the findings. Notes that say the same of several views are one, with the names of the others.
    private func distinct(_ findings: [Finding], _ names: ViewNames, _ document: LayoutDocument) -> [Finding] {
        let views = Dictionary(document.views.indices.map { (document.views[$0].id, $0) }) { first, _ in first }
        var seen: Set<String> = []
        var kept: [Finding] = []
        var places: [String: Int] = [:]
        var others: [Int: [String]] = [:]
        for finding in findings where finding.severity != .note || seen.insert(finding.message).inserted {
            let name = finding.views.first.flatMap { views[$0] }.map(names.name) ?? ""
            let isNamed = !name.isEmpty && finding.message.hasPrefix(name)
            let text = "\(finding.kind.rawValue) \(finding.message.dropFirst(isNamed ? name.count : 0)) \(finding.variants)"
            guard finding.severity == .note, let known = places[text] else {
                if finding.severity == .note { places[text] = kept.count }
                kept.append(finding)
                continue
            }
            let line = finding.place.line.map { " (line \($0))" } ?? ""
            if isNamed { others[known, default: []].append(name + line) }
        }
        for (index, views) in others {
            let more = views.count > TextReporter.mostAlike ? " and \(views.count - TextReporter.mostAlike) more" : ""
            let whose = views.count == 1 ? "another view" : "\(views.count) other views"
            kept[index].message += "; the same holds for \(whose): \(views.prefix(TextReporter.mostAlike).joined(separator: ", "))\(more)"
        }
        return kept
    }

    /// The number of views that one note lists.
    private static let mostAlike = 8

    private func heading(_ analysis: Analysis, of document: LayoutDocument, isFaulty: Bool) -> String {
        var words: [String] = []
        switch analysis.verdict {
        case .conflicting: words.append(style.paint("conflicting", .red))
        case .ambiguous: break
        case .clean: words.append(isFaulty ? style.paint("no conflict, but errors,", .red) : style.paint("clean", .green))
        case .incomplete: words.append(style.paint("incomplete", .cyan))
        }
        if analysis.isAmbiguous { words.append(style.paint("ambiguous", .yellow)) }
        var text = words.joined(separator: " and ")
        if !analysis.frames.isEmpty {
            text += " at \(analysis.width.readingText) x \(analysis.height.readingText) points"
        } else if analysis.verdict == .incomplete {
            let isTooLong = analysis.inconclusive.contains { $0.subject == "frames" && $0.reason == Inconclusive.tooLong }
            let undecided = isTooLong ? "its lengths exceed the range of numbers" : "the time or memory limit was reached before a verdict"
            let shown =
                document.isWithoutConstraints
                ? "the text contains no constraints"
                : document.isList
                    ? "the listed constraints can all be satisfied; others may be missing"
                    : "the printed constraints can be satisfied, so the conflict depends on something that the log does not print"
            text += ": \(analysis.isUndecided ? undecided : shown)"
        }
        return text
    }

    /// Returns a message in the output of a test run that is not a conflict.
    public func text(_ notice: SourceFinding, file: String) -> String {
        let times = notice.count == 1 ? "once" : "\(notice.count) times"
        let place = notice.place.flatMap(FilePlace.init).map { " (\($0.text))" } ?? ""
        var lines = [style.paint("\(file):\(notice.line)".terminalSafe(), .bold) + ", \(times): " + "\(notice.message)\(place)".terminalSafe()]
        if let remedy = notice.remedy { lines.append(indented("- \(remedy.terminalSafe())", 1)) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func sourceFinding(_ finding: SourceFinding) -> [String] {
        let times = finding.count > 1 ? ", \(finding.count) times" : ""
        let place = finding.place.flatMap(FilePlace.init).map { " (\($0.text))" } ?? ""
        let head = style.paint(finding.kind.rawValue, .dim) + " line \(finding.line)\(times): "
        return [indented(head + "\(finding.message)\(place)".terminalSafe(), 1)]
            + (finding.remedy.map { [indented("- \($0.terminalSafe())", 2)] } ?? [])
    }

    /// Returns the lines of the first `limit` entries, and the number of the others.
    private func list<Entry>(_ entries: [Entry], noun: String, _ lines: (Entry) -> [String]) -> [String] {
        var all = entries.prefix(limit).flatMap(lines)
        if entries.count > limit {
            let rest = entries.count - limit
            all.append(indented("and \(counted(rest, "more \(noun)")); the JSON report has them all", 1))
        }
        return all
    }

    func indented(_ text: String, _ depth: Int) -> String {
        String(repeating: "  ", count: depth) + text
    }
}

// MARK: Conflicts

extension TextReporter {
    private func diagnosis(_ diagnosis: Diagnosis) -> [String] {
        var lines = [indented("\(diagnosis.sentence.terminalSafe()) \(style.paint("[\(diagnosis.cause.rawValue)]", .dim))", 1)]
        for remedy in diagnosis.remedies.prefix(2) {
            lines.append(indented("- \(remedy.sentence.terminalSafe())", 2))
            let swift = remedy.kind == .disableMask ? remedy.swift : nil
            for code in [swift, remedy.libraryCode?.line].compactMap(\.self) { lines.append(indented(style.paint(code.terminalSafe(), .dim), 3)) }
        }
        return lines
    }

    private func conflict(_ conflict: Conflict, _ analysis: Analysis, _ document: LayoutDocument, _ phrases: RowPhrase) -> [String] {
        var lines = [indented(style.paint("conflict \(conflict.id)", .red) + ": \(conflict.explanation.text.terminalSafe())", 1)]
        let broken = Set(analysis.broken)
        let recorded = document.recordedBroken.map { document.constraints[$0].id }
        // Constraints that can be changed come first, then implicit rows.
        let members = conflict.members.filter { phrases.constraint($0) != nil } + conflict.members.filter { phrases.constraint($0) == nil }
        // That no size is negative is said once, and not for each view.
        let sizes = members.compactMap(phrases.nonNegativeSize)
        let rows = members.filter { phrases.nonNegativeSize($0) == nil }.map { id in
            TableRow(
                id: phrases.shownID(id), text: phrases.named(id), note: note(on: id, broken: broken, recorded: recorded, phrases),
                isImplicit: phrases.constraint(id) == nil)
        }
        let others = phrases.neededSize(among: conflict.members, analysis)?.parts.filter { !conflict.members.contains($0) } ?? []
        let needed = others.map { id in
            let note = note(on: id, broken: broken, recorded: recorded, phrases)
            return TableRow(
                id: phrases.shownID(id), text: phrases.named(id), note: "adds to the size needed" + (note.isEmpty ? "" : ", \(note)"),
                isImplicit: phrases.constraint(id) == nil)
        }
        lines += table(rows + needed, depth: 2)
        if !sizes.isEmpty { lines.append(indented(FindingsText.nonNegative(sizes).terminalSafe(), 2)) }
        lines += ids(in: Array(members.prefix(limit)), phrases)
        lines += owner(conflict, analysis, phrases).map { indented($0, 2) }
        // If the log reports what was broken, or only the system can change anything, no prediction is needed.
        let diagnosis = analysis.diagnoses.first { $0.explains.contains(conflict.id) }
        let isDecided = recorded != nil || diagnosis?.owner == .system
        for decision in analysis.decisions where !isDecided && !decision.isRestored && Set(decision.conflict) == Set(conflict.members) {
            let what = document.isFragment ? "likely to break" : "why it would break"
            lines.append(indented("\(what): \(decision.reason.terminalSafe())", 2))
        }
        // The diagnosis has the remedies. The JSON report has all fixes.
        if !conflict.fixes.isEmpty, diagnosis == nil {
            lines.append(indented(conflict.fixes.count == 1 ? "fix:" : "fix, one of:", 2))
            lines += conflict.fixes.prefix(limit).map { indented("- \(phrases.instruction($0).terminalSafe())", 2) }
        }
        return lines
    }

    /// Returns the ids of views in the source if they differ from the names, since fixes and suggestions use ids.
    private func ids(in rows: [String], _ phrases: RowPhrase) -> [String] {
        let ids = phrases.ids(in: rows)
        if ids.isEmpty { return [] }
        let rest = ids.count > limit ? ", and \(ids.count - limit) more" : ""
        return [indented(style.paint((ids.prefix(limit).joined(separator: ", ") + rest).terminalSafe(), .dim), 2)]
    }

    private func note(on id: String, broken: Set<String>, recorded: String?, _ phrases: RowPhrase) -> String {
        var notes: [String] = []
        if let provenance = phrases.provenance(of: id) { notes.append(provenance.terminalSafe()) }
        if id == recorded {
            notes.append("the log says it was broken")
        } else if broken.contains(id), recorded == nil {
            notes.append("would break")
        }
        return notes.joined(separator: ", ")
    }

    private func repairs(_ analysis: Analysis) -> [String] {
        // The fixes of a single conflict are equivalent.
        guard analysis.conflicts.count > 1, let first = analysis.repairs.first else { return [] }
        let names = first.relax.joined(separator: ", ").terminalSafe()
        return [indented("lowering the priority of \(first.relax.count > 1 ? "all of " : "")\(names) fixes every conflict", 1)]
    }

    /// The length of an id from which on it has a line of its own.
    static let longestID = 20

    private struct TableRow {
        var id: String
        var text: String
        var note: String
        var isImplicit: Bool
    }

    private func table(_ rows: [TableRow], depth: Int) -> [String] {
        let shown = rows.prefix(limit)
        // A long id has a line of its own, so that it does not move what matters to the right.
        // That of an implicit row only says what the row is, so it comes last.
        let hasLong = shown.contains { $0.id.count > TextReporter.longestID && !$0.isImplicit }
        let idWidth = shown.map(\.id.count).filter { $0 <= TextReporter.longestID }.max() ?? (hasLong ? 2 : 0)
        let textWidth = min(64, shown.map(\.text.count).max() ?? 0)
        var lines = shown.flatMap { row in
            let isLong = row.id.count > TextReporter.longestID
            let note = [row.note, isLong && row.isImplicit ? row.id.terminalSafe() : ""].filter { !$0.isEmpty }.joined(separator: ", ")
            var line = idWidth == 0 ? "" : padded(isLong ? "" : row.id.terminalSafe(), idWidth) + "  "
            line += padded(row.text.terminalSafe(), note.isEmpty ? 0 : textWidth)
            if !note.isEmpty { line += "  " + style.paint(note, .dim) }
            return (isLong && !row.isImplicit ? [indented(row.id.terminalSafe(), depth)] : []) + [indented(line, depth)]
        }
        if rows.count > limit { lines.append(indented("and \(counted(rows.count - limit, "more row"))", depth)) }
        return lines
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text.count < width ? text + String(repeating: " ", count: width - text.count) : text
    }
}

// MARK: Ambiguities and unmet rows

extension TextReporter {
    /// - Parameter other: the view for which the same tied rows are shown, or nil if they are not shown yet.
    private func ambiguity(
        _ ambiguity: Ambiguity, _ document: LayoutDocument, _ phrases: RowPhrase, _ missing: MissingAttributes, hasSuggestion: Bool,
        tiedLike other: String?
    ) -> [String] {
        let name = phrases.names.name(of: ambiguity.view)
        let cause =
            switch ambiguity.cause {
            case .underconstrained: "a constraint is missing"
            case .priorityTie: "optional constraints with the same priority compete"
            }
        let whose = document.views.indices.contains(ambiguity.view) ? place(of: document.views[ambiguity.view], name) : ""
        var lines = [indented(style.paint("ambiguous \(name.terminalSafe())", .yellow) + "\(whose): \(cause)", 1)]
        if !ambiguity.isVerified { lines.append(indented("the file turns its verification off", 2)) }
        for attribute in ambiguity.attributes {
            let range = "can be \(range(attribute.min, attribute.max)); in the solved layout it is \(attribute.value.readingText)"
            lines.append(indented("\(attribute.dimension.words) \(range)", 2))
        }
        if !ambiguity.tied.isEmpty {
            if let other {
                lines.append(indented("tied like \(other.terminalSafe())", 2))
            } else {
                let rows = ambiguity.tied.map {
                    TableRow(id: phrases.shownID($0), text: phrases.named($0), note: "tied", isImplicit: phrases.constraint($0) == nil)
                }
                lines += table(rows, depth: 2)
            }
        }
        if !ambiguity.needs.isEmpty { lines.append(indented("needs \(missing.words(ambiguity))".terminalSafe(), 2)) }
        if hasSuggestion, let suggestion = ambiguity.suggestions.first {
            lines.append(indented("try: \(phrases.instruction(suggestion).terminalSafe())", 2))
        }
        return lines
    }

    /// Returns the text after a view's name: its id if that differs, and its place in the sources: ` (abc-12-345,
    /// Main.storyboard:42)`.
    private func place(of view: LayoutView, _ name: String) -> String {
        var words = name == view.id ? [] : [view.id]
        if let source = view.source { words.append(source.line.map { "\(source.file):\($0)" } ?? source.file) }
        return words.isEmpty ? "" : " (\(words.joined(separator: ", ")))".terminalSafe()
    }

    private func range(_ min: Rational?, _ max: Rational?) -> String {
        switch (min, max) {
        case (let min?, let max?): "anything from \(min.readingText) to \(max.readingText)"
        case (let min?, nil): "\(min.readingText) or more"
        case (nil, let max?): "\(max.readingText) or less"
        case (nil, nil): "anything"
        }
    }

    private func unsatisfied(_ row: Unsatisfied, _ analysis: Analysis, _ phrases: RowPhrase, _ reasons: [String: String]) -> String {
        let name = phrases.shownID(row.id).terminalSafe()
        let text = phrases.named(row.id).terminalSafe()
        let reason = analysis.broken.contains(row.id) ? ", would break" : reasons[row.id].map { ": \($0.terminalSafe())" } ?? ""
        let kind = style.paint(row.kind == .unmet ? "not satisfied" : row.kind.rawValue, .dim)
        let miss = "\(row.kind == .unmet ? "off " : "")by \(row.error.readingText) pt\(reason)"
        if name.count > TextReporter.longestID { return indented("\(kind) \(text), \(miss) (\(name))", 1) }
        return indented("\(kind) \(name): \(text), \(miss)", 1)
    }
}
