internal import ExactArithmetic
internal import LayoutModel

extension PrintedConstraint {
    var relation: PrintedRelation? {
        if case .relation(let relation) = body { return relation }
        return nil
    }

    var isRelation: Bool { relation != nil }

    var origin: LayoutConstraint.Origin { LayoutConstraint.Origin(identifier: identifier, className: className) }

    /// Whether it is derived from the view's autoresizing mask.
    var isAutoresizing: Bool { className.contains("AutoresizingMask") }
}

extension LayoutConstraint.Origin {
    /// Creates the origin of a constraint in a running app: an externally imposed size by the identifier, else by the class, else by
    /// the identifier.
    init(identifier: String?, className: String) {
        let named = LayoutConstraint.Origin(identifier: identifier)
        switch named {
        case .encapsulated, .temporary, .fitting:
            self = named
            return
        case .user, .autoresizing, .system: break
        }
        if className.contains("AutoresizingMask") {
            self = .autoresizing
        } else if className.hasPrefix("_UI") || className.hasPrefix("_NS") || Self.systemClasses.contains(className) {
            self = .system
        } else {
            self = named
        }
    }

    private static let systemClasses: Set<String> = ["NSContentSizeLayoutConstraint", "NSIBPrototypingLayoutConstraint"]
}

extension PrintedConstraint {
    var isContentSize: Bool { className == "NSContentSizeLayoutConstraint" }

    /// The constraint as a content size if it is one. Some systems print none of its priorities, which are those of most views then.
    var asContentSize: PrintedConstraint {
        guard isContentSize, case .relation(let relation) = body, relation.second == nil, relation.relation == .equal, let item = relation.first.item,
            let axis = [PrintedAttribute.attribute(.width): Axis.horizontal, .attribute(.height): .vertical][relation.first.attribute],
            !relation.constant.isNegative
        else { return self }
        var size = self
        size.body = .contentSize(
            PrintedContentSize(
                item: item, axis: axis, length: relation.constant, hugging: LayoutPriority.defaultLow,
                compressionResistance: LayoutPriority.defaultHigh))
        return size
    }
}
