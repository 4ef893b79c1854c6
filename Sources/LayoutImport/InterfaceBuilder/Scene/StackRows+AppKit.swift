internal import ExactArithmetic
internal import LayoutModel
internal import XML

/// The properties that only AppKit's stack views have.
struct AppKitStack {
    /// The distance after each arranged view, without the last.
    var gaps: [Rational] = []
    /// The gravity area of each arranged view: 0 at the start, 1 in the middle, 2 at the end.
    var areas: [Int] = []
    var insets = LayoutInsets()
    /// The priorities at which the stack view hugs its views, along and across its axis.
    var hugging: (along: Rational, across: Rational) = (LayoutPriority.defaultLow, LayoutPriority.defaultLow)
    /// The priorities at which it is long enough for its views.
    var clipping: (along: Rational, across: Rational) = (LayoutPriority.required, LayoutPriority.required)
    /// The view that is longest across the axis, which the stack view hugs.
    var longest: Int?
    /// The views that hug their content less than the stack view hugs them, so that they are stretched across the axis.
    var stretched: Set<Int> = []
    /// For each arranged stack view, the view in it whose baseline is its own.
    var texts: [Int: Int] = [:]

    /// The priority of alignment. In stored frames, alignment stretches labels with a hugging priority of 749, while labels that
    /// hug at 1000 and buttons that resist compression at 751 are not aligned.
    static let alignment = Rational(7499, over: 10) ?? 749

    /// - Parameter arranged: the indices of the arranged views in the scene.
    init(_ view: IBView, arranged: [Int], arrangement: StackArrangement, canvas: IBCanvas) {
        let scene = canvas.scene
        let element = view.element
        // The file lists a distance for each view, also for those that are hidden. A very large one means the common distance.
        let custom = element.child("customSpacing")?.children.map { IBNumber.exact($0["value"] ?? "") } ?? []
        let all = view.subviews.filter { scene.views[$0].isArranged }
        let numbers = Dictionary(all.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        gaps = arranged.dropLast().map { index in
            guard let number = numbers[index], custom.indices.contains(number), let own = custom[number], own < 1_000_000, !own.isNegative else {
                return arrangement.spacing
            }
            return own
        }
        areas = arranged.map { index in
            switch scene.views[index].element.parent?.name {
            case "middleViews": 1
            case "endViews": 2
            default: 0
            }
        }
        if let own = element.child(key: "edgeInsets") {
            func number(_ name: String) -> Rational { IBNumber.exact(own[name] ?? "") ?? .zero }
            insets = LayoutInsets(top: number("top"), bottom: number("bottom"), left: number("left"), right: number("right"))
        }
        func priority(_ name: String, _ standard: Rational) -> Rational {
            view.attribute(name).flatMap(IBNumber.exact).map(SceneBuilder.priority) ?? standard
        }
        let isHorizontal = arrangement.axis == .horizontal
        let (along, across) = isHorizontal ? ("horizontal", "vertical") : ("vertical", "horizontal")
        hugging = (
            priority(along + "StackHuggingPriority", LayoutPriority.defaultLow), priority(across + "StackHuggingPriority", LayoutPriority.defaultLow)
        )
        clipping = (
            priority(along + "ClippingResistancePriority", LayoutPriority.required),
            priority(across + "ClippingResistancePriority", LayoutPriority.required)
        )
        let lengths = arranged.map { index in canvas.alignmentRect(index).map { isHorizontal ? $0.height : $0.width } ?? 0 }
        longest = zip(arranged, lengths).max { $0.1 < $1.1 }?.0
    }
}

extension StackRows {
    private func inset(_ attribute: LayoutAttribute, _ own: AppKitStack) -> Rational {
        let length: Rational? =
            switch attribute {
            case .leading: own.insets.left
            case .trailing: own.insets.right
            case .top: own.insets.top
            case .bottom: own.insets.bottom
            default: nil
            }
        return length ?? .zero
    }

    /// Adds AppKit's chain along the axis. In gravity areas, views gather at the start, the middle and the end.
    mutating func addAlong(_ own: AppKitStack) {
        let arrangement = arrangement
        guard let first = views.first, let last = views.last else { return }
        let (start, end) = (inset(arrangement.start, own), inset(arrangement.end, own))
        let clipping = own.clipping.along
        let isLoose = arrangement.distribution == .gravityAreas
        // A view without neighbors is centered where distances are equal.
        let isAlone = views.count == 1 && [.equalSpacing, .equalCentering].contains(arrangement.distribution)
        let isAtStart = (!isLoose || own.areas.first == 0) && !isAlone
        row(
            "UISV-canvas-connection", LayoutAnchor(first, arrangement.start), isAtStart ? .equal : .greaterThanOrEqual,
            LayoutAnchor(stack, arrangement.start), constant: start)
        let isAtEnd = (!isLoose || own.areas.last == 2) && !isAlone
        row(
            "UISV-canvas-connection", LayoutAnchor(stack, arrangement.end), isAtEnd ? .equal : .greaterThanOrEqual,
            LayoutAnchor(last, arrangement.end), constant: end, priority: clipping)
        if isAlone { row("UISV-distributing-edge", LayoutAnchor(first, arrangement.center), .equal, LayoutAnchor(stack, arrangement.center)) }
        if isLoose { row("UISV-canvas-fit", LayoutAnchor(stack, arrangement.length), .equal, nil, priority: min(own.hugging.along, 749)) }
        let isSpaced = arrangement.distribution == .equalSpacing || arrangement.distribution == .equalCentering
        for (number, (view, next)) in zip(views, views.dropFirst()).enumerated() {
            let isBetweenAreas = isLoose && own.areas[number] != own.areas[number + 1]
            row(
                "UISV-spacing", LayoutAnchor(next, arrangement.start), isSpaced || isBetweenAreas ? .greaterThanOrEqual : .equal,
                LayoutAnchor(view, arrangement.end), constant: own.gaps.indices.contains(number) ? own.gaps[number] : arrangement.spacing)
        }
        if isLoose { addMiddle(own) }
        addDistribution()
    }

    /// Adds the row that puts the middle area of a stack view into its center, if there is room.
    private mutating func addMiddle(_ own: AppKitStack) {
        let middle = views.indices.filter { own.areas[$0] == 1 }
        guard let first = middle.first, let last = middle.last else { return }
        guard first != last else {
            row(
                "UISV-canvas-connection", LayoutAnchor(views[first], arrangement.center), .equal, LayoutAnchor(stack, arrangement.center),
                priority: LayoutPriority.defaultLow)
            return
        }
        let guide = -1 - guides.count
        guides.append("\(id).middle")
        row("UISV-distributing-edge", LayoutAnchor(guide, arrangement.start), .equal, LayoutAnchor(views[first], arrangement.start))
        row("UISV-distributing-edge", LayoutAnchor(guide, arrangement.end), .equal, LayoutAnchor(views[last], arrangement.end))
        row("UISV-distributing-edge", LayoutAnchor(guide, arrangement.crossStart), .equal, LayoutAnchor(stack, arrangement.crossStart))
        row("UISV-distributing-edge", LayoutAnchor(guide, arrangement.crossLength), .equal, nil)
        row(
            "UISV-canvas-connection", LayoutAnchor(guide, arrangement.center), .equal, LayoutAnchor(stack, arrangement.center),
            priority: LayoutPriority.defaultLow)
    }

    /// Adds AppKit's alignment across the axis.
    mutating func addAcross(_ own: AppKitStack) {
        let arrangement = arrangement
        let (start, end) = (inset(arrangement.crossStart, own), inset(arrangement.crossEnd, own))
        func first(_ view: Int, _ attribute: LayoutAttribute) -> LayoutAnchor { LayoutAnchor(view, attribute) }
        let isFill = arrangement.alignment == .fill
        let level = AppKitStack.alignment
        for view in views {
            row(
                isFill ? "UISV-alignment" : "UISV-spanning-boundary", first(view, arrangement.crossStart), isFill ? .equal : .greaterThanOrEqual,
                first(stack, arrangement.crossStart), constant: start, priority: isFill ? LayoutPriority.required : own.clipping.across)
            row(
                isFill ? "UISV-alignment" : "UISV-spanning-boundary", first(stack, arrangement.crossEnd), isFill ? .equal : .greaterThanOrEqual,
                first(view, arrangement.crossEnd), constant: end, priority: isFill ? LayoutPriority.required : own.clipping.across)
            switch arrangement.alignment {
            case .fill: continue
            case .start:
                row(
                    "UISV-alignment", first(view, arrangement.crossStart), .equal, first(stack, arrangement.crossStart), constant: start,
                    priority: level)
            case .end:
                row(
                    "UISV-alignment", first(stack, arrangement.crossEnd), .equal, first(view, arrangement.crossEnd), constant: end, priority: level)
            case .center:
                row(
                    "UISV-alignment", first(view, arrangement.crossCenter), .equal, first(stack, arrangement.crossCenter),
                    constant: (start - end) * (Rational(1, over: 2) ?? .zero), priority: level)
            case .firstBaseline, .lastBaseline:
                let baseline: LayoutAttribute = arrangement.alignment == .firstBaseline ? .firstBaseline : .lastBaseline
                func text(_ view: Int) -> LayoutAnchor { first(own.texts[view] ?? view, baseline) }
                if view != views[0] { row("UISV-alignment", text(view), .equal, text(views[0]), priority: level) }
            }
            if own.stretched.contains(view) {
                let level = min(own.hugging.across, 999)
                row(
                    "UISV-hugging", first(view, arrangement.crossStart), .equal, first(stack, arrangement.crossStart), constant: start,
                    priority: level)
                row("UISV-hugging", first(stack, arrangement.crossEnd), .equal, first(view, arrangement.crossEnd), constant: end, priority: level)
            }
            row(
                "UISV-ambiguity-suppression", first(view, arrangement.crossLength), .equal, nil, constant: drawn[view] ?? .zero,
                priority: drawn[view] == nil ? 25 : 52)
        }
        if !isFill {
            row("UISV-spanning-fit", LayoutAnchor(stack, arrangement.crossLength), .equal, nil, priority: 51)
            if let longest = own.longest, views.contains(longest) {
                row(
                    "UISV-spanning-fit", LayoutAnchor(stack, arrangement.crossLength), .lessThanOrEqual,
                    LayoutAnchor(longest, arrangement.crossLength),
                    constant: start + end, priority: min(own.hugging.across, 999))
            }
        }
    }
}
