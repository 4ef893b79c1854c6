internal import ExactArithmetic
internal import JSON
internal import LayoutImport
internal import LayoutLowering
internal import LayoutModel
internal import Reporting
internal import StandardAdditions

/// Describes an alternate: what moved, what moves together, and which single constraint would have prevented it.
struct AlternateDescription {
    private let document: LayoutDocument
    private let analysis: Analysis

    init(_ document: LayoutDocument, _ analysis: Analysis) {
        self.document = document
        self.analysis = analysis
    }

    func write(_ alternate: Alternate, _ writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("frames")
            writer.object { writer in
                for moved in alternate.frames {
                    writer.key(text: document.views[moved.view].id)
                    writer.object { writer in
                        for dimension in FrameDimension.allCases {
                            writer.key(text: dimension.name)
                            writer.decimal(moved.frame[dimension], places: 6)
                        }
                    }
                }
            }
            writer.member("moved", alternate.frames.map { document.views[$0.view].id })
            writer.member("motions", motions(alternate))
            writer.member("preventedBy", preventing(alternate))
        }
    }

    /// Returns sentences such as `a, b and c slide together: x + 24`.
    private func motions(_ alternate: Alternate) -> [String] {
        var groups: [(change: [Rational], views: [String])] = []
        for moved in alternate.frames {
            guard analysis.frames.indices.contains(moved.view) else { continue }
            let change = FrameDimension.allCases.map { moved.frame[$0] - analysis.frames[moved.view][$0] }
            let view = document.views[moved.view].id
            if let place = groups.firstIndex(where: { $0.change == change }) {
                groups[place].views.append(view)
            } else {
                groups.append((change, [view]))
            }
        }
        return groups.map { group in
            let isSlide = group.change[2].isZero && group.change[3].isZero
            let changes = zip(FrameDimension.allCases, group.change).filter { !$0.1.isZero }.map { dimension, change in
                "\(dimension.name) \(change.isNegative ? "-" : "+") \(JSONWriter.rounded(change.magnitude.double))"
            }
            let verb = isSlide ? "slide" : "change"
            return "\(group.views.listed()) \(group.views.count == 1 ? verb + "s" : verb + " together"): \(changes.joined(separator: ", "))"
        }
    }

    /// Returns suggested constraints that the alternate violates: each of them would have excluded it.
    private func preventing(_ alternate: Alternate) -> [String] {
        let moved = Set(alternate.frames.map(\.view))
        var found: [String] = []
        for ambiguity in analysis.ambiguities where moved.contains(ambiguity.view) {
            for case .add(let equation, _) in ambiguity.suggestions where found.count < 4 && !found.contains(equation) {
                if isRuledOut(alternate, by: equation) { found.append(equation) }
            }
        }
        return found
    }

    private func isRuledOut(_ alternate: Alternate, by equation: String) -> Bool {
        guard let changed = try? EventApplication().apply([.addConstraint(.string(equation))], to: document).document,
            changed.views.count == document.views.count
        else { return false }
        let system = LoweredSystem(lowering: changed)
        var point = [Rational](repeating: .zero, count: system.variables.count)
        func set(_ view: Int, _ frame: LayoutFrame) {
            for dimension in FrameDimension.allCases { point[LoweredSystem.variable(view, dimension)] = frame[dimension] }
        }
        for (view, frame) in analysis.frames.enumerated() { set(view, frame) }
        for moved in alternate.frames { set(moved.view, moved.frame) }
        return system.violation(of: system.rows.count - 1, at: point) > Tolerance.violation
    }
}
