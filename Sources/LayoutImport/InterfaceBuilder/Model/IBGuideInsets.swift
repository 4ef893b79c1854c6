internal import XML

/// The insets of the system in a view controller's view: status and navigation bar at the top, tab bar or home indicator at the
/// bottom.
struct IBGuideInsets {
    let canvas: IBCanvas
    let votes: IBInsetVotes
    private let presentation: IBPresentation
    /// For each view whether it is, or is in, a view into which no safe area extends: a cell, or a view that scrolls.
    private let areCovered: [Bool]

    private var file: IBFile { canvas.file }
    private var scene: IBScene { canvas.scene }

    private static let covering: Set<String> = [
        "tableViewCell", "collectionViewCell", "scrollView", "tableView", "collectionView", "collectionReusableView",
    ]

    init(canvas: IBCanvas, votes: IBInsetVotes) {
        self.canvas = canvas
        self.votes = votes
        let scene = canvas.scene
        presentation = scene.controller?["id"].flatMap { canvas.file.presentations[$0] } ?? IBGuideInsets.rootMetrics(of: scene)
        var areCovered: [Bool] = []
        for view in scene.views { areCovered.append(view.superview.map { areCovered[$0] } == true || IBGuideInsets.covering.contains(view.kind)) }
        self.areCovered = areCovered
    }

    /// Returns the simulated metrics that a top-level view states itself.
    private static func rootMetrics(of scene: IBScene) -> IBPresentation {
        var presentation = IBPresentation()
        for child in scene.root.element.children {
            switch (child["key"], child.name) {
            case ("simulatedStatusBarMetrics", "nil"): presentation.hidesStatusBar = true
            case ("simulatedTopBarMetrics", "simulatedNavigationBarMetrics"): presentation.hasNavigationBar = true
            case ("simulatedBottomBarMetrics", "simulatedTabBarMetrics"): presentation.hasTabBar = true
            case ("simulatedDestinationMetrics", "freeformSimulatedSizeMetrics"): presentation.isFreeform = true
            default: break
            }
        }
        return presentation
    }

    /// Whether the root fills the canvas' screen.
    var isWholeScreen: Bool {
        guard let device = file.device, let frame = scene.root.frame else { return true }
        return (frame.width - device.width).magnitude < 1 && (frame.height - device.height).magnitude < 1
    }

    /// Returns the safe area's insets of the root.
    func safeArea(guide: Int?) -> (insets: IBInsets, chosen: [IBSide]) {
        var rule = IBInsets()
        if file.platform == .tvOS {
            rule = IBInsets(top: 60, left: scene.controller == nil ? 90 : 90, bottom: 60, right: 90)
        } else if file.platform == .iOS {
            rule = screenInsets
        }
        guard let guide else { return (rule, []) }
        var insets = rule
        var chosen: [IBSide] = []
        for side in [IBSide.bottom, .right, .top, .left] {
            let choice =
                side.isStart
                ? votes.choose(start: side, of: .guide(guide), rule: rule[side], known: known(side), end: insets[side == .top ? .bottom : .right])
                : votes.choose(.guide(guide), side, rule: rule[side], known: known(side))
            insets[side] = choice.value
            if choice.isChosen { chosen.append(side) }
        }
        if isDoubling, let device = file.device, device.hasNotch,
            votes.isCentered(.guide(guide), top: 2 * device.statusBar, bottom: 2 * device.homeIndicator)
        {
            (insets.top, insets.bottom) = (2 * device.statusBar, 2 * device.homeIndicator)
            chosen += [.top, .bottom]
        }
        return (insets, IBSide.allCases.filter(chosen.contains))
    }

    /// The insets determined only by the rules.
    private var screenInsets: IBInsets {
        let device = file.target ?? file.device
        let presentation = presentation
        var insets = IBInsets()
        // A view with its own size is in no screen, but canvases with a notch apply their insets nevertheless.
        guard isWholeScreen || scene.controller != nil || device?.hasNotch == true else { return insets }
        if let device, device.isLandscape, device.hasNotch {
            // The housing of the sensors is at a side.
            (insets.left, insets.right, insets.bottom) = (device.statusBar, device.statusBar, 21)
            if isDoubling {
                // This canvas adds the insets of the upright screen.
                (insets.top, insets.bottom) = (device.statusBar, 21 + device.homeIndicator)
            }
        } else {
            insets.top = presentation.hidesStatusBar && !(device?.hasNotch ?? false) ? 0 : device?.statusBar ?? 20
            // A view with its own size begins at the top of the screen, and usually does not extend to its bottom.
            insets.bottom = isWholeScreen || scene.controller != nil ? device?.homeIndicator ?? 0 : 0
        }
        if presentation.hasNavigationBar {
            insets.top += 44
            if presentation.hasLargeTitle { insets.top += 52 }
            if let bottom = presentation.navigationBarBottom, file.target == nil {
                insets.top = bottom
                // The canvas of Xcode 26 adds the screen's insets once more for each container.
                if let device, device.homeIndicator > 0, bottom >= 2 * device.statusBar + 44 { insets.bottom += device.homeIndicator }
            }
        }
        // A bar above the view's top does not inset it.
        if scene.controller != nil, let y = scene.root.frame?.y, y > 0 { insets.top = max(0, insets.top - y) }
        if presentation.hasTabBar {
            insets.bottom += isDoubling && device?.isLandscape == true && device?.hasNotch == true ? 31 : 49
        } else if presentation.hasToolbar {
            insets.bottom += 44
        }
        return insets
    }

    /// Returns other possible values of an inset: with and without bars, in a sheet, on a canvas of another version.
    func known(_ side: IBSide) -> [Double] {
        guard file.platform == .iOS else {
            // A window's title bar, with or without a toolbar of each style, covers the top of a content view of its full size.
            return file.platform == .tvOS ? [0, 60, 80, 90] : side == .top ? [0, 28, 32, 38, 52] : [0]
        }
        let device = file.device
        let hasNotch = device?.hasNotch ?? false
        switch side {
        case .top:
            let bars = hasNotch ? [44.0, 47, 48, 50, 54, 59, 62] : device?.isPad == true ? [20.0, 24] : [20.0]
            let known =
                [0] + bars + bars.map { $0 + 44 } + bars.map { $0 + 96 } + bars.map { $0 + 52 }
                + [44, 50, 56, 64, 70, 96].filter { !hasNotch || $0 != 64 }
            return known + navigationBars
                + (isDoubling ? bars.flatMap { bar in [1.0, 2].flatMap { times in [0, 54, 106].map { bar * times + $0 } } } : [])
        case .bottom:
            let bars = hasNotch || device?.isPad == true ? [0.0, 20, 21, 34] : [0.0]
            return bars + bars.map { $0 + 49 } + bars.map { $0 + 44 } + [68, 65] + (isDoubling ? [117, 112, 55, 86] : [])
        case .left, .right: return hasNotch ? [0, 44, 47, 48, 50, 59, 62] : [0]
        }
    }

    /// The bottom edges that the navigation bar may have: as stored, and without a large title.
    private var navigationBars: [Double] {
        presentation.navigationBarBottom.map { [$0, $0 - 52] } ?? []
    }

    /// Whether the canvas may add the screen's insets twice, as that of Xcode 26 does.
    private var isDoubling: Bool { file.toolsVersion >= 24000 }

    /// Returns the length of the top or bottom layout guide.
    func layoutSupport(guide: Int, isTop: Bool) -> (length: Double, isChosen: Bool) {
        let rule = isTop ? screenInsets.top : screenInsets.bottom
        // Constraints refer to the guide's inner edge: a top guide's bottom, a bottom guide's top.
        let side: IBSide = isTop ? .bottom : .top
        let height = canvas.absolute.first??.height ?? 0
        let known = (self.known(isTop ? .top : .bottom) + [0]).map { height - $0 }
        let choice = votes.choose(.guide(guide), side, rule: height - rule, known: known)
        return (height - choice.value, choice.isChosen)
    }

    /// Returns the part of the root's safe area that extends into an inner view, by its location on the canvas.
    func safeArea(of view: Int, root: IBInsets) -> IBInsets {
        if scene.views[view].isComposed { return IBInsets() }
        guard view != 0, let rect = canvas.absolute[view], let outer = canvas.absolute.first ?? nil else { return root }
        if areCovered[view] { return IBInsets() }
        return IBInsets(
            top: max(0, root.top - rect.y), left: max(0, root.left - rect.x), bottom: max(0, root.bottom - (outer.height - rect.maxY)),
            right: max(0, root.right - (outer.width - rect.maxX)))
    }
}
