internal import XML

/// A tree of views that is laid out by itself: a view controller's view, a top-level view of a xib, a bar.
struct IBScene {
    /// Every view before its subviews; the root is the first.
    var views: [IBView] = []
    var constraints: [IBConstraint] = []
    var guides: [IBGuide] = []
    /// The view controller whose view the root is.
    var controller: XMLElement?
    /// Views by id; of an id that is given twice the first.
    var viewNumbers: [String: Int] = [:]

    /// How many elements of a kind had no id.
    private var unnamed: [String: Int] = [:]

    func view(_ id: String) -> Int? { viewNumbers[id] }
    var root: IBView { views[0] }

    /// An id for an element that has none, by its kind and its place among those: `constraint~1`.
    mutating func name(ofUnnamed element: XMLElement) -> String {
        unnamed[element.name, default: 0] += 1
        return "\(element.name)~\(unnamed[element.name] ?? 1)"
    }

    /// Ancestors of a view, nearest first.
    func isDescendant(_ view: Int, of ancestor: Int) -> Bool {
        var next = views[view].superview
        while let index = next {
            if index == ancestor { return true }
            next = views[index].superview
        }
        return false
    }
}
