internal import LayoutModel

extension PrintedConstraint {
    var relation: PrintedRelation? {
        if case .relation(let relation) = body { return relation }
        return nil
    }

    var isRelation: Bool { relation != nil }

    /// Whose it is: a size that is imposed from outside by its identifier, else by its class, else by its identifier.
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

    /// Whether it places or sizes its view by the view's autoresizing mask.
    var isAutoresizing: Bool { className.contains("AutoresizingMask") }
}
