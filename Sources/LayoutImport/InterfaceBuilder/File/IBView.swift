internal import ExactArithmetic
internal import XML

/// A view of an Interface Builder file as written.
struct IBView {
    var element: XMLElement
    var id: String
    /// The element's name: `label`, `stackView`, `tableViewCellContentView`.
    var kind: String
    /// The view's role for its parent: `view`, `contentView`, `tableHeaderView`. Nil for a subview.
    var key: String?
    /// The index of the superview in `IBScene.views`, or nil for the root.
    var superview: Int?
    var subviews: [Int] = []
    /// The stored frame relative to the superview, with y pointing down, or nil if the file has none.
    var frame: IBRect?
    /// Whether the superview is a stack view that arranges it.
    var isArranged = false
    /// Whether it is a cell of a grid view or of AppKit's table, which positions it.
    var isPlacedBySuperview = false
    /// Whether it is not part of the layout for these traits.
    var isUninstalled = false
    /// Whether it is, or is inside, a hidden arranged view, which is not laid out and has an outdated frame.
    var isDropped = false
    /// The size in which the content of a composed view is drawn in its own file. Nil for other views.
    var drawnContent: IBSize?

    init(element: XMLElement, id: String) {
        self.element = element
        self.id = id
        kind = element.name
        key = element["key"]
        drawnContent = element.child(IBComposer.drawnSize).map { rect in
            IBSize(width: max(0, IBNumber.double(rect["width"]) ?? 0), height: max(0, IBNumber.double(rect["height"]) ?? 0))
        }
    }

    /// Whether it belongs to the content of a composed view. Its stored frame is that of its own file.
    var isComposed: Bool { element.file != nil }

    func attribute(_ name: String) -> String? { element[name] }
    func isSet(_ name: String) -> Bool { element[name] == "YES" }
    func number(_ name: String) -> Double? { IBNumber.double(element[name]) }

    /// Whether constraints position it. All others are positioned by their autoresizing mask.
    var isDriven: Bool {
        if isDropped || isPlacedBySuperview || superview == nil || isSet("fixedFrame") || isClip { return false }
        return isArranged || element["translatesAutoresizingMaskIntoConstraints"] == "NO"
    }

    /// Whether it is the clip view of an AppKit scroll view, which lays it out independently of the file.
    var isClip: Bool { kind == "clipView" && key == "contentView" }

    /// Returns whether a stack view excludes the view because it is hidden. An activity indicator that hides when it stops also has
    /// `hidden` in the file, although the canvas shows it.
    func isHiddenFromStack(in mode: InterfaceBuilderOptions.Mode) -> Bool {
        guard isSet("hidden") else { return false }
        return mode == .run || kind != "activityIndicatorView" || !isSet("hidesWhenStopped")
    }

    var isStack: Bool { kind == "stackView" }
    /// Whether it is a view with subviews that a stack view arranges. The canvas retains its drawn size.
    var isKeptContainer: Bool { isArranged && !isStack && !subviews.isEmpty && drawnContent == nil && !isComposed }
    /// Whether constraints to its edges refer to its content area. Table and collection views have no content that constraints
    /// size.
    var isScroll: Bool { kind == "scrollView" }

    /// The class at run time, if the file states it.
    var customClass: String? { element["customClass"] }
}

/// A constraint as written. An omitted first item is filled in.
struct IBConstraint {
    var element: XMLElement
    var id: String
    /// The index of the view that owns it.
    var owner: Int
    var isUninstalled = false

    func attribute(_ name: String) -> String? { element[name] }
    var isPlaceholder: Bool { element["placeholder"] == "YES" }
}

/// A guide of a view or view controller.
struct IBGuide {
    enum Kind: Hashable {
        case safeArea, contentLayout, frameLayout, margins, readable, keyboard, topLayout, bottomLayout
    }

    var element: XMLElement
    var id: String
    var kind: Kind
    /// The index of the view that owns it.
    var owner: Int
}
