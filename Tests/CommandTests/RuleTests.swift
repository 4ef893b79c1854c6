import Foundation
import JSON
import Testing

/// Each rule finds what it should at the marked places, and nothing else.
@Suite struct RuleTests {
    private struct Found: Hashable {
        var place: MarkedText.Place
        var message: String
    }

    /// Checks a document by one rule alone.
    private func check(_ rule: String, _ marked: MarkedText, _ options: String..., fails: Bool = false) throws -> [Found] {
        let folder = try TemporaryFolder()
        let file = try folder.file("layout.json", marked.text)
        let outcome = try Program.run(["check", "--no-config", "--format", "json", "--rules", rule] + options + [file], input: Data())
        #expect(outcome.status == (fails ? 1 : 0) && outcome.errors.isEmpty, "\(outcome.errors)")
        let document = try JSONDocument(parsing: Array(outcome.output.utf8))
        return document.withRoot { root in
            (root["findings"]?.elements.map(Array.init) ?? []).map { finding in
                #expect(finding["rule"]?.string == rule)
                #expect(finding["place"]?["file"]?.string == file)
                let place = MarkedText.Place(
                    line: finding["place"]?["line"]?.number?.integer ?? 0, column: finding["place"]?["column"]?.number?.integer ?? 0)
                return Found(place: place, message: finding["message"]?.string ?? "")
            }
        }
    }

    private func expect(_ rule: String, _ text: String, _ expected: KeyValuePairs<Character, String>, fails: Bool = false) throws {
        let marked = MarkedText(text)
        let found = try check(rule, marked, fails: fails)
        #expect(found == expected.map { Found(place: marked.places[$0.key] ?? MarkedText.Place(line: 0, column: 0), message: $0.value) })
    }

    /// What the rules about files find in the first example of their help pages begins so, at its place.
    private static let elements: [String: String] = [
        "misplaced-view": #"<constraint id="c1""#, "fixed-frame": #"<view id="a""#, "unreferenced-constraint": #"<constraint id="c5""#,
        "dangling-reference": #"<outlet property="title""#,
        "invalid-constraint": #"<constraint id="c5""#, "mixed-direction": #"<constraint id="c1""#, "content-priority-tie": #"<label id="a""#,
        "uninstalled-constraint": #"<constraint id="c5""#, "placeholder-constraint": #"<constraint id="c3""#, "design-time-size": #"<view id="a""#,
        "ambiguous-position": #"<view id="a""#, "unverified-ambiguity": #"<view id="a""#, "incomplete": #"    "<NSLayoutConstraint:0x1"#,
        "conflict": #""title.width == 60""#, "ambiguity": #""title.top >="#, "unused-suppression": #"{"rule": "conflict""#,
        "assertion": #""title.width >= 60""#, "reported-error": "*** Terminating", "reported-ambiguity": "*UILabel:0xa'Total'-",
        "reported-problem": "[LayoutLoop]", "reported-text": "*UILabel:0xa'Total'",
    ]

    @Test func `every rule is found in the first example of its help page, at the place that is meant, and not in the second`() throws {
        let list = try Program.run("help", "rules").output
        let rules = list.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(rules.count == 34)
        let folder = try TemporaryFolder()
        var withExamples: Set<String> = []
        for rule in rules {
            let parts =
                try Program.run("help", rule).output.components(separatedBy: "\nExample with this finding:\n\n").last?
                .components(separatedBy: "\nExample without it:\n\n") ?? []
            guard parts.count == 2 else { continue }
            withExamples.insert(rule)
            for (part, isFound) in zip(parts, [true, false]) {
                let text = part.split(separator: "\n").map { $0.dropFirst(4) + "\n" }.joined()
                let name = "\(rule)-\(isFound).\(text.hasPrefix("<document") ? "xib" : text.hasPrefix("{") ? "json" : "log")"
                try folder.file(name, text)
                let output = try folder.run(["check", "--no-config", "--rules", rule, "--format", "xcode", name]).output
                let own = output.split(separator: "\n").filter { $0.hasSuffix("(\(rule))") }
                #expect(own.isEmpty != isFound, "\(name): \(output)")
                guard isFound, let begins = RuleTests.elements[rule], let found = own.first?.components(separatedBy: ": ").first else { continue }
                let numbers = found.split(separator: ":").suffix(2).compactMap { Int($0) }
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                try #require(numbers.count == 2 && lines.indices.contains(numbers[0] - 1), "\(own)")
                #expect(lines[numbers[0] - 1].dropFirst(numbers[1] - 1).hasPrefix(begins), "\(own)")
            }
        }
        // Of these no file alone tells: what took too long, and what a list knows of other files.
        #expect(withExamples == Set(rules).subtracting(["unproven", "stale-baseline"]))
    }

    @Test func `truncated text is told of labels and buttons that are too narrow or low, not of fields that scroll`() throws {
        try expect(
            "truncated-text",
            """
            {"size": {"width": 100, "height": 60}, "views": [
              {"id": "root"},
              ①{"id": "title", "parent": "root", "text": "Hello", "intrinsicContentSize": {"width": 120.25, "height": 20}},
              ②{"id": "go", "parent": "root", "class": "BigButton", "intrinsicContentSize": {"width": 40, "height": 30}},
              {"id": "field", "parent": "root", "class": "UITextField", "text": "long", "intrinsicContentSize": {"width": 400, "height": 30}},
              {"id": "fits", "parent": "root", "text": "Ok", "intrinsicContentSize": {"width": 100, "height": 20}},
              {"id": "picture", "parent": "root", "intrinsicContentSize": {"width": 400, "height": 20}}],
             "constraints": ["H:|[title]|", "H:|[go(50)]", "H:|[field]|", "H:|[fits]|", "H:|[picture]|",
              "V:|[title(20)][go(10)][field(10)][fits(20)]", "V:|[picture(20)]"]}
            """,
            [
                "①": "“Hello” (title) has too little room for its text: width 100 instead of 120.25",
                "②": "BigButton (go) has too little room for its text: height 10 instead of 30",
            ])
    }

    @Test func `a view that extends beyond its superview is told with the sides, in a scroll view by its content area`() throws {
        try expect(
            "out-of-parent",
            """
            {"size": {"width": 100, "height": 100}, "views": [{"id": "root"},
              {"id": "card", "parent": "root"},
              ①{"id": "badge", "parent": "card"},
              {"id": "shadow", "parent": "card", "alignmentRectInsets": {"left": 4, "right": 4}},
              {"id": "list", "parent": "root", "kind": "scroll"},
              {"id": "row", "parent": "list"},
              {"id": "nothing", "parent": "card"}],
             "constraints": ["H:|[card(50)]", "V:|[card(50)]", "badge.width == 20", "badge.height == 20", "badge.centerX == card.trailing",
              "badge.top == card.top", "H:|[shadow]|", "V:|[shadow]|", "H:|[list]|", "V:[list(40)]|", "H:|[row(300)]|", "V:|[row(500)]|",
              "nothing.leading == card.leading + 900", "nothing.top == card.top", "nothing.width == 0", "nothing.height == 10"]}
            """, ["①": "badge extends beyond card by 10 at the right"])
    }

    @Test func `the tolerance is what the configuration says, nothing where it says nothing`() throws {
        let folder = try TemporaryFolder()
        try folder.file(
            "layout.json",
            """
            {"size": {"width": 100, "height": 44}, "views": [{"id": "root"},
              {"id": "title", "parent": "root", "text": "Hello", "intrinsicContentSize": {"width": 100.5, "height": 20}}],
             "constraints": ["H:|[title]|", "V:|[title(20)]"]}
            """)
        #expect(try folder.run(["check", "layout.json", "--rules", "truncated-text=error"]).status == 1)
        try folder.file(".plumbline.json", #"{"tolerance": 0.5, "rules": {"truncated-text": "error"}}"#)
        #expect(try folder.run(["check", "layout.json"]).status == 0)
        // At all widths it is the same.
        let wide = try folder.run(["check", "layout.json", "--width", "90...110"]).output
        #expect(wide.contains("truncated “Hello”: width 90..<100\n"), "\(wide)")
        let exact = try folder.run(["check", "layout.json", "--width", "90...110", "--no-config"]).output
        #expect(exact.contains("truncated “Hello”: width 90..<100.5\n"), "\(exact)")
    }

    @Test func `siblings that cover each other are told, a background is not, texts on each other are`() throws {
        try expect(
            "overlapping-views",
            """
            {"size": {"width": 100, "height": 100}, "views": [{"id": "root"},
              {"id": "background", "parent": "root"},
              {"id": "a", "parent": "root"}, ①{"id": "b", "parent": "root"}, {"id": "c", "parent": "root"},
              {"id": "t", "parent": "root", "text": "one"}, ②{"id": "u", "parent": "root", "text": "two"}],
             "constraints": ["H:|[background]|", "V:|[background]|", "H:|[a(40)]", "V:|[a(20)]", "H:|-30-[b(40)]", "V:|-10-[b(20)]",
              "H:|-70-[c(10)]", "V:|-10-[c(20)]", "H:|[t(50)]", "V:[t(20)]|", "H:|[u(20)]", "V:[u(20)]|"]}
            """,
            ["①": "b covers part of a: 10 x 10 points", "②": "“two” (u) covers part of “one” (t): 20 x 20 points"])
    }

    @Test func `buttons are at least 44 points wide and high`() throws {
        try expect(
            "minimum-size",
            """
            {"size": {"width": 100, "height": 100}, "views": [{"id": "root"},
              ①{"id": "close", "parent": "root", "class": "UIButton"}, {"id": "large", "parent": "root", "class": "MyButton"},
              {"id": "label", "parent": "root", "class": "UILabel"}],
             "constraints": ["H:|[close(44)]", "V:|[close(43.25)]", "H:|[large(44)]", "V:|[large(44)]", "H:|[label(4)]", "V:|[label(4)]"]}
            """, ["①": "UIButton (close) is too small: its height is 43.25 pt, and the minimum for its class is 44 pt"])
    }

    @Test func `views that do not mirror are told`() throws {
        try expect(
            "rtl-asymmetry",
            """
            {"size": {"width": 100, "height": 100}, "views": [{"id": "root"}, {"id": "a", "parent": "root"}, ①{"id": "b", "parent": "root"},
              ②{"id": "quarter", "parent": "root"}, {"id": "middle", "parent": "root"}],
             "constraints": ["H:|-8-[a(20)]", "V:|[a(20)]", "b.left == root.left + 8", "b.width == 10", "V:|[b(10)]",
              "quarter.centerX == 0.5 * root.centerX", "quarter.width == 10", "V:|[quarter(10)]", "middle.centerX == root.centerX",
              "middle.width == 10", "V:|[middle(10)]"]}
            """,
            [
                "①": "b is at x 8 in rtl, but its mirror image would be at 82",
                "②": "quarter is at x 20 in rtl, but its mirror image would be at 70",
            ])
    }

    @Test func `what mirrors is the alignment rectangle, in that of the superview`() throws {
        try expect(
            "rtl-asymmetry",
            """
            {"size": {"width": 200, "height": 60}, "views": [{"id": "root"},
              {"id": "a", "parent": "root", "alignmentRectInsets": {"left": 4, "right": 0}},
              {"id": "inner", "parent": "a"}, {"id": "shadow", "parent": "root", "alignmentRectInsets": {"leading": 3, "trailing": 9}},
              ①{"id": "b", "parent": "root", "alignmentRectInsets": {"left": 4, "right": 0}}],
             "constraints": ["a.leading == root.leading", "a.width == 80", "V:|[a(10)][shadow(10)][b(10)]", "inner.leading == a.leading + 5",
              "inner.width == 20", "V:|[inner]|", "H:|-8-[shadow(50)]", "b.left == root.left + 8", "b.width == 10"]}
            """, ["①": "b is at x 8 in rtl, but its mirror image would be at 182"])
    }

    @Test func `an equation that others say already is told, with the rows that it is the sum of`() throws {
        try expect(
            "redundant-constraint",
            """
            {"size": {"width": 100, "height": 100}, "views": [{"id": "root"}, {"id": "a", "parent": "root"}, {"id": "b", "parent": "root"}],
             "constraints": ["a.leading == root.leading + 8", "a.width == 20", "b.leading == a.trailing + 4", "b.width == 2 * a.width",
              ①"b.trailing == root.leading + 72",
              "a.top == root.top", "a.height == 20", "b.top == a.top", "b.height == a.height",
              ②{"id": "twice", "equation": "a.height == b.height"}]}
            """,
            [
                "①": "c5 is redundant: c1, c2, c3 and c4 already determine it: b.trailing == root.leading + 72",
                "②": "twice is redundant: c9 already determines it: a.height == b.height",
            ])
    }

    @Test func `the rows that a constraint is the sum of are told with how often, and whether they are taken away`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file(
            "layout.txt",
            """
            a.width == b.width + 10
            c.width == 2 * b.width + 5
            a.width == 0.5 * c.width + 7.5
            a.width >= 0.5 * c.width
            H:|[a]
            H:|[b]
            H:|[c]

            """)
        let outcome = try Program.run(["check", "-v", "--no-config", "--rules", "redundant-constraint,implied-constraint", file], input: Data())
        let parts = outcome.output.split(separator: "\n").filter { $0.hasPrefix("  c1: ") || $0.hasPrefix("  c2: ") }
        #expect(
            parts == [
                "  c1: a.width == b.width + 10", "  c2: c.width == 2 * b.width + 5, multiplied by -0.5",
                "  c1: a.width == b.width + 10", "  c2: c.width == 2 * b.width + 5, multiplied by -0.5",
            ], "\(outcome.output)")
    }

    @Test func `what only the root's size makes so is not redundant`() throws {
        try expect(
            "redundant-constraint",
            """
            {"size": {"width": 100, "height": 20}, "constraints": ["a.leading == root.leading", "a.trailing == root.trailing", "a.width == 100",
             "a.top == root.top", "a.height == 20"]}
            """, [:])
    }

    @Test func `an inequality that others prove is told`() throws {
        try expect(
            "implied-constraint",
            """
            {"size": {"width": 100, "height": 100}, "constraints": ["a.leading == root.leading + 8", "a.width >= 20", "b.leading >= a.trailing + 10",
              ①"b.leading >= root.leading + 38", ②"b.width >= 0", "b.width == 5 @ 500", "b.leading == a.trailing @ 400",
              "a.width == 20 @ 300", "a.top == root.top", "a.height == 1", "b.top == root.top", "b.height == 1"]}
            """,
            [
                "①": "c4 is redundant: it follows from c1, c2 and c3: b.leading >= root.leading + 38",
                "②": "c5 is redundant: it follows from b.width >= 0: b.width >= 0",
            ])
    }

    @Test func `a priority that decides nothing is told`() throws {
        try expect(
            "dead-priority",
            """
            {"size": {"width": 100, "height": 100}, "constraints": ["a.leading == root.leading", "a.width >= 20", ①"a.width >= 10 @ 750",
              "a.width == 20 @ 100", ②"a.leading >= root.leading + 5 @ 750", ③"a.leading == root.leading @ 500", ④"a.leading == root.leading + 1 @ 500",
              "a.top == root.top", "a.height == 1"]}
            """,
            [
                "①": "the priority of c3 has no effect: it follows from c2: a.width >= 10 @ 750",
                "②": "the priority of c5 has no effect: it contradicts c1 and is always off by the same amount: "
                    + "a.leading >= root.leading + 5 @ 750",
                "③": "the priority of c6 has no effect: it follows from c1: a.leading == root.leading @ 500",
                "④": "the priority of c7 has no effect: it contradicts c1 and is always off by the same amount: "
                    + "a.leading == root.leading + 1 @ 500",
            ])
    }

    @Test func `a priority is dead where required inequalities leave one value, and where nothing could change`() throws {
        try expect(
            "dead-priority",
            """
            {"size": {"width": 100, "height": 50}, "constraints": ["a.leading == root.leading", "a.top == root.top", "a.width >= 20", "a.width <= 20",
              ①"a.width == 20 @ 250", ②"a.width == 30 @ 250", ③"a.width >= 25 @ 250", "a.height >= 5", "a.height <= 6", "a.height == 5 @ 250",
              ④"a.trailing == a.trailing + 8 @ 250", ⑤"a.width >= a.width - 9 @ 750"]}
            """,
            [
                "①": "the priority of c5 has no effect: it follows from c3 and c4: a.width == 20 @ 250",
                "②": "the priority of c6 has no effect: it contradicts c3 and c4 and is always off by the same amount: a.width == 30 @ 250",
                "③": "the priority of c7 has no effect: it contradicts c3 and c4 and is always off by the same amount: a.width >= 25 @ 250",
                "④": "the priority of c11 has no effect: it is off by the same amount in every layout: a.trailing == a.trailing + 8 @ 250",
                "⑤": "the priority of c12 has no effect: it holds in every layout: a.width >= a.width - 9 @ 750",
            ])
    }

    @Test func `a priority that decides how near something comes is not dead`() throws {
        try expect(
            "dead-priority",
            """
            {"size": {"width": 100, "height": 50}, "constraints": ["a.leading == root.leading", "a.width <= 30", "a.width >= 40 @ 750",
              "a.width == 10 @ 800", "a.top == root.top", "a.height == 5"]}
            """, [:])
    }

    @Test func `left and right are told`() throws {
        try expect(
            "fixed-direction",
            """
            {"size": {"width": 100, "height": 20}, "constraints": [①"a.left == root.left + 8", "a.width == 20", "a.top == root.top", "a.height == 20",
              {"first": {"item": "a", "attribute": "right"}, "relation": "<=", "second": {"item": "root", "attribute": "right"}, "active": false},
              ②{"id": "m", "equation": "root.rightMargin >= a.right"}]}
            """,
            [
                "①": "c1 uses left, which does not follow the reading direction: a.left == root.left + 8",
                "②": "m uses rightMargin, which does not follow the reading direction: root.rightMargin >= a.right",
            ])
    }

    @Test func `assertions are judged exactly, in the direction of the layout`() throws {
        try expect(
            "assertion",
            """
            {"size": {"width": 100, "height": 60}, "metrics": {"third": "1:3"},
             "assert": [①"price.width >= price.intrinsic.width", "price.width >= 0.5 * price.intrinsic.width - 30", "a.trailing <= price.leading",
               ②"3 * root.width == root.width" , ③"a.width == third * root.width + 0.001", "a.width == third * root.width"],
             "views": [{"id": "root"}, {"id": "a", "parent": "root"},
               {"id": "price", "parent": "root", "intrinsicContentSize": {"width": 80, "height": 20}}],
             "constraints": ["H:|[a][price]|", "a.width == third * root.width", "V:|[a(20)]", "V:|[price(20)]"]}
            """.replacing("②\"3 * root.width == root.width\" , ", with: "②\"root.height == 2 * price.height + 21\", "),
            [
                "①": "price.width >= price.intrinsic.width fails: off by 13.33; price has width 66.67",
                "②": "root.height == 2 * price.height + 21 fails: off by 1; root has height 60, price has height 20",
                "③": "a.width == 1:3 * root.width + 0.001 fails: off by 0.001; a has width 33.33, root has width 100",
            ], fails: true)
    }

    @Test func `an assertion may be missed by what required constraints are missed by, and by no more`() throws {
        func failures(_ constraints: String, _ assertions: String) throws -> [Substring] {
            let text = #"{"size": {"width": 200, "height": 9}, "assert": [\#(assertions)], "constraints": ["V:|[a]|", "H:|[a]", \#(constraints)]}"#
            for sizes in [[], ["--width", "150...250"]] {
                let outcome = try Program.run(["check", "-", "--format", "xcode", "--fail-on", "assertion"] + sizes, input: Data(text.utf8))
                let found = outcome.output.split(separator: "\n").filter { $0.contains("(assertion)") }
                #expect((outcome.status == 1) == !found.isEmpty)
                if !sizes.isEmpty { return found }
                #expect(outcome.status == (found.isEmpty ? 0 : 1))
            }
            return []
        }
        let near = #""a.width == 100", "a.width == 100.0000005""#
        #expect(try failures(near, #""a.width == 100", "a.width == 100.0000005", "a.width >= 100.000001""#).isEmpty)
        #expect(try failures(near, #""a.width >= 100.0000025""#).count == 1)
        let near100 = try failures(#""a.width == 100""#, #""a.width == 100.0000005""#)
        #expect(near100.count == 1 && near100[0].contains("off by less than 0.000001; "), "\(near100)")
        // What breaks is told.
        let outcome = try Program.run(
            "check", "-", "--format", "xcode", "--fail-on", "assertion",
            input: Layouts.conflicting.replacing("\"constraints\"", with: "\"assert\": [\"title.width >= 55\"], \"constraints\""))
        #expect(outcome.output.contains("title.width >= 55 fails: off by 1; title has width 54, with c3 broken"), "\(outcome.output)")
    }

    @Test func `what is ambiguous satisfies an assertion only where it cannot fail`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file(
            "a.json",
            #"{"size": {"width": 9, "height": 9}, "assert": ["a.width >= 1", "a.width >= 0", "a.height == 3"], "constraints": ["a.leading == root.leading", "a.top == root.top", "a.height == 3"]}"#
        )
        let outcome = try Program.run("check", file, "--format", "xcode", "--fail-on", "assertion")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("a.width >= 1 fails: not certain, because the width of a is ambiguous"))
        #expect(!outcome.output.contains("a.width >= 0 fails"))
        #expect(!outcome.output.contains("a.height == 3 fails"))
    }

    @Test(arguments: [
        (#""a.width""#, "expected ==, <= or >="), (#""a.width >= b.width + a.height""#, "an assertion can have only one attribute on each side"),
        (#""a.width >= 3 @ 500""#, "an assertion has no priority"), (#""a.left >= 3""#, "left is a location"),
        (#""a.intrinsic.depth >= 3""#, "expected width or height"), (#""nobody.width >= 3""#, #"there is no view "nobody""#),
        (#""a.width >= 2 * pad""#, "expected a number, a metric or a view"), ("7", "expected a string"),
        (#""a.width >= a.width * b.width""#, "a product of two attributes is not linear"), (#""a.width >= 4 / 0""#, "division by zero"),
    ])
    func `a bad assertion is an error with its place`(assertion: String, message: String) throws {
        let text = "{\"constraints\": [\"a.width == 3\", \"b.width == 3\"],\n \"assert\": [\(assertion)]}"
        let outcome = try Program.run("check", "-", input: text)
        #expect(outcome.status == 2)
        #expect(
            outcome.errors.hasPrefix("standard input:2:") && outcome.errors.contains("(at /assert/0)") && outcome.errors.contains(message),
            "\(outcome.errors)")
    }

    @Test func `every rule has a page, and one lists them`() throws {
        let list = try Program.run("help", "rules").output
        for rule in ["conflict", "truncated-text", "dead-priority", "misplaced-view", "stale-baseline"] {
            #expect(list.contains("  \(rule) "))
            #expect(try Program.run("help", rule).output.hasPrefix("\(rule): "))
        }
        #expect(try Program.run("help", "no-such-rule").status == 2)
        #expect(try Program.run("help", "configuration").output.contains("\"minimumSizes\""))
    }

    @Test func `what Interface Builder files tell stands at their elements`() throws {
        let marked = MarkedText(
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" useAutolayout="YES"><objects><view id="roo-00-001">
            <rect key="frame" x="0" y="0" width="320" height="100"/><subviews>
              <view translatesAutoresizingMaskIntoConstraints="NO" id="box-00-001">
                <rect key="frame" x="10" y="10" width="100" height="50"/><constraints>
                  ①<constraint firstAttribute="width" constant="90" id="wid-00-001"/><constraint firstAttribute="height" constant="50" id="hei-00-001"/>
                  ②<constraint firstAttribute="width" constant="80" placeholder="YES" priority="100" id="pla-00-001"/>
                </constraints></view>
              ③<view fixedFrame="YES" translatesAutoresizingMaskIntoConstraints="NO" id="fix-00-001">
                <rect key="frame" x="200" y="10" width="20" height="20"/></view>
              </subviews><constraints>
              ④<constraint firstItem="box-00-001" firstAttribute="leading" secondItem="roo-00-001" secondAttribute="left" constant="10" id="mix-00-001"/>
              <constraint firstItem="box-00-001" firstAttribute="leading" secondItem="roo-00-001" secondAttribute="leading" constant="10" id="lea-00-001"/>
              <constraint firstItem="box-00-001" firstAttribute="top" secondItem="roo-00-001" secondAttribute="top" constant="10" id="top-00-001"/>
              ⑤<constraint firstItem="gone-00-01" firstAttribute="top" secondItem="roo-00-001" secondAttribute="top" constant="10" id="gon-00-001"/>
              </constraints></view></objects></document>
            """)
        let folder = try TemporaryFolder()
        try folder.file("m.xib", marked.text)
        let outcome = try folder.run([
            "check", "--no-config", "m.xib", "--format", "xcode", "--rules", "interface-builder=error,placeholder-constraint=off",
        ])
        let rules: [Character: String] = ["①": "misplaced-view", "③": "fixed-frame", "④": "mixed-direction", "⑤": "unreferenced-constraint"]
        let expected = rules.keys.sorted().compactMap { mark in
            marked.places[mark].map { "\(folder.path)/m.xib:\($0): error: (\(rules[mark] ?? ""))" }
        }
        let found = outcome.output.split(separator: "\n").map { line in
            "\(line.prefix { $0 != " " }) error: (\(line.split(separator: "(").last ?? "")"
        }
        #expect(outcome.status == 1 && found == expected, "\(outcome.output)")
        let all = try folder.run(["check", "--no-config", "m.xib", "--format", "xcode"])
        #expect(all.status == 0 && all.output.contains("m.xib:\(marked.places["②"].map { "\($0)" } ?? ""): note: pla-00-001 is a placeholder"))
    }
}
