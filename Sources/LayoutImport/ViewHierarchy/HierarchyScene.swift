/// The views of one window, or of one view at the top level.
struct HierarchyScene {
    struct Item {
        /// The object's index in the graph.
        var object: Int
        /// The index of the superview, or of a guide's view, in the scene.
        var parent: Int?
        var isGuide: Bool
    }

    /// Superviews before their subviews; a view's guides come after it.
    var items: [Item] = []
    /// The title of an AppKit window.
    var title: String?
}

/// Finds the windows of a capture.
struct HierarchySceneFinder {
    private let graph: HierarchyGraph
    /// Whether an object was reached, by its index; and whether it is on the path to the current one.
    private var isReached: [Bool]
    private var isOpen: [Bool]

    init(_ graph: HierarchyGraph) {
        self.graph = graph
        isReached = [Bool](repeating: false, count: graph.objects.count)
        isOpen = isReached
    }

    /// The maximum number of windows. Each is a layout of its own, however few views it has, and an app has a dozen.
    private static let mostScenes = 1000

    private enum Step {
        case enter(Int, scene: Int?, parent: Int?, title: String?)
        case leave(Int)
    }

    /// - Throws: if a view is inside itself, or if there are too many windows.
    func scenes() throws(ImportError) -> [HierarchyScene] {
        var finder = self
        return try finder.find()
    }

    private mutating func find() throws(ImportError) -> [HierarchyScene] {
        var scenes: [HierarchyScene] = []
        var steps = graph.roots.reversed().map { Step.enter($0, scene: nil, parent: nil, title: nil) }
        while let step = steps.popLast() {
            guard case .enter(let index, var scene, let parent, var title) = step else {
                if case .leave(let index) = step { isOpen[index] = false }
                continue
            }
            let object = graph[index]
            if isOpen[index] {
                let name = "\(object.className ?? "object") \(object.address)"
                throw ImportError(.invalid, code: "cyclic-views", "the view hierarchy contains a cycle: \(name) is inside itself")
            }
            // A reference to an object that another place holds.
            if isReached[index] || object.className == nil { continue }
            guard object.role == .view || object.role == .other, !(object.role == .other && scene != nil) else { continue }
            isReached[index] = true
            isOpen[index] = true
            steps.append(.leave(index))
            var own: Int?
            if object.role == .view {
                if scene == nil {
                    guard scenes.count < HierarchySceneFinder.mostScenes else {
                        let message = "the view hierarchy has more than \(HierarchySceneFinder.mostScenes) windows, which is the limit"
                        throw ImportError(.tooLarge, code: "too-many-windows", message)
                    }
                    scenes.append(HierarchyScene(title: title))
                    scene = scenes.count - 1
                }
                if let scene { own = add(index, parent, to: &scenes[scene]) }
            } else {
                title = object.properties["title"]?.text ?? title
                steps += object.attached.reversed().map { Step.enter($0, scene: nil, parent: nil, title: title) }
            }
            steps += object.children.reversed().map { Step.enter($0, scene: scene, parent: own, title: title) }
        }
        return scenes
    }

    /// Adds a view and its guides. Returns the view's index in the scene.
    private mutating func add(_ index: Int, _ parent: Int?, to scene: inout HierarchyScene) -> Int {
        scene.items.append(HierarchyScene.Item(object: index, parent: parent, isGuide: false))
        let own = scene.items.count - 1
        for guide in graph[index].attached where graph[guide].role == .guide && graph[guide].className != nil && !isReached[guide] {
            isReached[guide] = true
            scene.items.append(HierarchyScene.Item(object: guide, parent: own, isGuide: true))
        }
        return own
    }
}
