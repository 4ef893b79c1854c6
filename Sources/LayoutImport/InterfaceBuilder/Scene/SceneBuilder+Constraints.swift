internal import ExactArithmetic
internal import LayoutModel
internal import XML

extension SceneBuilder {
    /// The content areas that constraints refer to: by the content layout guide, or by an edge or margin of a scroll view paired with a
    /// descendant.
    mutating func addScrollContents() throws(ImportError) {
        var meant: Set<Int> = []
        for (index, constraint) in scene.constraints.enumerated() where isPart(constraint) {
            try limits.checkInterest(index)
            guard let (first, second) = items.sides(of: constraint) else { continue }
            for (side, other) in [(first, second), (second, first)] {
                guard let side else { continue }
                switch side.item {
                case .guide(let guide) where scene.guides[guide].kind == .contentLayout: meant.insert(scene.guides[guide].owner)
                case .view(let view):
                    if let other, meansContent(view, side.attribute, other) { meant.insert(view) }
                default: break
                }
            }
        }
        // A scroll view that has a guide for its content is asked for its content's size, even by no constraint.
        for guide in scene.guides where guide.kind == .contentLayout && scene.views[guide.owner].isScroll && !scene.views[guide.owner].isDropped {
            meant.insert(guide.owner)
        }
        for view in meant.sorted() where places[view] >= 0 {
            contents[places[view]] = views.count
            // A guide may refer to the content of a view that is not a scroll view, but its rows require a scroll view.
            views[places[view]].kind = .scroll
            views.append(LayoutView(id: views[places[view]].id + ".content", parent: places[view], kind: .content))
        }
    }

    private func meansContent(_ view: Int, _ attribute: LayoutAttribute, _ other: IBItems.Side) -> Bool {
        guard scene.views[view].isScroll, attribute.edgeOfMargin.isEdge, let owner = other.owner(in: scene) else { return false }
        if case .guide(let guide) = other.item {
            return scene.guides[guide].kind != .contentLayout && (owner == view || scene.isDescendant(owner, of: view))
        }
        return scene.isDescendant(owner, of: view)
    }

    /// Returns whether the constraint takes part in the layout: it is installed, its views are installed too, and none of them is
    /// hidden in a stack view.
    private func isPart(_ constraint: IBConstraint) -> Bool {
        guard !constraint.isUninstalled, !(options.mode == .run && constraint.isPlaceholder), let (first, second) = items.sides(of: constraint) else {
            return false
        }
        for side in [first, second] {
            guard let owner = side?.owner(in: scene) else { continue }
            if scene.views[owner].isUninstalled || scene.views[owner].isDropped { return false }
        }
        return true
    }

    mutating func addConstraints() throws(ImportError) {
        for (index, constraint) in scene.constraints.enumerated() {
            try limits.checkInterest(index)
            add(constraint)
        }
        findDangling()
    }

    private mutating func add(_ constraint: IBConstraint) {
        let element = constraint.element
        if constraint.isUninstalled {
            find(.uninstalledConstraint, element, constraint: constraint.id, "\(constraint.id) is not installed for these size classes")
            return
        }
        if constraint.isPlaceholder {
            find(.placeholderConstraint, element, constraint: constraint.id, "\(constraint.id) is a placeholder and will be removed at build time")
        }
        guard let (first, second) = items.sides(of: constraint) else {
            findUnknown(constraint)
            return
        }
        guard isPart(constraint) else { return }
        var (one, other) = (anchor(first, paired: second), second.flatMap { anchor($0, paired: first) })
        guard let known = one, second == nil || other != nil else { return }
        if let partner = other, known.attribute.kind != .size, partner.attribute.kind == known.attribute.kind,
            (known.attribute.isDirectional && partner.attribute.isAbsolute) || (known.attribute.isAbsolute && partner.attribute.isDirectional)
        {
            find(
                .mixedDirection, element, constraint: constraint.id,
                "\(constraint.id) pairs \(known.attribute.rawValue) with \(partner.attribute.rawValue), which raises an exception at run time")
            one?.attribute = known.attribute.absolute(in: options.direction)
            other?.attribute = partner.attribute.absolute(in: options.direction)
        }
        guard let one, hasNumbers(constraint) else { return }
        let multiplier = other == nil ? .one : element["multiplier"].flatMap(IBNumber.multiplier) ?? .one
        do throws(ImportError) {
            try ConstraintRules.check(one.attribute, other?.attribute, multiplier: multiplier, at: .document)
        } catch {
            find(.invalidConstraint, element, constraint: constraint.id, "\(constraint.id) raises an exception at run time: \(error.message)")
            return
        }
        guard let relation = relation(constraint) else { return }
        let id = constraintNames.take(constraint.id)
        if element["id"] == nil {
            find(.invalidConstraint, element, constraint: id, "a constraint has no id; it is called \(id) here")
        } else if !constraintIDs.insert(constraint.id).inserted {
            find(.invalidConstraint, element, constraint: id, "\(constraint.id) is also the id of another constraint; this one is called \(id) here")
        }
        let identifier = element["identifier"]
        constraints.append(
            withoutContentMargins(
                LayoutConstraint(
                    id: id, first: one, relation: relation, second: other, multiplier: multiplier,
                    constant: items.exactConstant(of: constraint),
                    priority: element["priority"].flatMap(IBNumber.exact) ?? 1000,
                    identifier: identifier, source: reference(element), origin: LayoutConstraint.Origin(identifier: identifier))))
    }

    /// Returns the constraint with margins of content areas replaced by edges and distances: in documents a content area has no
    /// margins of its own, since the framework takes those of its scroll view.
    func withoutContentMargins(_ constraint: LayoutConstraint) -> LayoutConstraint {
        var constraint = constraint
        if let distance = marginDistance(constraint.first) {
            constraint.first.attribute = constraint.first.attribute.edgeOfMargin
            constraint.constant -= distance
        }
        if let second = constraint.second, let distance = marginDistance(second) {
            constraint.second?.attribute = second.attribute.edgeOfMargin
            constraint.constant += distance * constraint.multiplier
        }
        return constraint
    }

    /// Returns the signed distance in points from a content area's edge to its margin, or nil for other anchors.
    private func marginDistance(_ anchor: LayoutAnchor) -> Rational? {
        guard views[anchor.item].kind == .content, let scroll = views[anchor.item].parent else { return nil }
        // `setMargins` has set all four, as a constraint names one.
        let margins = views[scroll].layoutMargins.resolved(options.direction, default: .zero)
        return switch anchor.attribute.absolute(in: options.direction) {
        case .leftMargin: margins.left
        case .rightMargin: -margins.right
        case .topMargin: margins.top
        case .bottomMargin: -margins.bottom
        default: nil
        }
    }

    /// Returns the constraint's relation, or nil if the file's word is unknown, which is a finding.
    private mutating func relation(_ constraint: IBConstraint) -> LayoutRelation? {
        switch constraint.element["relation"] {
        case nil, "equal": return .equal
        case "greaterThanOrEqual": return .greaterThanOrEqual
        case "lessThanOrEqual": return .lessThanOrEqual
        case .some(let word):
            find(
                .invalidConstraint, constraint.element, constraint: constraint.id,
                "\(constraint.id) has the unknown relation \"\(word.prefix(40))\" and is left out")
            return nil
        }
    }

    /// Returns whether the framework accepts the constraint's numbers. An invalid number is reported, and never replaced by 0.
    private mutating func hasNumbers(_ constraint: IBConstraint) -> Bool {
        let element = constraint.element
        let words = [
            ("constant", element["constant"].map { IBNumber.exact($0) != nil }),
            ("multiplier", element["multiplier"].map { IBNumber.multiplier($0) != nil }),
            ("priority", element["priority"].map { IBNumber.exact($0) != nil }),
        ]
        for (name, isNumber) in words where isNumber == false {
            find(
                .invalidConstraint, element, constraint: constraint.id,
                "\(constraint.id) has the \(name) \"\((element[name] ?? "").prefix(40))\", which is not a usable number, and is left out"
            )
            return false
        }
        if let priority = element["priority"].flatMap(IBNumber.exact), !priority.isPositive || priority > LayoutPriority.required {
            find(
                .invalidConstraint, element, constraint: constraint.id,
                "\(constraint.id) has the priority \((element["priority"] ?? "").prefix(40)), "
                    + "which raises an exception at run time: priorities are above 0 and at most 1000; the constraint is left out")
            return false
        }
        return true
    }

    private mutating func findUnknown(_ constraint: IBConstraint) {
        let element = constraint.element
        for name in ["firstAttribute", "secondAttribute"] {
            if let attribute = element[name], LayoutAttribute(name: attribute) == nil {
                find(.invalidConstraint, element, constraint: constraint.id, "\(constraint.id) names the unknown attribute \"\(attribute)\"")
                return
            }
        }
        for (name, other) in [("firstItem", "secondItem"), ("secondItem", "firstItem")] {
            if let item = element[name], items.item(item) == nil {
                if let guide = scene.unknownGuides[item] {
                    listUnknown(guide, "views that are constrained to it are placed as they are drawn")
                    pinAsDrawn(constraint, side: other)
                    return
                }
                find(
                    .unreferencedConstraint, element, constraint: constraint.id,
                    "\(constraint.id) refers to \(item), which is not a view or guide of this scene")
                findings[findings.count - 1].remedy = "Remove the constraint, or give it a view of this scene."
                return
            }
        }
    }

    /// Adds a constraint that pins a view where it is drawn, in place of a constraint to an item that is not understood. Its
    /// identifier marks it as the framework's own, also when the document is read again, so that no finding names it as the
    /// cause.
    private mutating func pinAsDrawn(_ constraint: IBConstraint, side: String) {
        let element = constraint.element
        let item = element[side].flatMap(items.item) ?? (side == "firstItem" && element[side] == nil ? items.owner(of: constraint) : nil)
        guard case .view(let view)? = item, places[view] >= 0, !scene.views[view].isDropped, view != 0, let root = places.first, root >= 0,
            let attribute = LayoutAttribute(name: element[side == "firstItem" ? "firstAttribute" : "secondAttribute"] ?? "")?.absolute(in: .ltr),
            let position = canvas.position(view, attribute)
        else { return }
        constraints.append(
            LayoutConstraint(
                id: constraintNames.take(constraint.id), first: LayoutAnchor(places[view], attribute),
                second: LayoutAnchor(root, attribute.axis == .horizontal ? .left : .top), constant: IBNumber.length(position),
                priority: 999, identifier: "_UIDrawnPosition", source: reference(element), origin: .system))
    }

    /// Returns nil if the item has no place in the document.
    func anchor(_ side: IBItems.Side, paired: IBItems.Side?) -> LayoutAnchor? {
        switch side.item {
        case .guide(let guide):
            if scene.guides[guide].kind == .contentLayout {
                let owner = places[scene.guides[guide].owner]
                return contents[owner].map { LayoutAnchor($0, side.attribute) }
            }
            let place = guidePlaces[guide]
            return place < 0 ? nil : LayoutAnchor(place, side.attribute)
        case .view(let view):
            let place = places[view]
            guard place >= 0 else { return nil }
            if let paired, meansContent(view, side.attribute, paired), let content = contents[place] { return LayoutAnchor(content, side.attribute) }
            return LayoutAnchor(place, side.attribute)
        }
    }
}

extension LayoutAttribute {
    /// The edge that a margin attribute is measured from, or the attribute itself.
    fileprivate var edgeOfMargin: LayoutAttribute {
        switch self {
        case .leftMargin: .left
        case .rightMargin: .right
        case .topMargin: .top
        case .bottomMargin: .bottom
        case .leadingMargin: .leading
        case .trailingMargin: .trailing
        default: self
        }
    }

    /// The attribute by side instead of by reading direction.
    func absolute(in direction: LayoutDirection) -> LayoutAttribute {
        let isForward = direction == .ltr
        switch self {
        case .leading: return isForward ? .left : .right
        case .trailing: return isForward ? .right : .left
        case .leadingMargin: return isForward ? .leftMargin : .rightMargin
        case .trailingMargin: return isForward ? .rightMargin : .leftMargin
        default: return self
        }
    }
}
