import Foundation
import FuzzTargets
import Testing

/// The fuzzers' seeds with random changes, the same ones each time. `Scripts/suites/fuzz.sh` searches further: it follows the covered code.
@Suite struct MutatedSeedTests {
    /// The number of inputs of each target, unless the seconds are over before.
    private static let inputs = 2000
    private static let seconds = 4.0

    @Test(arguments: FuzzTarget.allCases)
    func `changed seeds keep every promise`(target: FuzzTarget) throws {
        let seeds = try Self.files("Seeds", target) + Self.files("Findings", target)
        var mutator = Mutator(seeds: seeds, words: try Self.dictionary(target))
        // If an input traps, it is in this file.
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("plumbline-input-\(target.rawValue)-\(getpid())")
        defer { try? FileManager.default.removeItem(at: place) }
        let end = Date(timeIntervalSinceNow: Self.seconds)
        var count = 0
        while count < Self.inputs, Date() < end {
            let input = mutator.next()
            try Data(input).write(to: place)
            target.run(input)
            count += 1
        }
        #expect(count > 0)
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fuzzing")

    private static func files(_ kind: String, _ target: FuzzTarget) throws -> [[UInt8]] {
        let path = folder.appendingPathComponent(kind).appendingPathComponent(target.rawValue)
        return try FileManager.default.contentsOfDirectory(atPath: path.path).sorted().filter { !$0.hasPrefix(".") }.map {
            [UInt8](try Data(contentsOf: path.appendingPathComponent($0)))
        }
    }

    /// The words of a target's dictionary, without escapes.
    private static func dictionary(_ target: FuzzTarget) throws -> [[UInt8]] {
        let path = folder.appendingPathComponent("Dictionaries/\(target.rawValue).dict")
        guard let text = try? String(contentsOf: path, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("\""), line.hasSuffix("\""), line.count > 2 else { return nil }
            return Array(line.dropFirst().dropLast().utf8)
        }
    }
}

/// A source of inputs that differ from seeds in a few places.
private struct Mutator {
    private let seeds: [[UInt8]]
    private let words: [[UInt8]]
    private var state: UInt64 = 1
    private static let mostBytes = 8192
    private static let numbers = ["0", "-1", "1e308", "-0.0", "99999999999999999999", "0.1", "null", "\u{0}", "\u{202E}"].map { Array($0.utf8) }

    init(seeds: [[UInt8]], words: [[UInt8]]) {
        self.seeds = seeds
        self.words = words + Mutator.numbers
    }

    /// Returns a number from 0 to below a bound.
    private mutating func number(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return bound < 1 ? 0 : Int(state >> 33) % bound
    }

    mutating func next() -> [UInt8] {
        var bytes = seeds[number(below: seeds.count)]
        for _ in 0...number(below: 6) { change(&bytes) }
        return Array(bytes.prefix(Mutator.mostBytes))
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = number(below: bytes.count + 1)
        let end = min(bytes.count, place + 1 + number(below: [1, 8, 200][number(below: 3)]))
        switch number(below: 6) {
        case 0: if place < bytes.count { bytes[place] ^= 1 << UInt8(number(below: 8)) }
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: words[number(below: words.count)], at: place)
        case 3: bytes.replaceSubrange(place..<end, with: words[number(below: words.count)])
        case 4: bytes.insert(contentsOf: Array(bytes[place..<end]), at: number(below: bytes.count + 1))
        default:
            let other = seeds[number(below: seeds.count)]
            let begin = number(below: other.count + 1)
            bytes.replaceSubrange(place..<bytes.count, with: other[begin...])
        }
    }
}
