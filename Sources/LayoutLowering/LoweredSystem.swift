public import ExactArithmetic
public import LayoutModel

/// One term of a linear row: a variable of the system by its index, with a coefficient that is not 0.
public struct LinearTerm: Sendable, Hashable {
    public var variable: Int
    public var coefficient: Rational

    public init(_ variable: Int, _ coefficient: Rational) {
        self.variable = variable
        self.coefficient = coefficient
    }
}

/// What a variable of the lowered system stands for.
public enum LayoutVariable: Sendable, Hashable {
    /// A dimension of a view's frame, the view by its index in the document.
    case frame(view: Int, dimension: FrameDimension)
    /// In a fragment, something that the log does not state: what it is, in words (`"left margin of UIView:0x1"`).
    case unknown(String)
}

/// Where a row comes from, and with that its id.
public enum RowKind: Sendable, Hashable {
    /// `V.width>=0`, `V.height>=0`
    case nonNegative(view: Int, dimension: FrameDimension)
    /// `ROOT.width==size`
    case rootSize(FrameDimension)
    /// `ROOT.width==fitting`
    case fitting(FrameDimension)
    /// `G.insets.left|top|right|bottom` of a guide, or of a content area
    case insets(view: Int, side: LayoutAttribute)
    /// `V.autoresizing.x|width|y|height`
    case autoresizing(view: Int, dimension: FrameDimension)
    /// `V.hugging.horizontal`
    case hugging(view: Int, axis: Axis)
    /// `V.compressionResistance.horizontal`
    case compressionResistance(view: Int, axis: Axis)
    /// A constraint of the document, by its index.
    case constraint(Int)
}

/// A document as exact linear rows `e == 0` or `e >= 0`, by CONTRACT.md section 3, in the order in which rows enter.
///
/// The rows' terms lie in one array, sorted by variable within a row and without zeros.
public struct LoweredSystem: Sendable {
    public struct Row: Sendable {
        public var kind: RowKind
        /// Where the row's terms lie in `terms`.
        public var range: Range<Int>
        public var constant: Rational
        /// `e == 0`, else `e >= 0`.
        public var isEquality: Bool
        public var priority: Rational

        public init(kind: RowKind, range: Range<Int>, constant: Rational, isEquality: Bool, priority: Rational) {
            self.kind = kind
            self.range = range
            self.constant = constant
            self.isEquality = isEquality
            self.priority = priority
        }

        public var isRequired: Bool { priority >= LayoutPriority.required }

        /// Comes from the document's own list of constraints.
        public var isImplicit: Bool {
            if case .constraint = kind { return false }
            return true
        }

        /// `>=0` rows and the root's size never break.
        public var isUnbreakable: Bool {
            switch kind {
            case .nonNegative, .rootSize: true
            default: false
            }
        }
    }

    public let document: LayoutDocument
    /// `frame(view, dimension)` is at `4 * view + dimension.rawValue`; unknowns follow. The root's x and y (of a fragment's root
    /// all four) are 0 and stand in no row.
    public let variables: [LayoutVariable]
    public let rows: [Row]
    public let terms: [LinearTerm]

    public init(document: LayoutDocument, variables: [LayoutVariable], rows: [Row], terms: [LinearTerm]) {
        self.document = document
        self.variables = variables
        self.rows = rows
        self.terms = terms
    }

    public static func variable(_ view: Int, _ dimension: FrameDimension) -> Int {
        4 * view + dimension.rawValue
    }

    /// Is 0 by definition: the root's origin, and of a fragment's root the size as well.
    public func isFixedAtZero(_ variable: Int) -> Bool {
        LoweredSystem.isFixedAtZero(variable, in: document)
    }

    static func isFixedAtZero(_ variable: Int, in document: LayoutDocument) -> Bool {
        let root = document.root
        return variable / 4 == root && variable < 4 * document.views.count && (document.isFragment || variable % 4 < 2)
    }

    public func terms(of row: Int) -> ArraySlice<LinearTerm> {
        terms[rows[row].range]
    }

    /// The row's `e` at a point, which has a value for every variable.
    public func value(of row: Int, at point: [Rational]) -> Rational {
        var sum = rows[row].constant
        for term in terms[rows[row].range] { sum += term.coefficient * point[term.variable] }
        return sum
    }

    /// How far the point is from holding the row, in points: `|e|`, or the shortfall of an inequality.
    public func violation(of row: Int, at point: [Rational]) -> Rational {
        let value = value(of: row, at: point)
        if rows[row].isEquality { return value.magnitude }
        return value.isNegative ? -value : .zero
    }

    /// The row's id as in reports.
    public func id(of row: Int) -> String {
        func view(_ index: Int) -> String { document.views[index].id }
        return switch rows[row].kind {
        case .nonNegative(let index, let dimension): "\(view(index)).\(dimension.name)>=0"
        case .rootSize(let dimension): "\(view(document.root)).\(dimension.name)==size"
        case .fitting(let dimension): "\(view(document.root)).\(dimension.name)==fitting"
        case .insets(let index, let side): "\(view(index)).insets.\(side.rawValue)"
        case .autoresizing(let index, let dimension): "\(view(index)).autoresizing.\(dimension.name)"
        case .hugging(let index, let axis): "\(view(index)).hugging.\(axis.rawValue)"
        case .compressionResistance(let index, let axis): "\(view(index)).compressionResistance.\(axis.rawValue)"
        case .constraint(let index): document.constraints[index].id
        }
    }
}

/// What "can hold" allows: no row may be violated by more, in points (CONTRACT.md section 3).
public enum Tolerance {
    public static let violation = Rational(1, over: 1_000_000) ?? .zero
}
