import JSON
import LayoutModel
import Testing

@testable import LayoutImport

/// Events about masks, frames, insets and identifiers: each leads to the document that says the same from the beginning.
struct PlaceEventTests {
    private func document(_ json: String) throws -> LayoutDocument {
        try DocumentImporter().read(json: Array(json.replacing("'", with: "\"").utf8))
    }

    private func events(_ json: String) throws -> [LayoutEvent] {
        try JSONDocument(parsing: Array(json.replacing("'", with: "\"").utf8)).withRoot { try EventReader().read($0) }
    }

    private func apply(_ event: String, to json: String) throws -> LayoutDocument {
        try EventApplication().apply(try events("[\(event)]"), to: try document(json)).document
    }

    private static let frame = "'frame': {'x': 10, 'y': 20, 'width': 30, 'height': 40}"
    private static let superview = "'superview': {'width': 100, 'height': 200}"
    private static let placed = "'autoresizing': {\(frame), \(superview), 'mask': ['flexibleWidth']}"
    private static let insets = "'insets': {'left': 5, 'top': 6}"
    private static let wide = "{'id': 'c2', 'equation': 'free.width == 20', 'identifier': 'wide'}"
    private static let layout = """
        {'size': {'width': 300, 'height': 400}, 'views': [{'id': 'root'}, {'id': 'placed', 'parent': 'root', \(placed), 'intrinsicContentSize': {'height': 9}},
          {'id': 'free', 'parent': 'root', 'intrinsicContentSize': {'width': 8, 'height': 9}}, {'id': 'guide', 'parent': 'root', 'kind': 'guide', \(insets)},
          {'id': 'loose', 'parent': 'root', 'kind': 'guide'}],
         'constraints': ['free.left == guide.left', \(wide), {'id': 'c3', 'equation': 'free.height == 7', 'identifier': 'tall'},
          {'id': 'c4', 'equation': 'loose.height == 7', 'identifier': 'tall', 'active': false}]}
        """

    /// - Parameters:
    ///   - part: a part of the layout.
    ///   - changed: what the event makes of the part.
    @Test(arguments: [
        (
            "{'op': 'setFrame', 'view': 'placed', 'frame': {'x': 1, 'y': '1:3', 'width': 3, 'height': 0}}", frame,
            "'frame': {'x': 1, 'y': '1:3', 'width': 3, 'height': 0}"
        ),
        (
            "{'op': 'setFrame', 'id': 'placed', 'frame': {'x': -1, 'y': 2, 'width': 3, 'height': 4}, 'superview': {'width': 90, 'height': 80}}",
            "\(frame), \(superview)", "'frame': {'x': -1, 'y': 2, 'width': 3, 'height': 4}, 'superview': {'width': 90, 'height': 80}"
        ),
        (
            "{'op': 'setMask', 'view': 'placed', 'mask': ['flexibleHeight', '.flexibleTopMargin']}", "['flexibleWidth']",
            "['flexibleTopMargin', 'flexibleHeight']"
        ),
        ("{'op': 'setMask', 'view': 'placed', 'mask': []}", ", 'mask': ['flexibleWidth']", ""),
        ("{'op': 'setTranslatesMask', 'view': 'placed', 'translates': false}", ", \(placed)", ""),
        (
            "{'op': 'setTranslatesMask', 'view': 'free', 'translates': true, \(frame), \(superview), 'mask': ['flexibleWidth']}",
            "{'id': 'free', 'parent': 'root', ", "{'id': 'free', 'parent': 'root', \(placed), "
        ),
        (
            "{'op': 'setTranslatesMask', 'view': 'loose', 'translates': true, \(frame), \(superview)}", "{'id': 'loose', 'parent': 'root', ",
            "{'id': 'loose', 'parent': 'root', 'autoresizing': {\(frame), \(superview)}, "
        ),
        ("{'op': 'setInsets', 'view': 'guide', 'insets': {'trailing': 3, 'left': -1, 'top': null}}", insets, "'insets': {'trailing': 3, 'left': -1}"),
        ("{'op': 'setInsets', 'view': 'guide', 'insets': null}", ", \(insets)", ""),
        ("{'op': 'setInsets', 'view': 'loose', 'insets': {}}", "{'id': 'loose', ", "{'id': 'loose', 'insets': {}, "),
        ("{'op': 'removeConstraint', 'identifier': 'wide'}", ", \(wide)", ""),
        ("{'op': 'setConstant', 'identifier': 'wide', 'constant': 21}", "free.width == 20", "free.width == 21"),
        ("{'op': 'setPriority', 'identifier': 'wide', 'priority': 'low'}", "free.width == 20", "free.width == 20 @ 250"),
        ("{'op': 'deactivate', 'identifier': 'wide'}", "'identifier': 'wide'", "'identifier': 'wide', 'active': false"),
        ("{'op': 'deactivate', 'id': 'c3'}", "{'id': 'c3', ", "{'id': 'c3', 'active': false, "),
    ])
    func `an event leads to the document that says the same`(_ event: String, _ part: String, _ changed: String) throws {
        let wanted = PlaceEventTests.layout.replacing(part, with: changed, maxReplacements: 1)
        #expect(wanted != PlaceEventTests.layout)
        let found = try apply(event, to: PlaceEventTests.layout)
        #expect(CanonicalDocument.json(found) == CanonicalDocument.json(try document(wanted)))
    }

    @Test(arguments: [
        ("{'op': 'setFrame', 'view': 'free', \(frame)}", "/view", "no-autoresizing", "\"setTranslatesMask\" changes that"),
        ("{'op': 'setMask', 'view': 'free', 'mask': []}", "/view", "no-autoresizing", "constraints position \"free\""),
        ("{'op': 'setTranslatesMask', 'view': 'free', 'translates': false}", "/translates", "no-autoresizing", "already"),
        ("{'op': 'setTranslatesMask', 'view': 'root', 'translates': true, \(frame), \(superview)}", "/view", "root-autoresizing", "no superview"),
        ("{'op': 'setTranslatesMask', 'view': 'free', 'translates': true, \(frame)}", "/superview", "missing-key", "superview"),
        ("{'op': 'setTranslatesMask', 'view': 'free', 'translates': true}", "/frame", "missing-key", "frame"),
        ("{'op': 'setTranslatesMask', 'view': 'free', 'translates': 'yes'}", "/translates", "wrong-type", ""),
        ("{'op': 'setTranslatesMask', 'view': 'placed', 'translates': false, \(frame)}", "/frame", "unknown-key", "frame"),
        ("{'op': 'setFrame', 'view': 'placed', 'frame': {'x': 1, 'y': 2, 'width': 3}}", "/frame", "missing-key", "\"height\""),
        ("{'op': 'setFrame', 'view': 'placed', 'frame': {'x': 1, 'y': 2, 'width': -3, 'height': 1}}", "/frame/width", "negative-size", ""),
        ("{'op': 'setFrame', 'view': 'placed', 'frame': {'x': 1, 'y': 2, 'width': 3, 'height': 1, 'z': 1}}", "/frame/z", "unknown-key", "/frame/z"),
        ("{'op': 'setFrame', 'view': 'nowhere', \(frame)}", "/view", "unknown-item", "nowhere"),
        ("{'op': 'setMask', 'view': 'placed', 'mask': ['flexible']}", "/mask/0", "unknown-mask", "flexibleWidth"),
        (
            "{'op': 'setMask', 'view': 'placed', 'id': 'placed', 'mask': []}", "/id", "named-twice",
            "must name its view with either \"view\" or \"id\", not with both"
        ),
        ("{'op': 'setInsets', 'view': 'free', 'insets': {}}", "/view", "not-a-guide", "only guides"),
        ("{'op': 'setInsets', 'view': 'guide'}", "/insets", "missing-key", "insets"),
        ("{'op': 'setInsets', 'view': 'guide', 'insets': {'start': 1}}", "/insets/start", "unknown-key", "/insets/start"),
        ("{'op': 'setInsets', 'view': 'guide', 'insets': {'left': 'wide'}}", "/insets/left", "not-a-number", ""),
        ("{'op': 'removeConstraint', 'identifier': 'none'}", "/identifier", "unknown-constraint", "no constraint has the identifier \"none\""),
        ("{'op': 'activate', 'identifier': 'tall'}", "/identifier", "identifier-not-unique", "2 constraints have the identifier \"tall\" (c3, c4)"),
        ("{'op': 'activate', 'identifier': 'wide'}", "/identifier", "is-active", "\"c2\" is already active"),
        (
            "{'op': 'removeConstraint', 'id': 'c2', 'identifier': 'wide'}", "/identifier", "named-twice",
            "must name its constraint with either \"id\" or \"identifier\""
        ),
        ("{'op': 'removeConstraint'}", "/id", "missing-key", "\"id\""),
    ])
    func `an event that cannot be is refused where it is wrong`(_ event: String, _ pointer: String, _ code: String, _ words: String) throws {
        let error = #expect(throws: ImportError.self) { try apply(event, to: PlaceEventTests.layout) }
        #expect(
            error?.pointer == "/events/0\(pointer)" && error?.code == code && error?.message.contains(words) == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        (
            "{'id': 'free.autoresizing.x', 'equation': 'free.width == 3'}",
            "{'op': 'setTranslatesMask', 'view': 'free', 'translates': true, \(frame), \(superview)}", "/translates"
        ),
        ("{'id': 'loose.insets.left', 'equation': 'free.width == 3'}", "{'op': 'setInsets', 'view': 'loose', 'insets': {}}", "/insets"),
        (
            "{'id': 'placed.hugging.vertical', 'equation': 'free.width == 3'}", "{'op': 'setTranslatesMask', 'view': 'placed', 'translates': false}",
            "/translates"
        ),
    ])
    func `no id becomes that of a row that the event makes`(_ constraint: String, _ event: String, _ pointer: String) throws {
        let layout = PlaceEventTests.layout.replacing("'active': false}]", with: "'active': false}, \(constraint)]")
        _ = try document(layout)
        let error = #expect(throws: ImportError.self) { try apply(event, to: layout) }
        #expect(error?.pointer == "/events/0\(pointer)" && error?.code == "duplicate-id", "\(String(describing: error))")
    }

    @Test func `a console log has neither frames nor insets`() throws {
        let log = try fragment(of: "<NSLayoutConstraint:0xc1 A:0xb1.width == 4   (active)>")
        for event in [
            "{'op': 'setTranslatesMask', 'view': '\(log.views[1].id)', 'translates': true, \(PlaceEventTests.frame), \(PlaceEventTests.superview)}",
            "{'op': 'setInsets', 'view': '\(log.views[1].id)', 'insets': {}}",
        ] {
            let error = #expect(throws: ImportError.self) { try EventApplication().apply(try events("[\(event)]"), to: log) }
            #expect(error?.code == "fragment", "\(String(describing: error))")
        }
    }
}
