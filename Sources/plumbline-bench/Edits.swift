internal import ExactArithmetic
internal import LayoutAnalysis
internal import LayoutModel

/// A deterministic pseudorandom generator (SplitMix64).
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

/// A kind of edit: how to draw one at random, and how to undo it.
enum EditKind: String, CaseIterable {
    case constant, intrinsic, priority, remove, add

    /// Draws an edit of this kind and the edit that undoes it. Returns nil if the document has nothing to edit so.
    func draw(from document: LayoutDocument, _ dice: inout Dice, _ turn: Int) -> (edit: LayoutEdit, back: LayoutEdit)? {
        let constraints = document.constraints.indices
        switch self {
        case .constant:
            // Changes a required equality, as the benchmark of the peer library does.
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
