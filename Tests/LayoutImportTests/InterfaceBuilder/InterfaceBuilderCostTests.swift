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

    @Test func `constraints without an item in a cell with many subviews`() throws {
        let subviews = list(4000) { "<view id=\"v\($0)\"/>" }
        let constraints = list(8000) { "<constraint firstAttribute=\"width\" constant=\"1\" id=\"a\($0)\"/>" }
        let cell = "<tableViewCell id=\"R\">\(frame)<subviews>\(subviews)</subviews><constraints>\(constraints)</constraints></tableViewCell>"
        #expect(try seconds("<objects>\(cell)</objects>") < 6)
    }

    /// Subviews, each with one constraint to its own margins, in nested views that preserve those of their superviews.
    @Test func `margins of nested views`() throws {
        let preserves = "preservesSuperviewLayoutMargins=\"YES\""
        let subviews = list(500) { number in
            """
            <view id="v\(number)" \(preserves)>\(frame)<constraints><constraint firstAttribute="leadingMargin" secondItem="R" \
            secondAttribute="leading" id="a\(number)"/></constraints></view>
            """
        }
        let begin = list(200) { "<view id=\"n\($0)\" \(preserves)>\(frame)<subviews>" }
        let end = list(200) { _ in "</subviews></view>" }
        #expect(try seconds("<objects><view id=\"R\">\(frame)<subviews>\(begin)\(subviews)\(end)</subviews></view></objects>") < 4)
    }

    @Test func `constraints to the margins and the image of a view with many elements`() throws {
        let elements = list(20_000) { _ in "<state/>" }
        let constraints = list(4000) { number in
            """
            <constraint firstItem="i" firstAttribute="width" constant="\(number)" id="w\(number)"/>\
            <constraint firstItem="v" firstAttribute="topMargin" secondItem="s" secondAttribute="top" id="m\(number)"/>
            """
        }
        let root = """
            <view id="R">\(frame)<subviews><view id="v">\(frame)\(elements)</view><imageView id="i">\(frame)\(elements)</imageView></subviews>\
            <viewLayoutGuide key="safeArea" id="s"/><constraints>\(constraints)</constraints></view>
            """
        #expect(try seconds("<objects>\(root)</objects>") < 4)
    }
}
