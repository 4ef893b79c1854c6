internal import XML

/// A tree of views with a layout of its own: a view controller's view, a top-level view of a xib, a bar.
struct IBScene {
    /// Every view before its subviews. The root is the first.
    var views: [IBView] = []
    var constraints: [IBConstraint] = []
    var guides: [IBGuide] = []
    /// Guides of kinds that are not understood, by id.
    var unknownGuides: [String: XMLElement] = [:]
    /// Outlets, actions and segues of the scene whose destinations are not in the file.
    var dangling: [XMLElement] = []
    /// The view controller of the root.
    var controller: XMLElement?
    /// Views by id. For a duplicate id, it is the first.
    var viewNumbers: [String: Int] = [:]

    /// The number of elements of each kind without an id.
    private var unnamed: [String: Int] = [:]

    func view(_ id: String) -> Int? { viewNumbers[id] }
    var root: IBView { views[0] }

    /// Returns an id for an element that has none, by its kind and its index among those: `constraint~1`.
    mutating func name(ofUnnamed element: XMLElement) -> String {
        unnamed[element.name, default: 0] += 1
        return "\(element.name)~\(unnamed[element.name] ?? 1)"
    }

    /// Returns whether a view is a descendant of another.
    func isDescendant(_ view: Int, of ancestor: Int) -> Bool {
        var next = views[view].superview
        while let index = next {
            if index == ancestor { return true }
            next = views[index].superview
        }
        return false
    }
}
