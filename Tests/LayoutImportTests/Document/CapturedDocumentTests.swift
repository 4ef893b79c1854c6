import ExactArithmetic
import LayoutImport
import LayoutModel
import Testing

@Suite struct CapturedDocumentTests {
    private let json = #"""
        {"size": {"width": 320, "height": 480}, "views": [{"id": "root"}, {"id": "title", "parent": "root"}, {"id": "badge", "parent": "root"}],
         "capture": {"tool": "mine", "os": "iOS 26.1", "device": "iPhone 16", "scale": 3, "date": "2026-11-25"},
         "observed": {"badge": {"ambiguous": true}, "title": {"frame": {"x": 8, "y": 0.5, "width": 300, "height": 20}, "ambiguous": false,
           "affecting": {"horizontal": ["c1"], "vertical": []}}},
         "constraints": ["title.left == root.left + 8", {"id": "m", "equation": "title.width == 300", "origin": "autoresizing"}]}
        """#

    @Test func `what was observed is part of the canonical document`() throws {
        let read = try document(json)
        #expect(read.warnings.isEmpty && read.capture?.scale == 3 && read.capture?.device == "iPhone 16")
        #expect(read.observations.map(\.view) == [1, 2] && read.observations[0].affecting.horizontal == ["c1"])
        #expect(read.observations[0].frame?.y == Rational(1, over: 2) && read.observations[1].isAmbiguous == true)
        #expect(read.constraints.map(\.origin) == [.user, .autoresizing])
        let canonical = CanonicalDocument.json(read)
        #expect(try document(String(decoding: canonical, as: UTF8.self)) == read)
    }

    @Test func `mistakes are errors at their places`() {
        for (old, new, pointer, words) in [
            (#""badge": {"#, #""bagde": {"#, "/observed/bagde", "there is no view \"bagde\" (did you mean \"badge\"?)"),
            (#""ambiguous": true"#, #""ambiguous": "yes""#, "/observed/badge/ambiguous", "expected true or false"),
            (#""x": 8, "#, "", "/observed/title/frame", "a frame must have the keys"),
            (#""width": 300, "height": 20"#, #""width": -1, "height": 20"#, "/observed/title/frame/width", "must not be negative"),
            (#""horizontal": ["c1"]"#, #""diagonal": []"#, "/observed/title/affecting", "\"horizontal\" or \"vertical\""),
            (#"["c1"]"#, "[1]", "/observed/title/affecting/horizontal", "expected a string"),
            (#""scale": 3"#, #""scale": 0"#, "/capture/scale", "above 0"), (#""os": "iOS 26.1""#, #""os": 26"#, "/capture/os", "expected a string"),
            (#""origin": "autoresizing""#, #""origin": "mask""#, "/constraints/1/origin", "there is no origin"),
        ] {
            let error = failure(json.replacing(old, with: new))
            #expect(error?.pointer == pointer && error?.message.contains(words) == true, "\(String(describing: error))")
        }
    }

    @Test func `events remove what was observed, and undo brings it back`() throws {
        let read = try document(json)
        let changed = try EventApplication().apply([.setConstant(id: "c1", 9)], to: read)
        #expect(changed.document.observations.isEmpty && changed.document.capture == read.capture && changed.change == nil)
        let again = try EventApplication().apply([.setConstant(id: "c1", 10)], to: changed.document)
        #expect(again.change != nil)
        // The text of the first document has more than its parts.
        var text = CanonicalDocument.text(changed.document)
        let change = try #require(again.change)
        _ = text.follow(change, to: again.document)
        #expect(text.bytes == CanonicalDocument.json(again.document))
    }

    @Test func `other documents do not know an origin`() throws {
        let read = try document(#"{"constraints": [{"equation": "a.width == 1", "origin": "autoresizing"}]}"#)
        #expect(read.warnings.count == 1 && read.constraints[0].origin == .user)
    }
}
