import Foundation
import Testing

/// Texts whose height depends on their width, solved in two passes.
@Suite struct WrappingTextTests {
    /// A title between the sides of the root, which is `width` wide, and a box of 100 points below it.
    private func document(width: Int = 166, height: Int = 200, heights: String? = nil, further: String = "") -> String {
        let list = #"[{"width": 90, "height": 60}, {"width": 250, "height": 20}, {"width": 130, "height": 40}]"#
        return """
            {"size": {"width": \(width), "height": \(height)},
             "views": [{"id": "root"},
              {"id": "title", "parent": "root", "class": "UILabel", "text": "A title that wraps", "intrinsicContentSize": {"width": 250\(further)},
               "heightsByWidth": \(heights ?? list)},
              {"id": "box", "parent": "root"}],
             "constraints": ["H:|-8-[title]-8-|", "V:|-8-[title]-8-[box(100)]-(>=8)-|", "H:|[box]|"]}
            """
    }

    private func report(_ text: String, _ options: String...) throws -> [String: Any] {
        let outcome = try Program.run(["analyze", "-"] + options, input: Data(text.utf8))
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    private func frame(_ report: [String: Any], _ view: String) -> [Double]? {
        guard let frame = (report["frames"] as? [String: Any])?[view] as? [String: Double] else { return nil }
        return ["x", "y", "width", "height"].compactMap { frame[$0] }
    }

    private func passes(_ report: [String: Any]) -> [[String: Any]] { (report["passes"] as? [String: Any])?["views"] as? [[String: Any]] ?? [] }

    @Test(arguments: [(266, 20), (265, 40), (146, 40), (145, 60), (50, 60)])
    func `a text has the height for the width of the first pass`(_ width: Int, _ height: Int) throws {
        let report = try report(document(width: width))
        #expect(frame(report, "title") == [8, 8, Double(width - 16), Double(height)] && frame(report, "box")?[1] == Double(16 + height))
        let pass = try #require(passes(report).first)
        #expect(pass["view"] as? String == "title" && pass["width"] as? Double == Double(width - 16) && pass["height"] as? Double == Double(height))
        #expect(pass["laterWidth"] == nil)
    }

    @Test func `a conflict of the second pass is found, and the passes are named`() throws {
        // One line fits, two do not.
        let outcome = try Program.run(["check", "-v", "-"], input: Data(document().utf8))
        #expect(outcome.output.contains("is 150 wide in the first pass, so its content is 40 tall in the second"), "\(outcome.output)")
        let required = document(height: 145).replacing(
            #""class": "UILabel""#, with: #""class": "UILabel", "compressionResistance": {"vertical": 1000}"#)
        #expect(try report(required)["conflicting"] as? Bool == true)
        #expect(try report(required.replacing("\"width\": 166", with: "\"width\": 266"))["verdict"] as? String == "clean")
    }

    @Test func `a width that changes in the second pass is told`() throws {
        // The title is square, so that its height pulls at its width.
        let text = """
            {"size": {"width": 300, "height": 300}, "views": [{"id": "root"},
              {"id": "title", "parent": "root", "intrinsicContentSize": {"width": 100}, "compressionResistance": {"vertical": 1000, "horizontal": 10},
               "heightsByWidth": [{"width": 100, "height": 20}, {"width": 50, "height": 40}]}],
             "constraints": ["title.leading == root.leading", "title.top == root.top", "title.width == 2 * title.height", "title.width <= 60 @ 900"]}
            """
        let pass = try #require(passes(try report(text)).first)
        #expect(pass["width"] as? Double == 40 && pass["height"] as? Double == 40 && pass["laterWidth"] as? Double == 80)
    }

    @Test func `the report is that of the second pass's document`() throws {
        var own = try report(document())
        let second = try Program.run(["analyze", "--pass-document", "2", "-"], input: Data(document().utf8)).output
        #expect(second.contains(#""intrinsicContentSize":{"width":250,"height":40}"#) && !second.contains("heightsByWidth"))
        var other = try report(second)
        for key in ["document", "passes", "timing"] {
            own[key] = nil
            other[key] = nil
        }
        #expect(NSDictionary(dictionary: own) == NSDictionary(dictionary: other))
        let first = try Program.run(["analyze", "--pass-document", "1", "-"], input: Data(document().utf8)).output
        #expect(frame(try report(first), "title") == [8, 8, 150, 20])
        // Another document is the same in both.
        let plain = try Program.run(["analyze", "--pass-document", "1", "-"], input: Data(Layouts.clean.utf8)).output
        #expect(plain == (try Program.run(["analyze", "--pass-document", "2", "-"], input: Data(Layouts.clean.utf8)).output))
        #expect(try Program.run("analyze", "--pass-document", "3", "-", input: Layouts.clean).errors.contains("from 1 to 2"))
    }

    @Test func `a range of widths has another height in each part`() throws {
        let required = document(height: 160).replacing(
            #""class": "UILabel""#, with: #""class": "UILabel", "compressionResistance": {"vertical": 1000}"#)
        let report = try report(required, "--width", "100...300")
        let regions = (report["passes"] as? [String: Any])?["regions"] as? [[String: Any]] ?? []
        #expect(regions.map { $0["span"] as? String } == ["100..<146", "146..<266", "266...300"])
        #expect(regions.map { ($0["heights"] as? [String: Double])?["title"] } == [60, 40, 20])
        // Three lines need 184 points, two 164, one 144.
        let check = try Program.run(["check", "--width", "100...300", "-"], input: Data(required.utf8))
        #expect(check.output.contains("width: conflicting 100..<266, clean 266...300"), "\(check.output)")
        let both = try Program.run(["check", "--width", "100...300", "--height", "100...300", "-"], input: Data(required.utf8))
        #expect(both.output.contains("heights that depend on widths cannot be checked over ranges of both width and height"), "\(both.output)")
    }

    @Test func `sizes and text scales have two passes each`() throws {
        let outcome = try Program.run(
            ["check", "--format", "json", "--sizes", "166x400,266x400", "--text-scales", "1,2", "-"], input: Data(document().utf8))
        let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        let reports = object?["reports"] as? [[String: Any]] ?? []
        #expect(reports.map { frame($0, "title")?[3] } == [40, 120, 20, 120])
    }

    @Test func `a text that has room for its lines is not truncated`() throws {
        func output(_ text: String) throws -> String { try Program.run(["check", "--rules", "truncated-text", "-"], input: Data(text.utf8)).output }
        #expect(try !output(document()).contains("truncated-text"))
        #expect(try output(document(width: 100)).contains("truncated-text"))
    }

    @Test func `lines are computed from the text and its font`() throws {
        let text = document(heights: #"{"fontSize": 17, "lines": 2}"#).replacing(#""intrinsicContentSize": {"width": 250},"#, with: "")
        let first = try Program.run(["analyze", "--pass-document", "1", "-"], input: Data(text.utf8)).output
        #expect(first.contains(#""height":20.5}"#), "\(first)")
        #expect(frame(try report(text), "title")?[3] == 20.5)
        let narrow = text.replacing("\"width\": 166", with: "\"width\": 106")
        #expect(frame(try report(narrow), "title")?[3] == 41)
        // No more lines than allowed.
        #expect(frame(try report(text.replacing("\"width\": 166", with: "\"width\": 60")), "title")?[3] == 41)
        #expect(
            frame(try report(text.replacing("\"width\": 166", with: "\"width\": 60").replacing("\"lines\": 2", with: "\"lines\": 0")), "title")?[3]
                ?? 0 > 41)
        let tall = text.replacing("\"lines\": 2", with: "\"lines\": 2, \"lineHeight\": 30")
        #expect(frame(try report(tall), "title")?[3] == 30)
    }

    @Test func `mistakes name the path and what to write`() throws {
        func error(_ heights: String, further: String = "") throws -> String {
            let outcome = try Program.run(["analyze", "-"], input: Data(document(heights: heights, further: further).utf8))
            #expect(outcome.status == 2)
            return outcome.errors
        }
        #expect(try error("5").contains("/views/1/heightsByWidth"))
        #expect(
            try error("5").contains(#"expected an array such as [{"width": 150, "height": 41}], or an object such as {"fontSize": 17, "lines": 0}"#))
        #expect(try error("[]").contains(#"expected at least one entry such as {"width": 150, "height": 41}"#))
        #expect(try error(#"[{"width": 5}]"#).contains("/views/1/heightsByWidth/0"))
        #expect(try error(#"[{"width": 5}]"#).contains(#"the entry has no "height": write {"width": 150, "height": 41} for each width"#))
        #expect(try error(#"[{"width": 5, "height": -1}]"#).contains("/views/1/heightsByWidth/0/height"))
        #expect(try error(#"[{"width": 5, "height": 1}, {"width": 5, "height": 1}]"#).contains("the height at this width is given twice"))
        #expect(try error(#"[{"width": 5, "height": 1}, {"width": 9, "height": 2}]"#).contains("the text is taller at width 9 than at 5"))
        #expect(try error(#"{"lines": 2}"#).contains(#"expected a "fontSize" above 0 and at most 1000"#))
        #expect(try error(#"{"fontSize": 17, "lines": 1.5}"#).contains(#"expected "lines" as a whole number from 0 to 1000"#))
        #expect(try error(#"{"fontSize": 17, "lineHeight": 0}"#).contains(#"expected a "lineHeight" above 0"#))
        #expect(
            try error(#"[{"width": 250, "height": 20}]"#, further: ", \"height\": 30")
                .contains(#"the height is 30, but "heightsByWidth" says 20 at the natural width; remove the height"#))
        let both = document(heights: #"[{"width": 250, "height": 20}], "textSizes": [{"scale": 2, "width": 500, "height": 40}]"#)
        #expect(
            try Program.run(["analyze", "-"], input: Data(both.utf8)).errors.contains(#"a view can have either "heightsByWidth" or "textSizes""#))
        let silent = document(heights: #"{"fontSize": 17}"#).replacing(#""text": "A title that wraps", "#, with: "")
        #expect(try Program.run(["analyze", "-"], input: Data(silent.utf8)).errors.contains(#"a font size also needs the view's "text""#))
    }

    @Test func `each event of a session solves both passes again`() throws {
        let service = try RunningService()
        let url = try #require(try service.post("/v1/sessions", document(width: 266)).object["url"] as? String)
        func title(_ event: String) throws -> [Double]? {
            let answer = try service.post(url + "/events", "{\"events\":[\(event)]}")
            #expect(answer.status == 200, "\(answer.text)")
            let report = try service.get(url + "/report").object
            #expect(passes(report).first?["height"] as? Double == frame(report, "title")?[3] || passes(report).isEmpty)
            return frame(report, "title")
        }
        #expect(try title(#"{"op":"resize","width":166}"#)?[3] == 40)
        #expect(try title(#"{"op":"setConstant","id":"c1.1","constant":40}"#)?[3] == 60)
        #expect(try title(#"{"op":"undo"}"#)?[3] == 40)
        let preview = try service.post(url + "/preview?detail=frames", #"{"events":[{"op":"resize","width":100}]}"#)
        #expect(frame(preview.object, "title")?[3] == 60, "\(preview.text)")
        #expect(try title(#"{"op":"setIntrinsicContentSize","view":"title","width":250,"height":33}"#)?[3] == 33)
        #expect(try title(#"{"op":"undo"}"#)?[3] == 40)
        let exported = try service.get(url + "/export")
        let folder = try TemporaryFolder()
        let replay = try Program.run(["replay", try folder.file("session.json", exported.body).path], input: Data())
        #expect(replay.status == 0, "\(replay.output)\(replay.errors)")
    }
}
