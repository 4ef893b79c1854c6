internal import ExactArithmetic
internal import LayoutModel
internal import XML

/// The look of AppKit's controls on the system that drew a scene, which determines their sizes and alignment rectangles.
///
/// It is the look of the system on which Interface Builder ran. The file does not state it: the same release runs on two systems,
/// and a scene that was not opened since then retains the frames of an earlier look.
enum IBMacLook: Sendable, Hashable {
    /// Up to macOS 10.9, whose frames Xcode 6 stored.
    case mavericks
    /// macOS 10.10 to 10.15.
    case yosemite
    /// macOS 11 to 15.
    case bigSur
    /// macOS 26, whose controls have no shadow around them.
    case tahoe

    /// Returns the looks of a version of Interface Builder, the likeliest first.
    static func known(toolsVersion: Int) -> [IBMacLook] {
        if toolsVersion >= 24128 { return [.tahoe, .bigSur] }
        if toolsVersion >= 17000 { return [.bigSur, .yosemite] }
        return toolsVersion >= 11000 ? [.yosemite, .mavericks] : [.mavericks, .yosemite]
    }
}

/// The look of each view of a scene.
struct IBMacLooks {
    let file: IBFile
    let scene: IBScene
    /// Stored frames relative to the root.
    let absolute: [IBRect?]

    /// Returns the look of each view: the look that fits most of the scene's stored frames, except for views whose own height
    /// implies another look.
    func choose() -> [IBMacLook] {
        let known = IBMacLook.known(toolsVersion: file.toolsVersion)
        guard known.count > 1 else { return Array(repeating: known[0], count: scene.views.count) }
        let items = IBItems(file: file, scene: scene)
        let heights = ownHeights(items)
        let scores = known.map { score($0, heights, items) }
        let common = zip(known, scores).reduce((known[0], scores[0])) { $1.1 > $0.1 ? $1 : $0 }.0
        return scene.views.indices.map { view in
            guard let shown = heights[view], !shown.contains(common) else { return common }
            return known.first(where: shown.contains) ?? common
        }
    }

    /// Returns the possible looks of views by the stored heights of controls. Heights that constraints determine are ignored.
    private func ownHeights(_ items: IBItems) -> [Int: Set<IBMacLook>] {
        var stated: Set<Int> = []
        for constraint in scene.constraints where !constraint.isUninstalled {
            guard let (first, second) = items.sides(of: constraint) else { continue }
            for side in [first, second] {
                if let side, side.attribute == .height, case .view(let view) = side.item { stated.insert(view) }
            }
        }
        var heights: [Int: Set<IBMacLook>] = [:]
        for (index, view) in scene.views.enumerated() where view.isDriven && !stated.contains(index) && !isStale(index) {
            guard let height = view.frame?.height else { continue }
            let looks = IBMacControl(view).looks(height: height)
            if !looks.isEmpty { heights[index] = looks }
        }
        return heights
    }

    /// Returns the number of stored heights and distances that are those of a look.
    private func score(_ look: IBMacLook, _ heights: [Int: Set<IBMacLook>], _ items: IBItems) -> Int {
        let insets = scene.views.map { IBMacControl($0).insets(look) }
        var score = heights.values.count { $0.contains(look) }
        for constraint in scene.constraints where !constraint.isUninstalled && constraint.attribute("relation") == nil {
            guard constraint.attribute("multiplier") == nil, constraint.attribute("priority") == nil,
                let (first, second) = items.sides(of: constraint), let second,
                let one = position(first, insets), let other = position(second, insets)
            else { continue }
            if (one - other - items.constant(of: constraint)).magnitude < 0.6 { score += 1 }
        }
        return score
    }

    private func position(_ side: IBItems.Side, _ insets: [IBInsets]) -> Double? {
        guard case .view(let view) = side.item, !isStale(view), let rect = absolute[view] else { return nil }
        let inset = insets[view]
        switch side.attribute {
        case .left, .leading: return rect.x + inset.left
        case .right, .trailing: return rect.maxX - inset.right
        case .top: return rect.y + inset.top
        case .bottom: return rect.maxY - inset.bottom
        default: return nil
        }
    }

    private func isStale(_ index: Int) -> Bool {
        let view = scene.views[index]
        return view.isSet("misplaced") || view.isSet("ambiguous") || view.isDropped || view.isUninstalled
    }
}
