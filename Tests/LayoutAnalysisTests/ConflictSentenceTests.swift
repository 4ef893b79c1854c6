import ExactArithmetic
import LayoutAnalysis
import LayoutModel
import Testing

/// The sentence of a conflict reads well, and its arithmetic is right.
struct ConflictSentenceTests {
    /// Views `a`, `b` and `big one` in a root of 70 by 44.
    private func sentences(_ constraints: [String], direction: String = "ltr", a: String = "", b: String = "") throws -> [String] {
        let list = constraints.map { "'\($0.replacing("\"", with: "\\\""))'" }.joined(separator: ", ")
        let document = try document(
            """
            {'size': {'width': 70, 'height': 44}, 'direction': '\(direction)', 'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root'\(a)},
            {'id': 'b', 'parent': 'root'\(b)}, {'id': 'big one', 'parent': 'root'}], 'constraints': [\(list)]}
            """)
        return analysis(document).conflicts.map(\.explanation.text)
    }

    @Test(arguments: [
        // A chain from one side to the other, in its order.
        (
            ["a.leading == root.leading + 8", "a.trailing == root.trailing - 8", "a.width == 60"],
            "8 + 60 + 8 = 76, but root.width is 70 (over-constrained by 6 pt)"
        ),
        (["a.left == root.left + 3", "a.right == root.right + 4", "a.width <= 68"], "3 + 68 - 4 = 67 at most, but root.width is 70 (3 pt short)"),
        (
            ["b.right == root.right - 9", "b.left == a.right + 5", "a.left == root.left + 7", "b.width == 20", "a.width == 40"],
            "7 + 40 + 5 + 20 + 9 = 81, but root.width is 70 (over-constrained by 11 pt)"
        ),
        // One size against another.
        (["a.width == 80", "a.right <= root.right", "a.left >= root.left"], "a.width is 80, but root.width is 70 (over-constrained by 10 pt)"),
        (["a.width <= 30", "a.right == root.right", "a.left == root.left"], "a.width is at most 30, but root.width is 70 (40 pt short)"),
        // A container's size is compared with what is in it, not the other way round.
        (
            ["b.height == 20", "b.top == a.top + 7", "b.bottom == a.bottom - 7", "a.height == 30"],
            "7 + 20 + 7 = 34, but a.height is 30 (over-constrained by 4 pt)"
        ),
        (
            ["a.left == root.left + 10", "\"big one\".right == a.left", "\"big one\".left == root.left - 3", "\"big one\".width == 20"],
            "3 + 10 = 13, but \"big one\".width is 20 (7 pt short)"
        ),
        (["a.width == b.width", "b.width == 30", "a.width == 40"], "b.width is 30, but a.width is 40 (10 pt short)"),
        (["a.width == b.width + 3", "a.width == 1"], "a.width == b.width + 3 makes a.width 3, but a.width is 1 (over-constrained by 2 pt)"),
        (
            ["a.left == root.left", "a.right == a.left", "a.right == root.right"],
            "the other constraints require root.width to be 0, but root.width is 70 (70 pt too much)"
        ),
        // Multipliers.
        (["a.width == 2 * b.width", "b.width == 50", "a.width == 90"], "2 * 50 = 100, but a.width is 90 (over-constrained by 10 pt)"),
        (["a.width == 3 * b.width", "b.width >= 10", "a.width <= 20"], "3 * 10 = 30, but a.width is at most 20 (over-constrained by 10 pt)"),
        (["a.width == root.width / 3", "a.width == 20"], "3 * 20 = 60, but root.width is 70 (10 pt short)"),
        (["b.width == a.width / 3", "a.width == 10", "b.width >= 4"], "3 * 4 = 12, but a.width is 10 (over-constrained by 2 pt)"),
        (["a.width == 375:667 * a.height", "a.height == 667", "a.width == 300"], "667/375 * 300 = 533.6, but a.height is 667 (133.4 pt short)"),
        // Two rows.
        (["a.width == 60", "a.width == 50"], "a.width == 60 and a.width == 50 cannot both hold (10 pt apart)"),
        (["a.width >= 60", "a.width <= 50"], "a.width >= 60 and a.width <= 50 cannot both hold (10 pt apart)"),
        (["a.width == -5"], "a.width == -5, but no size is negative"),
        (["root.width == 100"], "root.width == 70 and root.width == 100 cannot both hold (30 pt apart)"),
        (
            ["a.left == b.left + 5", "b.left == a.left + 5"],
            "a.left == b.left + 5 and b.left == a.left + 5 cannot both hold (10 pt apart)"
        ),
        (
            ["a.width == 2 * b.width + 4", "b.width == 0.5 * a.width + 1"],
            "a.width == 2 * b.width + 4 and b.width == 0.5 * a.width + 1 cannot both hold"
        ),
        // No room, and circles.
        (["a.bottom == root.top - 10", "a.top >= root.top"], "-10 pt would be left for a.height, which cannot be negative"),
        (["a.left == root.right", "a.right == root.left"], "-70 pt would be left for a.width, which cannot be negative"),
        (["a.left == b.right + 5", "b.left == a.right + 5"], "-5 - 5 = -10 pt would be left for a.width + b.width, which cannot be negative"),
        (
            ["a.left == b.left + 5", "b.left == \"big one\".left + 6", "\"big one\".left == a.left + 7"],
            "5 + 6 + 7 = 18, but these constraints form a cycle, so their constants must add up to 0"
        ),
        (
            ["a.left == b.left", "b.left == \"big one\".left", "\"big one\".left == a.left + 7"],
            "\"big one\".left == a.left + 7, but the other 2 constraints require 0 in place of 7"
        ),
    ])
    func aConflictIsOneSentence(constraints: [String], sentence: String) throws {
        #expect(try sentences(constraints) == [sentence])
    }

    @Test func leadingIsTheRightSideWhereOneReadsToTheLeft() throws {
        let found = try sentences(["a.leading == root.leading + 8", "a.trailing == root.trailing - 9", "a.width == 60"], direction: "rtl")
        #expect(found == ["9 + 60 + 8 = 77, but root.width is 70 (over-constrained by 7 pt)"])
    }

    @Test func contentAndAutoresizingGiveSizes() throws {
        let content = ", 'intrinsicContentSize': {'width': 66}, 'compressionResistance': {'horizontal': 1000}"
        let mask = ", 'autoresizing': {'frame': {'x': 8, 'y': 8, 'width': 20, 'height': 20}, 'superview': {'width': 70, 'height': 44}, 'mask': []}"
        let found = try sentences(["a.leading == b.leading", "a.trailing == b.trailing - 1"], a: content, b: mask)
        #expect(found == ["66 + 1 = 67, but b.width is 20 by its autoresizing mask (over-constrained by 47 pt)"])
        let alone = try sentences(["a.leading == b.leading", "a.trailing == b.trailing"], a: content, b: mask)
        #expect(alone == ["b.width is 20 by its autoresizing mask, but a.width is at least 66 by compression resistance (46 pt short)"])
    }

    @Test func alignmentInsetsAreCountedIn() throws {
        let found = try sentences(
            ["a.width == 40", "a.left == b.left", "a.right == b.right", "b.width == 41"], a: ", 'alignmentRectInsets': {'left': 2}")
        #expect(found == ["2 + 41 = 43, but by a.width == 40, its frame is 42 (over-constrained by 1 pt)"])
    }

    @Test func viewsOfALogAreCalledByTheirNames() throws {
        let found = try analysis(
            log(
                "NSLayoutConstraint:0x1 H:|-(12)-[UIButton:0xb'OK'] (names: '|':Header:0xa )",
                "NSLayoutConstraint:0x2 H:[UIButton:0xb'OK']-(12)-| (names: '|':Header:0xa )",
                "NSLayoutConstraint:0x3 'UIView-Encapsulated-Layout-Width' Header:0xa.width == 20"))
        #expect(found.conflicts.map(\.explanation.text) == ["12 + 12 = 24, but Header.width is 20 (over-constrained by 4 pt)"])
    }

    @Test func theArithmeticOfEverySentenceIsRight() throws {
        var documents = try Sample.all.map(document)
        if PublicLog.areExpected { documents += try PublicLog.all().map(\.document) }
        var checked = 0
        for document in documents {
            for conflict in Analyzer().analyze(document).conflicts {
                let text = try withoutShares(conflict.explanation.text)
                if let parts = try
                    /(.*), but .* is (?:at most |at least )?(-?[0-9.]+)(?: by [a-z ]*)? \((over-constrained by )?([0-9.]+) pt(?: short)?\)/
                    .wholeMatch(in: text)
                {
                    let left = parts.1.replacing(/\ at most$/, with: "")
                    let (value, excess) = (number(parts.2), number(parts.4))
                    let total = try #require(left.split(separator: " ").last.map(number), "\(text)")
                    if left.contains(" = ") { #expect(isClose(try sum(String(left)), total), "\(text)") }
                    #expect(isClose(parts.3 == nil ? value - total : total - value, excess) && excess.isPositive, "\(text)")
                    checked += 1
                } else if let parts = try /(.*) pt would be left for .*/.wholeMatch(in: text) {
                    let total = try #require(parts.1.split(separator: " ").last.map(number), "\(text)")
                    if parts.1.contains(" = ") { #expect(isClose(try sum(String(parts.1)), total), "\(text)") }
                    checked += 1
                } else {
                    #expect(
                        ["cannot both hold", "no size is negative", "the other constraints require ", " constraints require ", "must add up to 0"]
                            .contains {
                                text.contains($0)
                            }, "\(text)")
                }
            }
        }
        #expect(checked > 3)
    }

    /// The text without the origins of products, such as `(16/9 of 90)` after 160, which are right.
    private func withoutShares(_ text: String) throws -> String {
        let shares = /([0-9.]+) \(([0-9.\/]+) (?:of|times) ([0-9.]+)\)/
        for share in text.matches(of: shares) {
            #expect(isClose(number(share.1), try sum("\(share.2) * \(share.3) =")), "\(text)")
        }
        return text.replacing(shares) { String($0.1) }
    }

    @Test func aFractionInALongerSumStandsBesideItsProduct() throws {
        let found = try sentences([
            "a.left == root.left + 2", "root.right == a.right + 6", "a.width == 16:9 * a.height", "a.height == 90",
        ])
        #expect(found.count == 1 && found[0].contains("160 (16/9 of 90) = 168, but "), "\(found)")
        #expect(try withoutShares(found[0]).contains(" 160 = 168, but "), "\(found)")
    }

    /// Numbers of sentences are rounded to two decimals.
    private func isClose(_ one: Rational, _ other: Rational) -> Bool { (one - other).magnitude * 25 < 1 }

    private func number(_ text: Substring) -> Rational { Rational(decimal: String(text)) ?? -1_000_000 }

    /// The value of `8 + 2 * 30 - 4 / 3 = …`, to 6 places.
    private func sum(_ text: String) throws -> Rational {
        var total = Rational.zero
        var term = Rational.one
        var sign: Rational = 1
        var isDivisor = false
        for word in text.split(separator: " ") {
            switch word {
            case "+", "-":
                total += sign * term
                (sign, term) = (word == "+" ? 1 : -1, 1)
            case "=": return (total + sign * term).rounded(toPlaces: 6)
            case "*": isDivisor = false
            case "/": isDivisor = true
            default:
                let parts = word.split(separator: "/")
                var value = number(parts[0])
                if parts.count == 2 { value = try #require(value.divided(by: number(parts[1]))) }
                term = isDivisor ? try #require(term.divided(by: value)) : term * value
                isDivisor = false
            }
        }
        return total
    }
}
