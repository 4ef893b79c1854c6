internal import LayoutImport
internal import LayoutModel
internal import Testing

struct DamagedLogTests {
    /// What the carriers' forms of this one constraint must all say.
    private let words = "UIButton:0xb1.leading == UIView:0xa1.leading + 12"

    @Test(
        "What carriers do to a line is undone",
        arguments: [
            #"\<NSLayoutConstraint:0xc1 H:\|-(12)-\[UIButton:0xb1'Go'\]   (active, names: '\|':UIView:0xa1 )\>"#,
            "&lt;NSLayoutConstraint:0xc1 H:|-(12)-[UIButton:0xb1&#39;Go&#39;]   (active, names: &#x27;|&#x27;:UIView:0xa1 )&gt;",
            "> > <NSLayoutConstraint:0xc1 H:|-(12)-[UIButton:0xb1'Go']   (active, names: '|':UIView:0xa1 )>",
            "// \"<NSLayoutConstraint:0xc1 H:|-(12)-[UIButton:0xb1'Go']   (active, names: '|':UIView:0xa1 )>\",",
            "**<NSLayoutConstraint:0xc1 H:|-(12)-[UIButton:0xb1'Go']   (active, names: '|':UIView:0xa1 )>**",
            "12:     `<NSLayoutConstraint:0xc1 H:|-(12)-[UIButton:0xb1'Go']   (active, names: '|':UIView:0xa1 )>`",
            "\u{201C}<NSLayoutConstraint:0xc1 H:|-(12)-[UIButton:0xb1\u{2018}Go\u{2019}]   (active, names: \u{2018}|\u{2019}:UIView:0xa1 )>\u{201D},",
            "<NSLayoutConstraint:0xc1 H:|\u{2013}(12)\u{2013}[UIButton:0xb1'Go'] (active, names: '|':UIView:0xa1 )>",
            "<NSLayoutConstraint:0xc1 H:|~(12)~[UIButton:0xb1'Go']   (active, names: '|':UIView:0xa1 )>",
            "<NSLayoutConstraint:0xc1 H:|-%2812%29-[UIButton:0xb1'Go']   (active, names: '|':UIView:0xa1 )>",
            "NSLayoutConstraint:0xc1 H:|-(12)-[UIButton:0xb1'Go']   (active, names: '|':UIView:0xa1 )",
            "\"<NSLayoutConstraint:0xc1 H:|-(12)-[UIButton:0xb1'Go']   (active, names: '|':UIView:0xa1 )\",",
            "2023-11-05 09:41:00.123456+0100 Demo[42:4242] [LayoutConstraints] <NSLayoutConstraint:0xc1 H:|-(12)-[UIButton:0xb1'Go'] (Names: '|':UIView:0xa1 )>",
            "<NSLayoutConstraint:0xc1 H:|-(12)-[UIButton:0xb1'Go']\n      (active, names: '|':UIView:0xa1 )>",
            "> <NSLayoutConstraint:0xc1 H:|-(12)-[UIBut\n> ton:0xb1'Go']   (active, names: '|':UIV\n> iew:0xa1 )>",
            "<NSLayoutConstraint:0xc1\nH:|-(12)-[UIButton:0xb1'Go'] (active,\r\nnames:\r\n'|':UIView:0xa1 )>",
        ])
    func damage(line: String) throws {
        let document = try fragment(line)
        #expect(document.words() == words)
        #expect(document.view("UIButton:0xb1")?.text == "Go")
    }

    @Test("A line that is not understood is reported and skipped, never the whole log")
    func skipped() throws {
        let log = try ConsoleLogImporter().read(
            """
            (
                "<NSLayoutConstraint:0xc1 A:0xb1.width == 4   (active)>",
                "<private>",
                what is this
                "<NSLayoutConstraint:0xc2 A:0xb1.width ==
                "<NSLayoutConstraint:0xc3 A:0xb1.width == 5   (active)>"
            )
            """)
        #expect(log.skipped.map(\.line) == [3, 4, 5])
        #expect(log.messages.map(\.constraints.count) == [2])
        #expect(log.messages.first?.warnings.first == "line 3 was not understood and was skipped: it is redacted")
    }

    @Test("A number that is cut off is not taken for a whole one")
    func truncated() throws {
        let log = try ConsoleLogImporter().read("<NSLayoutConstraint:0xc1 A:0xb1.width == 4   (active)>\n<NSLayoutConstraint:0xc2 A:0xb1.width == 4")
        #expect(log.messages.map(\.constraints.count) == [1])
        #expect(log.skipped.map(\.line) == [2])
    }

    @Test("Prose around a log is neither read nor reported")
    func prose() throws {
        let document = try fragment(
            "My screen is broken, NSLayoutConstraint: help!\n\n" + iOSMessage
                + "\nI think <NSLayoutConstraint:0x60000a01 ...> is wrong, or `<NSLayoutConstraint:0x60000a02 'x' A:0x1.width == 9>`.\n")
        #expect(document.constraints.count == 2)
    }

    @Test("Several messages in one paste are told apart")
    func severalMessages() throws {
        let list = "(\n\"<NSLayoutConstraint:0xc1 A:0xb1.width == 4>\",\n\"<NSLayoutConstraint:0xc2 A:0xb1.width == 5>\"\n)"
        let broken = "Will attempt to recover by breaking constraint\n<NSLayoutConstraint:0xc2 A:0xb1.width == 5>\n"
        for text in [iOSMessage + "\n" + iOSMessage, list + "\n" + list, list + "\n" + broken + list + "\n" + broken] {
            let log = try ConsoleLogImporter().read(text)
            #expect(log.messages.map(\.constraints.count) == [2, 2])
            #expect(log.messages.map(\.name) == ["message 1", "message 2"])
            #expect(log.skipped == [])
        }
    }

    @Test("A message on one line is read, as macOS prints it")
    func oneLine() throws {
        let list = #"( "<NSLayoutConstraint:0xc1 A:0xb1.width == 4   (active)>", "<NSLayoutConstraint:0xc2 A:0xb1.width == 5   (active)>" )"#
        let broken = "Will attempt to recover by breaking <NSLayoutConstraint:0xc2 A:0xb1.width == 5   (active)>."
        let document = try fragment("Conflicting constraints detected: \(list). \(broken)")
        #expect(document.constraints.count == 2)
        #expect(document.recordedBroken == 1)
        #expect(
            try ConsoleLogImporter().read("Conflicting constraints detected: \(list) \(broken) Conflicting constraints detected: \(list)").messages
                .count == 2)
    }

    @Test(
        "A text without a constraint is refused",
        arguments: ["", "hello", "Unable to simultaneously satisfy constraints.\n<private>", "a.top == b.top + 8"])
    func noConstraint(text: String) {
        #expect(throws: ImportError.self) { try ConsoleLogImporter().read(text) }
    }

    @Test("Limits are kept")
    func limits() throws {
        let text = "<NSLayoutConstraint:0xc1 A:0xb1.width == 4>\n<NSLayoutConstraint:0xc2 B:0xb2.width == C:0xb3.width>"
        #expect(throws: ImportError.self) { try ConsoleLogImporter(limits: ImportLimits(constraints: 1)).read(text) }
        #expect(throws: ImportError.self) { try ConsoleLogImporter(limits: ImportLimits(views: 3)).read(text) }
        #expect(try ConsoleLogImporter(limits: ImportLimits(views: 4, constraints: 2)).read(text).messages.count == 1)
        let messages = String(repeating: "(\n<NSLayoutConstraint:0xc1 A:0xb1.width == 4>\n)\n", count: 10_002)
        #expect(throws: ImportError.self) { try ConsoleLogImporter().read(messages) }
    }

    @Test("A log is told by its form")
    func looksLikeLog() {
        let importer = ConsoleLogImporter()
        #expect(importer.looksLikeLog(iOSMessage))
        #expect(importer.looksLikeLog("x <SnapKit.LayoutConstraint:label A:0x1.width == 2>"))
        #expect(importer.looksLikeLog("Conflicting constraints detected: ("))
        #expect(!importer.looksLikeLog("title.top == safe.top + 12 @ 750\nH:|-[title]-|"))
        #expect(!importer.looksLikeLog("{\"constraints\": []}"))
        #expect(!importer.looksLikeLog("<constraint firstItem=\"a\"/>"))
    }

    @Test(
        "Hostile text neither traps nor hangs",
        arguments: [
            String(repeating: "<NSLayoutConstraint:", count: 20_000), String(repeating: "<NSLayoutConstraint:0x1 A:0x2'", count: 5_000),
            "<NSLayoutConstraint:0x1 V:" + String(repeating: "[", count: 200_000),
            "<NSLayoutConstraint:0x1 " + String(repeating: "a'", count: 100_000) + ">",
            "<NSLayoutConstraint:0x1 A:0x1.width == " + String(repeating: "9", count: 50_000) + ">", String(repeating: "(\n", count: 100_000),
            "<NSLayoutConstraint:0x1 A:0x1.width == 1e999999999999>", "<NSLayoutConstraint:0x1 A:0x1.width == 5 ^99999999999999999999>",
            "<C.Constraint:x@f#99999999999999999999999 A:0x1.width == nan>", String(repeating: "<XConstraint:0x1\n", count: 20_000),
            "<NSLayoutConstraint:0x1 A:0x1.width == 1   (active, names: " + String(repeating: "'|':A:0x1'", count: 20_000) + " )>",
        ])
    func hostile(text: String) {
        _ = ConsoleLogImporter().looksLikeLog(text)
        _ = try? ConsoleLogImporter().read(text)
    }
}
