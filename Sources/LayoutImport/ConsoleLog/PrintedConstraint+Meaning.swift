internal import LayoutModel

extension PrintedConstraint {
    var relation: PrintedRelation? {
        if case .relation(let relation) = body { return relation }
        return nil
    }

    var isRelation: Bool { relation != nil }

    /// The origin: an externally imposed size by the identifier, else by the class, else by the identifier.
    var origin: LayoutConstraint.Origin {
        let named = LayoutConstraint.Origin(identifier: identifier)
        switch named {
        case .encapsulated, .temporary, .fitting: return named
        case .user, .autoresizing, .system: break
        }
        if className.contains("AutoresizingMask") { return .autoresizing }
        if className.hasPrefix("_UI") || className.hasPrefix("_NS") || Self.systemClasses.contains(className) { return .system }
        return named
    }

    private static let systemClasses: Set<String> = ["NSContentSizeLayoutConstraint", "NSIBPrototypingLayoutConstraint"]

    /// Whether it is derived from the view's autoresizing mask.
    var isAutoresizing: Bool { className.contains("AutoresizingMask") }
}
