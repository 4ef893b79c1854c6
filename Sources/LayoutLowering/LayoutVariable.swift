public import LayoutModel

/// The meaning of a variable of the lowered system.
public enum LayoutVariable: Sendable, Hashable {
    /// A dimension of a view's frame. `view` is its index in the document.
    case frame(view: Int, dimension: FrameDimension)
    /// A value that the log of a fragment does not state, described in words (`"left margin of UIView:0x1"`).
    case unknown(String)
}

/// The variables of a lowered system: `frame(view, dimension)` is at `4 * view + dimension.rawValue`; unknowns follow.
public struct LayoutVariables: RandomAccessCollection, Sendable {
    let viewCount: Int
    let unknowns: [String]
    /// If these are the variables of a subsystem, their numbers in the whole system, ascending; otherwise nil.
    var chosen: [Int32]?

    public var startIndex: Int { 0 }
    public var endIndex: Int { chosen?.count ?? 4 * viewCount + unknowns.count }

    public subscript(place: Int) -> LayoutVariable {
        let position = chosen.map { Int($0[place]) } ?? place
        if position < 4 * viewCount, let dimension = FrameDimension(rawValue: position % 4) {
            return .frame(view: position / 4, dimension: dimension)
        }
        return .unknown(unknowns[position - 4 * viewCount])
    }
}
