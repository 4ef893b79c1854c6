public import ExactArithmetic

/// A condition on a finished layout, such as `price.width >= price.intrinsic.width`. It does not influence the layout.
///
/// Views are named by id, so that it can be evaluated on any layout that has them.
public struct LayoutAssertion: Sendable, Hashable {
    public struct Side: Sendable, Hashable {
        public var item: String
        public var attribute: LayoutAttribute

        public init(item: String, attribute: LayoutAttribute) {
            self.item = item
            self.attribute = attribute
        }
    }

    /// A multiple of a view's intrinsic size on the right-hand side.
    public struct IntrinsicTerm: Sendable, Hashable {
        public var item: String
        public var axis: Axis
        public var factor: Rational

        public init(item: String, axis: Axis, factor: Rational) {
            self.item = item
            self.axis = axis
            self.factor = factor
        }
    }

    public var first: Side
    public var relation: LayoutRelation
    public var second: Side?
    public var multiplier: Rational
    /// The constant without the intrinsic sizes.
    public var constant: Rational
    public var intrinsics: [IntrinsicTerm]

    public init(
        first: Side, relation: LayoutRelation, second: Side? = nil, multiplier: Rational = .one, constant: Rational = .zero,
        intrinsics: [IntrinsicTerm] = []
    ) {
        self.first = first
        self.relation = relation
        self.second = second
        self.multiplier = multiplier
        self.constant = constant
        self.intrinsics = intrinsics
    }

    /// The meaning of the assertion in one layout.
    public enum Meaning: Sendable, Hashable {
        /// A constraint on frames.
        case constraint(LayoutConstraint)
        case unknownView(String)
        case noIntrinsicSize(String, Axis)
    }

    /// Returns the assertion as a constraint on frames, with intrinsic sizes from the document. As in a constraint, an edge of a
    /// scroll view paired with a descendant means its content area, or the view itself if the document has no content area.
    public func meaning(id: String, views: [String: Int], in document: LayoutDocument) -> Meaning {
        guard let item = views[first.item] else { return .unknownView(first.item) }
        var constraint = LayoutConstraint(
            id: id, first: LayoutAnchor(item, first.attribute), relation: relation, multiplier: multiplier, constant: constant)
        if let second {
            guard let item = views[second.item] else { return .unknownView(second.item) }
            constraint.second = LayoutAnchor(item, second.attribute)
        }
        constraint.takeContentAreas(in: document)
        for term in intrinsics {
            guard let item = views[term.item] else { return .unknownView(term.item) }
            let size = document.views[item].intrinsicContentSize
            guard let length = term.axis == .horizontal ? size.width : size.height else { return .noIntrinsicSize(term.item, term.axis) }
            constraint.constant += term.factor * length
        }
        return .constraint(constraint)
    }

    /// The views that the assertion names, each once.
    public var items: [String] {
        var items = [first.item]
        for item in [second?.item].compactMap(\.self) + intrinsics.map(\.item) where !items.contains(item) { items.append(item) }
        return items
    }

    /// The assertion as written, with metrics as numbers.
    public var text: String {
        func name(_ item: String, _ attribute: String) -> String { "\(LayoutDocument.itemText(item)).\(attribute)" }
        var text = "\(name(first.item, first.attribute.rawValue)) \(relation.rawValue) "
        var isFirst = true
        func add(_ value: Rational, _ words: (Rational) -> String) {
            text += isFirst ? (value.isNegative ? "-" : "") : value.isNegative ? " - " : " + "
            text += words(value.magnitude)
            isFirst = false
        }
        func times(_ factor: Rational, _ words: String) -> String { factor.isOne ? words : "\(factor.equationText) * \(words)" }
        if let second { add(multiplier) { times($0, name(second.item, second.attribute.rawValue)) } }
        for term in intrinsics { add(term.factor) { times($0, name(term.item, "intrinsic.\(term.axis == .horizontal ? "width" : "height")")) } }
        if !constant.isZero || isFirst { add(constant, \.equationText) }
        return text
    }
}

/// A suppression in a document: findings that are intended, with the reason.
public struct LayoutSuppression: Sendable, Hashable {
    /// The rule's id.
    public var rule: String
    /// Restricts the suppression to findings of this view, of this constraint or with this fingerprint. Nil matches any.
    public var view: String?
    public var constraint: String?
    public var fingerprint: String?
    public var reason: String

    public init(rule: String, view: String? = nil, constraint: String? = nil, fingerprint: String? = nil, reason: String) {
        self.rule = rule
        self.view = view
        self.constraint = constraint
        self.fingerprint = fingerprint
        self.reason = reason
    }
}
