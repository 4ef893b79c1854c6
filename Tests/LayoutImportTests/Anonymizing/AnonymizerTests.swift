import ExactArithmetic
import Foundation
import JSON
import LayoutAnalysis
import LayoutModel
import Testing

@testable import LayoutImport

/// Layouts that are anonymized say nothing of an app, and are the same layouts.
@Suite struct AnonymizerTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let shared = tests.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared")
    private static let isExpected =
        FileManager.default.fileExists(atPath: shared.path) || ProcessInfo.processInfo.environment["CI"] == "true"

    /// The words that may stand in an output, each looked at by a person.
    private static let harmless: Set<String> = {
        let file = tests.appendingPathComponent("Fixtures/Anonymizing/harmless-words.txt")
        let content = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return Set(content.split(separator: "\n").filter { !$0.hasPrefix("#") }.flatMap { $0.split(separator: " ") }.map(String.init))
    }()

    /// Returns the words of an output that are neither replacements, nor names of UIKit and AppKit, nor harmless.
    private func strange(_ text: String) -> Set<String> {
        let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
        return words.filter { word in
            if Self.harmless.contains(word) || word.allSatisfy(\.isNumber) || word.wholeMatch(of: /0x[0-9a-f]+|[0-9][0-9x]*[ex][0-9]*/) != nil {
                return false
            }
            if word.wholeMatch(of: /(text|name|Name|Type)[0-9]+[A-Za-z]*|_TtC3App[0-9]+Type[0-9]+[A-Za-z]*/) != nil { return false }
            return word.wholeMatch(of: /(NSKVONotifying_)?_*(UI|NS)[A-Z][A-Za-z0-9_]*/) == nil
        }
    }

    /// What an analysis says besides names.
    private func outcome(_ document: LayoutDocument) -> String {
        let analysis = Analyzer().analyze(document)
        let places = Dictionary(document.constraints.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let conflicts = analysis.conflicts.map { conflict in
            "\(conflict.members.compactMap { places[$0] }.sorted()) of \(conflict.members.count)"
        }
        let broken = analysis.broken.compactMap { places[$0] }.sorted()
        return "\(analysis.verdict.rawValue) \(document.views.count) \(document.constraints.count) \(conflicts.sorted()) broken \(broken) "
            + "open \(analysis.ambiguities.map(\.view).sorted()) \(document.isList) \(document.recordedBroken ?? -1) \(document.unreadLines)"
    }

    // MARK: Logs

    private func check(log text: String, _ name: String) throws {
        let output = String(decoding: Anonymizer().log(text).bytes, as: UTF8.self)
        #expect(strange(output) == [], "\(name):\n\(output)")
        let before = try? ConsoleLogImporter().read(text)
        let after = try? ConsoleLogImporter().read(output)
        #expect(before?.messages.map(outcome) == after?.messages.map(outcome), "\(name):\n\(output)")
        #expect(before?.messages.map { $0.notices.map(\.name) } == after?.messages.map { $0.notices.map(\.name) }, "\(name):\n\(output)")
        #expect(before?.skipped.map(\.line) == after?.skipped.map(\.line), "\(name):\n\(output)")
        // What the reader takes for texts and names of the app is in no part of the output.
        let texts = (before?.messages ?? []).flatMap(\.views).compactMap(\.text)
        for word in texts.flatMap({ $0.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init) }) where word.count > 2 {
            // Guides have identifiers of the system as their texts.
            if Self.harmless.contains(word) || word.hasPrefix("UI") || word.hasPrefix("_UI") { continue }
            #expect(!output.contains("'\(word)") && !output.contains(" \(word) "), "\(name): \(word)")
        }
    }

    @Test(.enabled(if: isExpected, "../shared is absent")) func `public logs`() throws {
        let content = try Data(contentsOf: Self.shared.appendingPathComponent("corpus/logs/logs.jsonl"))
        var count = 0
        for line in content.split(separator: UInt8(ascii: "\n")) {
            let entry = try JSONTree(parsing: Array(line))
            for key in ["text", "raw"] {
                guard let text = entry[key]?.string else { continue }
                try check(log: text, "\(entry["id"]?.string ?? "?") \(key)")
                count += 1
            }
        }
        #expect(count >= 228)
    }

    @Test(.enabled(if: isExpected, "../shared is absent")) func `texts of the small cases`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.shared.appendingPathComponent("cases").path).sorted()
        for name in names where name.hasSuffix(".log") || name.hasSuffix(".txt") {
            try check(log: String(contentsOf: Self.shared.appendingPathComponent("cases/\(name)"), encoding: .utf8), name)
        }
    }

    @Test func `texts of public threads`() throws {
        for sample in PublicThreadTests.samples where ConsoleLogImporter().looksLikeLog(sample.text) { try check(log: sample.text, sample.name) }
    }

    @Test func `nothing of an app is left in a log`() throws {
        let text = """
            2026-11-21 09:30:00.123 Zephyr[12:34] [LayoutConstraints] Unable to simultaneously satisfy constraints.
            Fetching Quokka for ada@example.org, phone 555-0199
            (
                "<NSLayoutConstraint:0x600001 'pelican-width' Zephyr.PuffinCell:0x7f1.width == 60   (active)>",
                "<SnapKit.LayoutConstraint:0x600002@NarwhalView.swift#43 UILabel:0x7f2'Ada's width, the Walrus'.width == Zephyr.PuffinCell:0x7f1.width + 1>",
                "<NSLayoutConstraint:0x600003 H:|-(8)-[ibisLabel]   (active, names: ibisLabel:0x7f3, '|':_TtC6Zephyr9EmuHolder:0x7f4 )>",
                "<NSLayoutConstraint:0x600004 _UIHostingView<Zephyr.Gannet<Ostrich>>:0x7f5.width == NSKVONotifying_HeronView:0x7f6.width   (active)>",
                "<NSLayoutConstraint:0x600005 Zephyr.PuffinCell:0x7f1.width == 70   (active)>"
            )
            |   *UILabel:0x7f2'Ada's width, the Walrus'- AMBIGUOUS LAYOUT for UILabel:0x7f2'Ada's width, the Walrus'.minX{id: 4}
            Kiwi.storyboard:abc-12: warning: Width is ambiguous for "Toucan Button"
            """
        let result = Anonymizer().log(text)
        let output = String(decoding: result.bytes, as: UTF8.self)
        for word in [
            "Zephyr", "Quokka", "ada", "Ada", "555", "pelican", "Puffin", "Narwhal", "Walrus", "ibis", "Emu", "Gannet", "Ostrich", "Heron", "Kiwi",
            "Toucan", "0x600001", "0x7f1",
        ] {
            #expect(!output.contains(word), "\(word) in \(output)")
        }
        #expect(strange(output) == [], "\(output)")
        for kept in ["_UIHostingView<", "NSKVONotifying_", ".swift#43", "UILabel:0x", "AMBIGUOUS LAYOUT for", "width == 60", "[12:34]"] {
            #expect(output.contains(kept), "\(kept) not in \(output)")
        }
        try check(log: text, "animals")
        #expect(result.texts >= 2 && result.classes >= 4 && result.addresses == 11 && result.leftOut == 1, "\(result)")
        #expect(output == String(decoding: Anonymizer().log(text).bytes, as: UTF8.self))
    }

    // MARK: Documents

    private func check(_ document: LayoutDocument, _ name: String) throws {
        let output = Anonymizer().document(document)
        let text = String(decoding: output.bytes, as: UTF8.self)
        #expect(strange(text) == [], "\(name): \(text)")
        let after = try DocumentImporter().read(json: output.bytes)
        #expect(outcome(after) == outcome(document), "\(name): \(text)")
    }

    @Test func `nothing of an app is left in a document`() throws {
        let json = #"""
            {"name": "Zephyr", "root": "albatross", "size": {"width": 320, "height": 480}, "metrics": {"quokka": 8},
             "capture": {"tool": "Walrus 3", "os": "iOS 18.0", "device": "Ada's iPhone", "scale": 3, "date": "2026-01-01"},
             "observed": {"ibis": {"frame": {"x": 1, "y": 2, "width": 3, "height": 4}, "ambiguous": true, "affecting": {"horizontal": ["pelican"]}}},
             "views": [{"id": "albatross"},
                       {"id": "ibis", "parent": "albatross", "class": "Zephyr.PuffinLabel", "text": "Dear Toucan", "label": "emu", "outlet": "narwhal",
                        "intrinsicContentSize": {"width": 60}, "source": {"file": "/Users/ada/Heron.swift", "line": 4}},
                       {"id": "kiwi", "parent": "albatross", "kind": "scroll", "class": "UIScrollView"}, {"id": "gannet", "parent": "kiwi"}],
             "constraints": [{"id": "pelican", "equation": "ibis.leading == albatross.leading + quokka", "identifier": "ostrich"},
                             {"id": "jay", "equation": "ibis.width == 50"}, {"id": "jackdaw", "equation": "ibis.width == 70"},
                             "V:|-[ibis]-[kiwi]|", {"id": "rook", "equation": "gannet.leading == kiwi.leading"},
                             {"id": "crow", "equation": "gannet.width == 10", "identifier": "UIView-Encapsulated-Layout-Width"}],
             "assert": ["ibis.width >= ibis.intrinsic.width"],
             "suppress": [{"rule": "overlapping-views", "view": "ibis", "reason": "the lapwing wants it"}]}
            """#
        let document = try DocumentImporter().read(json: Array(json.utf8))
        try check(document, "animals")
        let output = Anonymizer().document(document)
        let text = String(decoding: output.bytes, as: UTF8.self)
        for word in [
            "Zephyr", "albatross", "quokka", "Walrus", "Ada", "ada", "2026", "ibis", "pelican", "Puffin", "Toucan", "emu", "narwhal", "Heron", "kiwi",
            "gannet", "ostrich", "jay", "jackdaw", "rook", "crow", "lapwing",
        ] {
            #expect(!text.contains(word), "\(word) in \(text)")
        }
        let after = try DocumentImporter().read(json: output.bytes)
        #expect(after.capture?.os == "iOS 18.0" && after.capture?.tool == nil && after.observations.count == 1, "\(text)")
        #expect(after.observations.first?.affecting.horizontal == [after.constraints[0].id], "\(text)")
        #expect(after.assertions.count == 1 && after.suppressions.count == 1 && text.contains("UIView-Encapsulated-Layout-Width"), "\(text)")
        #expect(output.retainedClasses == ["UIScrollView"])
    }

    @Test(.enabled(if: isExpected, "../shared is absent")) func `documents of the small cases`() throws {
        let folder = Self.shared.appendingPathComponent("cases")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() where name.hasPrefix("doc-") {
            try check(try DocumentImporter().read(json: Array(try Data(contentsOf: folder.appendingPathComponent(name)))), name)
        }
    }

    // MARK: View hierarchies

    @Test func `nothing of an app is left in a view hierarchy`() throws {
        let json = #"""
            {"size": {"width": 320, "height": 480}, "views": [{"id": "root", "class": "UIWindow"},
             {"id": "a", "parent": "root", "class": "Zephyr.PuffinLabel", "text": "Dear Toucan", "outlet": "narwhal", "intrinsicContentSize": {"width": 60, "height": 20}},
             {"id": "b", "parent": "root", "kind": "scroll"}, {"id": "c", "parent": "b", "class": "UILabel"}],
             "constraints": [{"equation": "a.leading == root.leading + 8", "identifier": "pelican"}, "a.top == root.top", "a.width == 50", "a.width == 70",
             "b.top == a.bottom", "b.leading == root.leading", "b.width == 300", "b.height == 100", "c.leading == b.leading", "c.top == b.top"]}
            """#
        let document = try DocumentImporter().read(json: Array(json.utf8))
        let frames = Analyzer().analyze(document).frames
        let zip = HierarchyEncoder(document: document, frames: frames, prefix: "Kiwi.viewhierarchy/").zip
        let result = try Anonymizer().hierarchy(zip: zip)
        let files = try HierarchyFiles(zip: result.bytes)
        var all = String(decoding: result.bytes, as: UTF8.self)
        for response in files.responses { all += String(decoding: try files.contents(of: response, limit: 1 << 20), as: UTF8.self) }
        for word in ["Zephyr", "Puffin", "Toucan", "narwhal", "pelican", "Kiwi", "Shop", "0x10a000", "0x6000001", "CALayer"] {
            #expect(!all.contains(word), "\(word)")
        }
        let (before, after) = (try ViewHierarchyImporter().read(zip: zip), try ViewHierarchyImporter().read(zip: result.bytes))
        #expect(before.map(outcome) == after.map(outcome))
        #expect(before.map(\.observations.count) == after.map(\.observations.count) && after[0].warnings == before[0].warnings)
        #expect(after[0].observations.map(\.frame) == before[0].observations.map(\.frame))
        #expect(result.texts == 1 && result.classes == 1 && result.retainedClasses.contains("UILabel"), "\(result)")
    }

    @Test func `pictures, requests and unknown properties are left out, and a damaged export is refused`() throws {
        func response(_ text: String) throws -> [UInt8] { HierarchyEncoder.zip([try JSONTree(parsing: Array(text.utf8))], isGzipped: false) }
        let zip = try response(
            #"""
            {"version": "1", "request": {"note": "Walrus"}, "Walrus": 1, "classInformation": {"className": "UIView", "subclasses": [{"className": "Walrus.Pup"}]},
             "topLevelGroups": {"Walrus": {"groupingID": "Walrus", "debugHierarchyObjects": [
              {"objectID": "0xabcdef", "className": "UIWindow", "visibility": "Walrus", "properties": [
               {"propertyName": "snapshot", "propertyFormat": "public.data", "propertyValue": "V2FscnVz"},
               {"propertyName": "Walrushugging", "propertyValue": "0x1p+3"},
               {"propertyName": "frame", "propertyFormat": "Walrus", "propertyValue": ["0x0p+0", "Walrus", "0x1p+4", "0x1p+4"]},
               {"propertyName": "hasAmbiguousLayout", "propertyFormat": "b", "propertyValue": "Walrus"}]}]}},
             "topLevelPropertyDescriptions": {"0xabcdef.Walrus": {"propertyValue": "Walrus"}, "Walrus": {}, "0xabcdef.text": {"propertyValue": "Walrus"}}}
            """#)
        let result = try Anonymizer().hierarchy(zip: zip)
        let text = String(
            decoding: try HierarchyFiles(zip: result.bytes).contents(of: HierarchyFiles(zip: result.bytes).responses[0], limit: 1 << 20),
            as: UTF8.self)
        #expect(!text.contains("V2F") && !text.contains("abcdef") && result.leftOut > 3, "\(text)")
        #expect(!text.contains("Walrus"), "\(text)")
        #expect(throws: ImportError.self) { try Anonymizer().hierarchy(zip: Array(zip.dropLast(9))) }
        #expect(throws: ImportError.self) { try Anonymizer().hierarchy(zip: Array("{}".utf8)) }
    }
}
