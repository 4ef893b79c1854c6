internal import ExactArithmetic
internal import LayoutModel

/// A row of a conflict in an expert's terms: a constraint, a mask, a content size or a given size.
struct DiagnosedRow {
    enum Role {
        /// A constraint of a developer, which may be changed.
        case own
        /// Translated from an autoresizing mask.
        case mask
        /// A size that a cell, a window or a measuring pass imposes.
        case imposed
        /// A stack view's own constraint.
        case stack
        /// Another constraint of the framework, the root's size, or a guide's insets.
        case given
        /// A view's content size, at priority 1000.
        case content
    }

    var id: String
    var role: Role
    var first: LayoutAnchor
    var second: LayoutAnchor?
    var relation: LayoutRelation
    var multiplier: Rational
    var constant: Rational
    var identifier: String
    /// The row as a log prints it, or empty for rows of documents.
    var printed: String
    /// The index among the constraints, or nil for implicit rows.
    var place: Int?

    var axis: Axis { first.attribute.axis }
    var items: [Int] { second.map { $0.item == first.item ? [first.item] : [first.item, $0.item] } ?? [first.item] }
    /// Whether it was created with Masonry or SnapKit, neither of which the framework uses.
    var isWrittenByLibraryOfConstraints: Bool {
        // SnapKit's module was `Snap` at first, and an app that compiles its sources prints its own:
        // `<Shop.LayoutConstraint:0x…`.
        printed.hasPrefix("<MAS") || printed.prefix { $0 != ":" }.hasSuffix(".LayoutConstraint")
    }
    /// `V.width == 60`.
    var isSize: Bool { second == nil && first.attribute.kind == .size }
    var isFixedSize: Bool { isSize && relation == .equal }
    /// `V.width == 1.5 * V.height`.
    var isRatio: Bool { second.map { $0.item == first.item && $0.attribute != first.attribute && $0.attribute.kind == .size } ?? false }

    /// `V.width == 0.5 * W.width`.
    var isMultipleOfLength: Bool {
        second.map { $0.item != first.item && first.attribute.kind == .size && $0.attribute.kind == .size && !multiplier.isOne } ?? false
    }

    init(_ constraint: LayoutConstraint, place: Int? = nil) {
        id = constraint.id
        self.place = place
        first = constraint.first
        second = constraint.second
        relation = constraint.relation
        multiplier = constraint.multiplier
        constant = constraint.constant
        identifier = constraint.identifier ?? ""
        printed = constraint.printed ?? ""
        role =
            if constraint.isExternalSize {
                .imposed
            } else if identifier.hasPrefix("UISV-") {
                .stack
            } else if constraint.origin == .autoresizing {
                .mask
            } else {
                constraint.origin == .system || DiagnosedRow.isGuideRow(identifier) ? .given : .own
            }
    }

    /// Creates the row of an implicit row, or nil for one that needs no explanation.
    init?(_ row: ImplicitRow, _ document: LayoutDocument) {
        id = document.id(of: row)
        (multiplier, identifier, printed, relation) = (.one, "", "", .equal)
        switch row {
        case .rootSize(let dimension):
            role = .given
            first = LayoutAnchor(document.root, dimension.axis == .horizontal ? .width : .height)
            constant = (dimension.axis == .horizontal ? document.size.width : document.size.height) ?? .zero
        case .autoresizing(let view, let dimension):
            role = .mask
            let attributes: [FrameDimension: LayoutAttribute] = [.x: .left, .y: .top, .width: .width, .height: .height]
            first = LayoutAnchor(view, attributes[dimension] ?? .width)
            constant = document.views[view].autoresizing.map { DiagnosedRow.length($0, dimension) } ?? .zero
            if dimension == .x || dimension == .y { second = document.views[view].parent.map { LayoutAnchor($0, dimension == .x ? .left : .top) } }
        case .hugging(let view, let axis), .compressionResistance(let view, let axis):
            role = .content
            first = LayoutAnchor(view, axis == .horizontal ? .width : .height)
            constant = document.views[view].intrinsicContentSize[axis] ?? .zero
            if case .hugging = row { relation = .lessThanOrEqual } else { relation = .greaterThanOrEqual }
        case .nonNegative, .baseline, .fitting, .insets: return nil
        }
    }

    private static func length(_ mask: Autoresizing, _ dimension: FrameDimension) -> Rational {
        switch dimension {
        case .x: mask.x
        case .y: mask.y
        case .width: mask.width
        case .height: mask.height
        }
    }

    /// Returns whether the framework uses this identifier for its constraints of guides and cells.
    private static func isGuideRow(_ identifier: String) -> Bool {
        identifier.hasSuffix("guide-constraint") || identifier.hasPrefix("UIViewSafeAreaLayoutGuide")
            || identifier.hasPrefix("UICollectionViewListCell-")
            || identifier.hasPrefix("UIScrollView-")
    }
}

extension LayoutAttribute {
    /// The attribute with left for leading and right for trailing, which are the same in most layouts.
    var edge: LayoutAttribute {
        switch self {
        case .leading: .left
        case .trailing: .right
        case .leadingMargin: .leftMargin
        case .trailingMargin: .rightMargin
        default: self
        }
    }

    /// The attribute in words: `left edge`, `width`, `center`.
    var words: String {
        switch self {
        case .left, .leading: "\(rawValue) edge"
        case .right, .trailing: "\(rawValue) edge"
        case .top, .bottom: "\(rawValue) edge"
        case .centerX, .centerXWithinMargins: "horizontal center"
        case .centerY, .centerYWithinMargins: "vertical center"
        case .firstBaseline, .lastBaseline: "baseline"
        case .leftMargin, .rightMargin, .topMargin, .bottomMargin: "\(rawValue.dropLast(6)) margin"
        case .leadingMargin, .trailingMargin: "\(rawValue.dropLast(6)) margin"
        case .width, .height: rawValue
        }
    }
}
