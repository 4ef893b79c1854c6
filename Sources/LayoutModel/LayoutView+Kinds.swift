// The kinds of views by the names of their classes.

extension LayoutView {
    /// Whether the view shows an image, whose size nothing else suggests.
    public var isImage: Bool { hasClass(ending: "ImageView") }

    /// Whether the view is of no class that has a use of its own.
    public var isPlain: Bool { className.map { ["UIView", "NSView"].contains(ClassName.short($0)) } ?? true }

    /// Returns whether the name of the view's class, without its module, ends like one of these.
    public func hasClass(ending ends: String...) -> Bool {
        guard let name = className.map(ClassName.short) else { return false }
        return ends.contains(where: name.hasSuffix)
    }
}
