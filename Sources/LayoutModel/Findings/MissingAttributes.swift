internal import StandardAdditions

/// The attributes that an ambiguous view lacks, in words, such as `horizontal position, width and height`.
///
/// If an equation places the view along an axis, but neither its position nor its size is determined, it lacks the size: of a view that is
/// centered, the position follows from the width.
public struct MissingAttributes {
    private let placements: Placements?

    /// - Parameter views: the ambiguous views.
    public init(_ document: LayoutDocument, views: Set<Int>) { placements = views.isEmpty ? nil : Placements(document) }

    public init(_ placements: Placements) { self.placements = placements }

    /// Returns the words for an ambiguity.
    public func words(_ ambiguity: Ambiguity) -> String {
        let open = Set(ambiguity.attributes.map(\.dimension))
        if ambiguity.cause == .priorityTie { return tied(open) }
        var missing = Axis.allCases.flatMap { axis in
            let (location, size): (FrameDimension, FrameDimension) = axis == .horizontal ? (.x, .width) : (.y, .height)
            let isChoice = open.contains(location) && open.contains(size)
            let isLocation = open.contains(location) && !(isChoice && isPlaced(ambiguity.view, axis))
            let isSize = open.contains(size) && !(isChoice && isSized(ambiguity.view, axis))
            return (isLocation ? ["\(axis.rawValue) position"] : []) + (isSize ? [size.name] : [])
        }
        if placements?.ratios.contains(ambiguity.view) == true, missing.contains("width"), missing.contains("height") {
            missing.removeAll { $0 == "width" || $0 == "height" }
            missing.append("width or height")
        }
        return missing.isEmpty ? "position or size" : missing.listed()
    }

    private func isPlaced(_ view: Int, _ axis: Axis) -> Bool { placements?.isPlaced(view, axis) == true }

    private func isSized(_ view: Int, _ axis: Axis) -> Bool { placements?.isSized(view, axis) == true && !isPlaced(view, axis) }

    private func tied(_ open: Set<FrameDimension>) -> String {
        let parts = Axis.allCases.compactMap { axis -> String? in
            let (location, size): (FrameDimension, FrameDimension) = axis == .horizontal ? (.x, .width) : (.y, .height)
            let names = (open.contains(location) ? ["\(axis.rawValue) position"] : []) + (open.contains(size) ? [size.name] : [])
            return names.isEmpty ? nil : "different priorities for the \(names.listed("or"))"
        }
        return parts.isEmpty ? "position or size" : parts.listed()
    }
}
