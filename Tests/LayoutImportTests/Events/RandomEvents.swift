import LayoutModel

/// Small layouts and lists of events about them, the same each time.
struct RandomEvents: RandomNumberGenerator {
    var state: UInt64
    private var names = 0

    init(state: UInt64) { self.state = state }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }

    private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }

    mutating func layout(withScroll: Bool) -> String {
        let views = (0..<5).map { "{'id': 'v\($0)', 'parent': 'root'\($0 == 4 && withScroll ? ", 'kind': 'scroll'" : "")}" }
        let inside = withScroll ? ["{'id': 'inside', 'parent': 'v4'}"] : []
        let constraints = (0..<number(0..<6)).map { _ in "'\(equation())'" } + (withScroll ? ["'inside.left == v4.left'"] : [])
        return "{'size': {'width': 100, 'height': 80}, 'views': [{'id': 'root'}, \((views + inside).joined(separator: ", "))], "
            + "'constraints': [\(constraints.joined(separator: ", "))]}"
    }

    private mutating func equation() -> String {
        let attribute = ["left", "width", "top", "height"][number(0..<4)]
        let other = ["left", "top"].contains(attribute) ? "root.\(attribute) + " : ""
        return "v\(number(0..<5)).\(attribute) \(["==", ">="][number(0..<2)]) \(other)\(number(0..<3000))"
    }

    mutating func list(of layout: LayoutDocument) -> String {
        "[\((0..<number(1..<7)).map { _ in event(of: layout) }.joined(separator: ", "))]"
    }

    private mutating func event(of layout: LayoutDocument) -> String {
        let view = layout.views[number(0..<layout.views.count)].id
        let id = layout.constraints.isEmpty ? "" : layout.constraints[number(0..<layout.constraints.count)].id
        switch number(0..<15) {
        case 0, 1:
            names += 1
            return "{'op': 'addConstraint', 'constraint': {'id': 'n\(names)', 'equation': '\(equation())'}}"
        case 2: return "{'op': 'addConstraint', 'constraint': '\(equation())'}"
        case 3 where number(0..<3) == 0: return "{'op': 'addView', 'view': {'id': 'w\(number(0..<9999))', 'parent': 'root'}}"
        case 4 where number(0..<3) == 0: return "{'op': 'removeView', 'id': '\(view)'}"
        case 5, 6: return "{'op': 'setConstant', 'id': '\(id)', 'constant': \(number(0..<3000))}"
        case 7: return "{'op': 'setPriority', 'id': '\(id)', 'priority': \(number(1..<1000))}"
        case 8: return "{'op': '\(["activate", "deactivate"][number(0..<2)])', 'id': '\(id)'}"
        case 9: return "{'op': 'setIntrinsicContentSize', 'view': '\(view)', 'width': \(number(0..<200)), 'height': 7}"
        case 10: return "{'op': 'resize', 'width': \(number(0..<2000))}"
        case 11: return "{'op': 'setDirection', 'direction': '\(["ltr", "rtl"][number(0..<2)])'}"
        case 12:
            return
                "{'op': 'setTranslatesMask', 'view': '\(view)', 'translates': true, 'frame': {'x': \(number(0..<90)), 'y': 0, 'width': 9, 'height': 8}, "
                + "'superview': {'width': 100, 'height': 80}}"
        case 13: return "{'op': 'setTranslatesMask', 'view': '\(view)', 'translates': false}"
        default: return "{'op': 'removeConstraint', 'id': '\(id)'}"
        }
    }
}
