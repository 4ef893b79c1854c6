import LayoutImport
import LayoutModel
import Testing

/// Messages within the output of a test run, which comes in pieces.
struct LogStreamTests {
    /// The messages of a text that comes in pieces of a size.
    private func messages(_ text: String, pieces size: Int) -> [ConsoleLogStream.Message] {
        messages(pieces: stride(from: 0, to: text.utf8.count, by: size).map { Array(text.utf8.dropFirst($0).prefix(size)) })
    }

    private func messages(pieces: [[UInt8]]) -> [ConsoleLogStream.Message] {
        var rest = pieces[...]
        var stream = ConsoleLogStream { rest.popFirst() }
        var found: [ConsoleLogStream.Message] = []
        while let message = stream.next() { found.append(message) }
        return found
    }

    private func texts(_ message: ConsoleLogStream.Message) -> [String] { message.document.constraints.compactMap(\.printed) }

    @Test func aMessageCutAnywhereIsFound() throws {
        for text in ["Test 1 passed\n" + iOSMessage + "\nTest 2 passed\n", iOSMessage.replacing("\n", with: "\r\n"), "é\u{1B}[31m" + iOSMessage] {
            let bytes = Array(text.utf8)
            let expected = try #require(messages(pieces: [bytes]).first)
            #expect(texts(expected).count == 2 && expected.document.recordedBroken == 0)
            // The first text everywhere, the others at every third place.
            for cut in stride(from: 0, through: bytes.count, by: bytes.first == UInt8(ascii: "T") ? 1 : 3) {
                let found = messages(pieces: [Array(bytes[..<cut]), Array(bytes[cut...])])
                #expect(found.count == 1 && found.first?.document == expected.document && found.first?.line == expected.line, "cut at \(cut)")
            }
            for size in [1, 2, 3, 7, 64] {
                let found = messages(text, pieces: size)
                #expect(found.count == 1 && found.first?.document == expected.document && found.first?.line == expected.line, "pieces of \(size)")
            }
        }
    }

    @Test func linesAreCountedFromTheBeginning() throws {
        let noise = (1...1000).map { "line \($0)\n" }.joined()
        let found = messages(noise + iOSMessage + "\n" + noise + iOSMessage, pieces: 1000)
        #expect(found.map(\.line) == [1001, 2016])
        #expect(found.first?.document.lines == [1007, 1008])
    }

    @Test(
        "Prefixes of tools are no part of a message",
        arguments: [
            "2026-11-21 09:30:00.123456+0100 App[123:4567] [LayoutConstraints] ", "[debug] [XCUITest] ", "\u{1B}[2m09:30\u{1B}[0m \u{1B}[31m",
            "Nov 21 09:30:00 iPhone App(UIKitCore)[123] <Error>: ", "    t =    12.34s ",
        ])
    func prefixes(prefix: String) throws {
        let lines = iOSMessage.split(separator: "\n", omittingEmptySubsequences: false).map { prefix + $0 }
        let found = messages(lines.joined(separator: "\n") + "\n", pieces: 50)
        #expect(found.count == 1)
        #expect(found.first.map(texts) == texts(try #require(messages(iOSMessage, pieces: 50).first)))
        #expect(found.first?.document.recordedBroken == 0 && found.first?.line == 1)
        #expect(found.first?.document.warnings == [])
    }

    @Test func linesOfOthersMayStandBetween() throws {
        let lines = iOSMessage.split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { "\($0)\nTest Case '-[Cell testWidth]' passed (0.01 seconds).\nok <unknown>:0\n" }.joined()
        let found = messages(text, pieces: 100)
        #expect(found.count == 1)
        #expect(found.first.map(texts)?.count == 2 && found.first?.document.recordedBroken == 0)
        #expect(found.first?.document.warnings == [])
    }

    @Test func messagesThatProcessesWriteLineByLineAreToldApart() throws {
        func lines(_ process: String, _ text: String) -> [String] {
            text.split(separator: "\n", omittingEmptySubsequences: false).map { "\(process) \($0)\n" }
        }
        let own = [
            lines("09:30:00.1 App[7:1]", iOSMessage + "\n" + iOSMessage.replacing("44", with: "45")),
            lines("Nov 21 iPhone App(UIKitCore)[88] <Error>:", iOSMessage.replacing("0x6", with: "0x5").replacing("44", with: "46")),
            ["a line of nobody\n", "and another\n"],
        ]
        var state: UInt64 = 7
        func random(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for round in 0..<60 {
            var rest = own.map { $0[...] }
            var text = ""
            while rest.contains(where: { !$0.isEmpty }) {
                let next = random(below: rest.count)
                if let line = rest[next].popFirst() { text += line }
            }
            let found = messages(text, pieces: 1 + random(below: 300))
            #expect(found.count == 3 && found.allSatisfy { texts($0).count == 2 && $0.document.recordedBroken == 0 }, "round \(round):\n\(text)")
            #expect(Set(found.flatMap(texts)) == Set(own.flatMap { messages($0.joined(), pieces: 100).flatMap(texts) }), "round \(round)")
            let log = try ConsoleLogImporter().read(text)
            #expect(log.messages.map { $0.constraints.count } == [2, 2, 2], "round \(round)")
        }
    }

    @Test func aConstraintThatATestPrintsIsNoMessage() {
        #expect(messages("po view.constraints\n<NSLayoutConstraint:0x1 UIView:0xa.width == 4   (active)>\n", pieces: 10).isEmpty)
    }

    @Test func aListWithoutSentencesIsUncertain() {
        let list = """
            (
                "<NSLayoutConstraint:0x1 UIView:0xa.width == 4   (active)>",
                "<NSLayoutConstraint:0x2 UIView:0xa.width == 5   (active)>"
            )

            """
        let found = messages("a\n" + list + "b\n" + list + iOSMessage, pieces: 100)
        #expect(found.map(\.isCertain) == [false, false, true])
        #expect(found.map { texts($0).count } == [2, 2, 2])
        // The same constraint at two times, and what stands apart, is no list.
        #expect(messages(list.replacing("0x2", with: "0x1"), pieces: 100).isEmpty)
        #expect(messages(list.replacing("\n    \"", with: "\nanother line\n    \""), pieces: 100).isEmpty)
    }

    @Test func aListWithoutHeaderKeepsWhatIsSaidToBeBroken() throws {
        let lines = iOSMessage.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(5)
        for prefix in ["", "2026-11-21T09:30:00.1234567Z ", "    t =     1.23s     "] {
            let found = messages(lines.map { prefix + $0 + "\n" }.joined(), pieces: 30)
            #expect(found.map(\.isCertain) == [true] && found.first?.document.recordedBroken == 0, "\(prefix)")
        }
    }

    @Test func messagesThatSayTheSameOfOtherObjectsHaveTheSameText() {
        let other = iOSMessage.replacing("0x7fb01", with: "0x12345").replacing("0x60000a01", with: "0x9").replacing("0x60000a02", with: "0x8")
        let found = messages(iOSMessage + "\n" + other + "\n" + iOSMessage.replacing("44", with: "45"), pieces: 500)
        #expect(found.count == 3)
        #expect(found[0].text == found[1].text && found[1].text != found[2].text)
    }

    @Test func redactedMessagesAreCounted() {
        var rest = [Array("a\nUnable to simultaneously satisfy constraints. <private>\nb\nUnable to simultaneously satisfy constraints:\n".utf8)][...]
        var stream = ConsoleLogStream { rest.popFirst() }
        #expect(stream.next() == nil)
        #expect(stream.unreadable?.count == 2 && stream.unreadable?.line == 2)
    }

    @Test func aMessageEndsWhenOthersGoOn() {
        let header = "Unable to simultaneously satisfy constraints.\n"
        let first = "<NSLayoutConstraint:0x1 UIView:0xa.width == 4   (active)>\n"
        let others = String(repeating: "another line\n", count: 5000)
        let found = messages(header + first + others + first + header + first, pieces: 4096)
        #expect(found.map { texts($0).count } == [1, 1])
        #expect(found.map(\.line) == [1, 5004])
    }

    @Test(
        "A line that is too long is cut before a description or a sentence",
        arguments: ["MASLayoutConstraint", "&lt;MASLayoutConstraint"])
    func longLine(name: String) throws {
        let isEscaped = name.hasPrefix("&lt;")
        func row(_ address: String, _ text: String) -> String {
            "\(isEscaped ? "" : "<")\(name):0x\(address) UIView:0xa\(text)   (active)\(isEscaped ? "&gt;" : ">")"
        }
        let (first, second) = (row("1", ".width == 4"), row("2", ".width >= 5"))
        let list = "( \"\(first)\", \"\(second)\" )"
        let line = "Unable to simultaneously satisfy constraints. \(list) Will attempt to recover by breaking constraint \(second)"
        // The first piece ends before a sign that looks like a quote's, and at other places of the message.
        let relation = try #require(line.firstRange(of: ">= 5")).lowerBound
        for cut in [line.distance(from: line.startIndex, to: relation) + 1] + stride(from: 10, to: line.count, by: 41) {
            let filler = String(repeating: "y ", count: (1 << 20) / 2)
            let found = messages(pieces: [Array((filler + String(line.prefix(cut))).utf8), Array((String(line.dropFirst(cut)) + "\n").utf8)])
            let message = try #require(found.first, "\(cut)")
            #expect(found.count == 1 && message.isCertain && texts(message).count == 2 && message.document.recordedBroken == 1, "\(cut)")
            #expect(message.document.warnings == [] && message.line == 1, "\(cut): \(message.document.warnings)")
            #expect(message.document.constraints.map(\.relation.rawValue) == ["==", ">="], "\(cut)")
        }
    }

    @Test func linesWithoutEndAndBytesThatAreNoTextAreSurvived() {
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        let message = Array(("\n" + iOSMessage + "\n").utf8)
        let found = messages(pieces: [long, [0xFF, 0xFE, 0x00], message, Array("onstraint".utf8), long, long, message])
        #expect(found.map(\.line) == [2, 18])
        #expect(messages(pieces: [[]]).isEmpty && messages(pieces: []).isEmpty)
    }
}
