internal import ExactArithmetic
public import LayoutModel

/// Says what the rows of a report are, by their ids: constraints as equations, implicit rows by what they stand for.
public struct RowPhrase: Sendable {
    private let document: LayoutDocument
    private let constraints: [String: Int]
    private let views: [String: Int]

    public init(_ document: LayoutDocument) {
        self.document = document
        constraints = Dictionary(document.constraints.indices.map { (document.constraints[$0].id, $0) }) { first, _ in first }
        views = Dictionary(document.views.indices.map { (document.views[$0].id, $0) }) { first, _ in first }
    }

    /// The document's constraint of that id; nil for an implicit row.
    public func constraint(_ id: String) -> LayoutConstraint? {
        constraints[id].map { document.constraints[$0] }
    }

    /// A side of a constraint, as equations write it.
    func phrase(of anchor: LayoutAnchor) -> String { document.phrase(of: anchor) }

    /// The row as an equation; a constraint of a console log as it was printed.
    public func text(of id: String) -> String {
        if let constraint = constraint(id) { return constraint.printed ?? document.equation(of: constraint) }
        return implicit(id)?.equation ?? id
    }

    /// The row as an equation, that of a console log included.
    public func equation(of id: String) -> String {
        if let constraint = constraint(id) { return document.equation(of: constraint) }
        return implicit(id)?.equation ?? id
    }

    /// Where the row comes from: a name that it was given and a place in the sources, or what makes an implicit row.
    public func provenance(of id: String) -> String? {
        guard let constraint = constraint(id) else { return implicit(id)?.origin }
        var parts: [String] = []
        if let identifier = constraint.identifier, identifier != id { parts.append("'\(identifier)'") }
        if let source = constraint.source { parts.append(source.line.map { "\(source.file):\($0)" } ?? source.file) }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    // MARK: Implicit rows

    private struct Implicit {
        var equation: String
        var origin: String
    }

    /// The forms of an implicit row's id after the view's: CONTRACT.md section 3.
    private func implicit(_ id: String) -> Implicit? {
        for dimension in [FrameDimension.width, .height] {
            if let item = item(id, suffix: ".\(dimension.name)>=0") {
                return Implicit(equation: "\(item.name).\(dimension.name) >= 0", origin: "no size is negative")
            }
            if let item = item(id, suffix: ".\(dimension.name)==size") {
                let size = dimension == .width ? document.size.width : document.size.height
                return Implicit(equation: "\(item.name).\(dimension.name) == \(size?.equationText ?? "size")", origin: "the root's size")
            }
            if let item = item(id, suffix: ".\(dimension.name)==fitting") {
                return Implicit(equation: "\(item.name).\(dimension.name) == 0 @ 50", origin: "fitting size")
            }
        }
        return contentSize(id) ?? insets(id) ?? autoresizing(id)
    }

    private func contentSize(_ id: String) -> Implicit? {
        for axis in Axis.allCases {
            if let item = item(id, suffix: ".hugging.\(axis.rawValue)") {
                return contentSize(item, axis, sign: "<=", priority: document.views[item.index].hugging[axis], origin: "content hugging")
            }
            if let item = item(id, suffix: ".compressionResistance.\(axis.rawValue)") {
                let priority = document.views[item.index].compressionResistance[axis]
                return contentSize(item, axis, sign: ">=", priority: priority, origin: "compression resistance")
            }
        }
        return nil
    }

    private func contentSize(_ item: Item, _ axis: Axis, sign: String, priority: Rational, origin: String) -> Implicit {
        let size = document.views[item.index].intrinsicContentSize
        let length = (axis == .horizontal ? size.width : size.height)?.equationText ?? "intrinsic"
        let level = priority >= LayoutPriority.required ? "" : " @ \(priority.equationText)"
        return Implicit(equation: "\(item.name).\(axis == .horizontal ? "width" : "height") \(sign) \(length)\(level)", origin: origin)
    }

    private func insets(_ id: String) -> Implicit? {
        for side in ["left", "top", "right", "bottom"] {
            guard let item = item(id, suffix: ".insets.\(side)"), let parent = document.views[item.index].parent else { continue }
            let superview = LayoutDocument.itemText(document.views[parent].id)
            let insets = (document.views[item.index].insets ?? LayoutInsets()).resolved(document.direction, default: .zero)
            let signed: Rational =
                switch side {
                case "left": insets.left
                case "top": insets.top
                case "right": -insets.right
                default: -insets.bottom
                }
            let constant = signed.isZero ? "" : (signed.isNegative ? " - " : " + ") + signed.magnitude.equationText
            let origin = document.views[item.index].kind == .content ? "the content area's origin" : "the guide's insets"
            return Implicit(equation: "\(item.name).\(side) == \(superview).\(side)\(constant)", origin: origin)
        }
        return nil
    }

    private func autoresizing(_ id: String) -> Implicit? {
        for dimension in FrameDimension.allCases {
            if let item = item(id, suffix: ".autoresizing.\(dimension.name)") {
                return Implicit(equation: "\(item.name).\(dimension.name) by its autoresizing mask", origin: "autoresizing mask")
            }
        }
        return nil
    }

    private struct Item {
        var index: Int
        var name: String
    }

    private func item(_ id: String, suffix: String) -> Item? {
        guard id.hasSuffix(suffix), let index = views[String(id.dropLast(suffix.count))] else { return nil }
        return Item(index: index, name: LayoutDocument.itemText(document.views[index].id))
    }
}
