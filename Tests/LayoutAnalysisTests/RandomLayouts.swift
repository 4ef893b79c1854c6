import ExactArithmetic
import LayoutAnalysis
import LayoutModel

/// Small layouts of every kind, and edits of them, the same for the same seed.
struct RandomLayouts {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    mutating func below(_ count: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(max(count, 1)))
    }

    mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

    mutating func json() -> String {
        let count = 3 + below(6)
        var views = ["{'id': 'v0'}"]
        var parents = [0]
        for index in 1..<count {
            let parent = below(index)
            parents.append(parent)
            let size = below(3) > 0 ? ", 'intrinsicContentSize': {'width': \(20 + below(80)), 'height': \(10 + below(30))}" : ""
            let hugging = below(3) == 0 ? ", 'hugging': {'horizontal': \(pick([249, 250, 251, 750])), 'vertical': 250}" : ""
            views.append("{'id': 'v\(index)', 'parent': 'v\(parent)'\(size)\(hugging)}")
        }
        var constraints: [String] = []
        for index in 1..<count {
            let parent = "v\(parents[index])"
            // Most views are placed; what is left out makes ambiguities.
            if below(8) > 0 { constraints.append("v\(index).left == \(parent).left + \(below(20))") }
            if below(8) > 0 { constraints.append("v\(index).top == \(parent).top + \(below(20))") }
            if below(3) == 0 { constraints.append("v\(index).right == \(parent).right - \(below(20)) @ \(pick([1000, 740]))") }
            if below(3) == 0 { constraints.append("v\(index).bottom == \(parent).bottom - \(below(20)) @ \(pick([1000, 740]))") }
            if below(3) > 0 { constraints.append("v\(index).width == \(20 + below(80)) @ \(pick([1000, 998, 997, 260]))") }
            if below(3) > 0 { constraints.append("v\(index).height == \(10 + below(40)) @ \(pick([1000, 760, 500]))") }
        }
        for _ in 0..<count {
            let (a, b) = (below(count), below(count))
            let size = pick(["width", "height"])
            if a != b {
                constraints.append(
                    "v\(a).\(size) \(pick(["==", "<=", ">="])) v\(b).\(size) * \(pick(["1", "0.5", "2"])) + \(below(10)) @ \(pick([1000, 751, 252, 10]))"
                )
            }
            let edge = pick(["left", "right", "centerX"])
            if a != b, a > 0, b > 0 { constraints.append("v\(a).\(edge) >= v\(b).\(edge) + \(below(10)) @ \(pick([1000, 600]))") }
        }
        return "{'size': {'width': \(100 + below(200)), 'height': \(100 + below(200))}, 'views': [\(views.joined(separator: ", "))], 'constraints': ["
            + constraints.map { "'\($0)'" }.joined(separator: ", ") + "]}"
    }

    /// The same edit a little further on.
    mutating func again(_ edit: LayoutEdit, _ document: LayoutDocument) -> LayoutEdit {
        let step = Rational(below(9) - 4) * pick([1, .half, Rational(3) * Rational(10).reciprocal])
        switch edit {
        case .rootWidth: return .rootWidth(max((document.size.width ?? 100) + step, 1))
        case .rootHeight: return .rootHeight(max((document.size.height ?? 100) + step, 1))
        case .constant(let index, _): return .constant(constraint: index, document.constraints[index].constant + step)
        default: return edit
        }
    }

    mutating func edit(of document: LayoutDocument) -> LayoutEdit {
        let constraint = below(document.constraints.count)
        switch below(9) {
        case 0: return .rootWidth(Rational(50 + below(300)))
        case 1: return .rootHeight(Rational(50 + below(300)))
        case 2, 3: return .constant(constraint: constraint, Rational(below(60) - 10))
        case 4: return .priority(constraint: constraint, Rational(pick([1000, 999, 755, 255, 10])))
        case 5: return .intrinsicSize(view: below(document.views.count), LayoutSize(width: Rational(below(150)), height: Rational(below(60))))
        case 6: return .remove(constraint: constraint)
        default:
            let inactive = document.constraints.indices.filter { !document.constraints[$0].isActive }
            return inactive.isEmpty ? .remove(constraint: constraint) : .add(constraint: pick(inactive))
        }
    }
}
