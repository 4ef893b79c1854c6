import ExactArithmetic
import JSON
import LayoutAnalysis
import LayoutImport
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

    /// One of `json` with rows beside it whose variables cancel, that say nothing or what cannot be, that differ by less than counts, or by much,
    /// and views that scroll.
    mutating func strangeJSON() -> String {
        let names = ["p", "q", "r"]
        let kinds = names.map { _ in
            pick(["", ", 'kind': 'scroll'", ", 'alignmentRectInsets': {'leading': \(below(9)), 'trailing': \(below(5) - 2)}"])
        }
        var constraints: [String] = []
        for name in names {
            let other = pick(names + ["root"])
            constraints.append("\(name).leading \(pick(["==", "==", ">="])) \(other).leading + \(pick(["0", "8", "0.0000005", "1000000000"]))")
            let width = pick(["5", "5.0000004", "5.000002", "0", "0.0000001"])
            constraints.append("\(name).width \(pick(["==", "<=", ">="])) \(width) @ \(pick([1000, 1000, 500]))")
            if below(2) == 0 { constraints.append(strange(name)) }
            if below(2) == 0 { constraints.append("\(name).trailing \(pick(["==", "<="])) \(other).trailing @ \(pick([1000, 700]))") }
            if below(2) == 0 { constraints.append("\(name).centerY == \(pick(names + ["root"])).centerY * \(pick(["1", "0.5", "3"]))") }
        }
        let views = zip(names, kinds).map { "{'id': '\($0)', 'parent': '\($0 == "p" ? "root" : pick(["root", "p"]))'\($1)}" }
        return "{'size': {'width': \(pick(["100", "0", "1e6"])), 'height': 50}, 'views': [{'id': 'root'}, \(views.joined(separator: ", "))], "
            + "'constraints': [" + constraints.map { "'\($0)'" }.joined(separator: ", ") + "]}"
    }

    /// A constraint whose variables cancel, wholly or nearly.
    mutating func strange(_ name: String) -> String {
        pick([
            "\(name).centerX == \(name).centerX + \(pick(["0", "3", "0.0000007", "0.000003"]))",
            "\(name).leadingMargin \(pick(["==", ">=", "<="])) \(name).leading + \(pick(["8", "9"]))",
            "\(name).centerX == \(name).leading + \(below(40))", "\(name).width == \(name).width * 2 - \(below(9))",
            "root.width == root.width - \(pick(["0", "1"])) @ \(pick([1000, 30]))",
        ])
    }

    /// An event of a strange layout.
    mutating func strangeEvent(of document: LayoutDocument) throws -> LayoutEvent {
        let names = ["p", "q", "r"].filter { name in document.views.contains { $0.id == name } }
        if names.isEmpty || below(3) == 0 { return try event(of: document) }
        let id = document.constraints.isEmpty ? "c1" : document.constraints[below(document.constraints.count)].id
        switch below(5) {
        case 0: return .addConstraint(.string(strange(pick(names))))
        case 1: return .setPriority(id: id, Rational(pick([1000, 1000, 999, 1])))
        default: return .setConstant(id: id, pick([0, 8, 9, 5, Rational(4) * Rational(10_000_000).reciprocal, Rational(1_000_000_000)]))
        }
    }

    /// Few views beside each other with far too many required rows between random pairs of them: dozens of conflicts that share rows.
    mutating func knotJSON() -> String {
        let names = (0..<6 + below(3)).map { "v\($0)" }
        let constraints = (0..<12 + below(14)).map { _ in
            let a = below(names.count)
            let (one, other) = (names[a], below(7) == 0 ? "root" : names[(a + 1 + below(names.count - 1)) % names.count])
            let relation = pick(["==", "==", ">=", "<="])
            switch below(6) {
            case 0: return "\(one).width \(relation) \(pick(["10", "20", "60", "60.5", "100"]))"
            case 1: return "\(one).width \(relation) \(pick(["1", "0.5", "2", "375:667"])) * \(other).width + \(pick(["0", "8", "20"]))"
            default:
                let edge = pick(["left", "right", "centerX"])
                let second = below(2) == 0 ? edge : pick(["left", "right", "centerX"])
                return "\(one).\(edge) \(relation) \(pick(["1", "1", "1", "0.5", "2"])) * \(other).\(second) + \(pick(["0", "4", "8", "20", "100"]))"
            }
        }
        let views = names.map { ", {'id': '\($0)', 'parent': 'root'}" }.joined()
        return "{'size': {'width': \(pick([100, 300, 390])), 'height': 400}, 'views': [{'id': 'root'}\(views)], 'constraints': ["
            + constraints.map { "'\($0)'" }.joined(separator: ", ") + "]}"
    }

    /// A layout in which every view has a place and a size, most of which can give way.
    mutating func settledJSON() -> String {
        let count = 3 + below(6)
        var views = ["{'id': 'v0'}"]
        var constraints: [String] = []
        for index in 1..<count {
            let parent = "v\(below(index))"
            views.append(
                "{'id': 'v\(index)', 'parent': '\(parent)', 'intrinsicContentSize': {'width': \(20 + below(80)), 'height': \(10 + below(30))}}")
            let before = index > 1 && below(2) == 0 ? "v\(index - 1)" : nil
            constraints.append("v\(index).left == \(before.map { "\($0).right" } ?? "\(parent).left") + \(below(20))")
            constraints.append("v\(index).top == \(parent).top + \(below(20))")
            if below(2) == 0 { constraints.append("v\(index).right <= v0.right - \(below(20)) @ \(pick([900, 740]))") }
            if below(2) == 0 { constraints.append("v\(index).width == \(20 + below(80)) @ \(pick([998, 997, 260, 100]))") }
            if below(2) == 0 { constraints.append("v\(index).height >= \(10 + below(40)) @ \(pick([1000, 760, 500]))") }
            if index > 1, below(2) == 0 {
                constraints.append(
                    "v\(index).width \(pick(["==", "<=", ">="])) v\(1 + below(index - 1)).width * \(pick(["1", "0.5"])) @ \(pick([800, 255, 90]))")
            }
        }
        return "{'size': {'width': \(300 + below(200)), 'height': \(300 + below(200))}, 'views': [\(views.joined(separator: ", "))], 'constraints': ["
            + constraints.map { "'\($0)'" }.joined(separator: ", ") + "]}"
    }

    /// Changes a constant, an intrinsic size or the root's size, mostly by little; nil where nothing changes.
    mutating func changeOfNumbers(of document: inout LayoutDocument) -> DocumentChange? {
        let view = document.views[below(document.views.count)]
        let event: LayoutEvent
        switch below(6) {
        case 0: event = .resize([.width: Rational(100 + below(300)), .height: Rational(100 + below(300))])
        case 1: event = .setIntrinsicContentSize(view: view.id, LayoutSize(width: Rational(20 + below(80)), height: Rational(10 + below(30))))
        default:
            if document.constraints.isEmpty { return nil }
            let constraint = pick(document.constraints)
            event = .setConstant(id: constraint.id, constraint.constant + Rational(below(9) - 4))
        }
        guard let next = try? EventApplication().apply([event], to: document) else { return nil }
        document = next.document
        return next.change
    }

    /// An event that makes a row come or go or have another priority, mostly an optional one, and often takes the one before back.
    mutating func rowEvent(of document: LayoutDocument, after former: LayoutEvent?) throws -> LayoutEvent {
        if below(3) == 0 {
            switch former {
            case .deactivate(let name): return .activate(name)
            case .activate(let name): return .deactivate(name)
            default: break
            }
        }
        let optional = document.constraints.filter { $0.priority < 1000 }
        let id = optional.isEmpty || below(3) == 0 ? pick(document.constraints).id : pick(optional).id
        let view = document.views[1 + below(document.views.count - 1)].id
        switch below(8) {
        case 0: return .addConstraint(.string("\(view).width \(pick([">=", "<=", "=="])) \(below(120)) @ \(pick([999, 700, 300, 30, 1]))"))
        case 1: return .removeConstraint(id: id)
        case 2, 3: return .deactivate(id: id)
        case 4:
            let inactive = document.constraints.filter { !$0.isActive }
            return .activate(id: inactive.isEmpty ? id : pick(inactive).id)
        case 5: return .setConstant(id: id, Rational(below(50)))
        default: return .setPriority(id: id, pick([1000, 999, 998, 755, 255, 10, .half]))
        }
    }

    /// An event of the document; now and then one that cannot be taken.
    mutating func event(of document: LayoutDocument) throws -> LayoutEvent {
        let view = document.views[below(document.views.count)].id
        let other = document.views[below(document.views.count)].id
        let id = below(12) == 0 ? "nowhere" : document.constraints.isEmpty ? "c1" : document.constraints[below(document.constraints.count)].id
        switch below(16) {
        case 0, 1, 2, 3:
            let text = pick([
                "\(view).width \(pick([">=", "<=", "=="])) \(below(120)) @ \(pick([1000, 700, 300, 30]))",
                "\(view).left >= \(other).left - \(below(400)) @ \(pick([1000, 20]))", "\(view).height == \(other).height @ \(pick([5, 650]))",
                "\(view).top == nobody.top", "V:[\(view)(>=\(below(30))@\(pick([1000, 40])))]",
            ])
            return .addConstraint(.string(text))
        case 4, 5: return .removeConstraint(id: id)
        case 6: return .setConstant(id: id, Rational(below(50)))
        case 7, 8: return .setPriority(id: id, Rational(pick([1000, 999, 755, 255, 10])))
        case 9, 10: return .deactivate(id: id)
        case 11:
            let inactive = document.constraints.filter { !$0.isActive }
            return .activate(id: inactive.isEmpty ? id : pick(inactive).id)
        case 12: return .resize([.width: Rational(200 + below(300)), .height: Rational(200 + below(300))])
        case 13:
            return .setIntrinsicContentSize(view: view, LayoutSize(width: Rational(below(150)), height: below(4) == 0 ? nil : Rational(below(60))))
        case 14: return .setHugging(view: view, .horizontal, Rational(pick([249, 250, 251, 750])))
        default:
            let new = "w\(below(1000))"
            return below(2) == 0
                ? .removeView(id: view)
                : .addView(.object([.init(key: "id", value: .string(new)), .init(key: "parent", value: .string(view))]))
        }
    }

    /// A settled layout in which some views are positioned by their masks, and some are guides.
    mutating func placedJSON() -> String {
        settledJSON().replacing(#/'parent': '(v\d)', /#) { found in
            switch below(4) {
            case 0:
                "'parent': '\(found.1)', 'autoresizing': {'frame': {'x': \(below(40)), 'y': 3, 'width': \(below(90)), 'height': 20}, "
                    + "'superview': {'width': 300, 'height': \(pick([200, 0]))}, 'mask': \(pick(["[]", "['flexibleWidth', 'flexibleTopMargin']"]))}, "
            case 1: "'parent': '\(found.1)', 'kind': 'guide', \(pick(["", "'insets': {}, ", "'insets': {'left': 5, 'trailing': 9}, "]))"
            default: String(found.0)
            }
        }
    }

    /// An event about a mask or a guide's insets, or any other one; now and then one that cannot be taken.
    mutating func placeEvent(of document: LayoutDocument) throws -> LayoutEvent {
        let view = document.views[below(document.views.count)].id
        let frame = DesignFrame(x: Rational(below(60) - 20), y: 4, width: pick([0, 30, 70]), height: 20)
        let size = DesignSize(width: Rational(100 + below(300)), height: 200)
        let mask: Set<Autoresizing.Flexible> = pick([[], [.flexibleWidth], [.flexibleLeftMargin, .flexibleRightMargin, .flexibleHeight]])
        switch below(8) {
        case 0, 1: return .setFrame(view: view, frame, superview: below(2) == 0 ? nil : size)
        case 2: return .setMask(view: view, mask)
        case 3:
            return .setTranslatesMask(
                view: view,
                Autoresizing(
                    x: frame.x, y: frame.y, width: frame.width, height: frame.height, superviewWidth: size.width, superviewHeight: size.height,
                    mask: mask))
        case 4: return .setTranslatesMask(view: view, nil)
        case 5:
            return .setInsets(view: view, pick([nil, LayoutInsets(), LayoutInsets(top: 3, left: 4), LayoutInsets(trailing: Rational(below(20)))]))
        default: return try event(of: document)
        }
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
