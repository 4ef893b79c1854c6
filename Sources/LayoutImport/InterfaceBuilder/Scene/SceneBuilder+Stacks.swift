internal import ExactArithmetic
internal import LayoutModel

/// Adds the constraints that a stack view creates for its arranged views, with the framework's names.
extension SceneBuilder {
    mutating func addStacks() throws(ImportError) {
        for (index, view) in scene.views.enumerated() where view.isStack && places[index] >= 0 && !view.isDropped {
            try limits.checkInterest()
            let arranged = view.subviews.filter { scene.views[$0].isArranged && places[$0] >= 0 && !scene.views[$0].isDropped }
            guard !arranged.isEmpty else {
                addEmptyStack(places[index])
                continue
            }
            var stack = StackRows(
                stack: places[index], id: views[places[index]].id, arrangement: StackArrangement(of: view, file: file),
                views: arranged.map { places[$0] })
            if stack.arrangement.distribution == .fillProportionally { stack.proportions = proportions(of: arranged, along: stack.arrangement.axis) }
            if stack.arrangement.isWithinMargins {
                let margins = views[places[index]].layoutMargins.resolved(.ltr, default: .zero)
                stack.margins = stack.arrangement.axis == .horizontal ? margins.left + margins.right : margins.top + margins.bottom
            }
            if stack.arrangement.axis == .horizontal, arranged.allSatisfy({ isText(scene.views[$0]) }) {
                stack.wrapping = arranged.filter { wraps(scene.views[$0]) }.map { places[$0] }
            }
            if arranged.contains(where: { scene.views[$0].kind == "label" }) {
                stack.overhanging = Set(arranged.filter { scene.views[$0].kind == "button" }.map { places[$0] })
            }
            if options.mode == .design { stack.drawn = drawn(arranged, across: stack.arrangement) }
            if file.platform == .macOS {
                var own = AppKitStack(view, arranged: arranged, arrangement: stack.arrangement, canvas: canvas)
                own.longest = own.longest.map { places[$0] }
                let across = stack.arrangement.axis == .horizontal ? Axis.vertical : .horizontal
                let standard = LayoutPriority.defaultLow
                for index in arranged {
                    let (view, result) = (scene.views[index], views[places[index]])
                    let content = across == .horizontal ? result.intrinsicContentSize.width : result.intrinsicContentSize.height
                    let name = across == .horizontal ? "horizontalStackHuggingPriority" : "verticalStackHuggingPriority"
                    let ownHugging = view.isStack ? view.attribute(name).flatMap(IBNumber.exact) ?? standard : result.hugging[across]
                    if view.isStack || content != nil, ownHugging < own.hugging.across { own.stretched.insert(places[index]) }
                }
                for index in arranged where scene.views[index].isStack {
                    own.texts[places[index]] = places[text(of: index, isLast: stack.arrangement.alignment == .lastBaseline)]
                }
                stack.appKit = own
            }
            add(stack)
        }
    }

    /// Returns the view whose baseline is a stack view's: the first that it arranges, or the last of a vertical one.
    private func text(of index: Int, isLast: Bool) -> Int {
        var index = index
        while scene.views[index].isStack {
            let arranged = scene.views[index].subviews.filter { scene.views[$0].isArranged && places[$0] >= 0 && !scene.views[$0].isDropped }
            let isVertical = StackArrangement(of: scene.views[index], file: file).axis == .vertical
            guard let next = isLast && isVertical ? arranged.last : arranged.first else { break }
            index = next
        }
        return index
    }

    /// Adds the constraints of an empty stack view, which shrink it to 0.
    private mutating func addEmptyStack(_ place: Int) {
        for (number, attribute) in [LayoutAttribute.width, .height].enumerated() {
            constraints.append(
                LayoutConstraint(
                    id: constraintNames.take("\(views[place].id).UISV-spanning-fit.\(number + 1)"), first: LayoutAnchor(place, attribute),
                    priority: Rational(1, over: 1000) ?? 1, identifier: "UISV-spanning-fit", origin: .system))
        }
    }

    /// Returns whether the view shows text that wraps to the view's width.
    private func wraps(_ view: IBView) -> Bool {
        switch view.kind {
        case "label": (view.number("numberOfLines") ?? 1) != 1
        case "textView": view.attribute("scrollEnabled") == "NO"
        default: false
        }
    }

    private func isText(_ view: IBView) -> Bool { ["label", "button", "textField", "textView"].contains(view.kind) }

    /// Returns the proportional lengths of the arranged views: their intrinsic sizes, which the stored frames show to the pixel.
    private mutating func proportions(of arranged: [Int], along axis: Axis) -> [Rational] {
        let isWidth = axis == .horizontal
        let lengths = arranged.map { canvas.alignmentRect($0).map { isWidth ? $0.width : $0.height } ?? 0 }
        if lengths.allSatisfy({ $0 > 0.5 }) {
            for (view, length) in zip(arranged, lengths) {
                take(views[places[view]].id, "proportion.\(isWidth ? "width" : "height")", length, .stored)
            }
            return lengths.map(IBNumber.length)
        }
        let own = arranged.map { isWidth ? views[places[$0]].intrinsicContentSize.width : views[places[$0]].intrinsicContentSize.height }
        let known = own.compactMap { $0 }.filter(\.isPositive)
        return own.map { $0.flatMap { $0.isPositive ? $0 : nil } ?? known.first ?? .one }
    }

    /// Returns the drawn lengths across the axis of arranged views without their own length. The canvas retains these, but run
    /// time does not.
    private mutating func drawn(_ arranged: [Int], across arrangement: StackArrangement) -> [Int: Rational] {
        guard arrangement.alignment != .fill else { return [:] }
        var lengths: [Int: Rational] = [:]
        let isWidth = arrangement.axis == .vertical
        for index in arranged where !scene.views[index].isStack {
            let view = views[places[index]]
            guard (isWidth ? view.intrinsicContentSize.width : view.intrinsicContentSize.height) == nil, let rect = canvas.alignmentRect(index) else {
                continue
            }
            let length = isWidth ? rect.width : rect.height
            take(view.id, isWidth ? "drawn.width" : "drawn.height", length, .stored)
            lengths[places[index]] = IBNumber.length(length)
        }
        return lengths
    }

    private mutating func add(_ stack: StackRows) {
        var stack = stack
        if let own = stack.appKit {
            stack.addAlong(own)
            stack.addAcross(own)
        } else {
            stack.addAlong()
            stack.addAcross()
        }
        // Guides between arranged views come after all present views.
        let first = views.count
        for guide in stack.guides { views.append(LayoutView(id: viewNames.take(guide), parent: stack.stack, kind: .guide)) }
        for row in stack.rows {
            var constraint = row
            constraint.id = constraintNames.take(row.id)
            constraint.first.item = StackRows.place(row.first.item, first)
            if let second = row.second { constraint.second?.item = StackRows.place(second.item, first) }
            constraints.append(constraint)
        }
    }
}

/// The rows of one stack view. Guides that it adds have the numbers -1, -2 … until they have an index.
struct StackRows {
    let stack: Int
    let id: String
    let arrangement: StackArrangement
    let views: [Int]
    var proportions: [Rational] = []
    /// The part of its length that the stack view's margins occupy.
    var margins = Rational.zero
    /// The views that wrap their text.
    var wrapping: [Int] = []
    /// Buttons beside labels. If a stack view aligns baselines, only the title of such a button has to be inside of it, and the
    /// remainder may extend beyond it.
    var overhanging: Set<Int> = []
    /// The drawn lengths across the axis of views without their own.
    var drawn: [Int: Rational] = [:]
    /// The properties of one of AppKit's stack views, or nil for one of UIKit.
    var appKit: AppKitStack?
    var rows: [LayoutConstraint] = []
    var guides: [String] = []

    init(stack: Int, id: String, arrangement: StackArrangement, views: [Int]) {
        (self.stack, self.id, self.arrangement, self.views) = (stack, id, arrangement, views)
    }

    static func place(_ item: Int, _ first: Int) -> Int { item < 0 ? first - item - 1 : item }

    mutating func row(
        _ name: String, _ first: LayoutAnchor, _ relation: LayoutRelation, _ second: LayoutAnchor?, multiplier: Rational = .one,
        constant: Rational = .zero, priority: Rational = LayoutPriority.required
    ) {
        rows.append(
            LayoutConstraint(
                id: "\(id).\(name).\(rows.count + 1)", first: first, relation: relation, second: second, multiplier: multiplier, constant: constant,
                priority: priority, identifier: name, origin: .system))
    }

    /// Returns an edge or center of the stack view, or of its margins if it arranges within these.
    private func canvas(_ attribute: LayoutAttribute) -> LayoutAnchor { LayoutAnchor(stack, arrangement.canvas(attribute)) }

    /// Adds the chain along the axis.
    mutating func addAlong() {
        let own = arrangement
        guard let first = views.first, let last = views.last else { return }
        row("UISV-canvas-connection", LayoutAnchor(first, own.start), .equal, canvas(own.start))
        row("UISV-canvas-connection", canvas(own.end), .equal, LayoutAnchor(last, own.end))
        let isSpaced = own.distribution == .equalSpacing || own.distribution == .equalCentering
        for (view, next) in zip(views, views.dropFirst()) {
            if own.isBaselineRelative {
                row(
                    "UISV-spacing", LayoutAnchor(next, .firstBaseline), isSpaced ? .greaterThanOrEqual : .equal, LayoutAnchor(view, .lastBaseline),
                    constant: own.spacing)
            } else {
                row(
                    "UISV-spacing", LayoutAnchor(next, own.start), isSpaced ? .greaterThanOrEqual : .equal, LayoutAnchor(view, own.end),
                    constant: own.spacing)
            }
        }
        addDistribution()
    }

    /// Adds the rows of the distribution.
    mutating func addDistribution() {
        let own = arrangement
        guard let first = views.first else { return }
        switch own.distribution {
        case .fill, .gravityAreas: break
        case .fillEqually:
            for view in views.dropFirst() { row("UISV-fill-equally", LayoutAnchor(view, own.length), .equal, LayoutAnchor(first, own.length)) }
        case .fillProportionally:
            for (view, part) in zip(views, proportions).dropFirst() {
                row(
                    "UISV-fill-proportionally", LayoutAnchor(view, own.length), .equal, LayoutAnchor(first, own.length),
                    multiplier: part.divided(by: proportions[0]) ?? .one, priority: 999)
            }
        case .equalSpacing: addGaps(from: own.end, to: own.start) { _ in LayoutPriority.required }
        case .equalCentering: addGaps(from: own.center, to: own.center) { 149 - Rational($0) }
        }
        if !wrapping.isEmpty, views.count > 1, let count = Rational(1, over: views.count) {
            // The content does not determine which text wraps, so each gets its share.
            let gaps = own.spacing * Rational(views.count - 1) * count
            for view in wrapping {
                row(
                    "UISV-text-width-disambiguation", LayoutAnchor(view, own.length), .equal, LayoutAnchor(stack, own.length), multiplier: count,
                    constant: -gaps - margins * count, priority: 760)
            }
        }
        // If neither the chain nor its views determine the length, it is minimal.
        if own.distribution != .fill, own.distribution != .gravityAreas {
            row("UISV-canvas-fit", LayoutAnchor(stack, own.length), .equal, nil, priority: 49)
        }
    }

    /// Adds guides between neighbors of equal length, at a priority that may decrease from gap to gap.
    private mutating func addGaps(from leaving: LayoutAttribute, to entering: LayoutAttribute, priority: (Int) -> Rational) {
        let own = arrangement
        for (number, (view, next)) in zip(views, views.dropFirst()).enumerated() {
            let guide = -1 - number
            guides.append("\(id).gap\(number + 1)")
            row("UISV-distributing-edge", LayoutAnchor(guide, own.start), .equal, LayoutAnchor(view, leaving))
            row("UISV-distributing-edge", LayoutAnchor(guide, own.end), .equal, LayoutAnchor(next, entering))
            row("UISV-distributing-edge", LayoutAnchor(guide, own.crossStart), .equal, canvas(own.crossStart))
            row("UISV-distributing-edge", LayoutAnchor(guide, own.crossLength), .equal, nil)
            if number > 0 {
                let level = max(1, priority(number - 1))
                row("UISV-fill-equally", LayoutAnchor(guide, own.length), .equal, LayoutAnchor(-1, own.length), priority: level)
            }
        }
    }

    /// Adds the alignment across the axis.
    mutating func addAcross() {
        let own = arrangement
        guard own.alignment != .fill else {
            for view in views {
                row("UISV-alignment", LayoutAnchor(view, own.crossStart), .equal, canvas(own.crossStart))
                row("UISV-alignment", LayoutAnchor(view, own.crossEnd), .equal, canvas(own.crossEnd))
            }
            return
        }
        for view in views {
            switch own.alignment {
            case .fill: break
            case .start:
                row("UISV-alignment", LayoutAnchor(view, own.crossStart), .equal, canvas(own.crossStart))
                row("UISV-spanning-boundary", canvas(own.crossEnd), .greaterThanOrEqual, LayoutAnchor(view, own.crossEnd))
            case .end:
                row("UISV-alignment", LayoutAnchor(view, own.crossEnd), .equal, canvas(own.crossEnd))
                row("UISV-spanning-boundary", LayoutAnchor(view, own.crossStart), .greaterThanOrEqual, canvas(own.crossStart))
            case .center:
                row("UISV-alignment", LayoutAnchor(view, own.crossCenter), .equal, canvas(own.crossCenter))
                row("UISV-spanning-boundary", LayoutAnchor(view, own.crossStart), .greaterThanOrEqual, canvas(own.crossStart))
                row("UISV-spanning-boundary", canvas(own.crossEnd), .greaterThanOrEqual, LayoutAnchor(view, own.crossEnd))
            case .firstBaseline, .lastBaseline:
                let baseline: LayoutAttribute = own.alignment == .firstBaseline ? .firstBaseline : .lastBaseline
                if view != views[0] { row("UISV-alignment", LayoutAnchor(view, baseline), .equal, LayoutAnchor(views[0], baseline)) }
                if own.alignment == .lastBaseline || !overhanging.contains(view) {
                    row("UISV-spanning-boundary", LayoutAnchor(view, own.crossStart), .greaterThanOrEqual, canvas(own.crossStart))
                }
                if own.alignment == .firstBaseline || !overhanging.contains(view) {
                    row("UISV-spanning-boundary", canvas(own.crossEnd), .greaterThanOrEqual, LayoutAnchor(view, own.crossEnd))
                }
            }
            row(
                "UISV-ambiguity-suppression", LayoutAnchor(view, own.crossLength), .equal, nil, constant: drawn[view] ?? .zero,
                priority: drawn[view] == nil ? 25 : 52)
        }
        row("UISV-spanning-fit", LayoutAnchor(stack, own.crossLength), .equal, nil, priority: 51)
    }
}
