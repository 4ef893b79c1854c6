/// What an Interface Builder file stores of a view that is no part of its layout. No document states it, and no verdict depends on it.
public struct ViewDesign: Sendable, Hashable {
    /// How a stack view shares out its length, by the names in `UIStackView.Distribution`.
    public enum Distribution: String, Sendable, Hashable, CaseIterable {
        case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
    }

    /// The frame that the view is drawn with, relative to its superview's.
    public var frame: LayoutFrame?
    /// Of a stack view alone.
    public var distribution: Distribution?
    /// The intrinsic size that is gone when the app is built.
    public var placeholderSize: LayoutSize
    /// The guide is the safe area of the view that it lies in.
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
