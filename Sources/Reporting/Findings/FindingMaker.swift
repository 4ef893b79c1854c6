internal import Digest
internal import ExactArithmetic
public import LayoutModel
internal import StandardAdditions

/// Converts the analysis of a layout to findings.
public struct FindingMaker {
    let document: LayoutDocument
    let analysis: Analysis
    private let file: String
    let places: LayoutPlaces
    let phrases: RowPhrase
    private let naming: ConstraintsByView

    /// - Parameters:
    ///   - file: the name of the layout's file in places.
    ///   - places: the places of constraints and views in the file. A constraint with a place in the sources is reported there.
    public init(_ analysis: Analysis, of document: LayoutDocument, file: String, places: LayoutPlaces = LayoutPlaces()) {
        self.analysis = analysis
        self.document = document
        self.file = file
        self.places = places
        phrases = RowPhrase(document)
        naming = ConstraintsByView(document)
    }

    /// The constraints that name each view, found when they are first needed.
    private final class ConstraintsByView {
        private let document: LayoutDocument
        private lazy var found: [Int: [Int]] = {
            var found: [Int: [Int]] = [:]
            for (index, constraint) in document.constraints.enumerated() {
                found[constraint.first.item, default: []].append(index)
                if let second = constraint.second, second.item != constraint.first.item { found[second.item, default: []].append(index) }
            }
            return found
        }()

        init(_ document: LayoutDocument) {
            self.document = document
        }

        subscript(view: Int) -> [LayoutConstraint] { (found[view] ?? []).map { document.constraints[$0] } }
    }

    /// Returns the findings of lint rules with their places.
    public func findings(of found: [LintFinding]) -> [Finding] {
        found.map(lint)
    }

    private func lint(_ found: LintFinding) -> Finding {
        let names = found.views.compactMap { document.views.indices.contains($0) ? document.views[$0].id : nil }
        let constraint = found.constraint.flatMap { document.constraints.indices.contains($0) ? document.constraints[$0].id : nil }
        let parts = found.parts.map { part in
            // States negative factors too, so that the sum of the parts is the constraint.
            let factor = part.factor.flatMap { $0.isOne ? nil : $0.factorReadingText }
            return Finding.Part(
                id: part.row, row: "\(part.row): \(phrases.named(part.row))", factor: factor, nonNegativeSize: phrases.nonNegativeSize(part.row),
                place: place(part.row))
        }
        let unlisted = found.subject.count == 3 && found.subject[0].isEmpty ? Int(found.subject[2]) : nil
        return Finding(
            kind: found.rule, severity: found.rule.severity,
            fingerprint: unlisted.map(Finding.fingerprint(ofUnlisted:)) ?? FindingMaker.fingerprint(found.rule, found.subject),
            message: found.message, remedies: found.remedies,
            place: constraint.flatMap(place) ?? found.views.lazy.compactMap(place(ofView:)).first ?? found.views.lazy.compactMap(place(naming:)).first
                ?? FilePlace(file: file), parts: parts,
            isFailure: false, views: names, constraints: [constraint].compactMap(\.self))
    }

    /// Returns a fingerprint of a lint finding. Its subject names views by id and constraints by content.
    static func fingerprint(_ rule: Rule, _ subject: [String]) -> String {
        "l1:" + SHA256.hex(of: ([rule.rawValue] + subject).joined(separator: "\u{0}")).prefix(32)
    }

    /// Returns the findings in the report's order.
    ///
    /// - Parameter isWanted: returns whether there is memory and time for more; if not, the other conflicts and ambiguities of a thousand are
    ///   only counted.
    public func findings(while isWanted: () -> Bool = { true }) -> [Finding] {
        var findings = diagnosed(while: isWanted)
        if analysis.verdict == .incomplete, !analysis.isUndecided, !document.isWithoutConstraints {
            var finding = incomplete()
            if let diagnosis = analysis.diagnoses.first(where: { $0.explains.isEmpty }) { say(diagnosis, of: &finding) }
            leaveOutReason(of: &finding)
            noteAddresses(&finding)
            findings.append(finding)
        }
        findings += (analysis.source?.findings ?? []).map { Finding(of: $0, file: file) }
        findings += (Observations(analysis, of: document)?.differences ?? []).map(observed)
        for entry in analysis.inconclusive {
            let subject = entry.subjectInWords
            findings.append(
                Finding(
                    kind: .unproven, severity: .warning, fingerprint: "u1:\(entry.subject)",
                    message: "\(subject.prefix(1).uppercased() + subject.dropFirst()) could not be proven: \(entry.reason)",
                    remedies: entry.reason == Inconclusive.spent
                        ? ["allow more time with --deadline or more memory with --max-memory, or check a smaller layout"] : [],
                    place: wholePlace))
        }
        return findings
    }

    /// The place of the whole layout. For a log's message it is that of its first constraint.
    var wholePlace: FilePlace {
        let first = document.isFragment ? document.constraints.lazy.compactMap { self.place($0.id) }.first : nil
        return first ?? FilePlace(file: file)
    }

    /// Returns a single finding for a log's message, even if it has several conflicts, since the system reported it once. Returns
    /// nil if nothing is proven.
    public func message(count: Int) -> Finding? {
        guard let log = analysis.log, !analysis.isUndecided else { return nil }
        let decided = analysis.decisions.first.flatMap { decision in analysis.conflicts.first { Set($0.members) == Set(decision.conflict) } }
        let shown = decided ?? analysis.conflicts.first
        var finding = shown.map(conflict) ?? incomplete()
        if let diagnosis = analysis.diagnoses.first { say(diagnosis, of: &finding) }
        leaveOutReason(of: &finding)
        if let shown { finding.arithmetic = arithmetic(shown.explanation, besides: finding) }
        addOthers(to: &finding)
        noteFixedSizes(of: &finding)
        finding.fingerprint = log.fingerprint
        finding.count = count
        if finding.place.line == nil { finding.place = wholePlace }
        notePrint(&finding)
        noteAddresses(&finding)
        return finding
    }

    /// The kinds of findings for which a layout of this kind is checked.
    public var checks: [Finding.Kind] {
        document.isFragment ? [.conflict, .incomplete] : [.conflict, .ambiguity]
    }

    func conflict(_ conflict: Conflict) -> Finding {
        let broken = broken(of: conflict)
        // The constraint that breaks comes first. If it has no place, one with a place in the sources is used.
        let ordered = conflict.members.sorted { rank($0, broken) < rank($1, broken) }
        let place = ordered.lazy.compactMap(place).first ?? FilePlace(file: file)
        var message = conflict.explanation.text
        switch conflict.owner {
        case .app: break
        case .system: message += " (only the framework's own constraints could break)"
        case .transient:
            if let size = conflict.vanishesAt.first, let constraint = phrases.constraint(size.constraint) {
                message += " (goes away when \(phrases.phrase(of: constraint.first)) is \(size.text))"
            }
        }
        return Finding(
            kind: .conflict, severity: conflict.owner == .app ? .error : .warning, fingerprint: conflict.fingerprint, message: message,
            remedies: conflict.fixes.prefix(4).map(phrases.instruction), place: place,
            parts: zip(conflict.members, conflict.factors).map { id, factor in
                var part = Finding.Part(
                    id: id, row: text(id, isBroken: id == broken), factor: factor.magnitude.isOne ? nil : factor.magnitude.factorReadingText,
                    nonNegativeSize: phrases.nonNegativeSize(id), place: self.place(id), line: line(id), isBroken: id == broken)
                if let constraint = phrases.constraint(id), !constraint.constant.isZero || !constraint.multiplier.isOne { part.isTerm = true }
                return part
            }, constraints: conflict.members)
    }

    private func text(_ id: String, isBroken: Bool) -> String {
        // A log says what broke; of any other layout, it is what would.
        let fate = isBroken ? (document.recordedBroken == nil ? ", would break" : ", broken") : ""
        // The id of a row that a log implies says what the row says.
        if document.isFragment, phrases.constraint(id) == nil { return "\(phrases.named(id))\(fate)" }
        return "\(phrases.shownID(id)): \(phrases.named(id))\(origin(of: id))\(fate)"
    }

    /// Returns ` ('title-width' Cell.swift:12)`: a constraint's identifier and its place in the sources, as far as they are known.
    private func origin(of id: String) -> String {
        guard let constraint = phrases.constraint(id) else { return "" }
        // It looks like a constraint of the app, and no line of its code says so.
        if constraint.origin == .autoresizing { return " (autoresizing mask)" }
        let identifier = constraint.identifier.flatMap { identifier in
            identifier == id || identifier.isEmpty ? nil : "'\(identifier)'\(FindingMaker.meaning(of: identifier).map { ", \($0)" } ?? "")"
        }
        let place = constraint.source.flatMap(FilePlace.init).map { place in place.line.map { "\(place.file):\($0)" } ?? place.file }
        let parts = [identifier, place].compactMap(\.self)
        return parts.isEmpty ? "" : " (\(parts.joined(separator: " ")))"
    }

    /// Returns what a constraint of the framework with this identifier is, or nil for other constraints.
    private static func meaning(of identifier: String) -> String? { meanings.first(where: { identifier.hasPrefix($0.prefix) })?.words }

    private static let meanings: [(prefix: String, words: String)] = [
        ("UISV-hiding", "since it is hidden"), ("UISV-spacing", "the stack view's spacing"),
        ("UISV-canvas-connection", "the stack view's edge"), ("UISV-alignment", "the stack view's alignment"),
        ("UISV-", "the stack view's distribution"), ("UIView-Encapsulated-Layout", "from outside"), ("_UITemporaryLayout", "while measuring"),
        ("fittingSize", "while measuring"), ("UIViewSafeAreaLayoutGuide", "the safe area"),
    ]

    /// Adds the constraints that belong to the sentence, but not to the minimal conflict, which the others prove without them: those that
    /// add to the size that is needed, and the one that the log reports as broken.
    func addOthers(to finding: inout Finding) {
        guard finding.kind == .conflict else { return }
        let recorded = recordedBroken
        func add(_ id: String, _ why: String) {
            if finding.parts.contains(where: { $0.id == id }) { return }
            let row = text(id, isBroken: id == recorded) + why
            finding.parts.append(Finding.Part(id: id, row: row, place: place(id), line: line(id), isBroken: id == recorded))
        }
        if let needed = phrases.neededSize(among: finding.parts.map(\.id), analysis) {
            let sum = needed.explanation.comparison.map { needed.size + $0.excess } ?? needed.needed
            for id in needed.parts { add(id, ", part of the \(sum.readingText) pt needed") }
            // The minimal conflict's own sum would contradict a message, or a row, of this size.
            if needed.explanation.isPlainSum { finding.arithmetic = arithmetic(needed.explanation, besides: finding) }
        }
        if let recorded { add(recorded, ", although the others conflict without it") }
    }

    /// The id of the constraint that the log reports as broken, or nil.
    private var recordedBroken: String? {
        document.recordedBroken.flatMap { document.constraints.indices.contains($0) ? document.constraints[$0].id : nil }
    }

    /// Returns the constraint that the log reports as broken, or else that the policy broke.
    private func broken(of conflict: Conflict) -> String? {
        if let recorded = recordedBroken { return conflict.members.contains(recorded) ? recorded : nil }
        return analysis.decisions.first { Set($0.conflict) == Set(conflict.members) }?.broken
    }

    private func rank(_ id: String, _ broken: String?) -> Int {
        guard let constraint = phrases.constraint(id) else { return 4 }
        return (constraint.source == nil && document.isFragment ? 2 : 0) + (id == broken ? 0 : 1)
    }

    func ambiguity(_ ambiguity: Ambiguity) -> Finding {
        let view = document.views.indices.contains(ambiguity.view) ? document.views[ambiguity.view].id : "?"
        let name = phrases.nameAndID(of: ambiguity.view)
        let attributes = ambiguity.attributes.map(\.dimension.attributeName).joined(separator: ", ")
        let cause = ambiguity.cause == .underconstrained ? "a constraint is missing" : "optional constraints with the same priority compete"
        var message = "\(name) is ambiguous in \(attributes): \(cause)"
        if !ambiguity.needs.isEmpty { message += "; it needs \(ambiguity.needs.joined(separator: ", "))" }
        let tied = ambiguity.tied.map { Finding.Part(id: $0, row: "\($0): \(phrases.named($0)), tied", place: place($0)) }
        return Finding(
            kind: .ambiguity, severity: .warning, fingerprint: ambiguity.fingerprint, message: message,
            remedies: ambiguity.suggestions.prefix(2).map(phrases.instruction),
            place: place(ofView: ambiguity.view) ?? tied.lazy.compactMap { $0.place }.first ?? place(naming: ambiguity.view)
                ?? FilePlace(file: file),
            parts: tied, views: [view], constraints: ambiguity.tied)
    }

    private func observed(_ difference: Observations.Difference) -> Finding {
        let view = document.views.indices.contains(difference.view) ? document.views[difference.view].id : "?"
        return Finding(
            kind: .observedDifference, severity: Rule.observedDifference.severity, fingerprint: "o1:\(difference.word) \(view)",
            message: difference.sentence, place: place(ofView: difference.view) ?? place(naming: difference.view) ?? FilePlace(file: file),
            isFailure: false, views: [view])
    }

    /// Returns the place of the first constraint that names a view, for views that have no place of their own.
    private func place(naming view: Int) -> FilePlace? {
        naming[view].lazy.compactMap { self.place($0.id) }.first
    }

    private func place(ofView view: Int) -> FilePlace? {
        guard document.views.indices.contains(view) else { return nil }
        if let place = document.views[view].source.flatMap(FilePlace.init) { return place }
        // The content area of a scroll view is written as a part of it, if at all.
        if document.views[view].kind == .content, let scroll = document.views[view].parent { return places.view(document.views[scroll].id) }
        return places.view(document.views[view].id)
    }

    private func incomplete() -> Finding {
        let missing = analysis.missing.prefix(4).joined(separator: "; ")
        var finding = Finding(
            kind: .incomplete, severity: .note, fingerprint: analysis.log?.fingerprint ?? "i1:",
            message: document.isList
                ? "the listed constraints can all be satisfied, and the system reported no conflict"
                : "the printed constraints can all be satisfied; not known from the log: \(missing)", place: wholePlace,
            // The message's sentences name them.
            parts: document.isList
                ? []
                : document.constraints.map { constraint in
                    let isBroken = constraint.id == recordedBroken
                    return Finding.Part(
                        id: constraint.id, row: text(constraint.id, isBroken: isBroken), place: self.place(constraint.id), line: line(constraint.id),
                        isBroken: isBroken)
                })
        finding.arithmetic = unproven
        return finding
    }

    /// Leaves out why a message is not proven if nobody needs it: noise of the system, and a sentence that says already what it depends on.
    private func leaveOutReason(of finding: inout Finding) {
        guard finding.kind == .incomplete, let reason = finding.arithmetic else { return }
        if finding.cause == Diagnosis.Cause.systemNoise.rawValue { finding.arithmetic = nil }
        guard finding.cause == Diagnosis.Cause.notShown.rawValue, reason.hasPrefix(FindingMaker.likely) else { return }
        // No cause is likely.
        finding.arithmetic = finding.message.contains(" depends on ") ? nil : String(reason.dropFirst(FindingMaker.likely.count))
    }

    /// Returns why a message that is not proven to be a conflict may be one: when its constraints can be satisfied, or what they depend on.
    private var unproven: String? {
        if document.isList { return nil }
        let needed = (analysis.log?.neededMargins ?? []) + (analysis.log?.neededBaselines ?? [])
        if !needed.isEmpty {
            let conditions = needed.prefix(2).map { $0.sentence(by: phrases.names) }.listed()
            return "these constraints can be satisfied \(conditions), which the log does not print"
        }
        let missing = analysis.missing.filter { $0 != Analysis.otherContradiction }
        if missing.isEmpty { return nil }
        return document.unreadLines > 0
            ? "\(FindingMaker.likely)it depends on \(missing.listed(atMost: 3))"
            : "\(FindingMaker.likely)the log does not print \(missing.listed(atMost: 3))"
    }

    private static let likely = "likely, but not proven: "

    /// Returns the line of a log that prints the constraint, or nil for other rows.
    private func line(_ id: String) -> Int? { document.isFragment ? places.constraint(id)?.line : nil }

    /// Returns the place in the developer's sources if known, else in the file.
    func place(_ id: String) -> FilePlace? {
        if let place = phrases.constraint(id)?.source.flatMap(FilePlace.init) { return place }
        return places.constraint(id)
    }
}

extension Conflict.VanishingSize {
    /// The sizes as text, such as `76` or `76 or more`.
    var text: String {
        switch (min, max) {
        case (let min?, let max?): min == max ? min.readingText : "\(min.readingText) to \(max.readingText)"
        case (let min?, nil): "\(min.readingText) or more"
        case (nil, let max?): "\(max.readingText) or less"
        case (nil, nil): "other sizes"
        }
    }
}
