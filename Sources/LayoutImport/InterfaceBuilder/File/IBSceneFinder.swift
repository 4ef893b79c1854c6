internal import ExactArithmetic
internal import XML

/// Finds the trees of views with their constraints and guides, and removes those that are not installed for the canvas' traits.
struct IBSceneFinder {
    let file: IBFile
    let mode: InterfaceBuilderOptions.Mode
    let limits: ImportLimits

    /// The state of a traversal that children inherit.
    private struct Visit {
        var element: XMLElement
        var scene: Int?
        var superview: Int?
        var controller: XMLElement?
    }

    /// Traverses without recursion, since a file may be as deep as the XML reader allows.
    mutating func scenes(in document: XMLElement) throws(ImportError) -> [IBScene] {
        var scenes: [IBScene] = []
        var stack = [Visit(element: document)]
        var order: [XMLElement] = []
        var count = 0
        while let visit = stack.popLast() {
            try limits.checkInterest(count)
            count += 1
            var inner = visit
            let element = visit.element
            let id = element["id"]
            if IBSceneFinder.isView(element) {
                inner = add(element, visit, to: &scenes)
            } else if id != nil, element.name.hasSuffix("ontroller") {
                inner.controller = element
                inner.scene = nil
                inner.superview = nil
            } else if let scene = visit.scene, let owner = visit.superview {
                note(element, id, owner: owner, in: &scenes[scene])
            }
            if element.name == "layoutGuides", element.parent?.name.hasSuffix("ontroller") == true { order.append(element) }
            // The last element of the stack is next, so children are reversed.
            var children: [Visit] = []
            for child in element.children {
                inner.element = child
                children.append(inner)
            }
            stack.append(contentsOf: children.reversed())
        }
        noteLayoutSupport(order, in: &scenes)
        for index in scenes.indices {
            try limits.checkInterest(index)
            uninstall(&scenes[index])
        }
        return scenes
    }

    /// Returns whether an element is a view: if it has a frame, or attributes of drawing or layout, or is in `subviews`.
    static func isView(_ element: XMLElement) -> Bool {
        if element.parent?.name == "subviews" { return true }
        // Interface Builder writes an id for each view. A handwritten element without one is a view only if it can be nothing
        // else.
        if element["id"] == nil, element.name != "view" { return false }
        if element["translatesAutoresizingMaskIntoConstraints"] != nil { return true }
        if element.name == "windowController" || element.name == "window" && !isViewOfUIKit(element) { return false }
        if element["contentMode"] != nil { return true }
        return element.children.contains { ($0.name == "rect" || $0.name == "frame") && ($0["key"] == "frame" || $0["key"] == "frameInset") }
    }

    /// Returns whether a window is a view, as UIKit's is. AppKit's only has one.
    private static func isViewOfUIKit(_ window: XMLElement) -> Bool {
        var root = window
        while let parent = root.parent { root = parent }
        return IBFileReader.platform(of: root) != .macOS
    }

    private func add(_ element: XMLElement, _ visit: Visit, to scenes: inout [IBScene]) -> Visit {
        var inner = visit
        var view = IBView(element: element, id: element["id"] ?? "")
        let scene: Int
        if let known = visit.scene, let superview = visit.superview {
            scene = known
            view.superview = superview
            let parent = scenes[scene].views[superview]
            view.isPlacedBySuperview = parent.kind == "gridView" || element.name == "tableCellView"
            view.isArranged = parent.isStack && element.parent?.name == "subviews"
            if file.platform == .macOS, parent.isStack, ["beginningViews", "middleViews", "endViews"].contains(element.parent?.name ?? "") {
                view.isArranged = true
            }
        } else {
            scene = scenes.count
            scenes.append(IBScene())
            if element["key"] == "view" || element.parent?["id"] == visit.controller?["id"] { scenes[scene].controller = visit.controller }
        }
        if element["id"] == nil { view.id = scenes[scene].name(ofUnnamed: element) }
        view.frame = frame(of: element, in: view.superview.map { scenes[scene].views[$0] })
        let index = scenes[scene].views.count
        scenes[scene].views.append(view)
        if let superview = view.superview { scenes[scene].views[superview].subviews.append(index) }
        if scenes[scene].viewNumbers[view.id] == nil { scenes[scene].viewNumbers[view.id] = index }
        inner.scene = scene
        inner.superview = index
        return inner
    }

    private func frame(of element: XMLElement, in superview: IBView?) -> IBRect? {
        if let rect = element.children.first(where: { $0.name == "rect" && $0["key"] == "frame" }) {
            var frame = IBRect(
                x: IBNumber.double(rect["x"]) ?? 0, y: IBNumber.double(rect["y"]) ?? 0, width: max(0, IBNumber.double(rect["width"]) ?? 0),
                height: max(0, IBNumber.double(rect["height"]) ?? 0))
            if file.platform == .macOS, let superview, !isFlipped(superview) {
                frame.y = (superview.frame?.height ?? 0) - frame.maxY
            }
            return frame
        }
        guard let outer = superview?.frame else { return nil }
        guard let inset = element.child(key: "frameInset") else {
            guard element.name == "tableViewCellContentView" else { return nil }
            // Early Xcode 8 omitted it: the cell without its separator.
            return IBRect(x: 0, y: 0, width: outer.width, height: max(0, outer.height - 1))
        }
        let (minX, maxX, width) = (IBNumber.double(inset["minX"]), IBNumber.double(inset["maxX"]), IBNumber.double(inset["width"]))
        let (minY, maxY, height) = (IBNumber.double(inset["minY"]), IBNumber.double(inset["maxY"]), IBNumber.double(inset["height"]))
        let x = minX ?? maxX.flatMap { far in width.map { outer.width - far - $0 } } ?? 0
        let y = minY ?? maxY.flatMap { far in height.map { outer.height - far - $0 } } ?? 0
        return IBRect(x: x, y: y, width: width ?? outer.width - x - (maxX ?? 0), height: height ?? outer.height - y - (maxY ?? 0))
    }

    /// Returns whether an AppKit view is flipped. The y axis of the others points up.
    private func isFlipped(_ view: IBView) -> Bool {
        ["tableView", "outlineView", "clipView", "collectionView", "tableHeaderView"].contains(view.kind)
    }

    private func note(_ element: XMLElement, _ id: String?, owner: Int, in scene: inout IBScene) {
        switch element.name {
        case "constraint" where element["firstAttribute"] != nil:
            scene.constraints.append(IBConstraint(element: element, id: id ?? scene.name(ofUnnamed: element), owner: owner))
        case "viewLayoutGuide", "keyboardLayoutGuide":
            // A constraint cannot refer to an element without an id.
            guard let id else { return }
            let kinds: [String: IBGuide.Kind] = [
                "safeArea": .safeArea, "contentLayoutGuide": .contentLayout, "frameLayoutGuide": .frameLayout, "layoutMargins": .margins,
                "layoutMarginsGuide": .margins, "readableContent": .readable, "readableContentGuide": .readable, "keyboard": .keyboard,
                "keyboardLayoutGuide": .keyboard,
            ]
            guard let kind = kinds[element["key"] ?? ""] else {
                scene.unknownGuides[id] = element
                return
            }
            scene.guides.append(IBGuide(element: element, id: id, kind: kind, owner: owner))
        default:
            if let id, element.name.hasSuffix("Guide") { scene.unknownGuides[id] = element }
        }
    }

    /// Adds the top and bottom layout guides of a view controller to its view.
    private func noteLayoutSupport(_ groups: [XMLElement], in scenes: inout [IBScene]) {
        var numbers: [XMLElement: Int] = [:]
        for (number, scene) in scenes.enumerated() {
            if let controller = scene.controller, numbers[controller] == nil { numbers[controller] = number }
        }
        for group in groups {
            guard let controller = group.parent, let scene = numbers[controller] else { continue }
            for element in group.children where element.name == "viewControllerLayoutGuide" {
                guard let id = element["id"] else { continue }
                let kind: IBGuide.Kind = element["type"] == "bottom" ? .bottomLayout : .topLayout
                scenes[scene].guides.append(IBGuide(element: element, id: id, kind: kind, owner: 0))
            }
        }
    }

    // MARK: - Variations

    /// Removes what the variations exclude: the default first, then those with more traits.
    private func uninstall(_ scene: inout IBScene) {
        var excluded: Set<String> = []
        for view in scene.views {
            let variations = view.element.children.filter { $0.name == "variation" && file.traits.match($0["key"] ?? "") }
            for variation in variations.sorted(by: { IBTraits.weight($0["key"] ?? "") < IBTraits.weight($1["key"] ?? "") }) {
                for mask in variation.children where mask.name == "mask" {
                    for change in mask.children {
                        guard let reference = change["reference"] else { continue }
                        if change.name == "exclude" { excluded.insert(reference) }
                        if change.name == "include" { excluded.remove(reference) }
                    }
                }
            }
        }
        let detached = file.platform == .macOS ? IBSceneFinder.detached(in: scene) : []
        for index in scene.views.indices {
            let superview = scene.views[index].superview
            if let superview, excluded.contains(scene.views[index].id) || scene.views[superview].isUninstalled {
                scene.views[index].isUninstalled = true
            }
            if let superview {
                // AppKit's stack views leave hidden views where they are, unless they detach them.
                let detaches = file.platform != .macOS || scene.views[superview].isSet("detachesHiddenViews")
                let isHiddenArranged = scene.views[index].isArranged && scene.views[index].isHiddenFromStack(in: mode) && detaches
                scene.views[index].isDropped = isHiddenArranged || detached.contains(index) || scene.views[superview].isDropped
            }
        }
        for index in scene.constraints.indices {
            let constraint = scene.constraints[index]
            scene.constraints[index].isUninstalled = excluded.contains(constraint.id) || scene.views[constraint.owner].isUninstalled
        }
    }

    /// Returns the views that AppKit's stack views detach whatever room there is: those with a visibility priority of 0.
    private static func detached(in scene: IBScene) -> Set<Int> {
        var detached: Set<Int> = []
        for view in scene.views where view.isStack {
            guard let priorities = view.element.child("visibilityPriorities")?.children else { continue }
            for (index, priority) in zip(view.subviews.filter({ scene.views[$0].isArranged }), priorities) {
                if IBNumber.exact(priority["value"] ?? "")?.isZero == true { detached.insert(index) }
            }
        }
        return detached
    }
}
