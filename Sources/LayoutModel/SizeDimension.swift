public import ExactArithmetic

/// What a layout is looked at along: a size of the root, or how large its texts are.
public enum SizeDimension: String, Sendable, Hashable, CaseIterable, Comparable {
    case width, height
    /// 1 is the size that a document states.
    case textScale

    public init(_ axis: Axis) {
        self = axis == .horizontal ? .width : .height
    }

    /// nil for what is no size of the root.
    public var axis: Axis? {
        switch self {
        case .width: .horizontal
        case .height: .vertical
        case .textScale: nil
        }
    }

    /// As people say it: `width`, `text scale`.
    public var words: String { self == .textScale ? "text scale" : rawValue }

    /// As options of the command line spell it: `width`, `text-scale`.
    public var optionName: String { self == .textScale ? "text-scale" : rawValue }

    public static func < (a: SizeDimension, b: SizeDimension) -> Bool {
        allCases.firstIndex(of: a) ?? 0 < allCases.firstIndex(of: b) ?? 0
    }
}

extension LayoutDocument {
    /// The document at another place along a dimension.
    public func varied(_ dimension: SizeDimension, to value: Rational) -> LayoutDocument {
        dimension.axis.map { resized($0, to: value) } ?? scalingTexts(by: value)
    }
}
