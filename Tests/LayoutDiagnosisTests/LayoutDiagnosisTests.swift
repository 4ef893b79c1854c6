import ExactArithmetic
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// Each conflict and ambiguity of a layout is explained once.
struct LayoutDiagnosisTests {
    private func analysis(_ text: String) throws -> Analysis {
        Analyzer().analyze(try DocumentImporter().read(json: Array(text.utf8)))
    }

    private func expectExplainedOnce(_ analysis: Analysis) {
        let findings = analysis.conflicts.map(\.id) + analysis.ambiguities.indices.map { "U\($0 + 1)" }
        #expect(analysis.diagnoses.flatMap(\.explains).sorted() == findings.sorted())
        #expect(analysis.diagnoses.map(\.id) == analysis.diagnoses.indices.map { "D\($0 + 1)" })
        #expect(analysis.diagnoses.allSatisfy { (1...3).contains($0.remedies.count) && !$0.sentence.isEmpty })
    }

    @Test func unrelatedConflictsHaveDiagnosesOfTheirOwn() throws {
        let found = try analysis(
            #"{"size": {"width": 100, "height": 50}, "constraints": ["a.width == 10", "a.width == 20", "b.height >= 9", "b.height == 5"]}"#)
        expectExplainedOnce(found)
        #expect(found.diagnoses.prefix(2).map(\.cause) == [.duplicate, .boundsContradict])
        #expect(found.diagnoses.prefix(2).map(\.explains) == [["K1"], ["K2"]])
        #expect(found.diagnoses.contains { $0.cause == .missingPosition || $0.cause == .missingSize })
    }

    @Test func aMaskOfAViewThatConstraintsPlace() throws {
        let found = try analysis(
            """
            {"size": {"width": 390, "height": 100}, "views": [{"id": "root"}, {"id": "badge", "parent": "root",
            "autoresizing": {"frame": {"x": 8, "y": 8, "width": 20, "height": 20}, "superview": {"width": 390, "height": 100}, "mask": []}}],
            "constraints": ["badge.leading == root.leading + 30"]}
            """)
        expectExplainedOnce(found)
        #expect(found.diagnoses.map(\.cause) == [.maskLeftOn])
        #expect(found.diagnoses[0].remedies[0].kind == .disableMask && found.diagnoses[0].remedies[0].view == "badge")
    }

    @Test func viewsOfOneTieHaveOneDiagnosis() throws {
        let found = try analysis(
            """
            {"size": {"width": 300, "height": 20}, "views": [{"id": "root"},
            {"id": "a", "parent": "root", "class": "UILabel", "text": "A", "intrinsicContentSize": {"width": 40, "height": 20}},
            {"id": "b", "parent": "root", "class": "UILabel", "text": "B", "intrinsicContentSize": {"width": 40, "height": 20}}],
            "constraints": ["H:|-[a]-[b]-|", "V:|[a]|", "V:|[b]|"]}
            """)
        expectExplainedOnce(found)
        #expect(found.ambiguities.count == 2)
        #expect(found.diagnoses.map(\.cause) == [.contentPriorityTie] && found.diagnoses[0].explains == ["U1", "U2"])
        #expect(found.diagnoses[0].remedies[0].kind == .setHugging)
    }

    @Test func viewsOfARowAreMadeEquallyWide() throws {
        func document(_ views: [(id: String, kind: String)], width: Int = 300, others: String = "", more: String = "") -> String {
            let list = views.map {
                #"{"id": "\#($0.id)", "parent": "root", "class": "\#($0.kind)", "intrinsicContentSize": {"width": 40, "height": 20}}"#
            }
            let row = views.map { "[\($0.id)]" }.joined(separator: "-")
            let tops = views.map { #", "V:|[\#($0.id)]""# }.joined()
            return #"{"size": {"width": \#(width), "height": 90}, "views": [{"id": "root"}\#(others), \#(list.joined(separator: ", "))], "#
                + #""constraints": ["H:|-\#(row)-|"\#(tops)\#(more)]}"#
        }
        let buttons = try analysis(document([("a", "UIButton"), ("b", "UIButton"), ("c", "UIButton")]))
        let remedy = buttons.diagnoses[0].remedies[0]
        #expect(remedy.constraints == ["b.width == a.width", "c.width == a.width"] && remedy.outcome?.verdict == .clean)
        #expect(remedy.sentence == "Make a, b and c equally wide.")
        #expect(
            remedy.swift
                == "NSLayoutConstraint.activate([b.widthAnchor.constraint(equalTo: a.widthAnchor), c.widthAnchor.constraint(equalTo: a.widthAnchor)])"
        )
        // One of two labels stays as wide as its text.
        let labels = try analysis(document([("a", "UILabel"), ("b", "UILabel")]))
        #expect(labels.diagnoses[0].remedies.map(\.kind).prefix(2) == [.setHugging, .addConstraint])
        #expect(labels.diagnoses[0].remedies[1].constraints == ["b.width == a.width"])
        // They cannot be.
        let unequal = try analysis(document([("a", "UIButton"), ("b", "UIButton")], more: #", "b.width >= a.width + 9""#))
        #expect(unequal.diagnoses.map(\.cause) == [.contentPriorityTie])
        #expect(!unequal.diagnoses[0].remedies.contains { $0.constraints.contains("b.width == a.width") })
        // Another ambiguity is none of theirs.
        let apart = try analysis(
            document([("a", "UIButton"), ("b", "UIButton")], others: #", {"id": "lone", "parent": "root"}"#, more: #", "lone.width == 9""#))
        let first = try #require(apart.diagnoses.first { $0.cause == .contentPriorityTie })
        #expect(first.remedies[0].constraints == ["b.width == a.width"] && first.remedies[0].outcome?.verdict == .ambiguous)
    }

    @Test func allThatIsMissingIsOneRemedy() throws {
        let nested = try analysis(
            """
            {"size": {"width": 320, "height": 200}, "views": [{"id": "root"}, {"id": "card", "parent": "root"}, {"id": "inner", "parent": "card"}],
            "constraints": ["inner.leading == card.leading + 8", "inner.trailing == card.trailing - 8", "V:|-4-[inner]-4-|"]}
            """)
        // What is inside follows: it has no diagnosis of its own.
        #expect(nested.ambiguities.count == 2 && nested.diagnoses.map(\.explains) == [["U1", "U2"]])
        let remedy = nested.diagnoses[0].remedies[0]
        #expect(remedy.sentence == "Pin all edges of card to its superview." && remedy.outcome?.verdict == .clean, "\(remedy.sentence)")
        #expect(
            Set(remedy.constraints) == [
                "card.leading == root.leading", "card.trailing == root.trailing", "card.top == root.top", "card.bottom == root.bottom",
            ])
        // A label has a size of its own.
        let label = try analysis(
            """
            {"size": {"width": 320, "height": 200}, "views": [{"id": "root"},
            {"id": "a", "parent": "root", "class": "UILabel", "text": "Sum", "intrinsicContentSize": {"width": 40, "height": 20}}], "constraints": []}
            """)
        #expect(label.diagnoses[0].remedies[0].constraints == ["a.leading == root.leading", "a.top == root.top"])
        #expect(label.diagnoses[0].remedies[0].outcome?.verdict == .clean)
    }

    @Test func contentThatScrolls() throws {
        let found = try analysis(
            """
            {"size": {"width": 375, "height": 600}, "views": [{"id": "root"}, {"id": "scroll", "parent": "root", "kind": "scroll"},
            {"id": "page", "parent": "scroll"}, {"id": "box", "parent": "page"}],
            "constraints": ["H:|[scroll]|", "V:|[scroll]|", "H:|-10-[page]-10-|", "V:|[page]|", "H:|-15-[box]-15-|", "V:|-15-[box(60)]-15-|"]}
            """)
        #expect(found.diagnoses.map(\.cause) == [.scrollContent] && found.diagnoses[0].explains.count == found.ambiguities.count)
        let remedy = found.diagnoses[0].remedies[0]
        #expect(remedy.constraints == ["page.width == scroll.width - 20"] && remedy.outcome?.verdict == .clean)
        #expect(remedy.sentence == "Make page as wide as scroll, minus 20 pt.")
        // Nothing is shown before the content begins, and all that is missing along both axes is named.
        let open = try analysis(
            """
            {"size": {"width": 320, "height": 500}, "views": [{"id": "root"}, {"id": "scroll", "parent": "root", "kind": "scroll"},
            {"id": "a", "parent": "scroll", "class": "UILabel", "text": "Sum", "intrinsicContentSize": {"width": 40, "height": 20}}],
            "constraints": ["H:|[scroll]|", "V:|[scroll]|", "a.top == scroll.top + 20", "a.trailing == scroll.trailing - 25"]}
            """)
        #expect(open.diagnoses.map(\.cause) == [.scrollContent])
        #expect(
            open.diagnoses[0].remedies[0].constraints == [
                #"a.leading == "scroll.content".leading + 25"#, #"a.bottom == "scroll.content".bottom - 20"#,
            ])
        #expect(open.diagnoses[0].remedies[0].outcome?.verdict == .clean)
    }

    @Test func aSizeAsStrongAsTheContent() throws {
        let found = try analysis(
            """
            {"size": {"width": 375, "height": 600}, "views": [{"id": "root"},
            {"id": "a", "parent": "root", "class": "UIButton", "intrinsicContentSize": {"width": 72, "height": 34}}],
            "constraints": ["a.centerX == root.centerX", "a.centerY == root.centerY", "a.width == 100 @ 250", "a.height == 100 @ 250"]}
            """)
        #expect(found.diagnoses.map(\.cause) == [.contentPriorityTie] && found.diagnoses[0].culprits == ["c3", "c4"])
        let remedy = found.diagnoses[0].remedies[0]
        #expect(remedy.constraints == ["c3", "c4"] && remedy.priority == 251 && remedy.outcome?.verdict == .clean)
    }

    @Test func anImageYieldsToATextAndAControl() throws {
        let found = try analysis(
            """
            {"size": {"width": 375, "height": 600}, "views": [{"id": "root"},
            {"id": "photo", "parent": "root", "class": "UIImageView", "intrinsicContentSize": {"width": 640, "height": 640}},
            {"id": "title", "parent": "root", "class": "UILabel", "text": "Sum", "intrinsicContentSize": {"width": 40, "height": 21}},
            {"id": "more", "parent": "root", "class": "UIButton", "intrinsicContentSize": {"width": 40, "height": 30}}],
            "constraints": ["V:|[photo]-[title]-[more]|", "H:|[photo]|", "H:|[title]|", "H:|[more]|"]}
            """)
        let remedy = try #require(found.diagnoses.first { $0.cause == .contentPriorityTie }?.remedies.first)
        #expect(remedy.kind == .setCompressionResistance && remedy.view == "photo" && remedy.priority == 749, "\(remedy)")
    }

    @Test func noPlaceIsOutsideOfTheSuperview() throws {
        let found = try analysis(
            """
            {"size": {"width": 300, "height": 80}, "views": [{"id": "root"},
            {"id": "a", "parent": "root", "class": "UIButton", "intrinsicContentSize": {"width": 40, "height": 30}},
            {"id": "b", "parent": "root", "class": "UILabel", "text": "Sum", "intrinsicContentSize": {"width": 40, "height": 20}}],
            "constraints": ["H:|-8-[a]", "H:|-8-[b]", "V:[a]-8-[b]", "a.top >= root.top + 8 @ 20"]}
            """)
        let texts = found.diagnoses.flatMap(\.remedies).flatMap(\.additions).map(\.constant)
        #expect(texts.allSatisfy { $0.magnitude <= 80 }, "\(texts)")
    }

    @Test func aLimitOfASize() throws {
        let found = try analysis(
            #"{"size": {"width": 375, "height": 600}, "constraints": ["a.centerX == root.centerX", "V:|[a]|", "a.width >= 200"]}"#)
        #expect(found.diagnoses.map(\.cause) == [.inequalityOnly])
        #expect(found.diagnoses[0].remedies.map(\.constraints) == [["a.width == 200 @ 750"], ["a.width == 200"]])
        #expect(found.diagnoses[0].remedies.allSatisfy { $0.outcome?.verdict == .clean })
    }

    @Test func nothingIsSaidOfACleanLayout() throws {
        let found = try analysis(#"{"size": {"width": 100, "height": 50}, "constraints": ["H:|[a]|", "V:|[a]|"]}"#)
        #expect(found.verdict == .clean && found.diagnoses.isEmpty)
    }

    @Test func twoSetsForOneView() throws {
        func document(_ rows: [String]) -> String {
            let rows = rows.map { "\"\($0)\"" }.joined(separator: ", ")
            return #"{"size": {"width": 300, "height": 100}, "constraints": ["V:|[a]", "H:|[a]", \#(rows)]}"#
        }
        let sets = try analysis(document(["a.width == 100", "a.height == 20", "a.width == root.width", "a.height == 60"]))
        expectExplainedOnce(sets)
        #expect(sets.diagnoses.map(\.cause) == [.bothVariantsActive] && sets.diagnoses[0].explains.count == sets.conflicts.count)
        #expect(sets.diagnoses[0].remedies.map(\.kind) == [.deactivateFirst, .deactivateFirst])
        #expect(sets.diagnoses[0].remedies[0].constraints == ["c3", "c4"] && sets.diagnoses[0].remedies[1].constraints == ["c5", "c6"])
        // One beside the other they are two slips.
        let slips = try analysis(document(["a.width == 100", "a.width == root.width", "a.height == 20", "a.height == 60"]))
        #expect(slips.diagnoses.map(\.cause) == [.duplicate, .duplicate])
    }

    @Test func limitsAlone() throws {
        let text = """
            {"size": {"width": 300, "height": 100}, "views": [{"id": "root"},
            {"id": "a", "parent": "root", "class": "UILabel", "text": "Sum", "intrinsicContentSize": {"width": 40, "height": 20}}],
            "constraints": ["H:|-[a]", "a.top >= root.top + 4"]}
            """
        let found = try analysis(text)
        expectExplainedOnce(found)
        #expect(found.diagnoses.map(\.cause) == [.inequalityOnly] && found.diagnoses[0].culprits == ["c2"])
        let remedy = found.diagnoses[0].remedies[0]
        #expect(remedy.kind == .addConstraint && remedy.constraints == ["a.top == root.top + 4"])
        #expect(remedy.sentence.hasSuffix("an equality: pin the top of UILabel “Sum” to the top of its superview, 4 pt apart."), "\(remedy.sentence)")
        let cured = try analysis(text.replacing("a.top >=", with: "a.top =="))
        #expect(cured.verdict == .clean)
        // Nothing is said of a limit where there is none.
        let missing = try analysis(text.replacing(#", "a.top >= root.top + 4""#, with: ""))
        #expect(missing.diagnoses.map(\.cause) == [.missingPosition])
    }

    @Test func limitsOfAlignmentRectangles() throws {
        func causes(_ insets: String) throws -> [Diagnosis.Cause] {
            let text = """
                {"size": {"width": 300, "height": 100}, "views": [{"id": "root"}, {"id": "a", "parent": "root", "alignmentRectInsets": \(insets)}],
                "constraints": ["H:|-10-[a(<=50)]", "V:|[a]|"]}
                """
            return try analysis(text).diagnoses.map(\.cause)
        }
        #expect(try causes("{}") == [.inequalityOnly])
        #expect(try causes(#"{"left": 3, "right": 5, "top": 1}"#) == [.inequalityOnly])
    }

    @Test func aConstraintThatIsNotActive() throws {
        func document(bottom: String) -> String {
            """
            {"size": {"width": 300, "height": 100}, "views": [{"id": "root"}, {"id": "a", "parent": "root"}], "constraints": ["H:|[a]|", "V:|-10-[a]",
            {"id": "end", "first": {"item": "a", "attribute": "bottom"}, "relation": "==", "second": {"item": "root", "attribute": "bottom"},
            "constant": \(bottom), "active": false}]}
            """
        }
        let found = try analysis(document(bottom: "-20"))
        expectExplainedOnce(found)
        #expect(found.diagnoses.map(\.cause) == [.uninstalled] && found.diagnoses[0].culprits.isEmpty)
        #expect(found.diagnoses[0].remedies[0].constraints == ["a.bottom == root.bottom - 20"])
        #expect(found.diagnoses[0].remedies[0].sentence.hasPrefix("Activate the pin of the bottom edge of a (end)"))
        // It would have to be less than nothing high.
        #expect(try analysis(document(bottom: "-95")).diagnoses.map(\.cause) == [.missingSize])
    }

    @Test func contentsThatAStackArranges() throws {
        func document(_ identifier: String) -> String {
            """
            {"size": {"width": 300, "height": 20}, "views": [{"id": "root", "class": "UIStackView"},
            {"id": "a", "parent": "root", "class": "UILabel", "text": "A", "intrinsicContentSize": {"width": 40, "height": 20}},
            {"id": "b", "parent": "root", "class": "UILabel", "text": "B", "intrinsicContentSize": {"width": 40, "height": 20}}],
            "constraints": ["H:|[a]", {"first": {"item": "b", "attribute": "leading"}, "relation": "==", "second": {"item": "a", "attribute": "trailing"},
            "constant": 8, "identifier": "\(identifier)"}, "H:[b]|", "V:|[a]|", "V:|[b]|"]}
            """
        }
        let found = try analysis(document("UISV-spacing"))
        expectExplainedOnce(found)
        #expect(found.diagnoses.map(\.cause) == [.stackDistribution])
        #expect(found.diagnoses[0].remedies.map(\.kind).prefix(2) == [.setHugging, .changeSetting])
        #expect(try analysis(document("gap")).diagnoses.map(\.cause) == [.contentPriorityTie])
    }

    @Test func noContentIsCutOff() throws {
        func document(_ content: Int) -> String {
            """
            {"size": {"width": 100, "height": 20}, "views": [{"id": "root"}, {"id": "a", "parent": "root", "class": "UILabel", "text": "Sum",
            "intrinsicContentSize": {"width": \(content), "height": 20}}], "constraints": ["H:|-20-[a]", "a.trailing == root.trailing - 20", "a.width == 80", "V:|[a]"]}
            """
        }
        let fitting = try analysis(document(50)).diagnoses[0]
        #expect(fitting.cause == .edgesAndSize && fitting.remedies[0].kind == .removeConstraint && fitting.culprits == ["c3"])
        let wide = try analysis(document(70)).diagnoses[0]
        #expect(wide.cause == .edgesAndSize && wide.remedies[0].kind == .lowerPriority && wide.culprits == ["c2"])
        #expect(wide.sentence == "UILabel “Sum” is fixed at 80 wide and its content needs 70, but its pins on both sides leave it only 60.")
    }

    @Test func theLimitThatCutsContentIsTheWrongOne() throws {
        func document(_ content: Int) -> String {
            """
            {"size": {"width": 100, "height": 20}, "views": [{"id": "root"}, {"id": "a", "parent": "root", "class": "UILabel", "text": "Sum",
            "intrinsicContentSize": {"width": \(content), "height": 20}}], "constraints": ["H:|[a]", "V:|[a]", "a.width >= 60", "a.width == 40"]}
            """
        }
        let small = try analysis(document(30)).diagnoses[0].remedies[0]
        #expect(small.kind == .changeConstant && small.constraints == ["c3"] && small.to == 40)
        let large = try analysis(document(50)).diagnoses[0].remedies[0]
        #expect(large.kind == .changeConstant && large.constraints == ["c4"] && large.from == 40 && large.to == 60)
    }

    @Test func additionsAreSaidInWords() throws {
        let found = try analysis(
            #"""
            {"size": {"width": 300, "height": 100}, "views": [{"id": "root"}, {"id": "a", "parent": "root", "class": "UILabel", "text": "Sum",
            "intrinsicContentSize": {"width": 40, "height": 20}}], "constraints": ["V:|-8-[a]"]}
            """#)
        let remedy = found.diagnoses[0].remedies[0]
        #expect(remedy.kind == .addConstraint && remedy.constraints == ["a.leading == root.leading + 8"])
        #expect(remedy.sentence == "Pin the leading edge of UILabel “Sum” to the leading edge of its superview, 8 pt apart.")
    }

    @Test func aSizeThatAnotherScreenHas() throws {
        func sentence(root: Int, width: Int) throws -> String {
            try analysis(
                """
                {"size": {"width": \(root), "height": 20}, "views": [{"id": "root"}, {"id": "a", "parent": "root"}],
                "constraints": ["H:|-20-[a]", "a.trailing == root.trailing - 20", "a.width == \(width)", "V:|[a]|"]}
                """
            ).diagnoses[0].sentence
        }
        #expect(try sentence(root: 390, width: 335).hasSuffix("335 is what the pins leave on a screen of 375; this screen has 390."))
        #expect(try sentence(root: 390, width: 320).hasSuffix("320 is the width of some screens only."))
        #expect(try sentence(root: 390, width: 300) == "a is pinned to both sides, which leaves it 350 wide, and is also fixed at 300.")
    }

    @Test func `a height is compared with heights of screens`() throws {
        func sentence(_ size: String, height: Int, inset: Int) throws -> String {
            try analysis(
                """
                {"size": \(size), "views": [{"id": "root"}, {"id": "a", "parent": "root"}],
                "constraints": ["H:|[a]|", "V:|-\(inset)-[a(\(height))]-\(inset)-|"]}
                """
            ).diagnoses[0].sentence
        }
        let portrait = #"{"width": 393, "height": 852}"#
        // 46 + 301 + 46 is the width of that phone.
        let first = try sentence(portrait, height: 301, inset: 46)
        #expect(!first.contains("screen"), "\(first)")
        let second = try sentence(portrait, height: 320, inset: 0)
        #expect(!second.contains("screen"), "\(second)")
        let third = try sentence(portrait, height: 667, inset: 0)
        #expect(third.hasSuffix(" 667 is the height of some screens only."), "\(third)")
        let landscape = try sentence(#"{"width": 852, "height": 393}"#, height: 375, inset: 0)
        #expect(landscape.hasSuffix(" 375 is the height of some screens only."), "\(landscape)")
    }

    @Test func aRowThatIsDrawnTooLow() throws {
        func document(_ className: String) -> String {
            """
            {"size": {"width": 320, "height": 500}, "views": [{"id": "root"}, {"id": "cell", "parent": "root", "class": "PriceCell",
            "autoresizing": {"frame": {"x": 0, "y": 0, "width": 320, "height": 44}, "superview": {"width": 320, "height": 500}, "mask": []}},
            {"id": "content", "parent": "cell", "class": "\(className)"}, {"id": "a", "parent": "content"}],
            "constraints": ["content.top == cell.top", "content.bottom == cell.bottom", "H:|[content]|", "H:|[a]|", "V:|-10-[a(30)]",
            "a.bottom == content.bottom - 10"]}
            """
        }
        let found = try analysis(document("UITableViewCellContentView")).diagnoses[0]
        #expect(found.cause == .cellHeight && found.remedies[0].kind == .changeSetting)
        #expect(found.sentence == "The cell PriceCell is 44 high in Interface Builder, but its constraints need 50.")
        #expect(try analysis(document("UIView")).diagnoses[0].cause != .cellHeight)
    }

    @Test func aSizeBelowTheContentAtAThousand() throws {
        func document(_ priority: Int) -> String {
            """
            {"size": {"width": 100, "height": 20}, "views": [{"id": "root"}, {"id": "a", "parent": "root", "class": "UIImageView",
            "intrinsicContentSize": {"width": 40, "height": 20}, "compressionResistance": {"horizontal": \(priority), "vertical": 750}}],
            "constraints": ["H:|[a]", "V:|[a]", "a.width == 16"]}
            """
        }
        let found = try analysis(document(1000)).diagnoses[0]
        #expect(found.cause == .boundsContradict && found.remedies.map(\.kind) == [.changeConstant, .removeConstraint, .setCompressionResistance])
        #expect(found.remedies[0].from == 16 && found.remedies[0].to == 40)
        #expect(try analysis(document(999)).diagnoses.isEmpty)
    }
}
