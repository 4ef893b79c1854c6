internal import HTTP
internal import Testing

@Suite struct AuthorityTests {
    @Test func allSpellingsOfOneAddressAreEqual() {
        #expect(Authority("[::1]:80")?.host == Authority("[0:0:0:0:0:0:0:1]")?.host)
        #expect(Authority("[::FFFF:127.0.0.1]")?.host == .ipv6([0, 0, 0, 0, 0, 0xffff, 0x7f00, 1]))
        #expect(Authority("[1::]")?.host == .ipv6([1, 0, 0, 0, 0, 0, 0, 0]))
        #expect(Authority("[1:2:3:4:5:6:7:8]")?.host == .ipv6([1, 2, 3, 4, 5, 6, 7, 8]))
        #expect(Authority("LocalHost")?.host == .name("localhost"))
    }

    @Test(
        "A broken address is no authority",
        arguments: [
            "[]", "[:]", "[:::]", "[1::2::3]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1:2:3:4:5:6:7::8:9]", "[:1:2:3:4:5:6:7]", "[12345::]",
            "[::g]", "[127.0.0.1]", "[1.2.3.4::]", "[::1.2.3]", "::1", "a:b:1", "",
        ])
    func broken(text: String) {
        #expect(Authority(text) == nil)
    }

    @Test(
        "Only localhost and loopback addresses are loopback",
        arguments: [
            ("localhost", true), ("127.0.0.1", true), ("127.9.9.9:1", true), ("[::1]", true), ("localhost.", true), ("localhost..", false),
            ("localhost.evil.com", false),
            ("127.0.0.1.evil.com", false), ("0177.0.0.1", false), ("127.1", false), ("2130706433", false), ("[::2]", false), ("128.0.0.1", false),
            ("0.0.0.0", false), ("xlocalhost", false),
        ])
    func loopback(text: String, expected: Bool) throws {
        #expect(try #require(Authority(text)).isLoopback == expected)
    }

    @Test func portsAreComparedWithTheirDefault() throws {
        let plain = try #require(Authority("a"))
        #expect(plain.matches(try #require(Authority("A:80")), defaultPort: 80))
        #expect(plain.matches(try #require(Authority("a:")), defaultPort: 80))
        #expect(!plain.matches(try #require(Authority("a:81")), defaultPort: 80))
    }
}
