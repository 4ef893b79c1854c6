import Compression
import ExactArithmetic
import JSON
import LayoutImport
import LayoutModel
import Testing

@Suite struct ViewHierarchyTests {
    private typealias Encoder = HierarchyEncoder

    private func text(_ name: String, _ value: String, format: String = "public.plain-text", status: Int = 4) -> JSONTree {
        Encoder.property(name, format, .string(value), status: status)
    }

    private func rectangle(_ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> JSONTree {
        Encoder.property(name, "CGf, CGf, CGf, CGf", .array([x, y, width, height].map(Encoder.float)))
    }

    private func view(
        _ address: String, _ className: String? = "UIView", _ properties: [JSONTree] = [], in children: [JSONTree] = [], rows: [JSONTree] = [],
        guides: [JSONTree] = [], controllers: [JSONTree] = [], framework: String = "com.apple.UIKit.UI"
    ) -> JSONTree {
        var members: [JSONTree.Member] = [JSONTree.Member(key: "objectID", value: .string(address))]
        if let className { members.append(JSONTree.Member(key: "className", value: .string(className))) }
        members.append(JSONTree.Member(key: "properties", value: .array(properties)))
        members.append(JSONTree.Member(key: "childGroup", value: Encoder.group(framework + "View", children)))
        members.append(
            JSONTree.Member(
                key: "additionalGroups",
                value: .array([
                    Encoder.group("com.apple.UIKit.NSLayoutConstraint", rows), Encoder.group(framework + "LayoutGuide", guides),
                    Encoder.group(framework + "ViewController", controllers),
                ])))
        return .object(members)
    }

    private func row(
        _ address: String, _ first: String, _ attribute: Int, _ second: String? = nil, _ other: Int = 0, constant: Double = 0,
        className: String = "NSLayoutConstraint", more: [JSONTree] = []
    ) -> JSONTree {
        func item(_ address: String) -> JSONTree { Encoder.object(["className": .string("UIView"), "memoryAddress": .string(address)]) }
        var properties = [
            Encoder.property("firstItem", "objectInfo", item(first)), text("firstAttribute", "\(attribute)", format: "integer"),
            text("secondAttribute", "\(other)", format: "integer"), Encoder.property("constant", "CGf", Encoder.float(constant)),
        ]
        if let second { properties.append(Encoder.property("secondItem", "objectInfo", item(second))) }
        return Encoder.object(["objectID": .string(address), "className": .string(className), "properties": .array(properties + more)])
    }

    private func response(
        _ roots: [JSONTree], group: String = "com.apple.UIKit.UIWindow", descriptions: KeyValuePairs<String, JSONTree> = [:]
    ) -> JSONTree {
        Encoder.object([
            "topLevelGroups": Encoder.object([group: Encoder.group(group, roots)]), "topLevelPropertyDescriptions": Encoder.object(descriptions),
        ])
    }

    private func read(_ responses: [JSONTree], limits: ImportLimits = ImportLimits()) throws -> [LayoutDocument] {
        try ViewHierarchyImporter(limits: limits).read(zip: Encoder.zip(responses))
    }

    private func refusal(_ zip: [UInt8], limits: ImportLimits = ImportLimits()) -> ImportError? {
        do throws(ImportError) { _ = try ViewHierarchyImporter(limits: limits).read(zip: zip) } catch { return error }
        return nil
    }

    private func window(_ children: [JSONTree], rows: [JSONTree] = [], guides: [JSONTree] = []) -> JSONTree {
        view(
            "0x1", "UIWindow", [rectangle("frame", 0, 0, 320, 480), rectangle("bounds", 0, 0, 320, 480)], in: children, rows: rows, guides: guides)
    }

    // MARK: Values

    @Test func `values are read by their formats and statuses`() throws {
        let label = view("0x00A", "UILabel", [text("text", "First")])
        let responses = [
            response([window([label])]),
            Encoder.object([
                "topLevelPropertyDescriptions": Encoder.object([
                    "0xa.text": text("text", "Second"), "0xA.frame": rectangle("frame", 10, 20, 100, 15.5),
                    // 0x12 has flexible width and height.
                    "0xa.autoresizingMask": text("autoresizingMask", "12", format: "uinteger"),
                ])
            ]),
            // A later response replaces only with what it retrieved.
            Encoder.object([
                "topLevelPropertyDescriptions": Encoder.object([
                    "0xa.text": text("text", "Failed", status: 0), "0xa.frame": rectangle("frame", 1, 1, 1, 1).replacing("fetchStatus", with: 8),
                    "0xa.unknown": text("unknown", "x"), "no address": text("text", "x"),
                ])
            ]),
            Encoder.object(["request": .object([])]),
        ]
        let document = try #require(try read(responses).first)
        #expect(document.views.map(\.id) == ["UIWindow:0x1", "UILabel:0xa"] && document.views[1].text == "Second")
        let mask = try #require(document.views[1].autoresizing)
        #expect(mask.x == 10 && mask.y == 20 && mask.width == 100 && mask.height == Rational(31, over: 2))
        #expect(mask.mask == [.flexibleWidth, .flexibleHeight] && mask.superviewWidth == 320)
        #expect(document.size == LayoutSize(width: 320, height: 480) && document.name == "Shop: UIWindow" && document.warnings.isEmpty)
        #expect(document.capture?.tool == "Xcode view hierarchy" && document.observations.first?.frame?.height == Rational(31, over: 2))
    }

    @Test func `a filled tree begins a capture of its own`() throws {
        let documents = try read([
            response([window([view("0xa"), view("0xb")])]), response([window([view("0xb", "UILabel", in: [view("0xa")])])]),
            Encoder.object(["topLevelGroups": Encoder.object(["g": Encoder.group("g", [])])]),
        ])
        #expect(documents.count == 1 && documents[0].views.map(\.id) == ["UIWindow:0x1", "UILabel:0xb", "UIView:0xa"])
        #expect(documents[0].warnings == ["the view hierarchy contains 2 captures; the last one is read"])
    }

    // MARK: Constraints

    @Test func `constraints of the framework become what they mean`() throws {
        let rows = [
            row("0x60", "0xa", 7, constant: 60, className: "NSContentSizeLayoutConstraint"),
            row("0x61", "0xa", 5, "0x1", 5, constant: 8, more: [text("identifier", "title-leading")]),
            // The superview's own coordinates, which no public constraint has alone.
            row("0x62", "0xb", 1, constant: 5, className: "NSAutoresizingMaskLayoutConstraint"),
            row("0x63", "0xb", 7, constant: 20, className: "NSAutoresizingMaskLayoutConstraint"),
            // A private attribute: the view's frame stands for its mask.
            row("0x64", "0xc", 32, constant: 5, className: "NSAutoresizingMaskLayoutConstraint"),
            row("0x65", "0xc", 7, constant: 70, className: "NSAutoresizingMaskLayoutConstraint"),
            row("0x66", "0xa", 7, "0x999", 7), row("0x67", "0xa", 77), row("0x68", "0xa", 5, constant: 8),
            row("0x69", "0xa", 8, constant: .greatestFiniteMagnitude), row("0x6a", "0xa", 8, constant: 5, className: "_UIThing"),
        ]
        let affecting = text("horizontalAffectingConstraints", "0x61, 0x60,0x999")
        let document = try #require(
            try read([
                response([
                    window(
                        [
                            view("0xa", "UILabel", [affecting, text("hasAmbiguousLayout", "1", format: "b")]), view("0xb"),
                            view("0xc", "UIView", [rectangle("frame", 1, 2, 3, 4)]),
                        ], rows: rows)
                ])
            ]).first)
        #expect(
            document.constraints.map(\.id.description) == [
                "NSLayoutConstraint:0x61", "NSAutoresizingMaskLayoutConstraint:0x62", "NSAutoresizingMaskLayoutConstraint:0x63", "_UIThing:0x6a",
            ])
        #expect(document.constraints.map(\.origin) == [.user, .autoresizing, .autoresizing, .system])
        #expect(document.constraints[0].identifier == "title-leading" && document.constraints[1].second == LayoutAnchor(0, .left))
        #expect(document.views[1].intrinsicContentSize == LayoutSize(width: 60) && document.views[3].autoresizing?.width == 3)
        #expect(
            document.warnings == [
                "left out: 1 constraint that names views outside of the window",
                "left out: 3 constraints that use attributes that are not supported or numbers that cannot be read",
            ])
        let observed = try #require(document.observations.first)
        #expect(observed.isAmbiguous == true && observed.affecting.vertical == nil)
        #expect(
            observed.affecting.horizontal == [
                "NSLayoutConstraint:0x61", "UILabel:0xa.hugging.horizontal", "UILabel:0xa.compressionResistance.horizontal",
            ])
    }

    @Test func `a guide of the system that nothing positions has its frame`() throws {
        func guide(_ address: String, _ name: String) -> JSONTree {
            Encoder.object([
                "objectID": .string(address), "className": .string("UILayoutGuide"),
                "properties": .array([text("identifier", name), rectangle("layoutFrame", 0, 47, 320, 399)]),
            ])
        }
        let rows = [row("0x60", "0xa", 3, "0x50", 3)]
        let guides = [guide("0x50", "UIViewSafeAreaLayoutGuide"), guide("0x51", "UIViewLayoutMarginsGuide")]
        let document = try #require(
            try read([
                response([window([view("0xa")], rows: rows, guides: guides)])
            ]).first)
        #expect(document.views.map(\.kind) == [.view, .guide, .view])
        #expect(document.views[1].insets == LayoutInsets(top: 47, bottom: 34, left: 0, right: 0) && document.constraints.count == 1)
    }

    // MARK: Scenes

    @Test func `windows of an application are scenes with the names of their controllers`() throws {
        let controller = Encoder.object(["objectID": .string("0x70"), "className": .string("Shop.CartViewController")])
        let application = Encoder.object([
            "objectID": .string("0x2"), "className": .string("UIApplication"),
            "childGroup": Encoder.group(
                "com.apple.UIKit.UIWindow",
                [
                    view("0x3", "UIWindow", in: [view("0x4", controllers: [controller])]),
                    view("0x5", "UITextEffectsWindow", in: [view("0x4", nil)]),
                ]),
        ])
        let documents = try read([response([application], group: "com.apple.UIKit.UIApplication")])
        #expect(documents.map(\.name) == ["Shop: CartViewController", "Shop: UITextEffectsWindow"])
        #expect(documents.map(\.views.count) == [2, 1] && documents[0].views[1].label == "CartViewController.view")
    }

    @Test func `in AppKit y grows upwards unless the superview is flipped`() throws {
        let appKit = "com.apple.AppKit.NS"
        func content(_ isFlipped: String) -> JSONTree {
            let properties = [rectangle("bounds", 0, 0, 200, 100), text("isFlipped", isFlipped, format: "b"), rectangle("frame", 0, 0, 200, 100)]
            let button = view("0xb", "NSButton", [rectangle("frame", 5, 10, 50, 20), text("autoresizingMask", "8", format: "ul")])
            return view("0xa", "NSView", properties, in: [button], framework: appKit)
        }
        for (isFlipped, y, mask) in [("0", 70, Autoresizing.Flexible.flexibleBottomMargin), ("1", 10, .flexibleTopMargin)] {
            let document = try #require(try read([response([content(isFlipped)], group: "com.apple.AppKit.NSView")]).first)
            #expect(document.views[1].autoresizing?.y == Rational(y) && document.views[1].autoresizing?.mask == [mask])
        }
    }

    // MARK: Hostile exports

    @Test func `hostile exports are refused in words`() throws {
        func expect(_ zip: [UInt8], _ code: String, _ words: String, limits: ImportLimits = ImportLimits()) {
            let error = refusal(zip, limits: limits)
            #expect(error?.code == code && error?.message.contains(words) == true, "\(words): \(String(describing: error))")
        }
        let cycle = window([view("0xa", in: [view("0xb", in: [view("0xa", nil)])])])
        expect(Encoder.zip([response([cycle])]), "cyclic-views", "UIView 0xa is inside itself")
        let many = window((0..<40).map { view("0xf\($0)") })
        expect(Encoder.zip([response([many])]), "too-many-objects", "more than 30 objects", limits: ImportLimits(views: 20, constraints: 10))
        let windows = (0..<1001).map { view("0xf\($0)") }
        expect(Encoder.zip([response(windows)]), "too-many-windows", "more than 1000 windows")
        #expect(try read([response(Array(windows.dropFirst()))]).count == 1000)
        expect(Encoder.zip([response([])]), "no-views", "contains no view")
        expect(Encoder.zip([.array([])]), "wrong-type", "Response_0 contains an array")
        expect(Encoder.zip([]), "no-view-hierarchy", "Response_0")
        var two = ZipWriter()
        for folder in ["a", "b"] { two.add("\(folder)/RequestResponses/Response_0", Array("{}".utf8)) }
        expect(two.bytes, "several-view-hierarchies", "2 view hierarchies")
        var broken = ZipWriter()
        broken.add("RequestResponses/Response_0", Array("{\"topLevelGroups\": ".utf8))
        expect(broken.bytes, "malformed-json", "Response_0: line 1")
        var cut = ZipWriter()
        cut.add("RequestResponses/Response_0", Array(try #require(Gzip.pack(Array("{}".utf8))).dropLast(3)))
        expect(cut.bytes, "malformed-gzip", "cut short")
        // Ten megabytes of spaces in a few kilobytes.
        var bomb = ZipWriter()
        bomb.add("RequestResponses/Response_0", try #require(Gzip.pack([UInt8](repeating: 32, count: 10 << 20))))
        expect(bomb.bytes, "too-large", "four times --max-bytes", limits: ImportLimits(unpackedBytes: 9 << 20))
        expect(Array("PK\u{3}\u{4} nothing".utf8), "malformed-zip", "cut short")
    }

    @Test func `a deep hierarchy is read`() throws {
        var inner = view("0xf000")
        for depth in 1..<300 { inner = view("0xf\(100 + depth)", in: [inner]) }
        #expect(try read([response([window([inner])])]).first?.views.count == 301)
    }

    @Test func `a view hierarchy is recognized`() {
        let zip = Encoder.zip([response([window([])])])
        #expect(ViewHierarchyImporter.isViewHierarchy(zip) && ViewHierarchyImporter.isViewHierarchy(Array(zip.prefix(600))))
        var other = ZipWriter()
        other.add("a.txt", [1])
        #expect(!ViewHierarchyImporter.isViewHierarchy(other.bytes))
        #expect(!ViewHierarchyImporter.isViewHierarchy(Array("RequestResponses/Response_0".utf8)))
    }
}

extension JSONTree {
    /// The object with another number as a member's value.
    fileprivate func replacing(_ key: String, with number: Int64) -> JSONTree {
        .object((members ?? []).map { $0.key == key ? Member(key: key, value: .number(Number(.integer(number)))) : $0 })
    }
}
