internal import Foundation
internal import JSON
internal import Testing

/// JSONTestSuite: every n_ file is refused and every y_ file is read, but for those with duplicate keys.
@Suite struct JSONSuiteTests {
    private static let path = "suites/json/test_parsing"
    private static let refusedByOwnRule: Set = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"]

    @Test(.needsShared(JSONSuiteTests.path)) func `every file of the suite is read or refused as its name says`() throws {
        let files = try Shared.files(in: JSONSuiteTests.path)
        var counts = ["y": 0, "n": 0]
        for file in files where file.pathExtension == "json" {
            let name = file.lastPathComponent
            let bytes = [UInt8](try Data(contentsOf: file))
            var failure: JSONError?
            do throws(JSONError) { _ = try JSONDocument(parsing: bytes) } catch { failure = error }
            switch name.prefix(2) {
            case "y_" where JSONSuiteTests.refusedByOwnRule.contains(name):
                #expect(failure?.reason == .duplicateKey, "\(name)")
            case "y_":
                #expect(failure == nil, "\(name): \(failure?.description ?? "")")
                counts["y", default: 0] += 1
            case "n_":
                let found = try #require(failure, "\(name) was read")
                #expect(found.reason != .resources, "\(name): no place found for \(found)")
                counts["n", default: 0] += 1
            default:
                #expect(failure?.reason != .resources, "\(name): no place found")
            }
        }
        #expect(counts["y", default: 0] > 90 && counts["n", default: 0] > 180)
    }
}
