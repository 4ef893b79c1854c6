public import ExactArithmetic
public import LayoutModel

/// The origin of a row: an implied row, or a constraint. It determines the row's id.
public enum RowKind: Sendable, Hashable {
    /// A row that the document implies.
    case implicit(ImplicitRow)
    /// A constraint of the document, by its index.
    case constraint(Int)

    /// The implied row; nil for a constraint.
    public var implicit: ImplicitRow? {
        if case .implicit(let row) = self { return row }
        return nil
    }
}

/// A row of a lowered system without its terms.
public struct LoweredRow: Sendable {
    public var kind: RowKind
    public var constant: Rational
    /// Whether the row is `e == 0`; otherwise it is `e >= 0`.
    public var isEquality: Bool
    public var priority: Rational
    public var isRequired: Bool

    /// Whether the row does not come from the document's own list of constraints.
    public var isImplicit: Bool {
        if case .constraint = kind { return false }
        return true
    }

    /// Whether the row is satisfied in every layout and cannot be changed: no size is negative, and no baseline is outside its
    /// view.
    ///
    /// A conflict is minimal only with respect to its other rows.
    public var isBackground: Bool {
        switch kind {
        case .implicit(.nonNegative), .implicit(.baseline): true
        default: false
        }
    }

    /// Whether the row is never broken: a background row, or one that gives the root its size.
    public var isUnbreakable: Bool {
        if case .implicit(.rootSize) = kind { return true }
        return isBackground
    }
}

/// The rows of a lowered system in the order in which they enter, created on access.
public struct LoweredRows: RandomAccessCollection, Sendable {
    /// The terms and constants of the rows.
    public let matrix: SparseRows
    let headers: [RowHeader]
    /// The distinct priorities of the rows.
    let priorities: [Rational]

    public var startIndex: Int { 0 }
    public var endIndex: Int { headers.count }

    public subscript(position: Int) -> LoweredRow {
        let header = headers[position]
        return LoweredRow(
            kind: header.kind, constant: matrix.constant(of: position), isEquality: header.isEquality,
            priority: priorities[header.priority], isRequired: header.isRequired)
    }
}

/// A row's kind, relation and priority in eight bytes.
struct RowHeader: Sendable, Equatable {
    /// The index of the row's view or constraint.
    private let subject: Int32
    /// From the lowest bit: 2 bits of detail, 4 of kind, 1 for an equality, 1 for a required row, then the index of the priority.
    private let bits: UInt32

    @inline(__always)
    init(_ kind: RowKind, isEquality: Bool, isRequired: Bool, priority: Int) {
        let (code, detail, subject): (Int, Int, Int) =
            switch kind {
            case .implicit(.nonNegative(let view, let dimension)): (0, dimension.rawValue, view)
            case .implicit(.rootSize(let dimension)): (1, dimension.rawValue, 0)
            case .implicit(.fitting(let dimension)): (2, dimension.rawValue, 0)
            case .implicit(.insets(let view, let side)): (3, side == .left ? 0 : side == .top ? 1 : side == .right ? 2 : 3, view)
            case .implicit(.autoresizing(let view, let dimension)): (4, dimension.rawValue, view)
            case .implicit(.hugging(let view, let axis)): (5, axis == .horizontal ? 0 : 1, view)
            case .implicit(.compressionResistance(let view, let axis)): (6, axis == .horizontal ? 0 : 1, view)
            case .constraint(let index): (7, 0, index)
            case .implicit(.baseline(let view, let bound)): (8, bound.rawValue, view)
            }
        self.subject = Int32(truncatingIfNeeded: subject)
        bits = UInt32(truncatingIfNeeded: detail | code << 2 | (isEquality ? 1 << 6 : 0) | (isRequired ? 1 << 7 : 0) | priority << 8)
    }

    /// Returns the header with another priority index.
    func withPriority(at place: Int) -> RowHeader {
        RowHeader(subject: subject, bits: bits & 255 | UInt32(truncatingIfNeeded: place) << 8)
    }

    /// Returns the header with its constraint's index shifted. A header of another kind is returned unchanged.
    func ofConstraint(movedBy shift: Int) -> RowHeader {
        code == 7 ? RowHeader(subject: subject + Int32(truncatingIfNeeded: shift), bits: bits) : self
    }

    private init(subject: Int32, bits: UInt32) {
        self.subject = subject
        self.bits = bits
    }

    private var code: UInt32 { bits >> 2 & 15 }

    /// The index of the row's view, for rows after those of the root's size; nil for the row of a constraint.
    var view: Int? { code == 7 ? nil : Int(subject) }

    var isEquality: Bool { bits & 1 << 6 != 0 }
    var isRequired: Bool { bits & 1 << 7 != 0 }
    /// The index of the row's priority in the table of priorities.
    var priority: Int { Int(bits >> 8) }

    /// See `LoweredRow.isBackground`.
    var isBackground: Bool { code == 0 || code == 8 }

    /// Returns whether two headers differ at most in their subject and priority.
    func isLike(_ other: RowHeader) -> Bool { bits & 255 == other.bits & 255 }

    func isRootSize(_ dimension: FrameDimension) -> Bool {
        code == 1 && Int(bits & 3) == dimension.rawValue
    }

    var kind: RowKind {
        let subject = Int(subject)
        let detail = Int(bits & 3)
        let dimension: FrameDimension = detail == 0 ? .x : detail == 1 ? .y : detail == 2 ? .width : .height
        let axis: Axis = detail == 0 ? .horizontal : .vertical
        return switch code {
        case 0: .implicit(.nonNegative(view: subject, dimension: dimension))
        case 1: .implicit(.rootSize(dimension))
        case 2: .implicit(.fitting(dimension))
        case 3: .implicit(.insets(view: subject, side: detail == 0 ? .left : detail == 1 ? .top : detail == 2 ? .right : .bottom))
        case 4: .implicit(.autoresizing(view: subject, dimension: dimension))
        case 5: .implicit(.hugging(view: subject, axis: axis))
        case 6: .implicit(.compressionResistance(view: subject, axis: axis))
        case 8: .implicit(.baseline(view: subject, BaselineBound(rawValue: detail) ?? .firstFromTop))
        default: .constraint(subject)
        }
    }

    /// The maximum number of distinct priorities of a system.
    static let mostPriorities = 1 << 24
}

/// The distinct priorities of a system's rows.
struct PriorityTable {
    private(set) var priorities: [Rational] = []
    private(set) var isRequired: [Bool] = []
    /// The priorities as packed numbers, which are compared faster; nil for one that does not fit.
    private var packed: [PackedRational?] = []
    private var places: [Rational: Int] = [:]

    /// The number of priorities up to which a linear search is used.
    private static let few = 8

    /// Returns the index of a priority, which is added if it is new.
    @inline(__always)
    mutating func place(of priority: Rational) -> Int {
        if let key = PackedRational(priority) {
            for place in 0..<min(packed.count, PriorityTable.few) where packed[place] == key { return place }
        }
        return lookUp(priority)
    }

    @inline(never)
    private mutating func lookUp(_ priority: Rational) -> Int {
        if let known = places[priority] { return known }
        let place = priorities.count
        places[priority] = place
        priorities.append(priority)
        packed.append(PackedRational(priority))
        isRequired.append(priority >= LayoutPriority.required)
        return place
    }
}
