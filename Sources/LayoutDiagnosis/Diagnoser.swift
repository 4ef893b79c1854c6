internal import ExactArithmetic
public import LayoutModel
internal import StandardAdditions

/// Finds the root causes of an analysis' findings and describes them in an expert's terms.
///
/// The result depends only on the rows, the classes and the proofs, so equal analyses have equal diagnoses. It claims no more
/// than the rows show.
public struct Diagnoser {
    private let document: LayoutDocument
    private let names: ViewNames
    private let constraints: [String: Int]
    private let implicit: ImplicitRows
    private let inspector: InspectorLine
    private let isAwaited: () -> Bool
    /// Nil for a layout that is not of an Interface Builder file.
    private let drawnPlaces: DrawnPlaces?

    /// The causes of conflicts, in the order in which they are tried. The first match counts.
    private static let causes: [any CauseRule.Type] = [
        SystemNoise.self, GeneratedAtBuild.self, MaskLeftOn.self, HiddenInStack.self, TransientZero.self, SafeAreaOrKeyboard.self, CellSize.self,
        LibraryNoise.self,
        HiddenAndShown.self,
        WrongAnchor.self, BothVariants.self, StackContents.self, AspectRatio.self, FrameSetView.self, BoundsContradict.self, EdgesAndSize.self,
        Duplicate.self, NegativeSize.self, NotShown.self,
        OverconstrainedChain.self,
    ]

    /// - Parameter isAwaited: asked between findings; if it denies, the others have no diagnosis.
    public init(_ document: LayoutDocument, isAwaited: @escaping () -> Bool = { true }) {
        self.document = document
        self.isAwaited = isAwaited
        names = ViewNames(document)
        constraints = Dictionary(document.constraints.indices.map { (document.constraints[$0].id, $0) }) { first, _ in first }
        implicit = ImplicitRows(document)
        inspector = InspectorLine(document: document, names: names)
        drawnPlaces = DrawnPlaces(document)
    }

    /// Returns one diagnosis per root cause. Exactly one of them explains each conflict and ambiguity.
    public func diagnoses(of analysis: Analysis) -> [Diagnosis] {
        var diagnoses = document.isFragment ? [ofLog(analysis)].compactMap(\.self) : ofConflicts(analysis)
        if !analysis.ambiguities.isEmpty {
            diagnoses += AmbiguityDiagnoser(document, names, implicit, constraints: constraints, analysis).diagnoses(isAwaited)
        }
        for index in diagnoses.indices {
            if index % AmbiguityDiagnoser.piece == 0, !isAwaited() { break }
            diagnoses[index].id = "D\(index + 1)"
            for place in diagnoses[index].remedies.indices { inspector.place(&diagnoses[index].remedies[place]) }
        }
        return diagnoses
    }

    /// Returns the remedy that adds these constraints to the layout.
    ///
    /// - Parameter isDrawn: whether its constants are those of frames that Interface Builder shows.
    public func remedy(adding constraints: [LayoutConstraint], isDrawn: Bool = false) -> Remedy {
        let words = Instruction(document: document, names: names, isExample: !isDrawn).text(all: constraints)
        var remedy = Remedy(adding: constraints, to: document, names, sentence: isDrawn ? words.dropLast() + ", as on the canvas." : words)
        remedy.isDrawn = isDrawn
        inspector.place(&remedy)
        return remedy
    }

    /// Returns the remedy that removes a constraint, or nil if the document has none with this id.
    public func remedy(removing id: String) -> Remedy? {
        guard constraints[id] != nil, let row = row(id) else { return nil }
        let facts = ConflictFacts(document, names, rows: [row], conflicts: [])
        var remedy = facts.remove(row)
        remedy.libraryCode = LibraryLine(facts: facts).code(of: remedy)
        inspector.place(&remedy)
        return remedy
    }

    /// Returns the sentence about what a view lacks.
    ///
    /// - Parameter words: the missing attributes, in words.
    public func sentence(missing words: String, of view: Int) -> String { "Nothing determines the \(words) of \(names.name(of: view))." }

    func name(of view: Int) -> String { names.name(of: view) }

    // MARK: Conflicts

    /// Returns the diagnosis of a log's message, which is about one conflict, even if its rows also show others.
    private func ofLog(_ analysis: Analysis) -> Diagnosis? {
        let members = Set(analysis.conflicts.flatMap(\.members))
        let all = document.constraints.indices.filter { document.constraints[$0].isActive }.map { DiagnosedRow(document.constraints[$0], place: $0) }
        guard !all.isEmpty, analysis.verdict == .conflicting || analysis.verdict == .incomplete else { return nil }
        // A list of constraints does not claim that anything is wrong.
        if document.isList, !analysis.isConflicting { return nil }
        let rows = members.isEmpty ? all : all.filter { members.contains($0.id) } + members.sorted().compactMap(implicitRow)
        guard var diagnosis = diagnosis(rows, analysis.conflicts, analysis) else { return nil }
        diagnosis.explains = analysis.conflicts.map(\.id)
        addOutcomes(&diagnosis, analysis)
        return diagnosis
    }

    private func ofConflicts(_ analysis: Analysis) -> [Diagnosis] {
        var diagnoses: [Diagnosis] = []
        for all in joined(groups(analysis.conflicts)) {
            var group = all
            while !group.isEmpty {
                let part = contradictingCanvas(group)?.conflicts ?? group
                guard var diagnosis = diagnosis(rows(of: part), part, analysis) else { break }
                // Conflicts that one change resolves have one cause.
                let changed = Set(diagnosis.remedies.first?.constraints ?? []).union(diagnosis.culprits)
                var explained = changed.isEmpty ? group : group.filter { !changed.isDisjoint(with: $0.members) }
                if explained.isEmpty { explained = group }
                diagnosis.explains = explained.map(\.id)
                absorb(&diagnoses, into: &diagnosis, all)
                addOutcomes(&diagnosis, analysis)
                if let same = diagnoses.firstIndex(where: { isOneMask($0, diagnosis) }) {
                    diagnoses[same].explains += diagnosis.explains
                    diagnoses[same].because += diagnosis.because
                    diagnoses[same].remedies[0].constraints += diagnosis.remedies[0].constraints
                } else {
                    diagnoses.append(diagnosis)
                }
                let ids = Set(diagnosis.explains)
                group.removeAll { ids.contains($0.id) }
            }
        }
        return diagnoses
    }

    /// Makes earlier diagnoses parts of one whose first remedy also resolves all conflicts that they explain. Their own remedies would
    /// only keep what this one gives up, or the other way round.
    private func absorb(_ earlier: inout [Diagnosis], into diagnosis: inout Diagnosis, _ group: [Conflict]) {
        guard let remedy = diagnosis.remedies.first, [.removeConstraint, .lowerPriority].contains(remedy.kind) else { return }
        func resolves(_ remedy: Remedy, _ ids: [String]) -> Bool {
            group.allSatisfy { !ids.contains($0.id) || !Set(remedy.constraints).isDisjoint(with: $0.members) }
        }
        let own = Set(group.map(\.id))
        let parts = earlier.filter { own.isSuperset(of: $0.explains) && resolves(remedy, $0.explains) }
        guard !parts.isEmpty else { return }
        earlier.removeAll(where: parts.contains)
        let explained = Set(parts.flatMap(\.explains) + diagnosis.explains)
        diagnosis.explains = group.map(\.id).filter(explained.contains)
        diagnosis.remedies = diagnosis.remedies.filter { resolves($0, diagnosis.explains) }
    }

    /// Returns whether both are about the mask of one view, which has rows along both axes.
    private func isOneMask(_ one: Diagnosis, _ other: Diagnosis) -> Bool {
        one.cause == .maskLeftOn && other.cause == .maskLeftOn && one.remedies[0].view == other.remedies[0].view
    }

    /// Returns the connected components of conflicts, connected by common constraints, in order.
    private func groups(_ conflicts: [Conflict]) -> [[Conflict]] {
        var groups: [(members: Set<String>, conflicts: [Conflict])] = []
        for conflict in conflicts {
            let members = Set(conflict.members.filter { constraints[$0] != nil })
            var joined = (members: members, conflicts: [conflict])
            groups.removeAll { group in
                guard !group.members.isDisjoint(with: members) else { return false }
                joined = (joined.members.union(group.members), group.conflicts + joined.conflicts)
                return true
            }
            groups.append(joined)
        }
        return groups.map(\.conflicts)
    }

    /// Merges groups that contain two sets of constraints for the same views, which have one cause.
    private func joined(_ groups: [[Conflict]]) -> [[Conflict]] {
        guard groups.count > 1 else { return groups }
        func facts(_ conflicts: [Conflict]) -> ConflictFacts { ConflictFacts(document, names, rows: rows(of: conflicts), conflicts: conflicts) }
        let twice = groups.indices.filter { !facts(groups[$0]).setTwice.isEmpty }
        guard twice.count > 1, let sets = BothVariants.sets(facts(twice.flatMap { groups[$0] })) else { return groups }
        let ids = Set(sets.flatMap { [$0.older.id, $0.newer.id] })
        let parts = twice.filter { groups[$0].contains { !ids.isDisjoint(with: $0.members) } }
        guard let first = parts.first else { return groups }
        return groups.indices.compactMap { index in
            if index == first { return parts.flatMap { groups[$0] } }
            return parts.contains(index) ? nil : groups[index]
        }
    }

    /// Returns the constraint of some conflicts that alone contradicts the canvas, or nil if none does, or several.
    private func contradictingCanvas(_ conflicts: [Conflict]) -> DrawnSuspect? {
        drawnPlaces.flatMap { DrawnSuspect(ConflictFacts(document, names, rows: rows(of: conflicts), conflicts: conflicts), $0) }
    }

    private func rows(of conflicts: [Conflict]) -> [DiagnosedRow] {
        var rows: [DiagnosedRow] = []
        var seen: Set<String> = []
        for id in conflicts.flatMap(\.members) where seen.insert(id).inserted {
            if let row = row(id) { rows.append(row) }
        }
        return rows
    }

    private func row(_ id: String) -> DiagnosedRow? {
        constraints[id].map { DiagnosedRow(document.constraints[$0], place: $0) } ?? implicitRow(id)
    }

    private func implicitRow(_ id: String) -> DiagnosedRow? {
        if constraints[id] != nil { return nil }
        return implicit[id].flatMap { DiagnosedRow($0, document) }
    }

    private func diagnosis(_ rows: [DiagnosedRow], _ conflicts: [Conflict], _ analysis: Analysis) -> Diagnosis? {
        let facts = ConflictFacts(document, names, rows: rows, conflicts: conflicts, analysis)
        for cause in Diagnoser.causes {
            guard var diagnosis = cause.diagnose(facts) else { continue }
            if diagnosis.owner == .library, diagnosis.cause != .libraryNoise, let library = facts.library {
                // The app cannot edit a library's constraints, but its author can.
                diagnosis.remedies = Array((diagnosis.remedies.prefix(1) + LibraryNoise.remedies(library)).prefix(3))
            }
            drawnPlaces.flatMap { DrawnSuspect(facts, $0) }?.blame(in: &diagnosis)
            let lines = LibraryLine(facts: facts)
            for index in diagnosis.remedies.indices { diagnosis.remedies[index].libraryCode = lines.code(of: diagnosis.remedies[index]) }
            return diagnosis
        }
        return nil
    }

    // MARK: Outcomes

    /// Adds the outcomes of changes that remove constraints from a log's printed set: the conflicts without any of these remain.
    private func addOutcomes(_ diagnosis: inout Diagnosis, _ analysis: Analysis) {
        guard document.isFragment, analysis.conflictsComplete, analysis.isConflicting else { return }
        for index in diagnosis.remedies.indices {
            switch diagnosis.remedies[index].kind {
            case .lowerPriority, .removeConstraint, .disableMask:
                let changed = Set(diagnosis.remedies[index].constraints)
                let ends = analysis.conflicts.filter { !changed.isDisjoint(with: $0.members) }.map(\.id)
                let verdict: Analysis.Verdict = ends.count == analysis.conflicts.count ? .incomplete : .conflicting
                diagnosis.remedies[index].outcome = Remedy.Outcome(verdict: verdict, ends: ends)
            default: break
            }
        }
    }
}
