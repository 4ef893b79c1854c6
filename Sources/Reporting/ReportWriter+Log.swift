internal import ExactArithmetic
internal import JSON
internal import LayoutModel

// Writes the members that only a console log's report has.

extension ReportWriter {
    func log(_ analysis: Analysis, _ writer: inout JSONWriter) {
        writer.member("missing", analysis.missing)
        writer.key("recorded")
        if let broken = document.recordedBroken, document.constraints.indices.contains(broken) {
            writer.object { $0.member("broken", document.constraints[broken].id) }
        } else {
            writer.null()
        }
        guard let log = analysis.log else { return }
        writer.key("printed")
        writer.object {
            $0.member("conflicting", log.isConflict)
            $0.member("minimal", log.isMinimal)
            $0.member("innocent", log.innocent)
            $0.member("fingerprint", log.fingerprint)
        }
        writer.key("prediction")
        writer.object { writer in
            candidates(log.prediction.candidates, &writer)
            writer.member("reason", log.prediction.reason)
        }
        writer.key("neededMargins")
        writer.array(log.neededMargins) { writer, margin in
            writer.object {
                $0.member("view", viewID(margin.view))
                $0.member("sides", margin.sides)
                $0.member("min", length: margin.min)
                $0.member("max", length: margin.max)
            }
        }
        if !log.settled.isEmpty {
            writer.key("settled")
            writer.object { frames(log.settled, &$0) }
        }
        writer.key("outcomes")
        writer.array(log.outcomes) { writer, outcome in
            writer.object { self.outcome(outcome, &$0) }
        }
    }

    private func outcome(_ outcome: BreakingOutcome, _ writer: inout JSONWriter) {
        writer.member("broken", outcome.broken)
        writer.key("unsatisfied")
        writer.array(outcome.unsatisfied) { writer, row in
            writer.object {
                $0.member("id", row.id)
                $0.member("error", length: row.error)
            }
        }
        // A length that the log does not determine is null.
        writer.key("frames")
        writer.object { frames(outcome.frames, &$0) }
    }

    /// A length that the log does not decide is null.
    private func frames(_ frames: [BreakingOutcome.PartialFrame], _ writer: inout JSONWriter) {
        for frame in frames {
            writer.key(text: viewID(frame.view))
            writer.object {
                $0.member("x", length: frame.x)
                $0.member("y", length: frame.y)
                $0.member("width", length: frame.width)
                $0.member("height", length: frame.height)
            }
        }
    }
}
