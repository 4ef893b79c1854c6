/// Properties of a view in an Interface Builder file that are not part of its layout. No document contains them, and no verdict
/// depends on them.
public struct ViewDesign: Sendable, Hashable {
    /// The distribution of a stack view, with the names in `UIStackView.Distribution`.
    public enum Distribution: String, Sendable, Hashable, CaseIterable {
        case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
    }

    /// The drawn frame of the view, relative to its superview's.
    public var frame: LayoutFrame?
    /// Only of a stack view.
    public var distribution: Distribution?
    /// The intrinsic size that the build removes.
    public var placeholderSize: LayoutSize
    /// Whether the guide is the safe area of its superview.
    public var isSafeArea: Bool

    public init(
        frame: LayoutFrame? = nil, distribution: Distribution? = nil, placeholderSize: LayoutSize = LayoutSize(), isSafeArea: Bool = false
    ) {
        self.frame = frame
        self.distribution = distribution
        self.placeholderSize = placeholderSize
        self.isSafeArea = isSafeArea
    }
}
