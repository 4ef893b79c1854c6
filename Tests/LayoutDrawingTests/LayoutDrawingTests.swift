import ExactArithmetic
import Foundation
import FoundationXML
import LayoutDrawing
import LayoutModel
import Testing

/// Drawings of layouts, read as XML.
@Suite struct LayoutDrawingTests {
    private func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> DrawnFindings.Frame {
        DrawnFindings.Frame(x: x, y: y, width: width, height: height)
    }

    private func document(_ views: [LayoutView], _ constraints: [LayoutConstraint] = [], direction: LayoutDirection = .ltr) -> LayoutDocument {
        LayoutDocument(name: "Card", direction: direction, root: 0, views: views, constraints: constraints)
    }

    private func row(
        _ id: String, _ first: (Int, LayoutAttribute), _ second: (Int, LayoutAttribute)? = nil, plus constant: Rational = 0,
        at priority: Rational = 1000
    ) -> LayoutConstraint {
        LayoutConstraint(
            id: id, first: LayoutAnchor(first.0, first.1), second: second.map { LayoutAnchor($0.0, $0.1) }, constant: constant, priority: priority)
    }

    private let views = [LayoutView(id: "root"), LayoutView(id: "box", parent: 0, className: "Box"), LayoutView(id: "leaf", parent: 1)]
    private var frames: [String: DrawnFindings.Frame] {
        ["root": frame(0, 0, 200, 100), "box": frame(10, 20, 100, 60), "leaf": frame(5, 5, 40, 20)]
    }

    // MARK: Views

    @Test func `boxes lie where their superviews' corners add up`() throws {
        let drawing = try Drawing(LayoutDrawing(document(views), DrawnFindings(verdict: "clean", frames: frames)).svg)
        let rects = drawing.elements.filter { $0.name == "rect" }.map { element in ["x", "y", "width", "height"].map { element[$0] } }
        #expect(rects == [["0", "0", "200", "100"], ["10", "20", "100", "60"], ["15", "25", "40", "20"]])
        #expect(drawing.elements.compactMap { $0.attributes["data-view"] } == ["root", "box", "leaf"])
        #expect(drawing.titles.contains("Card: clean") && drawing.titles.contains("box (Box): 10 20, 100 × 60"))
        // The root has no label of its own, and a box none that would cover another.
        #expect(drawing.texts == ["box"])
    }

    @Test func `a label is cut to its box`() throws {
        var views = views
        views[1].id = "a name that is much too long for its box"
        for (width, height, label) in [(100, 60, "a name that is m…"), (30, 60, "a n…"), (12, 60, nil), (100, 11, nil)] as [(Double, Double, String?)]
        {
            let frames = ["root": frame(0, 0, 200, 100), views[1].id: frame(0, 0, width, height)]
            let drawing = try Drawing(LayoutDrawing(document(views), DrawnFindings(verdict: "clean", frames: frames)).svg)
            #expect(drawing.texts == [label].compactMap(\.self), "\(width) x \(height)")
            if let label { #expect(Double(label.count) * 5.5 <= width - 6) }
        }
    }

    @Test func `a view without a frame is left out, and what is in it lies in its superview`() throws {
        var frames = frames
        frames["box"] = nil
        let drawing = try Drawing(LayoutDrawing(document(views), DrawnFindings(verdict: "clean", frames: frames)).svg)
        #expect(drawing.elements.compactMap { $0.attributes["data-view"] } == ["root", "leaf"])
        #expect(drawing.element("rect", 1)?["x"] == "5")
    }

    @Test func `superviews in a circle and strangers as superviews end`() throws {
        var views = views
        views[1].parent = 2
        views[2].parent = 1
        views.append(LayoutView(id: "lost", parent: 77))
        let drawing = try Drawing(LayoutDrawing(document(views), DrawnFindings(verdict: "clean", frames: frames)).svg)
        #expect(drawing.elements.compactMap { $0.attributes["data-view"] } == ["root"])
        let rootless = LayoutDocument(root: 9, views: views, constraints: [])
        #expect(try Drawing(LayoutDrawing(rootless, DrawnFindings(verdict: "clean", frames: frames)).svg).elements.first?.name == "svg")
    }

    @Test func `views look as what was found of them`() throws {
        var views = views
        views.append(LayoutView(id: "guide", parent: 0, kind: .guide))
        let findings = DrawnFindings(
            verdict: "ambiguous", frames: frames.merging(["guide": frame(0, 0, 9, 9)]) { $1 }, loose: ["box": ["width"]], moved: ["leaf"])
        let drawing = try Drawing(LayoutDrawing(document(views), findings).svg)
        let rects = drawing.elements.filter { $0.name == "rect" }
        #expect(rects.map { $0["class"] } == ["view root", "view ambiguous", "view moved", "view guide"])
        #expect(rects.map { $0["fill"] } == ["none", "#808080", "#c77700", "none"])
        #expect(rects[1]["stroke-dasharray"] == "6 3" && rects[3]["stroke-dasharray"] == "3 2")
        #expect(drawing.titles.contains("box (Box): 10 20, 100 × 60, ambiguous"))
    }

    // MARK: The visible box

    @Test func `the picture has a border around all boxes`() throws {
        func box(_ frames: [String: DrawnFindings.Frame]) throws -> [Double] {
            let drawing = try Drawing(LayoutDrawing(document(views), DrawnFindings(verdict: "clean", frames: frames)).svg)
            let root = try #require(drawing.elements.first)
            let box = try #require(root.attributes["viewBox"]).split(separator: " ").compactMap { Double($0) }
            #expect(root["width"] == String(root.attributes["viewBox"]?.split(separator: " ")[2] ?? "") && box.count == 4)
            return box
        }
        #expect(try box(frames) == [-24, -24, 248, 148])
        #expect(try box(["root": frame(0, 0, 200, 100), "box": frame(-30, 90, 50, 40)]) == [-54, -24, 278, 178])
        // A view far away does not make the others small: the box ends one root's size beyond the root.
        #expect(try box(["root": frame(0, 0, 200, 100), "box": frame(100_000, -5000, 10, 10)]) == [-24, -124, 448, 248])
        // A root of little size still has room around it.
        #expect(try box(["root": frame(0, 0, 0, 0), "box": frame(-500, 0, 10, 700)]) == [-124, -24, 148, 248])
        #expect(try box([:]) == [-24, -24, 48, 48])
        // A negative size takes no room.
        #expect(try box(["root": frame(0, 0, 200, 100), "box": frame(150, 0, -50, -9)]) == [-24, -24, 248, 148])
    }

    @Test func `numbers have two decimals at most, and beyond measure they are 0`() throws {
        for (number, text) in [
            (1.0 / 3, "0.33"), (0.005, "0.01"), (-0.004, "0"), (2.5, "2.5"), (-1234.567, "-1234.57"), (1e20, "0"), (.infinity, "0"), (.nan, "0"),
            (0.1, "0.1"),
            (0.05, "0.05"), (1e12, "1000000000000"),
        ] as [(Double, String)] {
            let frames = ["root": frame(0, 0, 200, 100), "box": frame(number, 0, 50, 50)]
            let drawing = try Drawing(LayoutDrawing(document(views), DrawnFindings(verdict: "clean", frames: frames)).svg)
            #expect(drawing.element("rect", 1)?["x"] == text, "\(number)")
        }
    }

    // MARK: Constraints

    private func lines(_ constraint: LayoutConstraint, direction: LayoutDirection = .ltr, views: [LayoutView]? = nil) throws -> [[String]] {
        let document = document(views ?? self.views, [constraint], direction: direction)
        let drawing = try Drawing(LayoutDrawing(document, DrawnFindings(verdict: "clean", frames: frames)).svg)
        return drawing.elements.filter { $0.name == "line" }.map { element in ["x1", "y1", "x2", "y2"].map { element[$0] } }
    }

    @Test func `a distance is a beam between the edges, and an alignment a line along them`() throws {
        // From the root's left edge to the box's, in the middle of what both have in common.
        let beam = try lines(row("c", (1, .leading), (0, .leading), plus: 10))
        #expect(beam == [["0", "50", "10", "50"], ["0", "47", "0", "53"], ["10", "47", "10", "53"]])
        let down = try lines(row("c", (2, .top), (1, .top), plus: 5))
        #expect(down == [["35", "20", "35", "25"], ["32", "20", "38", "20"], ["32", "25", "38", "25"]])
        // Both centers at 60.
        let frames = ["root": frame(0, 0, 200, 100), "box": frame(10, 20, 100, 60), "leaf": frame(30, 5, 40, 20)]
        let aligned = document(views, [row("c", (2, .centerX), (1, .centerX))])
        let drawing = try Drawing(LayoutDrawing(aligned, DrawnFindings(verdict: "clean", frames: frames)).svg)
        #expect(drawing.elements.filter { $0.name == "line" }.map { $0["x1"] + " " + $0["y1"] + " " + $0["y2"] } == ["60 20 80"])
        // A size is measured within its view.
        #expect(try lines(row("c", (1, .width), plus: 100)).first == ["10", "38", "110", "38"])
        #expect(try lines(row("c", (1, .height), plus: 60)).first == ["40", "20", "40", "80"])
    }

    @Test func `edges are those of the alignment rectangle, the margins and the direction`() throws {
        var views = views
        views[1].alignmentRectInsets = LayoutInsets(top: 2, bottom: 4, left: 3, trailing: 5)
        views[1].layoutMargins = LayoutInsets(top: 1, leading: 6)
        views[1].lastBaselineFromBottom = 7
        // Left at 13, right at 105, top at 22, bottom at 76; margins of 8 unless they are stated.
        for (attribute, place) in [
            (.left, 13), (.right, 105), (.leading, 13), (.trailing, 105), (.centerX, 59), (.leftMargin, 19), (.rightMargin, 97), (.leadingMargin, 19),
            (.trailingMargin, 97), (.centerXWithinMargins, 58),
        ] as [(LayoutAttribute, Int)] {
            #expect(try lines(row("c", (1, attribute), (0, .left)), views: views).first?[2] == String(place), "\(attribute)")
        }
        for (attribute, place) in [
            (.top, 22), (.bottom, 76), (.centerY, 49), (.firstBaseline, 69), (.lastBaseline, 69), (.topMargin, 23), (.bottomMargin, 68),
            (.centerYWithinMargins, 45.5),
        ] as [(LayoutAttribute, Double)] {
            let text = place == place.rounded() ? String(Int(place)) : String(place)
            #expect(try lines(row("c", (1, attribute), (0, .top)), views: views).first?[3] == text, "\(attribute)")
        }
        views[1].firstBaselineFromTop = 11
        #expect(try lines(row("c", (1, .firstBaseline), (0, .top)), views: views).first?[3] == "33")
        // From right to left, the trailing inset is on the left side, unless left is stated.
        for (attribute, place) in [(.leading, 110), (.trailing, 13), (.leadingMargin, 104), (.leftMargin, 21)] as [(LayoutAttribute, Int)] {
            #expect(try lines(row("c", (1, attribute), (0, .left)), direction: .rtl, views: views).first?[2] == String(place), "\(attribute)")
        }
    }

    @Test func `a constraint has the look of the worst that was found of it`() throws {
        let rows = ["fine", "optional", "tied", "loose", "both", "broken"].map { id in
            row(id, (1, id == "loose" ? .height : .width), plus: 100, at: id == "optional" ? 750 : 1000)
        }
        var findings = DrawnFindings(
            verdict: "conflicting", frames: frames, conflicting: ["both", "broken"], broken: ["broken"], tied: ["tied", "both"])
        findings.loose = ["box": ["height"]]
        var inactive = row("inactive", (1, .width), plus: 3)
        inactive.isActive = false
        let drawing = try Drawing(LayoutDrawing(document(views, rows + [inactive]), findings).svg)
        let kinds = drawing.elements.compactMap { element in element.attributes["data-constraint"].map { "\($0): \(element["class"])" } }
        #expect(
            kinds == [
                "fine: c fine", "optional: c optional", "tied: c ambiguous", "loose: c ambiguous", "both: c conflicting", "broken: c broken",
            ])
        #expect(drawing.titles.contains("both: H:[box(100)]"))
        // Sizes of one view lie beside each other.
        let widths = drawing.elements.filter { $0.name == "line" && $0["y1"] == $0["y2"] && $0["x1"] == "10" && $0["x2"] == "110" }.map { $0["y1"] }
        #expect(widths == ["38", "49", "60", "71", "82"])
    }

    @Test func `a location is ambiguous with anything on its axis, and a size alone`() throws {
        let rows = [
            row("x", (1, .leading), (0, .leading)), row("y", (1, .top), (0, .top)), row("w", (1, .width), plus: 1), row("h", (1, .height), plus: 1),
        ]
        for (loose, expected) in [("width", ["x", "w"]), ("minX", ["x"]), ("minY", ["y"]), ("height", ["y", "h"])] as [(String, [String])] {
            let findings = DrawnFindings(verdict: "ambiguous", frames: frames, loose: ["box": [loose]])
            let drawing = try Drawing(LayoutDrawing(document(views, rows), findings).svg)
            let found = drawing.elements.filter { $0["class"] == "c ambiguous" }.compactMap { $0.attributes["data-constraint"] }
            #expect(found == expected, "\(loose)")
        }
    }

    @Test func `a short beam has no label, and a long one says its number`() throws {
        for (width, label) in [(11.9, nil), (12, "≥ 1:3"), (300, "≥ 1:3")] as [(Double, String?)] {
            var constraint = row("c", (1, .width), plus: try #require(Rational(1, over: 3)))
            constraint.relation = .greaterThanOrEqual
            let findings = DrawnFindings(verdict: "clean", frames: ["box": frame(0, 0, width, 5)])
            let drawing = try Drawing(LayoutDrawing(document(views, [constraint]), findings).svg)
            #expect(drawing.texts == [label].compactMap(\.self), "\(width)")
        }
        let equal = document(views, [row("c", (1, .width), (0, .width))])
        #expect(try Drawing(LayoutDrawing(equal, DrawnFindings(verdict: "clean", frames: frames)).svg).texts.contains("root.width"))
    }

    @Test func `constraints of views that are not there are left out`() throws {
        let rows = [row("a", (9, .width)), row("b", (1, .leading), (7, .leading)), row("c", (1, .leading)), row("d", (-1, .top), (0, .top))]
        let drawing = try Drawing(LayoutDrawing(document(views, rows), DrawnFindings(verdict: "clean", frames: frames)).svg)
        #expect(!drawing.elements.contains { $0.attributes["data-constraint"] != nil })
    }

    @Test func `of very many constraints those with findings are drawn`() throws {
        let rows = (0...2000).map { row("c\($0)", (1, .width), plus: 1, at: $0 == 5 ? 750 : 1000) }
        let findings = DrawnFindings(verdict: "conflicting", frames: frames, broken: ["c7"])
        let drawing = try Drawing(LayoutDrawing(document(views, rows), findings).svg)
        #expect(drawing.elements.compactMap { $0.attributes["data-constraint"] } == ["c5", "c7"])
        let all = try Drawing(LayoutDrawing(document(views, Array(rows.dropLast())), findings).svg)
        #expect(all.elements.compactMap { $0.attributes["data-constraint"] }.count == 2000)
    }

    // MARK: Text

    @Test func `text is escaped, and what XML does not allow is replaced`() throws {
        var views = views
        let id = #"<b a="1" c='2'>&amp;"# + "\t\n\u{2028}\u{2029}\u{0}\u{1B}[31m\u{7F}\u{85}\u{FFFE}\u{1FFFF}\u{202E}\u{2066}\u{FEFF}é中\u{1F600}"
        views[1].id = id
        let findings = DrawnFindings(verdict: "a & b", frames: ["root": frame(0, 0, 200, 100), id: frame(0, 0, 500, 50)])
        let drawing = try Drawing(LayoutDrawing(document(views, [row("\"><script>", (1, .width), plus: 1)]), findings).svg)
        let bad = "\u{FFFD}"
        let shown = #"<b a="1" c='2'>&amp;"# + "    \(bad)\(bad)[31m\(bad)\(bad)\(bad)\(bad)\(bad)\(bad)\u{FEFF}é中\u{1F600}"
        #expect(drawing.elements.compactMap { $0.attributes["data-view"] } == ["root", shown])
        #expect(drawing.texts.contains(shown) && drawing.titles.contains("Card: a & b"))
        #expect(drawing.elements.allSatisfy { ["svg", "title", "g", "rect", "text", "line"].contains($0.name) })
        #expect(drawing.elements.contains { $0.attributes["data-constraint"] == "\"><script>" })
    }

    @Test func `the same layout is the same picture, whatever the order of its sets`() {
        let ids = (0..<200).map { "v\($0)" }
        let views = [LayoutView(id: "root")] + ids.map { LayoutView(id: $0, parent: 0) }
        let rows = ids.indices.map { row("c\($0)", ($0 + 1, .width), plus: 7) }
        func picture(_ ids: [String]) -> (whole: [UInt8], thumbnail: [UInt8]) {
            var findings = DrawnFindings(verdict: "conflicting", frames: ["root": frame(0, 0, 500, 500)])
            for id in ids {
                let number = Double(id.dropFirst()) ?? 0
                findings.frames[id] = frame(number, number / 2, 20, 30)
                findings.moved.insert(id)
                findings.broken.insert("c" + id.dropFirst())
                findings.loose[id] = ["width", "minX"]
            }
            let drawing = LayoutDrawing(document(views, rows), findings)
            return (drawing.svg, drawing.thumbnail)
        }
        let (one, two) = (picture(ids), picture(ids.reversed()))
        #expect(one.whole == two.whole && one.thumbnail == two.thumbnail)
    }

    // MARK: Thumbnails

    @Test func `a thumbnail has one path for views of one look, each box once`() throws {
        let ids = (0..<50).map { "v\($0)" }
        var frames = ["root": frame(0, 0, 432, 240)]
        // Pairs coincide.
        for (place, id) in ids.enumerated() { frames[id] = frame(Double(place / 2 * 10), 0, 8, 20) }
        let views = [LayoutView(id: "root")] + ids.map { LayoutView(id: $0, parent: 0) }
        let drawing = try Drawing(LayoutDrawing(document(views), DrawnFindings(verdict: "clean", frames: frames)).thumbnail)
        let paths = drawing.elements.filter { $0.name == "path" }
        #expect(paths.map { $0["class"] } == ["view root", "view"] && paths[1]["d"].filter { $0 == "M" }.count == 25)
        // The longer side, border included, has 240 steps.
        #expect(drawing.elements.contains { $0["transform"] == "scale(2)" })
        #expect(drawing.texts.isEmpty && drawing.elements.first?["viewBox"] == "-24 -24 480 288")
    }

    @Test func `a thumbnail has at most four thousand boxes`() throws {
        let ids = (0..<6000).map { "v\($0)" }
        var frames = ["root": frame(0, 0, 240, 240)]
        for (place, id) in ids.enumerated() { frames[id] = frame(Double(place % 100) * 2, Double(place / 100) * 3, 1, 1) }
        let views = [LayoutView(id: "root")] + ids.map { LayoutView(id: $0, parent: 0) }
        let drawing = try Drawing(LayoutDrawing(document(views), DrawnFindings(verdict: "clean", frames: frames)).thumbnail)
        #expect(drawing.elements.filter { $0.name == "path" }.reduce(0) { $0 + $1["d"].filter { $0 == "M" }.count } == 4000)
    }
}

/// An SVG file, read by another parser than the ones of the program.
struct Drawing {
    struct Element {
        var name: String
        var attributes: [String: String]
        var text = ""

        subscript(name: String) -> String { attributes[name] ?? "" }
    }

    struct NoXML: Error {}

    private(set) var elements: [Element] = []
    var titles: [String] { elements.filter { $0.name == "title" }.map(\.text) }
    var texts: [String] { elements.filter { $0.name == "text" }.map(\.text) }

    init(_ bytes: [UInt8]) throws {
        let reader = Reader()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = reader
        guard parser.parse() else { throw NoXML() }
        elements = reader.elements
    }

    func element(_ name: String, _ place: Int) -> Element? {
        let all = elements.filter { $0.name == name }
        return all.indices.contains(place) ? all[place] : nil
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var elements: [Element] = []
        private var open: [Int] = []

        func parser(
            _: XMLParser, didStartElement name: String, namespaceURI _: String?, qualifiedName _: String?, attributes: [String: String]
        ) {
            open.append(elements.count)
            elements.append(Element(name: name, attributes: attributes))
        }

        func parser(_: XMLParser, didEndElement _: String, namespaceURI _: String?, qualifiedName _: String?) {
            open.removeLast()
        }

        func parser(_: XMLParser, foundCharacters text: String) {
            if let last = open.last { elements[last].text += text }
        }
    }
}
