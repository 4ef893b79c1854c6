internal import ExactArithmetic
internal import LayoutModel

/// A rectangle whose edges are linear functions of frames, in the superview's coordinates. The y axis points down.
public struct FrameRectangle: Sendable {
    public let left: FrameForm
    public let top: FrameForm
    public let right: FrameForm
    public let bottom: FrameForm

    public var width: FrameForm { right - left }
    public var height: FrameForm { bottom - top }

    /// Returns the distances by which the rectangle extends beyond another at the left, top, right and bottom.
    public func beyond(_ other: FrameRectangle) -> [FrameForm] {
        [other.left - left, other.top - top, right - other.right, bottom - other.bottom]
    }

    /// Returns clauses that are satisfied if the rectangle overlaps another by more than the tolerance along both axes.
    func covers(_ other: FrameRectangle, by tolerance: Rational) -> [[FrameForm]] {
        [
            width, height, other.width, other.height, right - other.left, other.right - left, bottom - other.top, other.bottom - top,
        ].map { [$0 - tolerance] }
    }
}
