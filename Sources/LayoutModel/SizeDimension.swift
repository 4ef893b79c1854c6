public import ExactArithmetic

/// A dimension along which a layout is analyzed: a size of the root, or the scale of its texts.
public enum SizeDimension: String, Sendable, Hashable, CaseIterable, Comparable {
    case width, height
    /// The scale of texts. 1 is the size in the document.
    case textScale

    public init(_ axis: Axis) {
        self = axis == .horizontal ? .width : .height
    }

    /// The axis, or nil if the dimension is no size of the root.
    public var axis: Axis? {
        switch self {
        case .width: .horizontal
        case .height: .vertical
        case .textScale: nil
        }
    }

    /// The dimension in words: `width`, `text scale`.
    public var words: String { self == .textScale ? "text scale" : rawValue }

    /// The dimension in options of the command line: `width`, `text-scale`.
    public var optionName: String { self == .textScale ? "text-scale" : rawValue }

    public static func < (a: SizeDimension, b: SizeDimension) -> Bool {
        allCases.firstIndex(of: a) ?? 0 < allCases.firstIndex(of: b) ?? 0
    }
}

extension LayoutDocument {
    /// Returns the document with another value along a dimension.
    public func varied(_ dimension: SizeDimension, to value: Rational) -> LayoutDocument {
        dimension.axis.map { resized($0, to: value) } ?? scalingTexts(by: value)
    }
}
