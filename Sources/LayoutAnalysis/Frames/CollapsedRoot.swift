internal import ExactArithmetic
internal import LayoutModel

/// Warnings about a root whose size is not given and which is smaller than its contents, because no constraint connects its far
/// edge to them.
///
/// An example is a table view cell whose labels are not pinned to its bottom. The layout is correct, so it is a warning.
enum CollapsedRoot {
    /// Returns a warning for each axis along which the root collapses.
    static func warnings(_ document: LayoutDocument, _ frames: [LayoutFrame]) -> [String] {
        if document.isFragment || frames.count != document.views.count || !frames.indices.contains(document.root) { return [] }
        return Axis.allCases.compactMap { axis in
            let given = axis == .horizontal ? document.size.width : document.size.height
            return given == nil ? warning(axis, document, frames) : nil
        }
    }

    private static func warning(_ axis: Axis, _ document: LayoutDocument, _ frames: [LayoutFrame]) -> String? {
        let (origin, length): (FrameDimension, FrameDimension) = axis == .horizontal ? (.x, .width) : (.y, .height)
        func end(_ view: Int) -> Rational { frames[view][origin] + frames[view][length] }
        let inside = document.views.indices.filter { document.views[$0].parent == document.root && document.views[$0].kind != .guide }
        let size = frames[document.root][length]
        guard let last = inside.max(by: { end($0) < end($1) }), end(last) - size >= .one else { return nil }
        let connections = connections(axis, document)
        // Without any connection the contents may be anywhere, which is an ambiguity.
        guard connections.near, !connections.far else { return nil }
        let names = ViewNames(document)
        let (root, name) = (names.name(of: document.root), names.name(of: last))
        let (edge, noun) = axis == .vertical ? ("bottom", "height") : (document.direction == .rtl ? "left edge" : "right edge", "width")
        let given = "\(LayoutDocument.itemText(document.views[document.root].id)).\(noun) == \((-(-end(last)).floor).decimalText())"
        return "nothing connects the \(edge) of \(root) to its contents, so its \(noun) is \(size.decimalText(places: 2)), "
            + "but \(name) extends to \(end(last).decimalText(places: 2)): pin the \(edge) of \(name) to that of \(root), "
            + "or give \(root) a \(noun), as in \(given)"
    }

    /// The sides of the root, and of its guides, that active constraints use along an axis.
    private static func connections(_ axis: Axis, _ document: LayoutDocument) -> (near: Bool, far: Bool) {
        func isRoot(_ anchor: LayoutAnchor) -> Bool {
            anchor.item == document.root || document.views[anchor.item].kind == .guide && document.views[anchor.item].parent == document.root
        }
        /// Returns whether an attribute is the near edge, from which positions along the axis are measured.
        func isNear(_ attribute: LayoutAttribute) -> Bool {
            switch attribute {
            case .top, .topMargin, .leading, .leadingMargin: true
            case .left, .leftMargin: document.direction == .ltr
            case .right, .rightMargin: document.direction == .rtl
            default: false
            }
        }
        var found = (near: false, far: false)
        for constraint in document.constraints where constraint.isActive && constraint.first.attribute.axis == axis {
            for anchor in [constraint.first, constraint.second].compactMap(\.self) where isRoot(anchor) {
                if isNear(anchor.attribute) { found.near = true } else { found.far = true }
            }
        }
        return found
    }
}
