import LayoutImport
import LayoutModel
import Testing

@testable import LayoutCheck

/// The order and the number of the places in which scenes are judged.
@Suite struct EmbeddingPlanTests {
    /// Scenes by name, each with the names of those that it embeds.
    ///
    /// - Parameter more: other scenes, such as tab bar controllers.
    private func scenes(_ all: [(String, [String])], initial: String = "A", more: String = "") throws -> [InterfaceBuilderLayout] {
        let texts = all.map { name, inner in
            let containers = inner.enumerated().map { number, target in
                """
                <containerView contentMode="scaleToFill" id="\(name)-\(number)"><rect key="frame" x="0" y="0" width="10" height="10"/>
                <connections><segue destination="\(target)" kind="embed" id="\(name)-s-\(number)"/></connections></containerView>
                """
            }
            return """
                <scene><objects><viewController title="\(name)" id="\(name)"><view key="view" contentMode="scaleToFill" id="root-\(name)">
                <rect key="frame" x="0" y="0" width="100" height="100"/><subviews>\(containers.joined())</subviews></view></viewController></objects></scene>
                """
        }
        let text = """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" initialViewController="\(initial)"><scenes>\(texts.joined())\
            \(more)</scenes></document>
            """
        return try InterfaceBuilderImporter().read(Array(text.utf8))
    }

    private func places(_ all: [(String, [String])]) throws -> [String] {
        let plan = EmbeddingPlan(try scenes(all))
        return plan.places.map { place in
            all[place.scene].0 + (place.container.map { " in \($0.place)" } ?? "") + (place.note == nil ? "" : " endless")
        }
    }

    @Test func `each scene comes after those that contain it`() throws {
        #expect(try places([("C", []), ("B", ["C"]), ("A", ["B"])]) == ["A", "B in 0", "C in 1"])
        #expect(try places([("A", ["C", "C"]), ("B", ["C"]), ("C", [])]) == ["A", "B", "C in 0", "C in 0", "C in 1"])
        // What only a scene of a cycle contains is in order, too.
        #expect(try places([("A", []), ("B", ["C"]), ("C", ["B", "D"]), ("D", [])]) == ["A", "B endless", "C in 1", "D in 2"])
        // A cycle remains when another one is broken.
        #expect(try places([("A", ["B"]), ("B", ["A", "C"]), ("C", ["B"])]) == ["A endless", "B endless", "B in 0", "C in 1", "C in 2"])
    }

    @Test func `containers in containers do not multiply without limit`() throws {
        let names = (0..<12).map { "S\($0)" }
        let all = names.enumerated().map { number, name in (name, number + 1 < names.count ? [names[number + 1], names[number + 1]] : []) }
        let plan = EmbeddingPlan(try scenes(all))
        #expect(plan.ofScenes.map(\.count) == [1, 2, 4] + Array(repeating: EmbeddingPlan.mostContainers, count: 9))
    }

    @Test func `containers times the contents of a tab bar controller do not multiply without limit`() throws {
        let names = (0..<400).map { "S\($0)" }
        let segues = names.map { "<segue destination=\"\($0)\" kind=\"relationship\" id=\"r-\($0)\"/>" }
        let tabs = "<scene><objects><tabBarController id=\"T\"><connections>\(segues.joined())</connections></tabBarController></objects></scene>"
        let plan = EmbeddingPlan(try scenes([("A", names.map { _ in "T" })] + names.map { ($0, []) }, more: tabs))
        #expect(plan.ofScenes.map(\.count) == [1] + Array(repeating: EmbeddingPlan.mostContainers, count: names.count))
        #expect(plan.places.allSatisfy { $0.note == nil } && plan.places.dropFirst().allSatisfy { $0.container?.place == 0 })
    }

    @Test func `many scenes that contain themselves and each other are ordered`() throws {
        let names = (0..<60).map { "S\($0)" }
        let plan = EmbeddingPlan(try scenes(names.map { ($0, names) }))
        #expect(Set(plan.places.map(\.scene)) == Set(names.indices) && plan.places.allSatisfy { ($0.container?.place ?? -1) < plan.places.count })
        for (number, place) in plan.places.enumerated() { #expect((place.container?.place ?? -1) < number) }
    }

    @Test func `cycles that take too long to find are each checked at their own size`() throws {
        // Each search reaches all, and there are 6,000 of them.
        let names = (0..<6000).map { "S\($0)" }
        let all = names.indices.map { number in
            (names[number], [number - 1, number + 1].filter(names.indices.contains).map { names[$0] })
        }
        let plan = EmbeddingPlan(try scenes(all))
        #expect(Set(plan.places.map(\.scene)) == Set(names.indices))
        let reasons = plan.places.compactMap { $0.note?.reason }
        #expect(reasons.first?.hasPrefix("the scene contains itself through the embed segue of S1-0 ") == true)
        #expect(reasons.last?.contains("is one of too many that lead in cycles; it is checked at its own size") == true)
    }
}
