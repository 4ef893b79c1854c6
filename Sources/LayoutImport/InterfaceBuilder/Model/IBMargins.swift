internal import LayoutModel
internal import XML

/// The layout margins of views.
struct IBMargins {
    let canvas: IBCanvas
    let votes: IBInsetVotes
    /// The root's safe area.
    let safeArea: IBInsets
    let guides: IBGuideInsets
    /// The margins that are known so far, by view, as those within it may ask for them.
    private var known: [Int: (insets: IBInsets, chosen: [IBSide])] = [:]
    /// The margins that views state, as far as they are known, or nil for a view that states none.
    private var knownStated: [Int: IBInsets?] = [:]

    init(canvas: IBCanvas, votes: IBInsetVotes, safeArea: IBInsets, guides: IBGuideInsets) {
        (self.canvas, self.votes, self.safeArea, self.guides) = (canvas, votes, safeArea, guides)
    }

    private var file: IBFile { canvas.file }
    private var scene: IBScene { canvas.scene }

    mutating func margins(of view: Int) -> (insets: IBInsets, chosen: [IBSide]) {
        if let known = known[view] { return known }
        let margins = newMargins(of: view)
        known[view] = margins
        return margins
    }

    private mutating func newMargins(of view: Int) -> (insets: IBInsets, chosen: [IBSide]) {
        if let stated = stated(view) { return (stated, []) }
        let (rule, known) = byKind(view)
        var insets = rule
        var chosen: [IBSide] = []
        for side in IBSide.allCases {
            let choice = votes.choose(.margins(view), side, rule: rule[side], known: known[side] ?? [])
            insets[side] = choice.value
            if choice.isChosen { chosen.append(side) }
        }
        return (insets, chosen)
    }

    /// Returns the margins that the file states.
    private mutating func stated(_ view: Int) -> IBInsets? {
        if let known = knownStated[view] { return known }
        let stated = newStated(view)
        knownStated[view] = .some(stated)
        return stated
    }

    private mutating func newStated(_ view: Int) -> IBInsets? {
        let element = scene.views[view].element
        func number(_ inset: XMLElement, _ name: String) -> Double { IBNumber.double(inset[name]) ?? 0 }
        var own: IBInsets
        if let inset = element.child(key: "directionalLayoutMargins") {
            own = IBInsets(
                top: number(inset, "top"), left: number(inset, "leading"), bottom: number(inset, "bottom"), right: number(inset, "trailing"))
        } else if let inset = element.child(key: "layoutMargins") {
            own = IBInsets(top: number(inset, "top"), left: number(inset, "left"), bottom: number(inset, "bottom"), right: number(inset, "right"))
        } else {
            return nil
        }
        if file.usesSafeAreas, element["insetsLayoutMarginsFromSafeArea"] != "NO" {
            let safe = guides.safeArea(of: view, root: safeArea)
            for side in IBSide.allCases { own[side] += safe[side] }
        }
        return scene.views[view].isSet("preservesSuperviewLayoutMargins") ? inherited(by: view, own: own) : own
    }

    /// Returns a view's own margins, enlarged to those of its superview, which extend into a view that preserves them.
    private mutating func inherited(by view: Int, own: IBInsets) -> IBInsets {
        guard let superview = scene.views[view].superview, let inner = canvas.absolute[view], let outer = canvas.absolute[superview] else {
            return own
        }
        let above = margins(of: superview).insets
        return IBInsets(
            top: max(own.top, above.top - (inner.y - outer.y)), left: max(own.left, above.left - (inner.x - outer.x)),
            bottom: max(own.bottom, above.bottom - (outer.maxY - inner.maxY)), right: max(own.right, above.right - (outer.maxX - inner.maxX)))
    }

    /// Returns the margins of a cell that its content view inherits.
    private mutating func handedDown(to view: Int) -> IBInsets? {
        let own = scene.views[view]
        guard own.isSet("preservesSuperviewLayoutMargins"), let superview = own.superview, let cell = stated(superview) else { return nil }
        return IBInsets(top: max(8, cell.top), left: max(8, cell.left), bottom: max(8, cell.bottom), right: max(8, cell.right))
    }

    private mutating func byKind(_ view: Int) -> (IBInsets, [IBSide: [Double]]) {
        let own = scene.views[view]
        let width = canvas.absolute[view]?.width ?? 0
        let takesSafeArea = file.usesSafeAreas && own.attribute("insetsLayoutMarginsFromSafeArea") != "NO"
        // System minimum margins: 16 on narrow screens, 20 on wide ones.
        let system = width >= 414 || file.device == nil ? 20.0 : 16
        if file.platform == .tvOS, view == 0 {
            return (IBInsets(top: 60, left: 90, bottom: 60, right: 90), [.left: [80, 90], .right: [80, 90], .top: [60], .bottom: [60]])
        }
        if own.isStack { return (IBInsets(), [:]) }
        // Since iOS 11 every root's margins are within the safe area, independently of the guides that the file uses.
        let isModern = file.toolsVersion >= 13000
        if view == 0, scene.controller != nil || isModern {
            let safe = own.attribute("insetsLayoutMarginsFromSafeArea") == "NO" ? IBInsets() : safeArea
            let vertical = isModern ? safe : IBInsets()
            return (
                IBInsets(top: vertical.top, left: system + safe.left, bottom: vertical.bottom, right: system + safe.right),
                [
                    .left: [16, 20, 8], .right: [16, 20, 8], .top: [0, 8, safe.top, safe.top + 8] + guides.known(.top),
                    .bottom: [0, 8] + guides.known(.bottom),
                ]
            )
        }
        if own.key == "contentView" || own.kind == "tableViewCellContentView" {
            if let handed = handedDown(to: view) { return (handed, [:]) }
            let side = isModern && own.kind == "tableViewCellContentView" ? system : 8
            let top = isModern && own.kind == "tableViewCellContentView" ? 11.0 : 8
            let sides = [8, 15, 16, 20.0]
            let ends = [7.5, 8, 8.5, 10.5, 11, 11.5, 12, 12.5, 15.0]
            return (
                IBInsets(top: top, left: side, bottom: top, right: side), [.left: sides, .right: sides, .top: ends, .bottom: ends]
            )
        }
        var rule = IBInsets(top: 8, left: 8, bottom: 8, right: 8)
        if takesSafeArea, file.usesSafeAreas {
            let safe = guides.safeArea(of: view, root: safeArea)
            for side in IBSide.allCases { rule[side] += safe[side] }
        }
        var known: [IBSide: [Double]] = [:]
        if own.isSet("preservesSuperviewLayoutMargins") { rule = inherited(by: view, own: rule) }
        for side in IBSide.allCases { known[side] = [8, 16, 20] }
        return (rule, known)
    }
}
