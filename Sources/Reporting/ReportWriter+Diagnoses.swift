internal import ExactArithmetic
internal import JSON
internal import LayoutModel

extension ReportWriter {
    func diagnoses(_ analysis: Analysis, _ writer: inout JSONWriter) {
        writer.key("diagnoses")
        writer.array(analysis.diagnoses.lazy.prefix { _ in isAwaited() }) { writer, diagnosis in
            writer.object { self.diagnosis(diagnosis, &$0) }
        }
    }

    private func diagnosis(_ diagnosis: Diagnosis, _ writer: inout JSONWriter) {
        writer.member("id", diagnosis.id)
        writer.member("cause", diagnosis.cause.rawValue)
        writer.member("owner", diagnosis.owner.rawValue)
        writer.member("sentence", diagnosis.sentence)
        writer.member("explains", diagnosis.explains)
        writer.member("culprits", diagnosis.culprits)
        writer.key("because")
        writer.array(diagnosis.because) { writer, reason in
            writer.object {
                $0.member("constraint", reason.constraint)
                $0.member("says", reason.says)
            }
        }
        writer.member("confidence", decimal: diagnosis.confidence)
        writer.key("remedies")
        writer.array(diagnosis.remedies) { writer, remedy in
            writer.object { self.remedy(remedy, &$0) }
        }
    }

    private func remedy(_ remedy: Remedy, _ writer: inout JSONWriter) {
        writer.member("kind", remedy.kind.rawValue)
        if remedy.constraints.count == 1 {
            writer.member("constraint", remedy.constraints[0])
        } else if !remedy.constraints.isEmpty {
            writer.member("constraints", remedy.constraints)
        }
        if let view = remedy.view { writer.member("view", view) }
        if let axis = remedy.axis { writer.member("axis", axis.rawValue) }
        if let priority = remedy.priority { writer.member("priority", decimal: priority) }
        if let from = remedy.from { writer.member("from", decimal: from) }
        if let to = remedy.to { writer.member("to", decimal: to) }
        writer.member("sentence", remedy.sentence)
        if remedy.swift != nil || remedy.inspector != nil || remedy.libraryCode != nil {
            writer.key("code")
            writer.object { writer in
                if let swift = remedy.swift { writer.member("swift", swift) }
                if let inspector = remedy.inspector { writer.member("interfaceBuilder", inspector) }
                guard let code = remedy.libraryCode else { return }
                switch code.library {
                case .snapKit: writer.member("snapKit", code.line)
                case .masonry: writer.member("masonry", code.line)
                }
            }
        }
        writer.key("outcome")
        // Tools try an addition, a removal or a priority again by its `constraint`, which several have not.
        let isSeveral = remedy.constraints.count > 1 && [.addConstraint, .lowerPriority, .removeConstraint].contains(remedy.kind)
        guard let outcome = remedy.outcome, !isSeveral else { return writer.null() }
        writer.object {
            $0.member("verdict", outcome.verdict.rawValue)
            $0.member("ends", outcome.ends)
            $0.member("adds", outcome.adds)
        }
    }
}
