internal import ExactArithmetic
internal import LayoutDiagnosis
internal import LayoutLowering
public import LayoutModel
internal import LayoutVerification
internal import Simplex

/// Analyzes one layout: lowers it, solves it, finds and explains problems, and verifies each claim before stating it.
public struct Analyzer: Sendable {
    public var options: AnalysisOptions

    public init(options: AnalysisOptions = AnalysisOptions()) {
        self.options = options
    }

    /// Returns the analysis of a document. It never fails: results that are not proven within the deadline are listed under
    /// `inconclusive`.
    public func analyze(_ document: LayoutDocument) -> Analysis {
        var run = AnalysisRun(document: document, options: options)
        run.finish()
        run.analysis.addDiagnoses(document, options.interest)
        return run.analysis
    }
}

extension Analysis {
    /// Adds the root causes of the findings.
    ///
    /// - Parameter interest: whether somebody waits for the analysis. If nobody does, it remains incomplete.
    mutating func addDiagnoses(_ document: LayoutDocument, _ interest: AnalysisOptions.Interest) {
        guard interest.isAwaited() else { return }
        followLog(document)
        warnings += CollapsedRoot.warnings(document, frames) + WrongSign.warnings(document)
        // A clean layout has no diagnoses.
        if conflicts.isEmpty, ambiguities.isEmpty, !document.isFragment { return }
        let diagnoser = Diagnoser(document, isAwaited: interest.isAwaited)
        diagnoses = diagnoser.diagnoses(of: self)
        guard interest.isAwaited() else { return }
        if !document.isFragment, inconclusive.isEmpty {
            var trials = RemedyTrials(document, self, diagnoser, interest)
            trials.addOutcomes(to: &diagnoses)
            guard interest.isAwaited() else { return }
            for refusal in DiagnosisCheck(document, conflicts: conflicts, isComplete: conflictsComplete, ambiguities: ambiguities).check(diagnoses) {
                inconclusive.append(Inconclusive(subject: "diagnoses", reason: "\(Refusal.explanation): \(refusal)"))
            }
        } else {
            for index in diagnoses.indices {
                diagnoses[index].removeUntriedProposals()
                diagnoses[index].remedies = Array(diagnoses[index].remedies.prefix(3))
            }
        }
        // Classes determine the owner of a conflict, which cannot be determined only from rows. The framework's constraints
        // cannot be changed.
        let systems = Set(diagnoses.filter { $0.owner == .system }.flatMap(\.explains))
        for index in conflicts.indices where systems.contains(conflicts[index].id) {
            conflicts[index].owner = .system
            conflicts[index].fixes = []
        }
    }
}
