import Foundation
import LayoutImport
import LayoutModel
import Testing

/// The processor time that files take whose parts an import must not combine with each other.
@Suite(.serialized) struct InterfaceBuilderCostTests {
    private func seconds(_ objects: String, isStoryboard: Bool = false) throws -> Double {
        let text = """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.\(isStoryboard ? "Storyboard." : "")XIB" version="3.0" toolsVersion="23504" \
            targetRuntime="iOS.CocoaTouch" useAutolayout="YES" useSafeAreas="YES">\(objects)</document>
            """
        let begin = InterfaceBuilderCostTests.processorSeconds
        _ = try InterfaceBuilderImporter().read(Array(text.utf8))
        return InterfaceBuilderCostTests.processorSeconds - begin
    }

    /// The processor time of this thread, which does not count that of other tests.
    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func list(_ count: Int, _ element: (Int) -> String) -> String { (0..<count).map(element).joined() }

    private let frame = "<rect key=\"frame\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"/>"

    @Test func `presented controllers that contain the same others`() throws {
        let contents = list(10_000) { "<segue destination=\"d\($0)\" kind=\"relationship\"/>" }
        let presented = list(2000) { number in
            """
            <viewController id="P\(number)"><connections><segue destination="T" kind="relationship"/>\
            <segue destination="P\(number)" kind="show"/></connections></viewController>
            """
        }
        let tabs = "<tabBarController id=\"T\"><connections>\(contents)</connections></tabBarController>"
        #expect(try seconds("<scenes><scene><objects>\(tabs)\(presented)</objects></scene></scenes>", isStoryboard: true) < 5)
    }
}
