import ExactArithmetic
import LayoutImport
import LayoutModel
import Testing

/// Printing is the inverse of reading.
@Suite struct VisualFormatPhraseTests {
    @Test(
        arguments: [
            ("a.leading == root.leading + 8", "H:|-(8)-[a]"), ("root.trailing >= a.trailing - 8 @ 750", "H:[a]-(>=-8@750)-|"),
            ("b.leading <= a.trailing + 0.5 @ 749.5", "H:[a]-(<=0.5@749.5)-[b]"), ("b.top == a.bottom", "V:[a]-(0)-[b]"),
            ("a.top == root.top", "V:|-(0)-[a]"), ("root.bottom == \"h h\".bottom + 1", #"V:["h h"]-(1)-|"#),
            ("a.width == 60", "H:[a(60)]"), ("a.height <= -3 @ low", "V:[a(<=-3@250)]"), ("a.width >= b.width @ 1", "H:[a(>=b@1)]"),
            ("g.leading == a.leading + 2", "H:|-(2)-[g]"), ("a.leading == a.trailing", "H:[a]-(0)-[a]"),
            // What it cannot say, or only turned round, is an equation.
            ("a.trailing == root.trailing - 8", nil), ("root.leading == a.leading + 8", nil), ("a.width == 2 * b.width", nil),
            ("a.width == b.width + 1", nil),
            ("a.width == b.height", nil), ("a.width == 1:3", nil), ("a.left == root.left + 8", nil), ("g.leading == root.leading", nil),
            ("a.leading == b.leading", nil), ("a.centerX == b.centerX", nil), ("a.width == 5 @ 100:3", nil), ("a.leading == 0.5 * b.trailing", nil),
            ("a.leading == root.leading + 1:3", nil), ("a.leading == root.leadingMargin", nil),
        ] as [(String, String?)])
    func `a constraint is described in visual format where that can be`(equation: String, format: String?) throws {
        let read = try document(Layout.json(Layout.quoted(equation)))
        #expect(read.visualFormat(of: read.constraints[0]) == format)
        #expect(read.phrase(of: read.constraints[0]) == format ?? read.equation(of: read.constraints[0]))
    }

    @Test func `a fragment names no superview by a bar`() throws {
        var read = try document(Layout.json(#""a.leading == root.leading + 8", "a.width == 8""#))
        read.isFragment = true
        #expect(read.constraints.map { read.visualFormat(of: $0) } == [nil, "H:[a(8)]"])
        read.constraints[1].unknownConstant = "space"
        #expect(read.visualFormat(of: read.constraints[1]) == nil)
    }

    @Test(arguments: [
        "a.leading == root.leading + 8", "root.trailing >= a.trailing - 8", "b.leading <= a.trailing + 0.5", "b.top == a.bottom",
        "root.bottom == a.bottom + 1.25", "a.width == 60", "a.height <= -3", "a.width >= b.width", "g.leading == a.leading + 2",
    ])
    func `the reader of logs takes a description as UIKit's own`(equation: String) throws {
        let read = try document(Layout.json(Layout.quoted(equation)))
        let constraint = read.constraints[0]
        let bar = equation.contains("g.") ? "a" : "root"
        let format = try #require(read.visualFormat(of: constraint))
        let names = format.contains("|") ? ", names: '|':\(bar) " : ""
        let log = try ConsoleLogImporter().read("<NSLayoutConstraint:0x1 \(format)   (active\(names))>").messages[0]
        let printed = try #require(log.constraints.first)
        #expect(log.equation(of: printed) == read.equation(of: constraint))
    }

    @Test func `what is printed reads back the same`() throws {
        var random = RandomConstraints(seed: 7)
        var visual = 0
        var count = 0
        for round in 0..<400 {
            let entries = (0..<4).map { _ in random.entry() }
            // A content area is meant, whatever else is.
            let json = random.json([#"{"id": "keep", "equation": "\"l.content\".height == 9"}"#] + entries)
            guard let read = try? document(json) else { continue }
            let phrases = read.constraints.map { read.phrase(of: $0) }
            let again = phrases.enumerated().map { index, phrase in
                let key = read.visualFormat(of: read.constraints[index]) == nil ? "equation" : "visual"
                if key == "visual" { visual += 1 }
                count += 1
                return #"{"\#(key)": \#(Layout.quoted(phrase)), "active": \#(read.constraints[index].isActive)}"#
            }
            var result = try document(random.json(again))
            for index in result.constraints.indices { result.constraints[index].id = read.constraints[index].id }
            #expect(result == read, "round \(round): \(json)\n\(phrases)")
        }
        #expect(visual > 200 && count - visual > 200, "\(visual) of \(count)")
    }
}

/// Random entries over views with guides, scroll views, content areas and names that need quotes.
private struct RandomConstraints {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    private mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }

    private mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    static let names = ["r", "a", "b c", "l", "in", "deep", #"q"\"#, "g", "_9", "8"]

    func json(_ entries: [String]) -> String {
        let parents = ["r": nil, "a": "r", "b c": "a", "l": "r", "in": "l", "deep": "in", #"q"\"#: "l.content", "g": "l", "_9": "a", "8": "r"]
        let views = RandomConstraints.names.map { name in
            let parent = parents[name].flatMap { $0 }.map { #", "parent": "\#($0)""# } ?? ""
            let kind = name == "l" ? #", "kind": "scroll""# : name == "g" ? #", "kind": "guide""# : ""
            return #"{"id": \#(Layout.quoted(name))\#(parent)\#(kind)}"#
        }
        return #"{"views": [\#(views.joined(separator: ","))], "constraints": [\#(entries.joined(separator: ","))]}"#
    }

    private mutating func side(_ attribute: String) -> String {
        let name = pick(RandomConstraints.names + ["l.content"])
        return Layout.quoted(name) + "." + attribute
    }

    private mutating func number() -> String {
        pick(["0", "8", "-8", "0.125", "12.5", "1:3", "-7:3", "100000000000000000000", "0.000000000000000000000000000001"])
    }

    mutating func entry() -> String {
        let relation = pick(["==", "==", ">=", "<="])
        let priority = pick(["", "", " @ 750", " @ 0.5", " @ 100:3"])
        let equation: String
        switch below(8) {
        case 0: equation = "\(side(pick(["width", "height"]))) \(relation) \(number())\(priority)"
        case 1:
            let attribute = pick(["width", "height"])
            equation = "\(side(attribute)) \(relation) \(pick(["", "", "2 * "]))\(side(attribute))\(pick(["", "", " + 3"]))\(priority)"
        default:
            let pair = pick([
                ("leading", "trailing"), ("top", "bottom"), ("leading", "leading"), ("top", "top"), ("trailing", "trailing"), ("bottom", "bottom"),
                ("trailing", "leading"), ("centerX", "leading"), ("left", "right"), ("leading", "leadingMargin"),
            ])
            equation = "\(side(pair.0)) \(relation) \(pick(["", "", "", "0.5 * "]))\(side(pair.1)) + \(number())\(priority)"
        }
        return #"{"equation": \#(Layout.quoted(equation)), "active": \#(below(5) > 0)}"#
    }
}
