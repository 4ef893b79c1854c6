/// Where a value of the layout comes from that the file does not state.
enum IBOrigin: Int, Comparable {
    /// From the model of the control alone.
    case model
    /// The file records it: an image's size, what a designable view reported, a placeholder.
    case recorded
    /// The model knows it roughly; the stored frame lies within that and gives the pixels.
    case refined
    /// The stored frame alone: there is no model.
    case stored

    static func < (a: IBOrigin, b: IBOrigin) -> Bool { a.rawValue < b.rawValue }
}

/// A length of an intrinsic content size, in points of the alignment rectangle.
struct IBIntrinsic: Hashable {
    var length: Double
    var origin: IBOrigin
    /// Is not known to the pixel: nothing may be proven from it.
    var isRough = false
}

/// What a model says of a length.
enum IBEstimate {
    /// The view has no intrinsic length on that axis.
    case none
    /// A length, and how far the true one may be below and above.
    case near(Double, below: Double, above: Double)
    /// One of several that versions of the system draw; the first is the likeliest.
    case oneOf([Double])
    /// The view has one, but nothing tells how long.
    case unknown
    /// The file says it.
    case recorded(Double)

    /// The stored length where that is more than the model allows.
    func stretched(to stored: Double) -> IBEstimate {
        switch self {
        case .near(let length, _, let above) where stored > length + above: .unknown
        case .recorded(let length) where stored > length + 0.5: .unknown
        default: self
        }
    }

    /// The length to take, with a stored one where there is one.
    func settled(stored: Double?) -> IBIntrinsic? {
        switch self {
        case .none: return nil
        case .recorded(let length): return IBIntrinsic(length: length, origin: .recorded)
        case .unknown: return stored.map { IBIntrinsic(length: $0, origin: .stored) }
        case .near(let length, let below, let above):
            guard let stored, stored >= length - below, stored <= length + above else {
                return IBIntrinsic(length: length, origin: .model, isRough: below + above > 2)
            }
            return IBIntrinsic(length: stored, origin: .refined)
        case .oneOf(let lengths):
            guard let first = lengths.first else { return nil }
            guard let stored, let match = lengths.first(where: { ($0 - stored).magnitude < 0.75 }) else {
                return IBIntrinsic(length: first, origin: .model, isRough: lengths.contains { $0 != first })
            }
            return IBIntrinsic(length: (match - stored).magnitude < 0.01 ? match : stored, origin: match == first ? .model : .refined)
        }
    }
}

/// The intrinsic content size of a view.
struct IBIntrinsicSize {
    var width: IBIntrinsic?
    var height: IBIntrinsic?
}
