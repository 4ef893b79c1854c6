internal import LayoutModel

/// Finds constraints with left or right, which do not follow the reading direction.
struct FixedDirection {
    private let document: LayoutDocument

    init(_ document: LayoutDocument) {
        self.document = document
    }

    func findings() -> [LintFinding] {
        let names = ViewNames(document)
        return document.constraints.indices.compactMap { index in
            let constraint = document.constraints[index]
            guard constraint.isActive, constraint.origin == .user else { return nil }
            let sides = [constraint.first, constraint.second].compactMap(\.self).filter(\.attribute.isAbsolute)
            guard let side = sides.first else { return nil }
            let equation = document.equation(of: constraint)
            return LintFinding(
                .fixedDirection, views: sides.map(\.item), constraint: index,
                "\(constraint.id) uses \(side.attribute.rawValue), which does not follow the reading direction: \(document.equation(of: constraint, by: names))",
                remedies: ["use \(FixedDirection.directional(side.attribute)) instead of \(side.attribute.rawValue)"], subject: [equation])
        }
    }

    private static func directional(_ attribute: LayoutAttribute) -> String {
        switch attribute {
        case .left: LayoutAttribute.leading.rawValue
        case .right: LayoutAttribute.trailing.rawValue
        case .leftMargin: LayoutAttribute.leadingMargin.rawValue
        default: LayoutAttribute.trailingMargin.rawValue
        }
    }
}
