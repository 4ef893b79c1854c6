internal import LayoutModel
internal import XML

/// The locations of a scene's views on the canvas, by their stored frames, and the locations that constraints imply for views
/// without a frame.
struct IBCanvas {
    let file: IBFile
    let scene: IBScene
    /// Stored frames relative to the root, or nil if the file has none.
    let absolute: [IBRect?]
    /// The alignment insets of each view's frame.
    let alignmentInsets: [IBInsets]

    /// The looks of AppKit's controls, by view. Empty for other platforms.
    let looks: [IBMacLook]

    init(file: IBFile, scene: IBScene) {
        self.file = file
        self.scene = scene
        absolute = IBCanvas.absolute(file, scene)
        var insets: [IBInsets]
        if file.platform == .macOS {
            looks = IBMacLooks(file: file, scene: scene, absolute: absolute).choose()
            insets = zip(scene.views, looks).map { IBMacControl($0).insets($1) }
        } else {
            looks = []
            insets = scene.views.map { IBAlignment.touch($0, toolsVersion: file.toolsVersion) }
        }
        IBImageInsets(file: file, scene: scene).add(to: &insets)
        // The file gives AppKit's root its size, whatever that is.
        if file.platform == .macOS, !insets.isEmpty { insets[0] = IBInsets() }
        alignmentInsets = insets
    }

    private static func absolute(_ file: IBFile, _ scene: IBScene) -> [IBRect?] {
        var absolute: [IBRect?] = []
        absolute.reserveCapacity(scene.views.count)
        for view in scene.views {
            guard let superview = view.superview else {
                absolute.append(IBRect(x: 0, y: 0, width: view.frame?.width ?? 0, height: rootHeight(file, scene) ?? 0))
                continue
            }
            guard let outer = absolute[superview], !view.isComposed else {
                absolute.append(nil)
                continue
            }
            // Without a frame, a cell's content fills its cell. Any other view is positioned by constraints.
            let own = view.frame ?? (view.isDriven ? nil : IBRect(x: 0, y: 0, width: outer.width, height: outer.height))
            absolute.append(own.map { IBRect(x: $0.x + outer.x, y: $0.y + outer.y, width: $0.width, height: $0.height) })
        }
        return absolute
    }

    /// Returns the root's height. A view controller's view below an opaque bar ends at the bottom of the screen, although its
    /// stored height is that of the screen.
    private static func rootHeight(_ file: IBFile, _ scene: IBScene) -> Double? {
        guard let frame = scene.root.frame else { return nil }
        guard scene.controller != nil, let device = file.device, frame.y > 0, (frame.height - device.height).magnitude < 0.5, frame.y < frame.height
        else {
            return frame.height
        }
        return frame.height - frame.y
    }

    /// Returns whether a view is, at any depth, in a container that a stack view arranges.
    func isInKeptContainer(_ view: Int) -> Bool {
        var next = scene.views[view].superview
        while let index = next {
            if scene.views[index].isKeptContainer { return true }
            next = scene.views[index].superview
        }
        return false
    }

    /// Returns the alignment rectangle relative to the root.
    func alignmentRect(_ view: Int) -> IBRect? {
        guard var rect = absolute[view] else { return nil }
        let insets = alignmentInsets[view]
        rect.x += insets.left
        rect.y += insets.top
        rect.width -= insets.left + insets.right
        rect.height -= insets.top + insets.bottom
        return rect
    }

    /// Returns the coordinate of a view's edge or center, relative to the root.
    func position(_ view: Int, _ attribute: LayoutAttribute) -> Double? {
        guard let rect = alignmentRect(view) else { return nil }
        switch attribute {
        case .left, .leading: return rect.x
        case .right, .trailing: return rect.maxX
        case .top: return rect.y
        case .bottom: return rect.maxY
        case .centerX: return rect.midX
        case .centerY: return rect.midY
        default: return nil
        }
    }

    /// Returns whether the stored frame does not reflect the constraints.
    func isStale(_ view: Int) -> Bool {
        let view = scene.views[view]
        return view.isSet("misplaced") || view.isSet("ambiguous") || view.isDropped || view.isUninstalled
    }
}

/// A side of a rectangle.
enum IBSide: Hashable, CaseIterable {
    case top, left, bottom, right

    /// Creates the side of an attribute in left-to-right direction, including margin forms.
    init?(_ attribute: LayoutAttribute) {
        switch attribute {
        case .top, .topMargin: self = .top
        case .bottom, .bottomMargin: self = .bottom
        case .left, .leading, .leftMargin, .leadingMargin: self = .left
        case .right, .trailing, .rightMargin, .trailingMargin: self = .right
        default: return nil
        }
    }

    var isStart: Bool { self == .top || self == .left }

    var edge: LayoutAttribute {
        switch self {
        case .top: .top
        case .left: .left
        case .bottom: .bottom
        case .right: .right
        }
    }
}

extension IBInsets {
    subscript(side: IBSide) -> Double {
        get {
            switch side {
            case .top: top
            case .left: left
            case .bottom: bottom
            case .right: right
            }
        }
        set {
            switch side {
            case .top: top = newValue
            case .left: left = newValue
            case .bottom: bottom = newValue
            case .right: right = newValue
            }
        }
    }
}
