import ExactArithmetic
import LayoutModel
import Testing

@testable import LayoutImport

/// Lists of constraints in every form, and texts that hold several things.
@Suite struct MixedTextTests {
    private static let leading = "<NSLayoutConstraint:0xc1 H:|-(16)-[UILabel:0xb1'Name']   (active, names: '|':UIView:0xb2 )>"
    private static let top = "<NSLayoutConstraint:0xc2 V:|-(16)-[UILabel:0xb1'Name']   (active, names: '|':UIView:0xb2 )>"

    // MARK: Lists

    @Test(arguments: [
        "(lldb) po view.constraints\n▿ 2 elements\n  - 0 : \(leading)\n  - 1 : \(top)",
        "(lldb) po [self.view constraints]\n<__NSArrayM 0x6000>(\n\(leading),\n\(top)\n)",
        "[\(leading), \(top)]",
        "constraints: Optional([\(leading), \(top)])",
        "\(leading) (Actual Distance - pixels):196\n\(top) (Actual Distance - pixels):20",
        "\(leading)\n\(top.replacing("(active", with: "(inactive"))",
        "\(leading)\n\(top.replacing("   (active", with: " priority:250   (active"))",
        "\(leading)\n\(top.replacing("(16)", with: "(16@250)"))",
    ])
    func `a list is a layout, and no message of a conflict`(text: String) throws {
        let document = try fragment(text)
        #expect(document.isList && document.constraints.count == 2 && document.recordedBroken == nil)
        #expect(document.words(0) == "UILabel:0xb1.leading == UIView:0xb2.leading + 16")
    }

    @Test func `constraints of a message that was cut are no list by their form alone`() throws {
        #expect(try !fragment("\(MixedTextTests.leading)\n\(MixedTextTests.top)").isList)
        #expect(try !fragment("\"\(MixedTextTests.leading)\",\n\"\(MixedTextTests.top)\"").isList)
    }

    @Test func `a content size may be an equation`() throws {
        let document = try fragment(
            """
            \(MixedTextTests.leading)
            <NSContentSizeLayoutConstraint:0xc3 UILabel:0xb1'Name'.width == 47 Hug:251 CompressionResistance:749   (active)>
            <NSContentSizeLayoutConstraint:0xc4 V:[UILabel:0xb1'Name'(20.5)] Hug:252 CompressionResistance:750   (active)>
            """)
        let label = try #require(document.view("UILabel:0xb1"))
        #expect(label.intrinsicContentSize.width == 47 && label.hugging.horizontal == 251 && label.compressionResistance.horizontal == 749)
        #expect(label.intrinsicContentSize.height?.double == 20.5 && label.hugging.vertical == 252)
        #expect(document.isList && document.constraints.count == 1)
    }

    @Test(arguments: [
        ("(lldb) po [0xb1 constraintsAffectingLayoutForAxis:1]", "vertical layout of UILabel “Name”,"),
        ("(lldb) po [titleLabel constraintsAffectingLayoutForAxis:UILayoutConstraintAxisHorizontal]", "horizontal layout of titleLabel,"),
        ("po cell.titleLabel.constraintsAffectingLayout(for: .vertical)", "vertical layout of cell.titleLabel,"),
        ("(lldb) po self.card?.constraintsAffectingLayoutForAxis(.Horizontal)", "horizontal layout of self.card,"),
        ("po [view constraintsAffectingLayoutForOrientation:axis]", "affect the layout of view,"),
    ])
    func `a list of what affects a view says which view and axis`(command: String, words: String) throws {
        let document = try fragment("\(command)\n<__NSArrayM 0x6080>(\n\(MixedTextTests.leading),\n\(MixedTextTests.top)\n)")
        #expect(document.isList && document.notices.map(\.name) == ["affecting-list"])
        #expect(document.notices.first?.message.contains(words) == true, "\(document.notices)")
    }

    @Test func `a list of nothing says so`() throws {
        let text = "(lldb) po [0xb1 constraintsAffectingLayoutForAxis:0]\n<__NSArrayM 0x6080>(\n\n)"
        #expect(ConsoleLogImporter().looksLikeLog(text))
        let document = try fragment(text)
        #expect(document.isWithoutConstraints && document.notices.map(\.name) == ["empty-list"])
        #expect(document.notices[0].message.contains("affects the horizontal layout of 0xb1"))
    }

    @Test func `lists of one moment are one, of two they are two`() throws {
        func lists(_ second: String) throws -> Int {
            try ConsoleLogImporter().read("(lldb) po a\n(\n\(MixedTextTests.leading)\n)\n(lldb) po b\n(\n\(second)\n)").messages.count
        }
        #expect(try lists(MixedTextTests.top) == 1)
        #expect(try lists(MixedTextTests.leading) == 1)
        // The same constraint, changed; or made anew.
        #expect(try lists(MixedTextTests.leading.replacing("(16)", with: "(20)")) == 2)
        #expect(try lists(MixedTextTests.leading.replacing("0xc1", with: "0xc9")) == 2)
    }

    // MARK: Joined

    private let message = """
        2026-11-21 09:30:00.123 App[1:2] [LayoutConstraints] Unable to simultaneously satisfy constraints.
        (
            "<NSLayoutConstraint:0xc1 UILabel:0xb1'Hello'.leading == UIScrollView:0xb2.leading + 8   (active)>",
            "<NSLayoutConstraint:0xc2 UILabel:0xb1'Hello'.width == 60   (active)>",
            "<NSLayoutConstraint:0xc3 UILabel:0xb1'Hello'.width == 70   (active)>"
        )

        Will attempt to recover by breaking constraint
        <NSLayoutConstraint:0xc3 UILabel:0xb1'Hello'.width == 70   (active)>
        """
    private let trace = """
        •UIWindow:0xa1
        |   •UIView:0xa2
        |   |   *UIScrollView:0xb2
        |   |   |   *UIView:0xa3
        |   |   |   |   *UILabel:0xb1'Hello'
        |   |   |   |   *UILabel:0xa4'Other'- AMBIGUOUS LAYOUT for UILabel:0xa4'Other'.minX{id: 5}
        """

    @Test func `a trace gives the superviews of a conflict's views`() throws {
        #expect(try fragment(message).parent(of: "UILabel:0xb1") == "window")
        for text in ["\(message)\n\(trace)", "\(trace)\n\(message)"] {
            let document = try fragment(text)
            #expect(document.recordedBroken == 2 && !document.isList && document.constraints.count == 3)
            #expect(document.parent(of: "UILabel:0xb1") == "UIView:0xa3" && document.parent(of: "UIView:0xa3") == "UIScrollView:0xb2")
            #expect(document.parent(of: "UIScrollView:0xb2") == "UIView:0xa2" && document.view("UILabel:0xa4") == nil)
            // Inside a scroll view an edge of it means its content.
            #expect(document.words(0) == "UILabel:0xb1.leading == UIScrollView:0xb2.content.leading + 8")
            #expect(document.notices.map(\.name).contains("ambiguous-view"))
        }
    }

    @Test func `a mixed text is one answer`() throws {
        let loop = "App[1:2] [LayoutConstraints] >>>UPSTREAM LAYOUT LOOP DEBUGGING<<<"
        let log = try ConsoleLogImporter().read(
            "launched\n\(message)\n(lldb) po [[UIWindow keyWindow] _autolayoutTrace]\n\(trace)\nother output\n\(loop)\n"
                + "(lldb) po label.constraints\n▿ 1 element\n  - 0 : \(MixedTextTests.leading.replacing("0xc1", with: "0xc7"))\n")
        #expect(log.skipped == [] && log.messages.count == 2)
        let (conflict, list) = (log.messages[0], log.messages[1])
        #expect(conflict.notices.map(\.name) == ["view-hierarchy", "ambiguous-view", "layout-loop"])
        #expect(list.isList && list.notices.isEmpty && list.parent(of: "UIView:0xb2") == "window")
    }

    @Test func `the stack of an exception is no list of constraints`() throws {
        let exception = """
            *** Terminating app due to uncaught exception 'NSGenericException', reason: 'they have no common ancestor'
            *** First throw call stack:
            (
            \t0   CoreFoundation                      0x0000000181fc2e50 <redacted> + 148
            \t1   libobjc.A.dylib                     0x0000000181627f80 objc_exception_throw + 56
            )
            """
        let document = try fragment("\(exception)\n\(message)")
        #expect(document.unreadLines == 0 && document.notices.map(\.name) == ["no-common-ancestor"])
    }

    @Test func `a hierarchy that closes a circle is cut`() throws {
        let document = try fragment("\(MixedTextTests.leading)\n*UILabel:0xb1'Name'\n|   *UIView:0xb2\n|   |   *UILabel:0xb1'Name'")
        #expect(document.parent(of: "UILabel:0xb1") == "UIView:0xb2" && document.parent(of: "UIView:0xb2") == "window")
    }

    // MARK: Hostile texts

    @Test func `the time to read a text grows with its length alone`() throws {
        let texts: [(Int) -> String] = [
            { String(repeating: "| ", count: $0 / 2) }, { String(repeating: "|   *UIView:0x5\n", count: $0 / 16) },
            { count in
                (0..<count / 400).map { String(repeating: "| ", count: $0 % 190) + "*UIView:0x\(String($0 + 1, radix: 16))" }.joined(separator: "\n")
            },
            { String(repeating: "they have no common ancestor ", count: $0 / 29) }, { String(repeating: "Main.storyboard: ayout ", count: $0 / 23) },
            { String(repeating: "is ambiguous.\n", count: $0 / 14) }, { String(repeating: "*V:0x5'", count: $0 / 7) },
            { "*V:0x5'" + String(repeating: "'- AMBIGUOUS LAYOUT for V.minX{id: ", count: $0 / 34) },
            { String(repeating: "- AMBIGUOUS LAYOUT", count: $0 / 18) },
            { "   | <V: 0x5; frame = (" + String(repeating: "; frame = (; text = '", count: $0 / 21) },
            { String(repeating: "<V: 0x5; frame = (0 0; 1 1)>\n", count: $0 / 29) }, { String(repeating: "<", count: $0) },
            { String(repeating: "po [0x5 constraintsAffectingLayoutForAxis:0]\n", count: $0 / 45) },
            { String(repeating: "A:0x1 ", count: $0 / 6) + "[LayoutLoop]" },
        ]
        let clock = ContinuousClock()
        for (number, text) in texts.enumerated() {
            let (small, large) = (text(7500), text(60_000))
            func time(_ text: String) -> Duration {
                clock.measure {
                    _ = ConsoleLogImporter().looksLikeLog(text)
                    _ = try? ConsoleLogImporter().read(text)
                }
            }
            let times = (time(small), time(large))
            // Eight times as long; a square would be 64 times.
            #expect(times.1 < max(times.0, .milliseconds(20)) * 48, "text \(number): \(times)")
        }
    }

    @Test func `deep hierarchies and many views are bounded`() throws {
        let deep = (0..<3000).map { String(repeating: "|", count: $0) + "*V:0x\(String($0 + 1, radix: 16))" }.joined(separator: "\n")
        let document = try fragment(deep)
        var depth = 0
        for view in document.views.indices {
            var (steps, next) = (0, document.views[view].parent)
            while let parent = next { (steps, next) = (steps + 1, document.views[parent].parent) }
            depth = max(depth, steps)
        }
        #expect(document.views.count == 3001 && depth < 500)
        #expect(throws: ImportError.self) { try ConsoleLogImporter(limits: ImportLimits(views: 100)).read(deep) }
    }
}
