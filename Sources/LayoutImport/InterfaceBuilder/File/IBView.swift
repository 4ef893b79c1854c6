internal import ExactArithmetic
internal import XML

/// A view of an Interface Builder file as it is written there.
struct IBView {
    var element: XMLElement
    var id: String
    /// The element's name: `label`, `stackView`, `tableViewCellContentView`.
    var kind: String
    /// `view`, `contentView`, `tableHeaderView`: what the view is to its parent; nil for a subview.
    var key: String?
    /// Index of the superview in `IBScene.views`; nil for the root.
    var superview: Int?
    var subviews: [Int] = []
    /// As stored, relative to the superview, y downwards; nil where the file has none.
    var frame: IBRect?
    /// The superview is a stack view and arranges it.
    var isArranged = false
    /// A cell of a grid view, which places it by itself.
    var isPlacedBySuperview = false
    /// Is not part of the layout for these traits.
    var isUninstalled = false
    /// A hidden arranged view, or within one: it is not laid out and keeps an old frame.
    var isDropped = false

    init(element: XMLElement, id: String) {
        self.element = element
        self.id = id
        kind = element.name
        key = element["key"]
    }

    func attribute(_ name: String) -> String? { element[name] }
    func isSet(_ name: String) -> Bool { element[name] == "YES" }
    func number(_ name: String) -> Double? { IBNumber.double(element[name]) }

    /// What the constraints place; all others stay where their autoresizing mask puts them.
    var isDriven: Bool {
        if isDropped || isPlacedBySuperview || superview == nil || isSet("fixedFrame") { return false }
        return isArranged || element["translatesAutoresizingMaskIntoConstraints"] == "NO"
    }

    var isStack: Bool { kind == "stackView" }
    /// A view with others in it that a stack view arranges. The canvas keeps the size that it is drawn with.
    var isKeptContainer: Bool { isArranged && !isStack && !subviews.isEmpty }
    /// Scroll views whose edges mean the content. Table and collection views have no content that constraints size.
    var isScroll: Bool { kind == "scrollView" }

    /// The class the view has at run time, as far as the file tells.
    var customClass: String? { element["customClass"] }
}

/// A constraint as written; the first item is filled in where it is left out.
struct IBConstraint {
    var element: XMLElement
    var id: String
    /// Index of the view that owns it.
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
    /// Index of the view it belongs to.
    var owner: Int
}
