internal import ExactArithmetic
internal import JSON
internal import LayoutAnalysis
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification

/// The results of the plain solve on a workload, as JSON for external checks: verdict, sums of violations by priority, values of
/// all variables relative to the superview, ambiguous variables with their ranges, and one conflict.
struct Answers {
    private let workload: Workload
    private let system: LoweredSystem
    private let solve: PlainSolve
    private let ambiguous: [PlainSolve.Ambiguous]

    init(_ workload: Workload, withRanges: Bool) throws {
        self.workload = workload
        system = LoweredSystem(lowering: workload.document)
        var solve = try PlainSolve(system)
        ambiguous = withRanges ? try solve.ambiguous() : []
        self.solve = solve
    }

    var json: [UInt8] {
        var writer = JSONWriter(capacity: 4096)
        writer.beginObject()
        writer.key("file")
        writer.string(workload.path)
        writer.key("verdict")
        writer.string(solve.verdict.rawValue)
        writer.key("violations")
        writer.beginArray()
        for level in solve.violations() ?? [] {
            writer.beginArray()
            writer.number(level.priority.decimalText())
            writer.number(level.sum.decimalText(places: 9))
            writer.endArray()
        }
        writer.endArray()
        writer.key("frames")
        writer.beginObject()
        for (index, view) in workload.document.views.enumerated() where !solve.values.isEmpty {
            writer.key(text: view.id)
            writer.beginArray()
            for value in solve.values[4 * index..<4 * index + 4] { writer.number(value.figureText(places: 9)) }
            writer.endArray()
        }
        writer.endObject()
        writer.key("ambiguous")
        writer.beginArray()
        for entry in ambiguous { write(entry, to: &writer) }
        writer.endArray()
        writer.key("conflict")
        writer.beginArray()
        for row in solve.conflict?.members ?? [] { writer.string(system.id(of: row)) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private func write(_ entry: PlainSolve.Ambiguous, to writer: inout JSONWriter) {
        guard case .frame(let view, let dimension) = system.variables[entry.variable] else { return }
        writer.beginArray()
        writer.string(workload.document.views[view].id)
        writer.integer(dimension.rawValue)
        for end in [entry.min, entry.max] {
            if let end { writer.number(end.decimalText(places: 9)) } else { writer.null() }
        }
        writer.endArray()
    }
}
