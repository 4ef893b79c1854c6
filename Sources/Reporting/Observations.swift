internal import ExactArithmetic
public import LayoutModel

/// The observations of the platform about a captured layout, compared with the layout that its constraints determine.
public struct Observations: Sendable {
    /// A disagreement about one view.
    public struct Difference: Sendable {
        public enum Kind: Sendable, Hashable {
            case frame(observed: LayoutFrame, computed: LayoutFrame)
            case ambiguity(observed: Bool)
        }

        /// The index of the view.
        public var view: Int
        public var kind: Kind
        public var sentence: String

        /// The name of the kind in reports.
        public var word: String {
            switch kind {
            case .frame: "frame"
            case .ambiguity: "ambiguity"
            }
        }
    }

    /// The views whose frame was compared, and those whose ambiguity was, in order.
    public private(set) var comparedFrames: [Int] = []
    public private(set) var comparedAmbiguities: [Int] = []
    public var frames: Int { comparedFrames.count }
    public var ambiguities: Int { comparedAmbiguities.count }
    /// In the order of the views.
    public private(set) var differences: [Difference] = []

    /// Returns nil for a layout that was not observed.
    public init?(_ analysis: Analysis, of document: LayoutDocument) {
        guard !document.observations.isEmpty else { return nil }
        // UIKit aligns frames to pixels, so that each edge moves by half a pixel at most.
        let pixel = document.capture?.scale.flatMap { $0.isPositive ? $0.reciprocal : nil } ?? .one
        let names = ViewNames(document)
        let loose = Dictionary(grouping: analysis.ambiguities, by: \.view)
        for observation in document.observations where document.views.indices.contains(observation.view) {
            let view = observation.view
            if let frame = observation.frame, analysis.frames.indices.contains(view), view != document.root {
                comparedFrames.append(view)
                let computed = analysis.frames[view]
                if Observations.differ(frame, computed, by: pixel, open: (loose[view] ?? []).flatMap(\.attributes)) {
                    let sentence =
                        "the running app shows \(names.name(of: view)) at \(Observations.words(frame)), but its constraints determine "
                        + Observations.words(computed)
                    differences.append(Difference(view: view, kind: .frame(observed: frame, computed: computed), sentence: sentence))
                }
            }
            // Without a complete list of ambiguities, nothing can be compared.
            guard let isAmbiguous = observation.isAmbiguous, !document.isFragment, analysis.inconclusive.isEmpty else { continue }
            comparedAmbiguities.append(view)
            guard isAmbiguous != (loose[view] != nil) else { continue }
            let name = names.name(of: view)
            let sentence =
                isAmbiguous
                ? "the running app reports \(name) as ambiguous, but its constraints determine it"
                : "the constraints of \(name) leave it ambiguous, but the running app reports that it is not"
            differences.append(Difference(view: view, kind: .ambiguity(observed: isAmbiguous), sentence: sentence))
        }
    }

    /// Returns whether two frames differ by more than a pixel, in a value that the constraints determine or outside of the range
    /// that they leave.
    private static func differ(_ observed: LayoutFrame, _ computed: LayoutFrame, by pixel: Rational, open: [Ambiguity.Attribute]) -> Bool {
        let most = pixel + slack
        return FrameDimension.allCases.contains { dimension in
            let value = observed[dimension]
            if let range = open.first(where: { $0.dimension == dimension }) {
                return range.min.map { value < $0 - most } ?? false || range.max.map { value > $0 + most } ?? false
            }
            return (value - computed[dimension]).magnitude > most
        }
    }

    /// The noise of floating-point numbers, in points.
    private static let slack = Rational(1, over: 1000) ?? .zero

    private static func words(_ frame: LayoutFrame) -> String {
        "x \(frame.x.readingText), y \(frame.y.readingText), \(frame.width.readingText) x \(frame.height.readingText)"
    }
}
