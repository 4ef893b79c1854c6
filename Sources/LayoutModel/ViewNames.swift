/// What people call the views of a document: one name for each view, the same in reports, sentences and drawings, and no two alike.
///
/// A name is the view's label; else its text with its class (`UILabel “Hello”`); else its outlet, or the accessibility name that a log prints; else its
/// class without its module; else its id. Where two views would have the same name, a number follows it.
public struct ViewNames: Sendable {
    private let views: [LayoutView]
    private let isFragment: Bool
    private let root: Int
    /// For each name, whether several views would have it; empty where nothing but ids is known, which are unique.
    private var isShared: [String: Bool] = [:]
    /// The number behind the name of each view that would share it.
    private var numbers: [Int: Int] = [:]
    /// In a fragment, the view whose superview an assumed view is.
    private var subviews: [Int: Int] = [:]

    /// Takes one pass over the views.
    public init(_ document: LayoutDocument) {
        views = document.views
        isFragment = document.isFragment
        root = document.root
        if isFragment { noteAssumedViews() }
        guard views.contains(where: ViewNames.saysMoreThanID) else { return }
        var classes = ShortClassNames()
        var shared = false
        for view in views.indices where !isDerived(view) {
            let own = ownName(of: view, &classes)
            let isAgain = isShared[own] != nil
            isShared[own] = isAgain
            shared = shared || isAgain
        }
        if shared { number(&classes) }
    }

    /// The view's name; `?` where the document has no such view.
    public func name(of view: Int) -> String {
        guard views.indices.contains(view) else { return "?" }
        let superview = views[view].parent
        if views[view].kind == .content, let superview { return "\(name(of: superview)) content" }
        if views[view].isAssumed, let subview = subviews[view] { return "superview of \(name(of: subview))" }
        var classes = ShortClassNames()
        let own = ownName(of: view, &classes)
        guard isShared[own] == true else { return own }
        let whose = owner(ofGuide: view).map { "\(own) of \(name(of: $0))" } ?? own
        return numbers[view].map { "\(whose) \($0)" } ?? whose
    }

    // MARK: - Numbers

    private mutating func number(_ classes: inout ShortClassNames) {
        var last: [String: Int] = [:]
        for view in views.indices where !isDerived(view) {
            let own = ownName(of: view, &classes)
            guard isShared[own] == true else { continue }
            let owner = owner(ofGuide: view)
            let key = owner.map { "\(own) of \($0)" } ?? own
            var number = last[key, default: 0] + 1
            while isShared["\(own) \(number)"] != nil { number += 1 }
            last[key] = number
            // The guide of a view has a name by that; a second one of its kind is numbered.
            if owner == nil || number > 1 { numbers[view] = number }
        }
    }

    /// The view whose guide of the framework it is; nil of other views, and where the owner is not known.
    private func owner(ofGuide guide: Int) -> Int? {
        guard ViewNames.guideWords(views[guide]) != nil, let owner = views[guide].parent, !(isFragment && owner == root),
            views[owner].kind != .guide, views[owner].kind != .content, !views[owner].isAssumed
        else { return nil }
        return owner
    }

    /// Is called by another view's name.
    private func isDerived(_ view: Int) -> Bool {
        views[view].kind == .content ? views[view].parent != nil : views[view].isAssumed && subviews[view] != nil
    }

    private mutating func noteAssumedViews() {
        for view in views.indices {
            guard let superview = views[view].parent, views.indices.contains(superview), views[superview].isAssumed, !views[view].isAssumed,
                subviews[superview] == nil
            else { continue }
            subviews[superview] = view
        }
    }

    // MARK: - Names of their own

    private static func saysMoreThanID(_ view: LayoutView) -> Bool {
        view.className != nil || view.text != nil || view.label != nil || view.outlet != nil || view.kind == .content
    }

    /// The name without a number.
    private func ownName(of index: Int, _ classes: inout ShortClassNames) -> String {
        let view = views[index]
        if let words = ViewNames.guideWords(view) { return words }
        if let label = view.label, !label.isEmpty { return ViewNames.line(label, limit: 80) }
        let className = view.className.map { classes[$0] }
        if let text = view.text.map({ ViewNames.line($0, limit: 24) }), !text.isEmpty {
            return className.map { "\($0) “\(text)”" } ?? "“\(text)”"
        }
        if let outlet = view.outlet, !outlet.isEmpty { return ViewNames.line(outlet, limit: 80) }
        guard let className else { return isFragment ? classOfID(view.id, &classes) : view.id }
        return isFragment && !isPrintedID(view.id, of: view.className ?? "") ? view.id : className
    }

    /// Whether a log prints that id for want of a name: `UILabel:0x7f80`.
    private func isPrintedID(_ id: String, of className: String) -> Bool {
        id == className || id.hasPrefix(className + ":") || id.contains(":0x")
    }

    /// The class of a view of a log that is known by class and address alone.
    private func classOfID(_ id: String, _ classes: inout ShortClassNames) -> String {
        guard let colon = id.firstIndex(of: ":"), id[colon...].hasPrefix(":0x") else { return id }
        return classes[String(id[..<colon])]
    }

    /// What a guide of the framework is called, by the identifier that a log prints or the label that Interface Builder shows.
    private static func guideWords(_ view: LayoutView) -> String? {
        guard view.kind == .guide, let identifier = view.label ?? view.text else { return nil }
        return switch identifier {
        case "UIViewSafeAreaLayoutGuide", "NSViewSafeAreaLayoutGuide", "Safe Area": "safe area"
        case "UIViewLayoutMarginsGuide", "NSViewLayoutMarginsGuide", "Layout Margins Guide": "layout margins"
        case "UIViewReadableContentGuide", "Readable Content Guide": "readable content"
        case "UIScrollView-contentLayoutGuide", "Content Layout Guide": "content layout guide"
        case "UIScrollView-frameLayoutGuide", "Frame Layout Guide": "frame layout guide"
        case "UIViewKeyboardLayoutGuide", "UIKeyboardLayoutGuide", "Keyboard Layout Guide": "keyboard"
        case "Top Layout Guide": "top layout guide"
        case "Bottom Layout Guide": "bottom layout guide"
        default: nil
        }
    }

    /// The text on one line, cut at about so many characters.
    private static func line(_ text: String, limit: Int) -> String {
        // Short plain text is most of it.
        if text.utf8.count <= limit, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return text }
        let words = text.split { $0.isWhitespace || $0.isNewline || $0.unicodeScalars.allSatisfy { $0.value < 0x20 || $0.value == 0x7F } }
        let line = words.joined(separator: " ")
        guard line.count > limit else { return line }
        var cut = line.prefix(limit - 1)
        while cut.last?.isWhitespace == true { cut = cut.dropLast() }
        return "\(cut)…"
    }
}

/// Class names without module and mangling, each made once.
private struct ShortClassNames {
    private var names: [String: String] = [:]

    subscript(className: String) -> String {
        mutating get {
            if let known = names[className] { return known }
            let short = ClassName.short(className)
            names[className] = short
            return short
        }
    }
}
