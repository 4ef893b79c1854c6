import Testing

@testable import Digest

@Suite struct FollowingSHA256Tests {
    @Test func everyTextHasTheDigestThatItHasAlone() {
        var generator = Steps(state: 1)
        var following = IncrementalSHA256()
        var text = [UInt8](repeating: 7, count: 50_000)
        var before: [UInt8] = []
        for round in 0..<400 {
            switch round % 5 {
            case 0: text[Int.random(in: text.indices, using: &generator)] &+= 1
            case 1:
                let place = Int.random(in: 0...text.count, using: &generator)
                text.insert(contentsOf: [UInt8](repeating: UInt8(round & 255), count: round * 7), at: place)
            case 2: text.removeLast(min(text.count - 1, Int.random(in: 0...9000, using: &generator)))
            case 3: text.removeFirst(min(text.count - 1, round % 3))
            default: break
            }
            // What is told may be less than what is so, and more than there was.
            let shared = IncrementalSHA256.sharedLength(before, text)
            let told = round % 7 == 0 ? shared / 2 : shared == before.count ? shared + 1 : shared
            #expect(following.digest(of: text, sharing: told) == SHA256.digest(of: text), "round \(round)")
            before = text
        }
    }

    @Test(arguments: [0, 1, 8191, 8192, 8193, 16383, 16384, 16385])
    func lengthsAroundThePlacesOfStates(length: Int) {
        var following = IncrementalSHA256()
        let text = [UInt8](repeating: 1, count: length)
        for shared in [0, length] { #expect(following.digest(of: text, sharing: shared) == SHA256.digest(of: text)) }
        for longer in [text + [2], text + text, Array(text.dropLast())] {
            #expect(following.digest(of: longer, sharing: max(0, length - 1)) == SHA256.digest(of: longer))
        }
    }

    @Test func aCopyGoesOnByItself() {
        var following = IncrementalSHA256()
        let text = [UInt8](repeating: 1, count: 40_000)
        _ = following.digest(of: text, sharing: 0)
        var copy = following
        let other = text.dropLast() + [9]
        #expect(copy.digest(of: Array(other), sharing: 39_999) == SHA256.digest(of: Array(other)))
        #expect(following.digest(of: text, sharing: 40_000) == SHA256.digest(of: text))
    }

    /// Numbers that look random and are the same each time.
    private struct Steps: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }
}
