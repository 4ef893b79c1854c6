internal import StandardAdditions

/// The attributes that an ambiguous view lacks, in words: `horizontal position or width` if one constraint may settle both, and `horizontal position and
/// width` if no constraint mentions the view along the axis, so that it lacks both.
public struct MissingAttributes {
    /// The views that active constraints mention, by axis.
    private let mentioned: [Axis: Set<Int>]

    /// - Parameter views: the ambiguous views.
    public init(_ document: LayoutDocument, views: Set<Int>) {
        var mentioned: [Axis: Set<Int>] = [:]
        for constraint in views.isEmpty ? [] : document.constraints where constraint.isActive {
            for anchor in [constraint.first, constraint.second].compactMap(\.self) where views.contains(anchor.item) {
                mentioned[anchor.attribute.axis, default: []].insert(anchor.item)
            }
        }
        self.mentioned = mentioned
    }

    /// Returns the words for an ambiguity, such as `horizontal position, width and height`.
    public func words(_ ambiguity: Ambiguity) -> String {
        let dimensions = Set(ambiguity.attributes.map(\.dimension))
        var parts: [[String]] = []
        var isChoice = false
        for axis in Axis.allCases {
            let (location, size): (FrameDimension, FrameDimension) = axis == .horizontal ? (.x, .width) : (.y, .height)
            var open = (dimensions.contains(location) ? ["\(axis.rawValue) position"] : []) + (dimensions.contains(size) ? [size.name] : [])
            let lacksBoth = ambiguity.cause == .underconstrained && mentioned[axis]?.contains(ambiguity.view) != true
            if open.count == 2, !lacksBoth {
                open = [open.listed("or")]
                isChoice = true
            }
            if ambiguity.cause == .priorityTie { open = open.map { "different priorities for the \($0)" } }
            parts.append(open)
        }
        if parts.allSatisfy(\.isEmpty) { return "position or size" }
        return isChoice ? parts.filter { !$0.isEmpty }.map { $0.listed() }.joined(separator: ", and ") : parts.flatMap(\.self).listed()
    }
}
