internal import ExactArithmetic
internal import JSON
internal import LayoutModel

extension ReportWriter {
    func conflicts(_ analysis: Analysis, _ writer: inout JSONWriter) {
        writer.key("conflicts")
        writer.beginArray()
        if !analysis.conflicts.isEmpty {
            let phrases = RowPhrase(document)
            for conflict in analysis.conflicts {
                writer.object { self.conflict(conflict, phrases, &$0) }
            }
        }
        writer.endArray()
        writer.member("conflictsComplete", analysis.conflictsComplete)
        writer.key("decisions")
        writer.array(analysis.decisions) { writer, decision in
            writer.object { self.decision(decision, &$0) }
        }
        writer.member("broken", analysis.broken)
        writer.key("repairs")
        writer.array(analysis.repairs) { writer, repair in
            writer.object { $0.member("relax", repair.relax) }
        }
    }

    private func conflict(_ conflict: Conflict, _ phrases: RowPhrase, _ writer: inout JSONWriter) {
        writer.member("id", conflict.id)
        writer.member("members", conflict.members)
        writer.member("fingerprint", conflict.fingerprint)
        writer.member("owner", conflict.owner.rawValue)
        if !conflict.vanishesAt.isEmpty {
            writer.key("vanishesAt")
            writer.array(conflict.vanishesAt) { writer, size in
                writer.object {
                    $0.member("constraint", size.constraint)
                    if let anchor = phrases.constraint(size.constraint)?.first {
                        $0.member("view", viewID(anchor.item))
                        $0.member("dimension", anchor.attribute.rawValue)
                    }
                    $0.member("min", length: size.min)
                    $0.member("max", length: size.max)
                }
            }
        }
        writer.member("explanation", conflict.explanation.text)
        writer.key("rows")
        writer.object { writer in
            for id in conflict.members {
                writer.key(text: id)
                writer.string(phrases.printed(id))
            }
        }
        writer.key("proof")
        writer.object { writer in
            writer.key("factors")
            writer.object { writer in
                for (id, factor) in zip(conflict.members, conflict.factors) {
                    writer.key(text: id)
                    writer.exact(factor)
                }
            }
            writer.key("sum")
            writer.exact(conflict.sum)
        }
        writer.key("fixes")
        writer.array(conflict.fixes) { self.change($1, &$0) }
    }

    private func decision(_ decision: Decision, _ writer: inout JSONWriter) {
        writer.member("sequence", decision.sequence)
        writer.member("trigger", decision.trigger)
        writer.member("conflict", decision.conflict)
        writer.member("broken", decision.broken)
        candidates(decision.candidates, &writer)
        writer.member("policy", decision.policy.rawValue)
        writer.member("reason", decision.reason)
        writer.member("log", decision.log)
        if decision.isRestored { writer.member("restored", true) }
        if decision.isAssumed { writer.member("assumed", true) }
    }

    func candidates(_ candidates: [BreakingCandidate], _ writer: inout JSONWriter) {
        writer.key("candidates")
        writer.array(candidates) { writer, candidate in
            writer.object { writer in
                writer.member("constraint", candidate.constraint)
                guard let probability = candidate.probability else { return }
                writer.member("probability", decimal: probability)
                writer.key("points")
                writer.object { writer in
                    for rule in candidate.rules {
                        writer.key(text: rule.name)
                        writer.integer(rule.points)
                    }
                }
            }
        }
    }

    func ambiguities(_ analysis: Analysis, _ writer: inout JSONWriter) {
        writer.key("ambiguities")
        writer.array(analysis.ambiguities.enumerated().lazy.prefix { _ in isAwaited() }) { writer, numbered in
            writer.object { self.ambiguity(numbered.element, number: numbered.offset + 1, &$0) }
        }
        // Ambiguity of a fragment is not analyzed.
        writer.member("degreesOfFreedom", optional: isFragment ? nil : analysis.degreesOfFreedom)
        writer.key("alternates")
        writer.array(analysis.alternates) { writer, alternate in
            writer.object { writer in
                writer.member("id", alternate.id)
                writer.key("frames")
                writer.object { writer in
                    for moved in alternate.frames {
                        writer.key(text: viewID(moved.view))
                        writer.frame(moved.frame)
                    }
                }
                writer.member("moved", alternate.frames.map { viewID($0.view) })
            }
        }
    }

    private func ambiguity(_ ambiguity: Ambiguity, number: Int, _ writer: inout JSONWriter) {
        writer.member("id", "U\(number)")
        writer.member("view", viewID(ambiguity.view))
        writer.member("cause", ambiguity.cause.rawValue)
        if !ambiguity.isVerified { writer.member("verified", false) }
        writer.member("tied", ambiguity.tied)
        writer.member("fingerprint", ambiguity.fingerprint)
        writer.key("attributes")
        writer.array(ambiguity.attributes) { writer, attribute in
            writer.object {
                $0.member("attribute", attribute.dimension.attributeName)
                $0.member("min", length: attribute.min)
                $0.member("max", length: attribute.max)
                $0.member("value", length: attribute.value)
            }
        }
        writer.member("needs", ambiguity.needs)
        writer.key("suggestions")
        writer.array(ambiguity.suggestions) { self.change($1, &$0) }
    }

    func unsatisfied(_ analysis: Analysis, _ writer: inout JSONWriter) {
        writer.key("unsatisfied")
        writer.array(analysis.unsatisfied) { writer, row in
            writer.object {
                $0.member("id", row.id)
                $0.member("priority", decimal: row.priority)
                $0.member("error", length: row.error)
                $0.member("kind", row.kind.rawValue)
            }
        }
    }

    private func change(_ change: Change, _ writer: inout JSONWriter) {
        writer.object { writer in
            switch change {
            case .add(let equation, _):
                writer.member("kind", "add")
                writer.member("constraint", equation)
            case .relax(let constraint, let priority):
                writer.member("kind", "relax")
                writer.member("constraint", constraint)
                writer.member("priority", decimal: priority)
            case .priority(let constraint, let priority):
                writer.member("kind", "priority")
                writer.member("constraint", constraint)
                writer.member("priority", decimal: priority)
            case .constant(let constraint, let from, let to):
                writer.member("kind", "constant")
                writer.member("constraint", constraint)
                writer.member("from", decimal: from)
                writer.member("to", decimal: to)
            case .remove(let constraint):
                writer.member("kind", "remove")
                writer.member("constraint", constraint)
            }
        }
    }
}
