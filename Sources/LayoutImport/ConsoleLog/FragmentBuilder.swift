internal import ExactArithmetic
internal import LayoutModel

/// Builds a document from a message: the views in its descriptions, and the constraints between them.
struct FragmentBuilder {
    /// The maximum number of warnings about skipped lines in a message. Further lines are counted.
    static let warningLimit = 100

    private var views: FragmentViews
    private var constraints: [LayoutConstraint] = []
    private var direction: LayoutDirection

    /// Returns the document of one message of a text, with the notices that belong to it.
    static func document(of parts: TextParts, _ number: Int) -> LayoutDocument {
        let name = parts.messages.count > 1 ? "message \(number + 1)" : nil
        return document(of: parts.messages[number], name: name, in: parts.hierarchy, notices: parts.notices(of: number))
    }

    static func document(
        of message: LogMessage, name: String?, in hierarchy: FragmentViews.Hierarchy? = nil, notices: [TextNotice] = []
    ) -> LayoutDocument {
        var printed = UprightMasks(distinct(message.constraints)).constraints
        if message.isList { printed = printed.map(\.asContentSize) }
        var builder = FragmentBuilder(printed: printed, hierarchy: hierarchy)
        for (constraint, place) in zip(printed, builder.views.places) { builder.add(constraint, place) }
        var warnings = message.skipped.map(\.warning)
        if message.unreportedCount > 0 { warnings.append("\(message.unreportedCount) more lines were not understood and were skipped") }
        var document = LayoutDocument(
            name: name, direction: builder.direction, root: 0, views: builder.views.finished(), constraints: builder.constraints, isFragment: true,
            warnings: warnings)
        document.unreadLines = message.skipped.count + message.unreportedCount
        document.isList = message.isList
        document.notices = notices.map { notice in
            var finding = notice.finding
            finding.view = notice.view.flatMap { builder.views.id(of: $0) }
            return finding
        }
        if let tree = hierarchy?.tree { document.printedFrames = builder.views.frames(in: tree, count: document.views.count) }
        document.lines = printed.filter(\.isRelation).map(\.line)
        document.recordedBroken = BrokenConstraint.index(in: printed.filter(\.isRelation), broken: message.broken, names: builder.views.names)
        return document
    }

    private init(printed: [PrintedConstraint], hierarchy: FragmentViews.Hierarchy?) {
        views = FragmentViews(printed, in: hierarchy)
        direction = printed.lazy.compactMap { $0.relation?.direction }.first ?? .ltr
    }

    /// Returns the constraints without duplicates: equal content with the same address is the same constraint printed twice.
    private static func distinct(_ constraints: [PrintedConstraint]) -> [PrintedConstraint] {
        var firsts: [UInt64: Int] = [:]
        var texts: Set<String> = []
        var distinct: [PrintedConstraint] = []
        distinct.reserveCapacity(constraints.count)
        for constraint in constraints {
            if let address = constraint.address, address != 0 {
                if let first = firsts[address] {
                    // Some users redact addresses before posting a log, so several constraints may have the same one.
                    if distinct[first].text == constraint.text || !texts.insert(constraint.text).inserted { continue }
                } else {
                    firsts[address] = distinct.count
                }
            } else if !texts.insert(constraint.text).inserted {
                continue
            }
            distinct.append(constraint)
        }
        return distinct
    }

    // MARK: Constraints

    private mutating func add(_ printed: PrintedConstraint, _ place: FragmentViews.Place) {
        switch printed.body {
        case .contentSize(let size):
            if let view = place.first { views.setContentSize(size, of: view) }
        case .relation(let relation):
            var constraint = layoutConstraint(relation, place)
            if !printed.isAutoresizing { meanContentAreas(&constraint) }
            constraint.isActive = printed.isActive
            constraint.identifier = printed.identifier
            constraint.source = printed.source
            constraint.origin = printed.origin
            constraint.printed = printed.text
            constraints.append(constraint)
        }
    }

    private mutating func layoutConstraint(_ relation: PrintedRelation, _ place: FragmentViews.Place) -> LayoutConstraint {
        let first = anchor(relation.first, view: place.first, other: place.second, superview: place.superview)
        var constraint = LayoutConstraint(
            id: "c\(constraints.count + 1)", first: first, relation: relation.relation, multiplier: relation.multiplier, constant: relation.constant,
            priority: relation.priority, unknownConstant: relation.unknownConstant)
        if let second = relation.second {
            constraint.second = anchor(second, view: place.second, other: place.first, superview: place.superview)
            if first.attribute.kind != .size, second.attribute.attribute.kind == .size { placeByLength(&constraint) }
        } else if first.attribute.kind != .size {
            // A location without a second item is relative to the superview.
            let superview = views.superview(of: first.item, printed: place.superview)
            constraint.second = LayoutAnchor(superview, first.attribute.kind == .horizontalLocation ? .left : .top)
            if first.attribute.isDirectional { constraint.second?.attribute = .leading }
        }
        mirrorIfNeeded(&constraint, direction: relation.direction)
        return constraint
    }

    /// Replaces scroll views by content areas: an edge paired with a view inside means the content area.
    private mutating func meanContentAreas(_ constraint: inout LayoutConstraint) {
        guard let second = constraint.second else { return }
        if constraint.first.attribute.isEdge, views.isScrollView(constraint.first.item), views.lies(second.item, inside: constraint.first.item) {
            constraint.first.item = views.contentArea(of: constraint.first.item)
        } else if second.attribute.isEdge, views.isScrollView(second.item), views.lies(constraint.first.item, inside: second.item) {
            constraint.second?.item = views.contentArea(of: second.item)
        }
    }

    /// Returns a side of a constraint. If `|` is printed, the side is that of the superview of the other side's view.
    private mutating func anchor(_ anchor: PrintedAnchor, view: Int?, other: Int?, superview: Int?) -> LayoutAnchor {
        let item = view ?? other.map { views.superview(of: $0, printed: superview) } ?? superview ?? 0
        if case .content(let attribute) = anchor.attribute { return LayoutAnchor(views.contentArea(of: item), attribute) }
        return LayoutAnchor(item, anchor.attribute.attribute)
    }

    /// Converts `V.minX == m * S.width + c`: in the superview's coordinates its length is its far edge. If the view is not the
    /// superview, the length is no location, and V's location is unknown.
    private mutating func placeByLength(_ constraint: inout LayoutConstraint) {
        guard let second = constraint.second else { return }
        let isHorizontal = constraint.first.attribute.kind == .horizontalLocation
        let superview = views.superview(of: constraint.first.item, printed: nil)
        if superview == second.item {
            constraint.second = LayoutAnchor(superview, isHorizontal ? .right : .bottom)
        } else {
            constraint.unknownConstant = "\(views.id(second.item)).\(second.attribute.rawValue)"
            constraint.second = LayoutAnchor(superview, isHorizontal ? .left : .top)
            constraint.multiplier = .one
        }
        if constraint.first.attribute.isDirectional {
            constraint.first.attribute = (constraint.first.attribute == .leading) == (direction == .ltr) ? .left : .right
        }
    }

    /// Converts a row that was printed in the other direction than the message's first to left and right.
    private func mirrorIfNeeded(_ constraint: inout LayoutConstraint, direction printed: LayoutDirection?) {
        guard let printed, printed != direction, var second = constraint.second else { return }
        guard constraint.first.attribute.isDirectional || second.attribute.isDirectional else { return }
        func absolute(_ attribute: LayoutAttribute) -> LayoutAttribute {
            switch attribute {
            case .leading: printed == .ltr ? .left : .right
            case .trailing: printed == .ltr ? .right : .left
            default: attribute
            }
        }
        constraint.first.attribute = absolute(constraint.first.attribute)
        second.attribute = absolute(second.attribute)
        constraint.second = second
        if printed == .rtl {
            // In the leftward direction, a greater constant is further left.
            constraint.constant = -constraint.constant
            switch constraint.relation {
            case .equal: break
            case .lessThanOrEqual: constraint.relation = .greaterThanOrEqual
            case .greaterThanOrEqual: constraint.relation = .lessThanOrEqual
            }
        }
    }
}
