internal import LayoutModel

/// The views of one address or name in a log, which are distinguished by their classes. A hostile log has thousands of classes for an address.
struct ViewsByClass {
    private(set) var views: [Int] = []
    /// The view of each class, by its short name.
    private var byClass: [String: Int] = [:]
    /// The only view, if its class is not known. It may be of any class.
    private var unknown: Int?

    /// Returns the view of a printed class, or the first one if the class is not printed; nil if there is none.
    func view(of className: String?) -> Int? {
        if let unknown { return unknown }
        guard let className else { return views.first }
        return byClass[ClassName.short(className)]
    }

    /// Adds a view that `view(of:)` did not return.
    mutating func append(_ view: Int, _ className: String?) {
        views.append(view)
        note(className, of: view)
    }

    /// Notes the printed class of a view.
    mutating func note(_ className: String?, of view: Int) {
        if let className {
            byClass[ClassName.short(className)] = view
            unknown = nil
        } else if byClass.isEmpty {
            unknown = view
        }
    }

    /// Returns whether two printed classes may be the same. One may lack its module, be mangled, or be a subclass for key-value
    /// observing.
    static func isSameClass(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other, one != other else { return true }
        return ClassName.short(one) == ClassName.short(other)
    }
}
