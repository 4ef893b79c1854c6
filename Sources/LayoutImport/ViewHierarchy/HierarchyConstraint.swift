internal import ExactArithmetic
internal import LayoutModel

/// A constraint of the export that both names views of the scene and follows UIKit's rules.
struct HierarchyConstraint {
    struct Side {
        /// The index of the item in the scene.
        var item: Int
        var attribute: LayoutAttribute
    }

    var id: String
    var first: Side
    var second: Side?
    var relation: LayoutRelation
    var multiplier: Rational
    var constant: Rational
    var priority: Rational
    var isActive: Bool
    var identifier: String?
    var origin: LayoutConstraint.Origin

    /// The reason that an object is not a row of the scene.
    enum Obstacle: Error {
        /// The object refers to an item outside of the scene.
        case foreignItem
        /// An attribute, number or pair that no public constraint has.
        case unknownMeaning
    }

    /// - Parameter item: returns the index in the scene of an address.
    init(_ object: HierarchyGraph.Object, item: (String) -> Int?) throws(Obstacle) {
        let className = object.className ?? "NSLayoutConstraint"
        id = "\(className):\(object.address)"
        let first = try HierarchyConstraint.side(object, "firstItem", "firstAttribute", item)
        guard let first else { throw .unknownMeaning }
        self.first = first
        second = try HierarchyConstraint.side(object, "secondItem", "secondAttribute", item)
        switch object.properties["relation"]?.integer ?? 0 {
        case -1: relation = .lessThanOrEqual
        case 0: relation = .equal
        case 1: relation = .greaterThanOrEqual
        default: throw .unknownMeaning
        }
        guard let constant = HierarchyConstraint.number(object.properties["constant"], otherwise: .zero),
            let multiplier = HierarchyConstraint.float(object.properties["multiplier"], otherwise: .one),
            let priority = HierarchyConstraint.float(object.properties["priority"], otherwise: LayoutPriority.required), priority.isPositive,
            priority <= LayoutPriority.required
        else { throw .unknownMeaning }
        self.constant = constant
        self.multiplier = multiplier
        self.priority = priority
        isActive = (object.properties["active"] ?? object.properties["isActive"])?.bool ?? true
        identifier = object.properties["identifier"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        origin = LayoutConstraint.Origin(identifier: identifier, className: className)
    }

    /// Whether documents allow its attributes together.
    var isValid: Bool {
        (try? ConstraintRules.check(first.attribute, second?.attribute, multiplier: multiplier, at: .document)) != nil
    }

    private static func number(_ value: HierarchyValue?, otherwise standard: Rational) -> Rational? { value.map(\.rational) ?? standard }

    private static func float(_ value: HierarchyValue?, otherwise standard: Rational) -> Rational? {
        value.map(\.rationalOfFloat) ?? standard
    }

    /// Returns a side of the constraint, or nil if it has none.
    private static func side(
        _ object: HierarchyGraph.Object, _ item: String, _ attribute: String, _ place: (String) -> Int?
    ) throws(Obstacle) -> Side? {
        let address: String
        switch object.properties[item]?.content {
        case .object(_, let given): address = HierarchyAddress.normal(given)
        case .text(let given) where !given.isEmpty: address = HierarchyAddress.normal(given)
        case .text, .list, nil: return nil
        }
        if address == "0x0" { return nil }
        guard let place = place(address) else { throw .foreignItem }
        let code = object.properties[attribute]?.integer ?? 0
        if code == 0 { return nil }
        guard let known = attributes[code] else { throw .unknownMeaning }
        return Side(item: place, attribute: known)
    }

    /// The values of `NSLayoutConstraint.Attribute`.
    static let attributes: [Int: LayoutAttribute] = [
        1: .left, 2: .right, 3: .top, 4: .bottom, 5: .leading, 6: .trailing, 7: .width, 8: .height, 9: .centerX, 10: .centerY, 11: .lastBaseline,
        12: .firstBaseline, 13: .leftMargin, 14: .rightMargin, 15: .topMargin, 16: .bottomMargin, 17: .leadingMargin, 18: .trailingMargin,
        19: .centerXWithinMargins, 20: .centerYWithinMargins,
    ]
}
