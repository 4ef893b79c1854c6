internal import ExactArithmetic
public import LayoutModel

extension FindingMaker {
    /// Returns the conflicts and ambiguities. Those with one root cause form one finding.
    func diagnosed(while isWanted: () -> Bool) -> [Finding] {
        let explained = Set(analysis.diagnoses.lazy.flatMap(\.explains))
        let conflicts = analysis.conflicts.filter { !explained.contains($0.id) }
        let ambiguities = analysis.ambiguities.enumerated().filter { $1.isVerified && !explained.contains("U\($0 + 1)") }
        let (ofDiagnoses, ofConflicts) = (analysis.diagnoses.count, analysis.diagnoses.count + conflicts.count)
        let count = ofConflicts + ambiguities.count
        var findings: [Finding] = []
        for index in 0..<count {
            if index >= FindingMaker.alwaysMade, index % FindingMaker.piece == 0, !isWanted() {
                findings.append(unmade(count - index))
                break
            }
            if index < ofDiagnoses {
                if let finding = finding(analysis.diagnoses[index]) { findings.append(finding) }
            } else {
                findings.append(
                    index < ofConflicts ? conflict(conflicts[index - ofDiagnoses]) : ambiguity(ambiguities[index - ofConflicts].element))
            }
        }
        return findings
    }

    /// The number of findings that are made also if memory or time is short.
    private static var alwaysMade: Int { 1000 }
    /// The number of findings that are made between two questions for memory and time. Each takes some kilobytes.
    private static var piece: Int { 128 }

    /// Returns the finding that counts those that were not made.
    private func unmade(_ count: Int) -> Finding {
        Finding(
            kind: .unproven, severity: .warning, fingerprint: "u1:findings",
            message: "\(count) more conflicts or ambiguities are not listed: \(Inconclusive.spent)",
            remedies: ["allow more time with --deadline or more memory with --max-memory, or check a smaller layout"], place: wholePlace)
    }

    /// Returns nil if nothing that the diagnosis explains is verified.
    private func finding(_ diagnosis: Diagnosis) -> Finding? {
        let explains = Set(diagnosis.explains)
        let conflicts = analysis.conflicts.filter { explains.contains($0.id) }
        // A layout may have as many diagnoses as ambiguities, so the places come from the ids.
        let places = diagnosis.explains.compactMap { $0.hasPrefix("U") ? Int($0.dropFirst()).map { $0 - 1 } : nil }.sorted()
        let ambiguities = places.filter(analysis.ambiguities.indices.contains).map { analysis.ambiguities[$0] }.filter(\.isVerified)
        let parts = conflicts.map(conflict) + ambiguities.map(ambiguity)
        guard var finding = parts.first else { return nil }
        say(diagnosis, of: &finding)
        if conflicts.isEmpty, isSettledByConflicts {
            finding.message = finding.message.firstRange(of: ": ").map { String(finding.message[..<$0.lowerBound]) } ?? finding.message
            finding.remedies = ["end the conflict first, which settles this, too"]
            finding.isEffectOfConflict = true
            finding.additions = []
        }
        finding.arithmetic = conflicts.first.flatMap { arithmetic($0.explanation, besides: finding) }
        for other in parts.dropFirst() {
            if !finding.fingerprints.contains(other.fingerprint) { finding.others.append(other.fingerprint) }
            finding.parts += other.parts.filter { part in !finding.parts.contains { $0.id == part.id } }
            finding.views += other.views.filter { !finding.views.contains($0) }
            finding.constraints += other.constraints.filter { !finding.constraints.contains($0) }
        }
        addOthers(to: &finding)
        noteFixedSizes(of: &finding)
        notePrint(&finding)
        noteAddresses(&finding)
        noteScene(&finding)
        noteImages(&finding)
        // In a document people wrote the ids, which may say more than a class.
        if !document.isFragment, analysis.source == nil, !finding.isEffectOfConflict {
            finding.namedViews = phrases.namesByClass(in: finding.parts.map(\.id), views: finding.views)
        }
        return finding
    }

    /// Whether the first remedy of the conflicts leaves a clean layout, so that its ambiguities are only an effect of them.
    private var isSettledByConflicts: Bool {
        guard analysis.isConflicting, let first = analysis.diagnoses.first, first.explains.contains(where: { $0.hasPrefix("K") }) else {
            return false
        }
        return first.remedies.first?.outcome?.verdict == .clean
    }

    /// Returns the sum that proves a conflict if the finding's message lacks one of its numbers. A text that only says how far one row is off
    /// explains nothing.
    func arithmetic(_ explanation: Conflict.Explanation, besides finding: Finding) -> String? {
        let text = explanation.text
        if finding.message == text || explanation.form == .distance { return nil }
        // The sum of all that is needed is larger than that of a conflict, which is minimal.
        if explanation.form == .sum, analysis.neededSizes.contains(where: { finding.message.contains($0.explanation.text) }) { return nil }
        // The product that an aspect ratio requires says more than the sum of the other side.
        if finding.message.contains(" × ") || finding.cause == Diagnosis.Cause.systemNoise.rawValue { return nil }
        // The length that would be left for a view without a size of its own says nothing about the two lengths of another.
        if !document.isFragment, finding.cause == Diagnosis.Cause.duplicate.rawValue, explanation.form == .room { return nil }
        let sum = text.ranges(of: " (").last.map { text[..<$0.lowerBound] } ?? text[...]
        return Set(sum.numbers).isSubset(of: finding.message.numbers) ? nil : text
    }

    /// Replaces the proof's message and severity by the diagnosis's, at the place of the constraint or view that should change.
    func say(_ diagnosis: Diagnosis, of finding: inout Finding) {
        finding.message = diagnosis.sentence.hasSuffix(".") ? String(diagnosis.sentence.dropLast()) : diagnosis.sentence
        finding.cause = diagnosis.cause.rawValue
        if finding.kind == .conflict {
            finding.severity = diagnosis.isOfAppsCode ? .error : .warning
        } else if finding.kind == .incomplete, diagnosis.cause != .notShown {
            // The system reported a conflict, and this is its likely cause, although the log does not prove it.
            finding.severity = .warning
        }
        finding.culprits = diagnosis.culprits
        finding.remedies = diagnosis.remedies.map { $0.instruction + left(after: $0, of: diagnosis) }
        // An equation for a document can be pasted into it. In a file or a log, names say more than ids.
        let isDocument = !document.isFragment && analysis.source == nil
        let added = diagnosis.remedies.first.flatMap { $0.kind == .addConstraint ? $0.additions : nil } ?? []
        finding.additions = added.map { isDocument ? document.equation(of: $0) : phrases.equation(of: $0) }
        // In a log, only rows with a place in the sources have a better place than the message's own.
        let culprits = diagnosis.culprits.lazy.filter { !document.isFragment || phrases.constraint($0)?.source != nil }
        if let place = culprits.compactMap(self.place).first { finding.place = place }
    }

    /// Notes which sizes need not be called non-negative, since a row of the finding fixes them.
    func noteFixedSizes(of finding: inout Finding) {
        let fixed = finding.parts.compactMap { part -> String? in
            guard let row = phrases.constraint(part.id), row.second == nil, row.relation == .equal, row.first.attribute.kind == .size
            else { return nil }
            return phrases.phrase(of: row.first)
        }
        for index in finding.parts.indices where finding.parts[index].nonNegativeSize.map(fixed.contains) ?? false {
            finding.parts[index].isImplied = true
        }
    }

    /// Notes which message of a log a finding is about, if its place is where a constraint was written.
    func notePrint(_ finding: inout Finding) {
        guard document.isFragment, let printed = document.constraints.lazy.compactMap({ places.constraint($0.id) }).first,
            printed.file != finding.place.file
        else { return }
        finding.printedAt = FilePlace(file: printed.file, line: printed.line)
    }

    /// Notes the addresses of a log's views whose names differ only in a number, so that a reader finds them in the log.
    func noteAddresses(_ finding: inout Finding) { finding.addresses = phrases.addresses(in: finding.parts.map(\.id)) }

    /// Notes the scene of Interface Builder, and the object ids of the views in question, by which they are found there.
    func noteScene(_ finding: inout Finding) {
        guard analysis.source != nil, !document.isFragment else { return }
        let ids = Set(finding.views)
        let views = document.views.indices.filter { $0 != document.root && ids.contains(document.views[$0].id) }
        // A view whose id is its name says nothing more than the message.
        let named = views.filter { phrases.nameAndID(of: $0) != phrases.names.name(of: $0) || !finding.message.contains(phrases.names.name(of: $0)) }
        let words = named.prefix(FindingMaker.mostObjectIDs).map(phrases.nameAndID).joined(separator: ", ")
        let more = named.count > FindingMaker.mostObjectIDs ? " and \(named.count - FindingMaker.mostObjectIDs) more" : ""
        // A view without a name of its own is a "view".
        let scene = document.name.flatMap { $0 == "view" ? nil : $0.shortened() } ?? ""
        let parts = [scene, words + more].filter { !$0.isEmpty }
        if !parts.isEmpty { finding.scene = parts.joined(separator: ": ") }
    }

    private static var mostObjectIDs: Int { 3 }

    /// Notes which of the views in question show images in another size than the canvas does, since their constraints state no size.
    private func noteImages(_ finding: inout Finding) {
        guard analysis.source != nil, analysis.frames.count == document.views.count else { return }
        let ids = Set(finding.views)
        for (index, view) in document.views.enumerated() where ids.contains(view.id) {
            guard view.isImage, let drawn = view.design?.frame,
                let width = view.intrinsicContentSize.width, let height = view.intrinsicContentSize.height
            else { continue }
            let frame = analysis.frames[index]
            let isOfImage = frame.width == width && frame.height == height
            guard isOfImage, (width - drawn.width).magnitude > .one || (height - drawn.height).magnitude > .one else { continue }
            finding.notes.append(
                "\(phrases.names.name(of: index)) is drawn \(drawn.width.readingText) x \(drawn.height.readingText), but its image is "
                    + "\(width.readingText) x \(height.readingText): to keep the drawn size, set its width and height")
        }
    }

    /// Returns what is still to do after a remedy, in brackets; empty if it is nothing, or if another finding says it.
    private func left(after remedy: Remedy, of diagnosis: Diagnosis) -> String {
        if let added = remedy.outcome?.adds, !added.isEmpty { return " (adds \(added.joined(separator: ", ")))" }
        if remedy.contradictsEarlier { return " (not together with the fixes above: take one, and check again)" }
        if let left = remedy.left { return " (leaves \(left) ambiguous)" }
        // Beside a remedy after which nothing is left to do, others say what is.
        let isSettled = diagnosis.remedies.first?.outcome?.verdict == .clean || !analysis.isAmbiguous
        return isSettled && remedy.outcome?.verdict == .ambiguous ? " (leaves the layout ambiguous)" : ""
    }
}

extension StringProtocol {
    /// The words that are numbers, without punctuation.
    var numbers: [Substring] {
        String(self).split(separator: " ").map { word in
            let number = word.first == "(" ? word.dropFirst() : word
            return number.last.map(",)".contains) == true ? number.dropLast() : number
        }.filter { Double($0) != nil }
    }
}

extension Diagnosis {
    /// Whether the app's own code has to change: the conflict is neither among the views of the framework or of a library, nor one
    /// of an early layout pass, which ends by itself.
    var isOfAppsCode: Bool { owner == .app && cause != .transientZero }
}

extension Remedy {
    /// The sentence as a clause, such as `remove the fixed width`.
    public var instruction: String {
        var text = sentence
        if text.hasSuffix(".") { text.removeLast() }
        return text.uncapitalized
    }
}

extension String {
    /// The text without the capital of a sentence. A word of several capitals, such as `UILabel`, keeps them.
    var uncapitalized: String {
        guard let first, dropFirst().first?.isLowercase == true else { return self }
        return first.lowercased() + dropFirst()
    }
}
