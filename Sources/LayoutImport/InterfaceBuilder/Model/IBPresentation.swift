internal import XML

/// The surroundings of a view controller in its storyboard, as far as segues and simulated metrics determine them.
struct IBPresentation: Sendable, Hashable {
    var hasNavigationBar = false
    /// The bottom edge of the navigation bar on the screen, if the bar's stored frame is a location on it.
    var navigationBarBottom: Double?
    var hasTabBar = false
    var hasToolbar = false
    var hasLargeTitle = false
    var isModal = false
    /// Whether the status bar is simulated as absent.
    var hidesStatusBar = false
    /// Whether it has its own size, so that it is in no device.
    var isFreeform = false

    /// Returns the surroundings of each view controller of a document.
    static func all(in document: XMLElement, _ limits: ImportLimits) throws(ImportError) -> [String: IBPresentation] {
        var finder = PresentationFinder(limits: limits)
        try finder.scan(document)
        try finder.propagate()
        return finder.presentations
    }
}

private struct PresentationFinder {
    let limits: ImportLimits
    var presentations: [String: IBPresentation] = [:]
    /// Segues between view controllers.
    private var shown: [(from: String, to: String)] = []
    private var modal: Set<String> = []

    private struct Container {
        var isNavigation: Bool
        var hidesBar = false
        var hasLargeTitles = false
        var barBottom: Double?
    }

    private var containers: [String: Container] = [:]
    private var contained: [(container: String, child: String)] = []

    init(limits: ImportLimits) { self.limits = limits }

    mutating func scan(_ document: XMLElement) throws(ImportError) {
        var stack: [(element: XMLElement, controller: String?)] = [(document, nil)]
        var count = 0
        while let (element, outer) = stack.popLast() {
            try limits.checkInterest(count)
            count += 1
            var controller = outer
            if let id = element["id"], element["sceneMemberID"] == "viewController" || element.name.hasSuffix("ontroller") {
                controller = id
                note(element, id)
            }
            if element.name == "segue", let controller, let target = element["destination"] { note(segue: element, from: controller, to: target) }
            for child in element.children { stack.append((child, controller)) }
        }
    }

    private mutating func note(_ element: XMLElement, _ id: String) {
        var presentation = presentations[id] ?? IBPresentation()
        for child in element.children {
            switch (child["key"], child.name) {
            case ("simulatedStatusBarMetrics", "nil"): presentation.hidesStatusBar = true
            case ("simulatedTopBarMetrics", "simulatedNavigationBarMetrics"): presentation.hasNavigationBar = true
            case ("simulatedBottomBarMetrics", "simulatedTabBarMetrics"): presentation.hasTabBar = true
            case ("simulatedBottomBarMetrics", "simulatedToolbarMetrics"): presentation.hasToolbar = true
            case ("simulatedDestinationMetrics", "freeformSimulatedSizeMetrics"): presentation.isFreeform = true
            case ("freeformSize", _): presentation.isFreeform = true
            case ("navigationItem", _) where child["largeTitleDisplayMode"] == "always": presentation.hasLargeTitle = true
            default: break
            }
        }
        presentations[id] = presentation
        if element.name == "navigationController" {
            let bar = element.child(key: "navigationBar")
            containers[id] = Container(
                isNavigation: true, hidesBar: element["navigationBarHidden"] == "YES", hasLargeTitles: bar?["largeTitles"] == "YES",
                barBottom: bar.flatMap(barBottom))
        } else if element.name == "tabBarController" {
            containers[id] = Container(isNavigation: false)
        }
    }

    /// Returns the bottom edge of a bar. A bar that was never laid out is stored at the origin with its standard height, while that
    /// of a sheet is taller.
    private func barBottom(_ bar: XMLElement) -> Double? {
        guard let frame = bar.children.first(where: { $0.name == "rect" && $0["key"] == "frame" }), let y = IBNumber.double(frame["y"]),
            let height = IBNumber.double(frame["height"]), height >= 32, y > 0 || (y == 0 && height >= 50), y + height < 400
        else { return nil }
        return y + height
    }

    private mutating func note(segue: XMLElement, from: String, to: String) {
        switch segue["kind"] {
        case "relationship": contained.append((from, to))
        case "show", "push", "showDetail": shown.append((from, to))
        case "presentation", "modal": modal.insert(to)
        default: break
        }
    }

    /// Propagates bars: a container's bar applies to its contents, and by `show` to pushed controllers.
    mutating func propagate() throws(ImportError) {
        for (container, child) in contained {
            guard let kind = containers[container] else { continue }
            if kind.isNavigation {
                if !kind.hidesBar {
                    presentations[child, default: IBPresentation()].hasNavigationBar = true
                    presentations[child, default: IBPresentation()].navigationBarBottom = kind.barBottom
                }
                if kind.hasLargeTitles { presentations[child, default: IBPresentation()].hasLargeTitle = true }
            } else {
                presentations[child, default: IBPresentation()].hasTabBar = true
            }
        }
        for id in modal { presentations[id, default: IBPresentation()].isModal = true }
        // A tab bar applies through a navigation controller, and bars apply along segues.
        var isChanging = true
        var rounds = 0
        while isChanging, rounds < 64 {
            isChanging = false
            rounds += 1
            for (number, (from, to)) in (contained + shown).enumerated() where containers[to] == nil || containers[from] == nil {
                try limits.checkInterest(number)
                let source = presentations[from] ?? IBPresentation()
                var target = presentations[to] ?? IBPresentation()
                let before = target
                if containers[from] == nil, source.hasNavigationBar {
                    target.hasNavigationBar = true
                    target.navigationBarBottom = target.navigationBarBottom ?? source.navigationBarBottom
                }
                if source.hasTabBar { target.hasTabBar = true }
                if target != before {
                    presentations[to] = target
                    isChanging = true
                }
            }
        }
    }
}
