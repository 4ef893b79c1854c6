internal import ExactArithmetic
internal import LayoutAnalysis
internal import LayoutLowering
internal import LayoutModel

/// A change of a layout, constraints and views by their index in the document.
enum Edit {
    case rootWidth(Rational)
    case constant(constraint: Int, Rational)
    case priority(constraint: Int, Rational)
    case intrinsicSize(view: Int, LayoutSize)
    case add(constraint: Int)
    case remove(constraint: Int)
}

extension LayoutDocument {
    mutating func apply(_ edit: Edit) {
        switch edit {
        case .rootWidth(let width): size.width = width
        case .constant(let constraint, let constant): constraints[constraint].constant = constant
        case .priority(let constraint, let priority): constraints[constraint].priority = priority
        case .intrinsicSize(let view, let size): views[view].intrinsicContentSize = size
        case .add(let constraint): constraints[constraint].isActive = true
        case .remove(let constraint): constraints[constraint].isActive = false
        }
    }
}

/// A layout that gives verdict and values again after each edit.
protocol EditedLayout {
    /// The layout solved for the first time.
    init(_ document: LayoutDocument) throws
    /// Makes the change and solves what it touches.
    mutating func apply(_ edit: Edit) throws
    var verdict: Analysis.Verdict { get }
    /// As `PlainSolve.values`.
    var values: [Double] { get }
    /// The work of the last edit.
    var work: PlainSolve.Work { get }
}

/// Lowers and solves the whole layout after each edit.
struct SolvedAnew: EditedLayout {
    private var document: LayoutDocument
    private var solve: PlainSolve?

    init(_ document: LayoutDocument) throws {
        self.document = document
        solve = try PlainSolve(LoweredSystem(lowering: document))
    }

    mutating func apply(_ edit: Edit) throws {
        // Gone first: what it holds of the document need not be copied then.
        solve = nil
        document.apply(edit)
        solve = try PlainSolve(LoweredSystem(lowering: document))
    }

    var verdict: Analysis.Verdict { solve?.verdict ?? .incomplete }
    var values: [Double] { solve?.values ?? [] }
    var work: PlainSolve.Work { solve?.work ?? PlainSolve.Work() }
}

/// Follows each edit.
struct SolvedInPlace: EditedLayout {
    private var layout: LiveLayout

    init(_ document: LayoutDocument) throws {
        layout = try LiveLayout(document)
    }

    mutating func apply(_ edit: Edit) throws {
        switch edit {
        case .rootWidth(let width): try layout.apply(.rootWidth(width))
        case .constant(let index, let constant): try layout.apply(.constant(constraint: index, constant))
        case .priority(let index, let priority): try layout.apply(.priority(constraint: index, priority))
        case .intrinsicSize(let index, let size): try layout.apply(.intrinsicSize(view: index, size))
        case .add(let index): try layout.apply(.add(constraint: index))
        case .remove(let index): try layout.apply(.remove(constraint: index))
        }
    }

    var verdict: Analysis.Verdict { layout.verdict }
    var values: [Double] { layout.values }
    var work: PlainSolve.Work { layout.work }
}

/// Numbers that look random and are the same each time (SplitMix64).
struct Dice {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func index(below count: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, count)))
    }
}

/// A kind of edit: how one is drawn, and what takes it back.
enum EditKind: String, CaseIterable {
    case constant, intrinsic, priority, remove, add

    /// An edit of this kind and the one that takes it back; nil where the document has nothing to be edited so.
    func draw(from document: LayoutDocument, _ dice: inout Dice, _ turn: Int) -> (edit: Edit, back: Edit)? {
        let constraints = document.constraints.indices
        switch self {
        case .constant:
            // A required equality, and a change as the peer's benchmark makes it.
            guard let index = constraints.filter({ document.constraints[$0].isFixed }).drawn(&dice) else { return nil }
            let old = document.constraints[index].constant
            return (.constant(constraint: index, old + (turn % 2 == 1 ? .one : .half)), .constant(constraint: index, old))
        case .intrinsic:
            guard let index = document.views.indices.filter({ document.views[$0].intrinsicContentSize.width != nil }).drawn(&dice) else {
                return nil
            }
            let old = document.views[index].intrinsicContentSize
            var new = old
            new.width = old.width.map { $0 + .one }
            return (.intrinsicSize(view: index, new), .intrinsicSize(view: index, old))
        case .priority:
            guard let index = constraints.filter({ !document.constraints[$0].isRequired }).drawn(&dice) else { return nil }
            let old = document.constraints[index].priority
            return (.priority(constraint: index, old + 1 < LayoutPriority.required ? old + 1 : old - 1), .priority(constraint: index, old))
        case .remove, .add:
            guard let index = constraints.drawn(&dice) else { return nil }
            return (.remove(constraint: index), .add(constraint: index))
        }
    }
}

extension LayoutConstraint {
    fileprivate var isFixed: Bool { isRequired && relation == .equal && second != nil }
}

extension Collection where Index == Int {
    fileprivate func drawn(_ dice: inout Dice) -> Element? {
        isEmpty ? nil : self[startIndex + dice.index(below: count)]
    }
}
