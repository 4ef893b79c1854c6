import Foundation
import FuzzTargets
import Testing

/// The fuzzers' seeds, and what they once found, as ordinary cases: any promise that is broken traps.
@Suite struct SeedTests {
    @Test(arguments: FuzzTarget.allCases)
    func `seeds and past findings keep every promise`(target: FuzzTarget) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fuzzing")
        var seeds = 0
        for kind in ["Seeds", "Findings"] {
            let path = folder.appendingPathComponent(kind).appendingPathComponent(target.rawValue)
            for name in try FileManager.default.contentsOfDirectory(atPath: path.path).sorted() where !name.hasPrefix(".") {
                let bytes = [UInt8](try Data(contentsOf: path.appendingPathComponent(name)))
                target.run(bytes)
                // Cut anywhere, a source may be wrong, but nothing traps.
                for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) { target.run(Array(bytes.prefix(count))) }
                seeds += 1
            }
        }
        #expect(seeds > 0)
    }
}
