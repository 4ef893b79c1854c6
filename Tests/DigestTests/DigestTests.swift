internal import Digest
internal import Testing

@Suite struct SHA256Tests {
    @Test func digestsArePublishedOnes() {
        // FIPS 180-4 examples.
        #expect(SHA256.hex(of: "") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(SHA256.hex(of: "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(SHA256.hex(of: million) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }
}

@Suite struct Base32Tests {
    @Test func encodingIsThatOfTheRFC() {
        // RFC 4648, section 10, in lower case and without padding.
        let examples = ["": "", "f": "my", "fo": "mzxq", "foo": "mzxw6", "foob": "mzxw6yq", "fooba": "mzxw6ytb", "foobar": "mzxw6ytboi"]
        for (plain, encoded) in examples {
            #expect(Base32.encode(Array(plain.utf8)) == encoded)
            #expect(Base32.decode(encoded) == Array(plain.utf8))
        }
    }

    @Test func everyBytePatternComesBack() {
        for length in 0..<40 {
            let bytes = RandomToken.bytes(length)
            #expect(bytes.count == length)
            #expect(Base32.decode(Base32.encode(bytes)) == bytes)
        }
    }

    @Test(arguments: ["a", "MY", "my=", "mz1q", "myy", "mz", "é", "mzxw6yt "]) func whatEncodingNeverGivesIsRefused(text: String) {
        #expect(Base32.decode(text) == nil)
    }
}

@Suite struct RandomTokenTests {
    @Test func tokensAreSixteenCharactersOfBase32AndNeverTheSame() async {
        let tokens = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<8 { group.addTask { (0..<500).map { _ in RandomToken.make() } } }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(tokens).count == 4000)
        for token in tokens {
            #expect(token.utf8.count == 16)
            #expect(Base32.decode(token) != nil)
        }
    }

    @Test func noBytesAreNoBytes() {
        #expect(RandomToken.bytes(0).isEmpty)
        #expect(RandomToken.bytes(-1).isEmpty)
    }
}
