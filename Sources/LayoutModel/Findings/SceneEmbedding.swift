internal import ExactArithmetic

/// The container view in which a scene of a storyboard is embedded, and the size at which it was therefore judged.
public struct SceneEmbedding: Sendable, Hashable {
    /// The name of the scene that has the container, and the id of its root.
    public var scene: String
    public var root: String
    /// The id of the container view, and its line in the file.
    public var container: String
    public var line: Int?
    /// The container's size, or nil if the scene was checked at its own size.
    public var size: LayoutSize?
    /// The reason why the scene was checked at its own size, and what to do about it, or nil if it was not.
    public var reason: String?

    public init(scene: String, root: String, container: String, line: Int? = nil, size: LayoutSize? = nil, reason: String? = nil) {
        self.scene = scene
        self.root = root
        self.container = container
        self.line = line
        self.size = size
        self.reason = reason
    }

    /// The sentence for a report.
    public var sentence: String {
        if let reason { return reason }
        let size = "\(size?.width?.readingText ?? "?") x \(size?.height?.readingText ?? "?")"
        return "checked at \(size), the size of its container \(container)\(line.map { " (line \($0))" } ?? "") in the scene \(scene)"
    }
}
