/// The origin of a value that the file does not state.
enum IBOrigin: Int, Comparable {
    /// Computed only from the control's model.
    case model
    /// Recorded in the file: an image's size, the size that a designable view reported, a placeholder.
    case recorded
    /// Approximately from the model, and exactly from a stored frame within its range.
    case refined
    /// Taken from the stored frame, since there is no model.
    case stored

    static func < (a: IBOrigin, b: IBOrigin) -> Bool { a.rawValue < b.rawValue }
}

/// A length of an intrinsic content size, in points of the alignment rectangle.
struct IBIntrinsic: Hashable {
    var length: Double
    var origin: IBOrigin
    /// Whether it is not exact to the pixel, so that no proof may depend on it.
    var isRough = false
}

/// A model's estimate of a length.
enum IBEstimate {
    /// The view has no intrinsic length on that axis.
    case none
    /// A length, with the maximum deviation of the true one below and above.
    case near(Double, below: Double, above: Double)
    /// One of several values that versions of the system use, the likeliest first.
    case oneOf([Double])
    /// The view has a length, but it is unknown.
    case unknown
    /// The length is stated in the file.
    case recorded(Double)

    /// Returns the stored length if it exceeds the estimate.
    func stretched(to stored: Double) -> IBEstimate {
        switch self {
        case .near(let length, _, let above) where stored > length + above: .unknown
        case .recorded(let length) where stored > length + 0.5: .unknown
        default: self
        }
    }

    /// Returns the length to use, given a stored one if there is one.
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
