import ExactArithmetic
import LayoutModel
import Reporting
import Testing

@Suite struct ReportWriterTests {
    private func json(_ analysis: Analysis, of document: LayoutDocument = Example.document) -> String {
        String(decoding: ReportWriter(document, digest: "sha256:0").json(analysis), as: UTF8.self)
    }

    @Test func `the example is written field by field, in the manual's order`() {
        let expected = [
            #"{"format":"plumbline.report/2","engine":"plumbline 0.2.0","document":"sha256:0","name":"ProfileCell","root":"root","#,
            #""verdict":"conflicting","conflicting":true,"#,
            #""ambiguous":true,"size":{"width":70,"height":44},"frames":{"root":{"x":0,"y":0,"width":70,"height":44},"#,
            #""title":{"x":8,"y":0,"width":54,"height":20}},"names":{"root":"root","title":"UILabel"},"conflicts":[{"id":"K1","members":["c1","c2","c3","root.width==size"],"#,
            #""fingerprint":"k1:9f2c","owner":"app","explanation":"8 + 60 + 8 = 76, but root.width is 70 (over-constrained by 6 pt)","#,
            #""rows":{"c1":"H:|-(8)-[title]","c2":"title.trailing == root.trailing - 8","c3":"H:[title(60)]","#,
            #""root.width==size":"root.width == 70"},"proof":{"factors":{"c1":1,"c2":-1,"c3":1,"root.width==size":-1},"sum":-6},"#,
            #""fixes":[{"kind":"relax","constraint":"c3","priority":999},{"kind":"constant","constraint":"c3","from":60,"to":54}]}],"#,
            #""conflictsComplete":true,"decisions":[{"sequence":1,"trigger":"c3","conflict":["c1","c2","c3","root.width==size"],"broken":"c3","#,
            #""candidates":[{"constraint":"c3","probability":0.7,"points":{"size":3}},{"constraint":"c2"}],"#,
            #""policy":"uikit","reason":"UIKit breaks a constant size before an edge","#,
            #""log":"Unable to simultaneously satisfy constraints.\n"}],"broken":["c3"],"#,
            #""repairs":[{"relax":["c1"]},{"relax":["c2"]},{"relax":["c3"]}],"#,
            #""ambiguities":[{"id":"U1","view":"title","cause":"underconstrained","tied":[],"fingerprint":"a1:77","#,
            #""attributes":[{"attribute":"minY","min":0,"max":null,"value":0}],"needs":["vertical position"],"#,
            #""suggestions":[{"kind":"add","constraint":"title.top == root.top"}]}],"degreesOfFreedom":1,"#,
            #""alternates":[{"id":"A1","frames":{"title":{"x":8,"y":24,"width":54,"height":20}},"moved":["title"]}],"diagnoses":[],"#,
            #""unsatisfied":[{"id":"c3","priority":1000,"error":6,"kind":"unmet"}],"#,
            #""feasibleSize":{"width":{"min":76,"max":76},"height":{"min":0,"max":null}},"warnings":[],"inconclusive":[],"#,
            #""counts":{"views":2,"constraints":5,"implicit":6},"#,
            #""timing":{"parse":0,"lower":0,"solve":0,"conflicts":0,"ranges":0,"explain":0}}"#,
        ]
        #expect(json(Example.analysis) == expected.joined())
    }

    @Test func `lengths are rounded to 1e-6, factors stay exact`() throws {
        var analysis = Example.analysis
        analysis.frames[1].x = try #require(Rational(1, over: 3))
        analysis.conflicts[0].factors = [1, -1, Rational(1 << 60), try #require(Rational(-1, over: 3))]
        let text = json(analysis)
        #expect(text.contains(#""title":{"x":0.333333,"#))
        #expect(text.contains(#""factors":{"c1":1,"c2":-1,"c3":"1152921504606846976","root.width==size":"-1/3"}"#))
    }

    @Test func `an integer is a number up to 2^53 and text beyond`() {
        var analysis = Example.analysis
        analysis.conflicts[0].factors = [Rational(1 << 53), Rational(-(1 << 53)), Rational(1 << 53 + 1), 1]
        #expect(json(analysis).contains(#""c1":9007199254740992,"c2":-9007199254740992,"c3":"9007199254740993""#))
    }

    @Test func `a fragment has no size, states what is missing and what the log says was broken`() {
        var document = Example.document
        document.isFragment = true
        document.recordedBroken = 1
        document.constraints[0].printed = "<NSLayoutConstraint:0x1 H:|-(8)-[UILabel:0x2]>"
        var analysis = Example.analysis
        analysis.frames = []
        analysis.missing = ["left margin of UIView:0x3"]
        let text = json(analysis, of: document)
        #expect(text.contains(#""size":null,"frames":{},"names":{"root":"root","title":"title"},"#))
        #expect(text.contains(#""rows":{"c1":"<NSLayoutConstraint:0x1 H:|-(8)-[UILabel:0x2]>","#))
        #expect(text.contains(#""missing":["left margin of UIView:0x3"],"recorded":{"broken":"c2"}"#))
        #expect(text.contains(#""degreesOfFreedom":null"#))
    }

    @Test func `a log states who is innocent, what is likely and what else could have been broken`() {
        var document = Example.document
        document.isFragment = true
        var analysis = Example.analysis
        analysis.conflicts[0].owner = .transient
        analysis.conflicts[0].vanishesAt = [.init(constraint: "c3", min: nil, max: 54)]
        analysis.log = LogFindings(
            fingerprint: "m1:2", isConflict: true, isMinimal: false, innocent: ["c4"],
            prediction: BreakingPrediction(candidates: [BreakingCandidate(constraint: "c3", probability: 1)], reason: "alone"),
            outcomes: [
                BreakingOutcome(
                    broken: ["c3"], unsatisfied: [Unsatisfied(id: "c3", priority: 1000, error: 6, kind: .unmet)], frames: [.init(view: 1, x: 8)])
            ])
        let text = json(analysis, of: document)
        #expect(text.contains(#""owner":"transient","vanishesAt":[{"constraint":"c3","view":"title","dimension":"width","min":null,"max":54}],"#))
        #expect(text.contains(#""printed":{"conflicting":true,"minimal":false,"innocent":["c4"],"fingerprint":"m1:2"},"#))
        #expect(text.contains(#""prediction":{"candidates":[{"constraint":"c3","probability":1,"points":{}}],"reason":"alone"},"#))
        #expect(
            text.contains(
                #""outcomes":[{"broken":["c3"],"unsatisfied":[{"id":"c3","error":6}],"frames":{"title":{"x":8,"y":null,"width":null,"height":null}}}]"#
            ))
    }

    @Test func `every kind of change has its fields`() {
        var analysis = Example.analysis
        analysis.conflicts = []
        analysis.ambiguities[0].suggestions = [
            .priority(constraint: "title.hugging.horizontal", priority: Rational(501, over: 2) ?? 0), .remove(constraint: "c5"),
        ]
        let expected =
            #""suggestions":[{"kind":"priority","constraint":"title.hugging.horizontal","priority":250.5},{"kind":"remove","constraint":"c5"}]"#
        #expect(json(analysis).contains(expected))
    }

    @Test func `a restored decision and what is not proven are marked`() {
        var analysis = Example.analysis
        analysis.decisions[0].isRestored = true
        analysis.inconclusive = [Inconclusive(subject: "ranges", reason: "the deadline was reached")]
        analysis.degreesOfFreedom = nil
        let text = json(analysis)
        #expect(text.contains(#""degreesOfFreedom":null,"#))
        #expect(text.contains(#""log":"Unable to simultaneously satisfy constraints.\n","restored":true}"#))
        #expect(text.contains(#""inconclusive":[{"subject":"ranges","reason":"the deadline was reached"}]"#))
    }

    @Test func `every view that is mentioned is named, and no other`() throws {
        var document = Example.document
        for id in ["tied", "suggested", "moved", "unmet", "of a size", "quiet"] { document.views.append(LayoutView(id: id, parent: 0)) }
        document.constraints.append(LayoutConstraint(id: "t", first: LayoutAnchor(2, .width), constant: 1))
        var analysis = Analysis(
            verdict: .ambiguous, isConflicting: false, isAmbiguous: true, width: 70, height: 44, frames: [],
            counts: Analysis.Counts(views: 8, constraints: 6, implicit: 16))
        #expect(json(analysis, of: document).contains(#""names":{"root":"root"},"#))
        analysis.ambiguities = [
            Ambiguity(
                view: 1, cause: .priorityTie, tied: ["t"], attributes: [],
                suggestions: [
                    .add(
                        equation: #"title.width == 0.5 * "suggested".width + 2.5"#,
                        constraint: LayoutConstraint(id: "suggestion", first: LayoutAnchor(1, .width))),
                    .relax(constraint: "c1", priority: 999),
                ])
        ]
        // A constraint may be called as if it were an implicit row.
        document.constraints.append(LayoutConstraint(id: "x.insets.left", first: LayoutAnchor(2, .width), second: LayoutAnchor(8, .width)))
        document.views.append(LayoutView(id: "oddly", parent: 0))
        analysis.alternates = [Alternate(id: "A1", frames: [.init(view: 4, frame: LayoutFrame(x: 0, y: 0, width: 0, height: 0))])]
        analysis.unsatisfied = ["unmet.hugging.horizontal", "x.insets.left"].map { Unsatisfied(id: $0, priority: 250, error: 1, kind: .stretched) }
        analysis.sizeFindings = [SizeFinding(dimension: .width, kind: .overlapping, views: [6], spans: [])]
        let expected =
            #""names":{"root":"root","title":"UILabel","tied":"tied","suggested":"suggested","moved":"moved","unmet":"unmet","of a size":"of a size","oddly":"oddly"},"#
        #expect(json(analysis, of: document).contains(expected))
    }

    @Test func `several layouts are one object, each with its name and root`() {
        let writer = ReportWriter(Example.document, digest: "sha256:0")
        let report = writer.json(Example.analysis, file: "a.json")
        let text = String(decoding: report, as: UTF8.self)
        #expect(text.contains(#""document":"sha256:0","name":"ProfileCell","root":"root","file":"a.json","verdict""#))
        let combined = ReportWriter.combined([report, report])
        #expect(String(decoding: combined, as: UTF8.self) == #"{"format":"plumbline.reports/1","reports":["# + text + "," + text + "]}")
        // No report is copied for that.
        let parts = ReportWriter.parts([report, report], findings: [])
        let places = ([report] + parts).map { $0.withUnsafeBufferPointer { $0.baseAddress } }
        #expect(parts.count == 5 && places.count { $0 == places[0] } == 3)
        #expect(String(decoding: parts[0], as: UTF8.self) == #"{"format":"plumbline.reports/1","findings":[],"reports":["#)
    }
}
