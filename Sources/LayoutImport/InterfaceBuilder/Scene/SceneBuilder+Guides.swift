internal import ExactArithmetic
internal import LayoutModel

extension SceneBuilder {
    /// Adds guides, and the margins of the views whose margins are used.
    mutating func addGuides() throws(ImportError) {
        let insets = IBGuideInsets(canvas: canvas, votes: votes)
        let rootGuide = scene.guides.firstIndex { $0.kind == .safeArea && $0.owner == 0 }
        let safeArea = insets.safeArea(guide: rootGuide)
        rootSafeArea = safeArea.insets
        var margins = IBMargins(canvas: canvas, votes: votes, safeArea: safeArea.insets, guides: insets)
        try setMargins(&margins)
        guidePlaces = []
        let named = try namedGuides()
        // Remedies for views without a position refer to the safe area, even if no constraint does so far.
        var wanted = rootGuide.flatMap { named[$0] == nil ? $0 : nil }
        if wanted != nil, try !SceneAnchors(scene, items, limits).hasLooseView { wanted = nil }
        for (index, guide) in scene.guides.enumerated() {
            try limits.checkInterest(index)
            let owner = places[guide.owner]
            // Any other guide that no constraint names has no effect.
            guard owner >= 0, let sides = named[index] ?? (index == wanted ? [] : nil) else {
                guidePlaces.append(-1)
                continue
            }
            guidePlaces.append(views.count)
            var view = LayoutView(id: viewNames.take(guide.id), parent: owner, kind: .guide)
            view.source = reference(guide.element)
            view.label = SceneBuilder.label(of: guide.kind)
            if guide.kind == .safeArea { view.design = ViewDesign(isSafeArea: true) }
            switch guide.kind {
            case .safeArea:
                let own = guide.owner == 0 ? safeArea : nested(index, guide, insets)
                if index == wanted {
                    views.append(view)
                    inset(guidePlaces[index], fitted(own.insets, owner: guide.owner, named: sides))
                    continue
                }
                view.insets = self.guide(fitted(own.insets, owner: guide.owner, named: sides))
                for side in own.chosen { take(view.id, "insets.\(side.name)", own.insets[side], .chosen) }
            case .frameLayout: view.insets = LayoutInsets()
            case .margins, .readable: view.insets = self.guide(margins.margins(of: guide.owner).insets)
            case .contentLayout:
                // The content area itself represents the guide.
                guidePlaces[index] = -1
                viewNames.release(view.id)
                continue
            case .keyboard, .topLayout, .bottomLayout: break
            }
            views.append(view)
            if [.keyboard, .topLayout, .bottomLayout].contains(guide.kind) { pin(index, guide, insets) }
        }
    }

    /// The sides of each guide that constraints name.
    private func namedGuides() throws(ImportError) -> [Int: Set<IBSide>] {
        var named: [Int: Set<IBSide>] = [:]
        for (index, constraint) in scene.constraints.enumerated() where !constraint.isUninstalled {
            try limits.checkInterest(index)
            guard let (first, second) = items.sides(of: constraint) else { continue }
            for side in [first, second] {
                guard let side, case .guide(let guide) = side.item else { continue }
                let both: Set<IBSide> = side.attribute.axis == .horizontal ? [.left, .right] : [.top, .bottom]
                named[guide, default: []].formUnion(IBSide(side.attribute).map { [$0] } ?? both)
            }
        }
        return named
    }

    /// Reduces insets whose sum is larger than their view, on the side that no constraint uses, since the size of a guide is
    /// never negative.
    private func fitted(_ insets: IBInsets, owner: Int, named: Set<IBSide>) -> IBInsets {
        guard let rect = canvas.absolute[owner] else { return insets }
        var fitted = insets
        for (start, end, length) in [(IBSide.top, IBSide.bottom, rect.height), (.left, .right, rect.width)] where insets[start] + insets[end] > length
        {
            if named.contains(end), !named.contains(start) {
                fitted[start] = max(0, length - insets[end])
            } else {
                fitted[end] = max(0, length - insets[start])
            }
        }
        return fitted
    }

    private func nested(_ index: Int, _ guide: IBGuide, _ insets: IBGuideInsets) -> (insets: IBInsets, chosen: [IBSide]) {
        var own = insets.safeArea(of: guide.owner, root: rootSafeArea)
        var chosen: [IBSide] = []
        for side in IBSide.allCases {
            let choice = votes.choose(.guide(index), side, rule: own[side], known: [0] + insets.known(side))
            own[side] = choice.value
            if choice.isChosen { chosen.append(side) }
        }
        return (own, chosen)
    }

    private func guide(_ insets: IBInsets) -> LayoutInsets {
        LayoutInsets(
            top: IBNumber.length(insets.top), bottom: IBNumber.length(insets.bottom), left: IBNumber.length(insets.left),
            right: IBNumber.length(insets.right))
    }

    private static func label(of kind: IBGuide.Kind) -> String {
        switch kind {
        case .safeArea: "Safe Area"
        case .contentLayout: "Content Layout Guide"
        case .frameLayout: "Frame Layout Guide"
        case .margins: "Layout Margins Guide"
        case .readable: "Readable Content Guide"
        case .keyboard: "Keyboard Layout Guide"
        case .topLayout: "Top Layout Guide"
        case .bottomLayout: "Bottom Layout Guide"
        }
    }

    /// Adds the framework's own constraints of a guide: bars at top and bottom, the keyboard.
    private mutating func pin(_ index: Int, _ guide: IBGuide, _ insets: IBGuideInsets) {
        let place = guidePlaces[index]
        let owner = places[guide.owner]
        let id = views[place].id
        let isTop = guide.kind == .topLayout
        let length: Double
        if guide.kind == .keyboard {
            // The canvas has no keyboard, and there the guide is the root's bottom edge.
            length = options.mode == .design ? 0 : rootSafeArea.bottom
        } else {
            let support = insets.layoutSupport(guide: index, isTop: isTop)
            length = max(0, support.length)
            if support.isChosen { take(id, "height", length, .chosen) }
        }
        addSystem("\(id).layoutSupport.1", LayoutAnchor(place, isTop ? .top : .bottom), .equal, LayoutAnchor(owner, isTop ? .top : .bottom))
        addSystem("\(id).layoutSupport.2", LayoutAnchor(place, .height), .equal, nil, constant: IBNumber.length(length))
        addSystem("\(id).layoutSupport.3", LayoutAnchor(place, .left), .equal, LayoutAnchor(owner, .left))
        addSystem("\(id).layoutSupport.4", LayoutAnchor(place, .right), .equal, LayoutAnchor(owner, .right))
    }

    /// Adds the insets of a safe area that no constraint names, as optional constraints: the scene has none of them, so that they must
    /// not restrict its size. If there is no room for all, those of the top and left sides have the higher priority.
    private mutating func inset(_ guide: Int, _ insets: IBInsets) {
        let root = places[0]
        for (side, attribute) in [(IBSide.top, LayoutAttribute.top), (.left, .left), (.bottom, .bottom), (.right, .right)] {
            let inset = IBNumber.length(insets[side])
            addSystem(
                "\(views[guide].id).safeArea.\(attribute.rawValue)", LayoutAnchor(guide, attribute), .equal, LayoutAnchor(root, attribute),
                constant: side.isStart ? inset : -inset, priority: side.isStart ? 999 : 998,
                identifier: "UIViewSafeAreaLayoutGuide-\(attribute.rawValue)")
        }
    }

    private mutating func addSystem(
        _ id: String, _ first: LayoutAnchor, _ relation: LayoutRelation, _ second: LayoutAnchor?, constant: Rational = .zero,
        priority: Rational = LayoutPriority.required, identifier: String = "_UILayoutSupportConstraint"
    ) {
        constraints.append(
            LayoutConstraint(
                id: constraintNames.take(id), first: first, relation: relation, second: second, constant: constant, priority: priority,
                identifier: identifier, origin: .system))
    }

    private mutating func setMargins(_ margins: inout IBMargins) throws(ImportError) {
        var asked: Set<Int> = []
        for (index, constraint) in scene.constraints.enumerated() where !constraint.isUninstalled {
            try limits.checkInterest(index)
            guard let (first, second) = items.sides(of: constraint) else { continue }
            for side in [first, second] {
                if let side, side.attribute.isMargin, case .view(let view) = side.item { asked.insert(view) }
            }
        }
        for (index, view) in scene.views.enumerated() where view.isStack && StackArrangement.hasMargins(view) { asked.insert(index) }
        for view in asked.sorted() where places[view] >= 0 {
            try limits.checkInterest(view)
            let own = margins.margins(of: view)
            views[places[view]].layoutMargins = LayoutInsets(
                top: IBNumber.length(own.insets.top), bottom: IBNumber.length(own.insets.bottom), leading: IBNumber.length(own.insets.left),
                trailing: IBNumber.length(own.insets.right))
            let id = views[places[view]].id
            for side in own.chosen { take(id, "layoutMargins.\(side.name)", own.insets[side], .chosen) }
        }
    }
}

extension IBSide {
    var name: String {
        switch self {
        case .top: "top"
        case .left: "leading"
        case .bottom: "bottom"
        case .right: "trailing"
        }
    }
}
