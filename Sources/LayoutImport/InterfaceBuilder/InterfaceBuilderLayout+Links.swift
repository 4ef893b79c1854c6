internal import ExactArithmetic
public import LayoutModel

/// The connections of a scene with the other scenes of its storyboard.
public struct SceneLinks: Sendable, Hashable {
    /// A view of the scene in which other scenes are embedded.
    public struct Container: Sendable, Hashable {
        /// The index of the view in the document.
        public var view: Int
        /// The id of the embedded view controller.
        public var controller: String
    }

    /// The id of the scene's view controller.
    public var controller: String?
    public var containers: [Container] = []
    /// The ids of the view controllers within navigation and tab bar controllers of the file, by the id of the controller. All scenes of a
    /// file share them.
    public var contents: [String: [String]] = [:]
    /// Whether the scene is also reached otherwise than by an embed segue.
    public var isPresented = false
    /// The name by which the caller gives this scene a canvas of its own.
    public var ownCanvas: String?
}

extension InterfaceBuilderLayout {
    /// Returns whether Interface Builder drew the scene at a size, to a pixel.
    public func isDrawn(at size: LayoutSize) -> Bool {
        guard isOnCanvas, let width = size.width, let height = size.height, let ownWidth = document.size.width, let ownHeight = document.size.height
        else { return false }
        return (width - ownWidth).magnitude <= 1 && (height - ownHeight).magnitude <= 1
    }

    /// Returns the layout for another size than that at which it was drawn, so that stored frames are not compared.
    public func offCanvas() -> InterfaceBuilderLayout {
        var layout = self
        layout.isOnCanvas = false
        return layout
    }
}

extension InterfaceBuilderImporter {
    /// Returns the indices of the layouts with a name: those of that name, else that with this id of its root, else that with this
    /// number from 1.
    static func indices(of name: String, in layouts: [InterfaceBuilderLayout]) -> [Int] {
        let documents = layouts.map(\.document)
        let tests: [(Int) -> Bool] = [
            { documents[$0].name == name }, { documents[$0].views[documents[$0].root].id == name }, { String($0 + 1) == name },
        ]
        return tests.lazy.map { layouts.indices.filter($0) }.first { !$0.isEmpty } ?? []
    }
}
