import Foundation
import Testing

/// Scenes in containers of other scenes, checked at the size of the container.
@Suite struct EmbeddedSceneTests {
    /// A scene whose root has these subviews and constraints.
    private func scene(_ id: String, _ subviews: String, _ constraints: String, width: Int = 320, height: Int = 480, connections: String = "")
        -> String
    {
        """
        <scene sceneID="s-\(id)"><objects><viewController title="\(id)" id="vc-\(id)" sceneMemberID="viewController">
        <view key="view" contentMode="scaleToFill" id="root-\(id)"><rect key="frame" x="0.0" y="0.0" width="\(width)" height="\(height)"/>
        <subviews>
        \(subviews)
        </subviews><constraints>\(constraints)</constraints></view><connections>\(connections)</connections></viewController></objects></scene>
        """
    }

    private func storyboard(_ scenes: String..., initial: String = "vc-Outer") -> String {
        """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="9060" \
        targetRuntime="iOS.CocoaTouch" useAutolayout="YES" initialViewController="\(initial)"><scenes>
        \(scenes.joined(separator: "\n"))
        </scenes></document>
        """
    }

    private func pins(_ view: String, _ id: String, top: Int = 0, sides: [String] = ["leading", "trailing", "top", "bottom"]) -> String {
        sides.map { side in
            "<constraint firstItem=\"\(view)\" firstAttribute=\"\(side)\" secondItem=\"root-\(id)\" secondAttribute=\"\(side)\" "
                + "constant=\"\(side == "top" ? top : 0)\" id=\"\(view)-\(side)\"/>"
        }.joined()
    }

    /// A container view that embeds a scene.
    private func container(_ view: String, _ target: String, _ frame: [Int] = [0, 100, 320, 380], constraints: String = "") -> String {
        """
        <containerView opaque="NO" contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="\(view)">
        <rect key="frame" x="\(frame[0])" y="\(frame[1])" width="\(frame[2])" height="\(frame[3])"/><constraints>\(constraints)</constraints>
        <connections><segue destination="vc-\(target)" kind="embed" id="seg-\(view)"/></connections></containerView>
        """
    }

    private func box(_ id: String) -> String {
        "<view contentMode=\"scaleToFill\" translatesAutoresizingMaskIntoConstraints=\"NO\" id=\"box-\(id)\"><rect key=\"frame\" x=\"0\" y=\"0\" width=\"320\" height=\"380\"/></view>"
    }

    /// A scene that its box fills.
    private func inner(_ id: String, height: Int = 380, connections: String = "") -> String {
        scene(id, box(id), pins("box-\(id)", id), height: height, connections: connections)
    }

    private func outer(_ containers: String? = nil, _ constraints: String? = nil, connections: String = "") -> String {
        scene("Outer", containers ?? container("con", "Inner"), constraints ?? pins("con", "Outer", top: 100), connections: connections)
    }

    private func reports(_ text: String, _ options: String...) throws -> [[String: Any]] {
        let outcome = try Program.run(["analyze", "-"] + options, input: Data(text.utf8))
        #expect(outcome.status == 0, "\(outcome.errors)")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        return object["reports"] as? [[String: Any]] ?? [object]
    }

    private func size(_ report: [String: Any], _ view: String) -> [Double]? {
        guard let frame = (report["frames"] as? [String: Any])?[view] as? [String: Double] else { return nil }
        return ["width", "height"].compactMap { frame[$0] }
    }

    private func embedding(_ report: [String: Any]) -> [String: Any] { report["embedded"] as? [String: Any] ?? [:] }

    @Test func `an embedded scene is checked at the size of its container on the canvas`() throws {
        // The embedded scene comes first in the file.
        let text = storyboard(inner("Inner"), outer())
        let all = try reports(text, "--canvas", "768x1024")
        #expect(all.map { $0["name"] as? String } == ["Inner", "Outer"])
        #expect(size(all[1], "con") == [768, 924] && size(all[0], "root-Inner") == [768, 924] && size(all[0], "box-Inner") == [768, 924])
        #expect(embedding(all[0])["scene"] as? String == "Outer" && embedding(all[0])["container"] as? String == "con")
        #expect(embedding(all[0])["width"] as? Double == 768 && embedding(all[0])["height"] as? Double == 924)
        #expect(all[1]["embedded"] == nil)
        // As stored, and where the stored size is an old one.
        #expect(size(try reports(text)[0], "root-Inner") == [320, 380])
        #expect(size(try reports(storyboard(inner("Inner", height: 480), outer()))[0], "root-Inner") == [320, 380])
        let check = try Program.run(["check", "-v", "--sizes", "400x500", "-"], input: Data(text.utf8))
        #expect(check.status == 0, "\(check.output)")
        let sizes = try Program.run(["check", "--format", "json", "--sizes", "400x500,500x600", "-"], input: Data(text.utf8))
        #expect(sizes.output.contains("\"root-Inner\":{\"x\":0,\"y\":0,\"width\":500,\"height\":500}"), "\(sizes.output)")
        let verbose = try Program.run(["check", "-v", "--canvas", "768x1024", "-"], input: Data(text.utf8))
        #expect(verbose.output.contains("  checked at 768 x 924, the size of its container con (line "), "\(verbose.output)")
    }

    @Test func `a container without a definite size leaves the scene at its own, and says why`() throws {
        let text = storyboard(outer(nil, pins("con", "Outer", sides: ["leading", "trailing", "top"])), inner("Inner"))
        let all = try reports(text, "--canvas", "768x1024")
        #expect(size(all[1], "root-Inner") == [768, 1024])
        let reason =
            "the height of the container con (line 5) in the scene Outer is not determined, so this scene is checked at its own size 768 x 1024"
        #expect((embedding(all[1])["reason"] as? String)?.hasPrefix(reason) == true, "\(embedding(all[1]))")
        let check = try Program.run(["check", "-"], input: Data(text.utf8))
        #expect(check.output.contains("warning: the height of the container con (line 5) in the scene Outer is not determined"), "\(check.output)")
        #expect(check.output.contains("add constraints that give the container its height"), "\(check.output)")
    }

    @Test func `scenes in scenes, and through a navigation controller`() throws {
        let middle = scene(
            "Middle", container("mid", "Deep", [0, 50, 320, 330]), pins("mid", "Middle", top: 50), height: 380)
        let deep = """
            <scene sceneID="nav"><objects><navigationController id="vc-Deep" sceneMemberID="viewController"><connections>
            <segue destination="vc-Inner" kind="relationship" relationship="rootViewController" id="rel"/></connections></navigationController></objects></scene>
            """
        let all = try reports(storyboard(outer(container("con", "Middle")), middle, deep, inner("Inner")), "--canvas", "400x800")
        #expect(size(all[1], "root-Middle") == [400, 700] && size(all[2], "root-Inner") == [400, 650])
    }

    @Test func `a scene in two containers is judged in each, and alone if it is also presented`() throws {
        func two(_ connections: String = "") -> String {
            outer(
                container("top", "Inner", [0, 0, 320, 100], constraints: "<constraint firstAttribute=\"height\" constant=\"100\" id=\"hei\"/>")
                    + container("con", "Inner"),
                pins("top", "Outer", sides: ["leading", "trailing", "top"]) + pins("con", "Outer", top: 100), connections: connections)
        }
        let all = try reports(storyboard(two(), inner("Inner")), "--canvas", "400x800")
        #expect(all.map { $0["name"] as? String } == ["Outer", "Inner in top of Outer", "Inner in con of Outer"])
        #expect(size(all[1], "root-Inner") == [400, 100] && size(all[2], "root-Inner") == [400, 700])
        let presented = two("<segue destination=\"vc-Inner\" kind=\"show\" id=\"sho\"/>")
        let alone = try reports(storyboard(presented, inner("Inner")), "--canvas", "400x800")
        #expect(alone.map { $0["name"] as? String } == ["Outer", "Inner", "Inner in top of Outer", "Inner in con of Outer"])
        #expect(size(alone[1], "root-Inner") == [400, 800])
    }

    @Test func `scenes that contain themselves are checked at their own size, and say so`() throws {
        let one = scene("One", container("con", "Two"), pins("con", "One", top: 100))
        let two = scene("Two", container("own", "One"), pins("own", "Two", top: 10))
        let all = try reports(storyboard(one, two, initial: ""), "--canvas", "400x800")
        #expect(all.count == 2 && size(all[0], "root-One") == [400, 800] && size(all[1], "root-Two") == [400, 700])
        #expect((embedding(all[0])["reason"] as? String)?.hasPrefix("the scene contains itself through the embed segue of own (line ") == true)
        #expect((embedding(all[0])["reason"] as? String)?.hasSuffix("remove one of the segues of the cycle") == true)
        let itself = try reports(storyboard(scene("One", container("con", "One"), pins("con", "One", top: 100))), "--canvas", "400x800")
        #expect(itself.count == 1 && embedding(itself[0])["container"] as? String == "con")
    }

    @Test func `a canvas may be that of one scene`() throws {
        let text = storyboard(outer(), inner("Inner"), inner("Other"))
        let all = try reports(text, "--canvas", "Other=200x300", "--canvas", "400x800")
        #expect(size(all[0], "root-Outer") == [400, 800] && size(all[1], "root-Inner") == [400, 700] && size(all[2], "root-Other") == [200, 300])
        // By the root's id and by number; an embedded scene with a canvas of its own is judged there alone.
        let own = try reports(text, "--canvas", "root-Inner=111x222", "--canvas", "3=iPhone SE")
        #expect(size(own[0], "root-Outer") == [320, 480] && size(own[1], "root-Inner") == [111, 222] && embedding(own[1]).isEmpty)
        let variants = try Program.run(["check", "--format", "json", "--sizes", "500x600", "--canvas", "Other=200x300", "-"], input: Data(text.utf8))
        #expect(variants.output.contains("\"root-Other\":{\"x\":0,\"y\":0,\"width\":200,\"height\":300}"), "\(variants.output)")
        func errors(_ command: String, _ canvas: String...) throws -> String {
            let outcome = try Program.run([command, "-"] + canvas.flatMap { ["--canvas", $0] }, input: Data(text.utf8))
            #expect(outcome.status == 2)
            return outcome.errors
        }
        let missing = try errors("analyze", "Othe=200x300")
        #expect(missing.contains("standard input has no scene 'Othe' (did you mean"), "\(missing)")
        #expect(missing.contains("Inner (root") && missing.contains("'--canvas' takes a scene by its name"), "\(missing)")
        #expect(try errors("check", "Othe=200x300").contains("no checked file has a scene 'Othe' (did you mean \"Other\"?)"))
        #expect(try errors("analyze", "Other=big").contains("'--canvas' has no device or size 'big'; it takes a size such as 390x844"))
        #expect(try errors("analyze", "Other=200x300", "Other=1x1").contains("'--canvas' is given twice for the scene Other"))
        #expect(try errors("analyze", "200x300", "1x1").contains("for one scene, put its name before the size: --canvas Login=320x568"))
    }
}
