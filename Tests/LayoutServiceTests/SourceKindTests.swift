import LayoutCheck
import LayoutModel
import Testing

@testable import LayoutService

@Suite struct SourceKindTests {
    @Test(arguments: [
        (" \n{}", SourceKind.document), ("<?xml version='1.0'?>", .interfaceBuilder), ("<!DOCTYPE a>", .interfaceBuilder),
        ("<NSLayoutConstraint:0x1>", .text), ("[LayoutConstraints] Unable", .text), ("a.width == 1", .text), ("", .text),
    ])
    func `content tells the kind`(_ text: String, _ kind: SourceKind) {
        #expect(SourceKind(contentOf: Array(text.utf8)) == kind)
    }

    @Test(arguments: [("{}", SourceKind.document), ("<?xml version='1.0'?>", .interfaceBuilder), ("a.width == 1", .text)])
    func `content in UTF-16 tells the kind`(_ text: String, _ kind: SourceKind) {
        #expect(SourceKind(contentOf: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == kind)
    }

    @Test func `text is told apart: a log, else equations`() throws {
        let analyzer = SourceAnalyzer()
        let log = try analyzer.read(Array(Bodies.message(1).utf8), kind: .text).map(\.document)
        #expect(log.count == 1 && log[0].isFragment && log[0].recordedBroken == 1)
        let equations = try analyzer.read(Array("a.width == 1\nb.width == 2".utf8), kind: .text).map(\.document)
        #expect(equations.count == 1 && !equations[0].isFragment && equations[0].constraints.count == 2)
    }

    @Test func `text that is not UTF-8 is malformed`() {
        let error = #expect(throws: (any Error).self) { try SourceAnalyzer().read([0x41, 0xFF, 0x41], kind: .text) }
        #expect("\(error.map { "\($0)" } ?? "")".contains("UTF-8"))
    }

    @Test func `kinds of findings are read from words`() throws {
        #expect(try FindingKinds(words: "conflict,ambiguity") == .standard)
        #expect(try FindingKinds(words: "incomplete").kinds == [.incomplete])
        for words in ["", "conflict,", "conflicts", "conflict, ambiguity"] {
            #expect(throws: FindingKinds.UnknownKind.self) { try FindingKinds(words: words) }
        }
    }
}
