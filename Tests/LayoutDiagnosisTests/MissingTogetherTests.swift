import ExactArithmetic
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// The first remedies of all diagnoses of an ambiguous layout name what is missing, and make it clean together.
struct MissingTogetherTests {
    private func layout(_ views: String, _ constraints: [String], width: Int = 390, height: Int = 844) throws -> LayoutDocument {
        let views = views.split(separator: " ").map { view -> String in
            let parts = view.split(separator: ":")
            let content = parts.dropFirst().contains("label") ? #", "intrinsicContentSize": {"width": 80, "height": 20}"# : ""
            let name = parts.dropFirst().first.flatMap { ["image": "UIImageView", "label": "UILabel", "field": "UITextField"][$0] }
            return #"{"id": "\#(parts[0])", "parent": "root"\#(name.map { #", "class": "\#($0)""# } ?? "")\#(content)}"#
        }
        let json = """
            {"size": {"width": \(width), "height": \(height)}, "views": [{"id": "root"}, \(views.joined(separator: ", "))],
             "constraints": [\(constraints.map { "\"\($0)\"" }.joined(separator: ", "))]}
            """
        return try DocumentImporter().read(json: Array(json.utf8))
    }

    /// Returns the analysis after all first remedies, which must be clean, with the diagnoses before.
    private func together(_ document: LayoutDocument, sourceLocation: SourceLocation = #_sourceLocation) -> (found: Analysis, after: Analysis) {
        let found = Analyzer().analyze(document)
        #expect(found.inconclusive.isEmpty, "\(found.inconclusive)", sourceLocation: sourceLocation)
        var changed = document
        for (index, constraint) in found.diagnoses.compactMap(\.remedies.first).flatMap(\.additions).enumerated() {
            #expect(constraint.constant.isInteger, "\(constraint)", sourceLocation: sourceLocation)
            var constraint = constraint
            constraint.id = "added \(index)"
            changed.constraints.append(constraint)
        }
        let after = Analyzer().analyze(changed)
        let remedies = found.diagnoses.map { $0.remedies[0].sentence }
        #expect(after.verdict == .clean, "\(remedies)", sourceLocation: sourceLocation)
        #expect(!found.diagnoses.contains { $0.remedies[0].leavesPart || $0.remedies[0].contradictsEarlier }, sourceLocation: sourceLocation)
        for (view, frame) in after.frames.enumerated() {
            guard let outer = document.views[view].parent.map({ after.frames[$0] }) else { continue }
            let isInside =
                !frame.x.isNegative && !frame.y.isNegative && frame.x + frame.width <= outer.width && frame.y + frame.height <= outer.height
            #expect(isInside, "\(document.views[view].id) at \(frame): \(remedies)", sourceLocation: sourceLocation)
        }
        return (found, after)
    }

    private func sentences(_ found: Analysis) -> [String] { found.diagnoses.map(\.sentence) }

    private func equations(_ found: Analysis) -> [[String]] { found.diagnoses.map { $0.remedies[0].constraints } }

    // MARK: A view that is placed lacks its size

    @Test(arguments: ["photo.centerX == root.centerX", "root.centerX == photo.centerX"])
    func `a centered image lacks width and height`(center: String) throws {
        let (found, _) = together(try layout("photo:image", [center, "photo.top == root.top + 40"]))
        #expect(sentences(found) == ["Nothing determines the width and height of UIImageView."])
        #expect(equations(found) == [["photo.width == 44", "photo.height == 44"]])
        #expect(found.diagnoses[0].cause == .missingSize)
    }

    @Test func `a centered image of a file lacks width and height`() throws {
        let document = try CanvasFile.layout(
            CanvasFile.view("a", 100, 40, 100, 60), CanvasFile.pin("c1", "root.centerX", "a.centerX") + CanvasFile.pin("c2", "a.top", "root.top", 40))
        let (found, _) = together(document)
        #expect(sentences(found).count == 1 && sentences(found)[0].hasPrefix("Nothing determines the width and height of "), "\(sentences(found))")
        #expect(equations(found) == [["a.width == 100", "a.height == 60"]], "\(equations(found))")
    }

    @Test func `a view with a far edge gets the near one, and an image a size`() throws {
        let rows = ["a.trailing == root.trailing - 20", "a.top == root.top + 20", "a.height == 40"]
        let plain = together(try layout("a", rows)).found
        #expect(equations(plain) == [["a.leading == root.leading + 20"]])
        let image = together(try layout("a:image", rows)).found
        #expect(equations(image) == [["a.width == 40"]])
    }

    @Test func `a constraint that the layout has is never proposed`() throws {
        for constraint in ["a.centerX == root.centerX", "root.trailing == a.trailing + 8", "a.leading == b.trailing + 8"] {
            let document = try layout("a b", [constraint, "a.top == root.top"])
            let found = Analyzer().analyze(document)
            let has = Placements(document)
            let additions = found.diagnoses.flatMap(\.remedies).flatMap(\.additions)
            let doubled = additions.filter(has.has)
            #expect(!additions.isEmpty && doubled.isEmpty, "\(additions)")
        }
    }

    // MARK: Root causes first, and only what is left

    private func photoAndBox(_ second: String) throws -> LayoutDocument {
        try layout(
            second,
            [
                "photo.leading == root.leading + 16", "photo.top == root.top + 16", "photo.height == 40", "box.leading == photo.trailing + 8",
                "box.width == 100", "box.centerY == root.centerY",
            ], width: 320, height: 100)
    }

    @Test(arguments: ["photo box", "box photo", "box photo:image"])
    func `a view that follows another one lacks only what does not follow`(views: String) throws {
        let (found, _) = together(try photoAndBox(views))
        let names = found.diagnoses.map { $0.sentence.split(separator: " of ").first.map(String.init) ?? "" }
        #expect(names == ["Nothing determines the width", "Nothing determines the height"], "\(sentences(found))")
        #expect(found.diagnoses.map(\.cause) == [.missingSize, .missingSize])
        #expect(equations(found)[1] == ["box.height == 44"])
    }

    @Test func `a view that lacks nothing besides is a part of the other diagnosis`() throws {
        let (found, _) = together(
            try layout(
                "title:label icon:image",
                [
                    "icon.leading == root.leading + 16", "icon.top == root.top + 16", "icon.height == 40", "title.leading == icon.trailing + 8",
                    "title.top == icon.bottom + 8",
                ]))
        #expect(sentences(found) == ["Nothing determines the width of UIImageView."] && found.diagnoses[0].explains.count == 2)
    }

    @Test func `a label below an image without a size lacks only its horizontal position`() throws {
        let label = """
            <label text="Hello" translatesAutoresizingMaskIntoConstraints="NO" id="b">
            <rect key="frame" x="129" y="127.66666666666667" width="42" height="20.333333333333332"/>
            <fontDescription key="fontDescription" type="system" pointSize="17"/></label>
            """
        let pins = [
            CanvasFile.pin("c1", "a.centerX", "root.centerX"), CanvasFile.pin("c2", "a.top", "root.top", 20),
            CanvasFile.pin("c3", "b.top", "a.bottom", 8),
        ]
        let (found, _) = together(try CanvasFile.layout(CanvasFile.view("a", 100, 20, 100, 100) + label, pins.joined()))
        #expect(sentences(found).last == "Nothing determines the horizontal position of UILabel “Hello”.", "\(sentences(found))")
        #expect(equations(found) == [["a.width == 100", "a.height == 100"], ["b.centerX == root.centerX"]], "\(equations(found))")
    }

    // MARK: Whole numbers

    @Test func `fractions of the canvas are rounded`() throws {
        let view = """
            <view translatesAutoresizingMaskIntoConstraints="NO" id="a">
            <rect key="frame" x="20" y="27.666666666666667" width="100" height="40.333333333333336"/></view>
            """
        let (found, _) = together(try CanvasFile.layout(view, CanvasFile.pin("c1", "a.leading", "root.leading", 20)))
        #expect(Set(equations(found)[0]) == ["a.top == root.top + 28", "a.width == 100", "a.height == 40"], "\(equations(found))")
        let fractions = found.diagnoses.flatMap(\.remedies).flatMap(\.additions).filter { !$0.constant.isInteger }
        #expect(fractions.isEmpty)
    }

    // MARK: Inside of the superview

    @Test func `a width rather than a pin that pushes what follows out of the superview`() throws {
        let document = try layout(
            "icon:image title:label",
            [
                "icon.leading == root.leading + 16", "icon.centerY == root.centerY", "icon.height == 30", "title.leading == icon.trailing + 8",
                "title.centerY == root.centerY",
            ], height: 60)
        let (found, _) = together(document)
        #expect(equations(found) == [["icon.width == 30"]])
        #expect(!found.diagnoses[0].remedies.contains { $0.constraints.contains { $0.hasPrefix("icon.trailing") } }, "\(found.diagnoses[0].remedies)")
    }

    @Test func `fields in a row share the width`() throws {
        let rows = ["a.leading == root.leading + 20", "a.top == root.top + 20", "a.height == 34", "b.leading == a.trailing + 8"]
        let more = ["b.top == a.top", "b.height == 34", "b.trailing == root.trailing - 20"]
        let (found, after) = together(try layout("a:field b:field", rows + more))
        #expect(equations(found) == [["b.width == a.width"]] && after.frames[1].width == after.frames[2].width)
    }

    @Test(arguments: 0..<40)
    func `random rows with missing constraints become clean`(seed: Int) throws {
        var random = SplitMix(UInt64(seed))
        var rows: [String] = []
        let classes = ["image", "label", "field", "label"]
        let views = (0..<3).map { "v\($0):\(classes[Int(random.next() % 4)])" }.joined(separator: " ")
        for index in 0..<3 {
            rows.append(index == 0 ? "v0.leading == root.leading + 16" : "v\(index).leading == v\(index - 1).trailing + 8")
            rows.append(["v\(index).centerY == root.centerY", "v\(index).top == root.top + 12"][Int(random.next() % 2)])
            if random.next() % 2 == 0 { rows.append("v\(index).height == 30") }
            if random.next() % 2 == 0 { rows.append("v\(index).width == 40") }
        }
        rows.remove(at: Int(random.next() % UInt64(rows.count)))
        let document = try layout(views, rows, height: 80)
        if Analyzer().analyze(document).verdict == .ambiguous { _ = together(document) }
    }
}

/// A generator of random numbers with a seed.
private struct SplitMix {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
