import Testing

@testable import XML

@Suite struct XMLReaderTests {
    private func read(_ text: String, limits: XMLLimits = XMLLimits()) throws(XMLError) -> XMLDocument {
        try XMLReader(limits: limits).read(Array(text.utf8))
    }

    private func failure(_ text: String, limits: XMLLimits = XMLLimits()) -> XMLError? {
        do throws(XMLError) {
            _ = try read(text, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func `elements keep names, attributes, text, order and places`() throws {
        let document = try read("<a x=\"1\" y='&lt;&amp;&#233;'>\n  <b/>é<b key=\"view\">one<!-- not -->two</b>\n</a>")
        let root = document.root
        #expect(document.count == 3)
        #expect(root.name == "a" && root["x"] == "1" && root["y"] == "<&é" && root["z"] == nil)
        #expect(root.attributes.map(\.name) == ["x", "y"])
        #expect(root.children.map(\.name) == ["b", "b"])
        let last = try #require(root.child(key: "view"))
        #expect(last.text == "onetwo" && last.parent == root && root.parent == nil)
        #expect(last.line == 2 && last.column == 8)
        #expect(root.text == "é")
    }

    @Test func `UTF-16 is read by its mark, and other encodings by their word`() throws {
        let text = "<a t=\"é\"/>"
        var bytes: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { bytes += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
        #expect(try XMLReader().read(bytes).root["t"] == "é")
        let latin = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a t=\"".utf8) + [0xE9] + Array("\"/>".utf8)
        #expect(try XMLReader().read(latin).root["t"] == "é")
        #expect(failure("<?xml version=\"1.0\" encoding=\"EBCDIC\"?><a/>")?.reason == .malformed)
    }

    @Test(arguments: [
        ("", 1, 1), ("<a>", 1, 4), ("<a>\n<b></a>", 2, 6), ("<a/><b/>", 1, 5), ("<a x=1/>", 1, 6), ("<a x='1' x='2'/>", 1, 10),
        ("<a>&nothing;</a>", 1, 4), ("<a>\u{1}</a>", 1, 4), ("text", 1, 1), ("<a b='<'/>", 1, 7),
    ])
    func `what is not well-formed is told with its place`(_ text: String, _ line: Int, _ column: Int) throws {
        let error = try #require(failure(text))
        #expect(error.reason == .malformed)
        #expect(error.line == line && error.column == column)
    }

    @Test(arguments: [
        ("<a>\n<b></a>", "<b> of line 2 is not closed before this tag, which closes another element"),
        ("<a>\n<b x='1'", "the document ends within the tag or comment that begins here"),
        ("<a><b/>", "the document ends before <a> of line 1 is closed"),
        ("<a b='&x;'/>", "this entity is not defined: '&' in texts is written '&amp;'"),
    ])
    func `what is missing is said`(_ text: String, _ message: String) throws {
        #expect(try #require(failure(text)).message == message)
    }

    @Test(arguments: [
        "<!DOCTYPE a><a/>", "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>",
        "<!DOCTYPE a [<!ENTITY x \"y\"><!ENTITY z \"&x;&x;&x;&x;\">]><a>&z;</a>", "<!DOCTYPE a [<!ENTITY % p SYSTEM \"http://x/\">%p;]><a/>",
    ])
    func `a document type declaration is refused`(_ text: String) throws {
        let error = try #require(failure(text))
        #expect(error.reason == .doctype && error.line == 1)
    }

    @Test func `each limit holds at its value and refuses one more`() {
        let nested = { String(repeating: "<a>", count: $0) + String(repeating: "</a>", count: $0) }
        #expect(failure(nested(8), limits: XMLLimits(depth: 8)) == nil)
        #expect(failure(nested(9), limits: XMLLimits(depth: 8))?.reason == .tooLarge)
        let wide = { "<r>" + String(repeating: "<a/>", count: $0 - 1) + "</r>" }
        #expect(failure(wide(10), limits: XMLLimits(elements: 10)) == nil)
        #expect(failure(wide(11), limits: XMLLimits(elements: 10))?.reason == .tooLarge)
        let attributes = { (count: Int) in "<a" + (0..<count).map { " x\($0)=\"\"" }.joined() + "/>" }
        #expect(failure(attributes(5), limits: XMLLimits(attributes: 5)) == nil)
        #expect(failure(attributes(6), limits: XMLLimits(attributes: 5))?.reason == .tooLarge)
        #expect(failure("<a x=\"12\">345</a>", limits: XMLLimits(text: 5)) == nil)
        #expect(failure("<a x=\"12\">3456</a>", limits: XMLLimits(text: 5))?.reason == .tooLarge)
    }

    @Test func `hostile bytes never trap`() {
        let seed = Array("<?xml version=\"1.0\"?><a x=\"é\"><b>t</b><!-- c --><![CDATA[d]]><?p i?></a>".utf8)
        var state: UInt64 = 1
        for _ in 0..<2000 {
            var bytes = seed
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let place = Int(state >> 33) % bytes.count
                switch state % 3 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: state >> 20)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place...], at: place)
                }
            }
            _ = try? XMLReader().read(bytes)
        }
        _ = try? XMLReader().read([0, 0, 0, 0])
        _ = try? XMLReader().read([0xFE, 0xFF, 0x00])
        #expect(failure(String(repeating: "<a>", count: 200_000))?.reason == .tooLarge)
    }
}
