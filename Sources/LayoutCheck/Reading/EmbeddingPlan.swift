internal import LayoutImport
internal import LayoutModel

/// The order in which the scenes of a storyboard are solved, so that each embedded scene is solved after the scenes that contain it.
struct EmbeddingPlan {
    /// A scene at one size: its own, or that of a container.
    struct Place {
        /// The index of the scene in the file.
        var scene: Int
        /// The place of the scene that contains it, and the index of the container view in that scene's document.
        var container: (place: Int, view: Int)?
        /// The warning, if the scene is checked at its own size although others contain it.
        var note: SceneEmbedding?
    }

    /// All places, each after the one that contains it.
    private(set) var places: [Place] = []
    /// The numbers of the places by scene, in the order of the report.
    private(set) var ofScenes: [[Int]] = []

    /// The greatest number of containers in which one scene is judged.
    static let mostContainers = 8

    /// An embed segue between scenes of the file.
    private struct Link {
        var from: Int
        var view: Int
        var to: Int
    }

    private let layouts: [InterfaceBuilderLayout]
    private var links: [Link] = []
    /// The scenes that contain themselves, with a link that does.
    private var endless: [Int: Link] = [:]

    init(_ layouts: [InterfaceBuilderLayout]) {
        self.layouts = layouts
        findLinks()
        let order = order()
        let incoming = Dictionary(grouping: links, by: \.to)
        for scene in order { add(scene, incoming[scene] ?? []) }
    }

    private mutating func findLinks() {
        var scenes: [String: Int] = [:]
        for (index, layout) in layouts.enumerated() {
            if let controller = layout.links.controller, scenes[controller] == nil { scenes[controller] = index }
        }
        for (from, layout) in layouts.enumerated() {
            for container in layout.links.containers {
                for controller in container.controllers {
                    // A scene with a canvas of its own is judged there.
                    guard let to = scenes[controller], layouts[to].links.ownCanvas == nil else { continue }
                    links.append(Link(from: from, view: container.view, to: to))
                }
            }
        }
    }

    /// Returns the scenes in an order in which each comes after those that contain it. Links of scenes that contain themselves are
    /// removed.
    private mutating func order() -> [Int] {
        var order: [Int] = []
        var isDone = Array(repeating: false, count: layouts.count)
        var isStraight = isDone
        while order.count < layouts.count {
            var missing = Array(repeating: 0, count: layouts.count)
            var outgoing: [[Int]] = Array(repeating: [], count: layouts.count)
            for link in links where !isDone[link.from] {
                missing[link.to] += 1
                outgoing[link.from].append(link.to)
            }
            var ready = layouts.indices.filter { !isDone[$0] && missing[$0] == 0 }
            var next = 0
            while next < ready.count {
                for scene in outgoing[ready[next]] {
                    missing[scene] -= 1
                    if missing[scene] == 0 { ready.append(scene) }
                }
                next += 1
            }
            for scene in ready { isDone[scene] = true }
            order += ready
            guard order.count < layouts.count else { break }
            for scene in layouts.indices where !isDone[scene] && !isStraight[scene] {
                let inner = EmbeddingPlan.reached(from: scene, outgoing)
                let cycle = links.filter { $0.to == scene && inner.contains($0.from) }
                guard let first = cycle.first else {
                    isStraight[scene] = true
                    continue
                }
                endless[scene] = first
                links.removeAll { $0.to == scene && inner.contains($0.from) }
                break
            }
        }
        return order
    }

    /// Returns the scenes within a scene, at any depth. The scene itself is among them.
    private static func reached(from scene: Int, _ outgoing: [[Int]]) -> Set<Int> {
        var found: Set = [scene]
        var waiting = [scene]
        while let next = waiting.popLast() {
            for inner in outgoing[next] where found.insert(inner).inserted { waiting.append(inner) }
        }
        return found
    }

    private mutating func add(_ scene: Int, _ containers: [Link]) {
        if ofScenes.isEmpty { ofScenes = Array(repeating: [], count: layouts.count) }
        let note = endless[scene].map { link in
            let inner = describe(link)
            return SceneEmbedding(
                scene: inner.scene, root: inner.root, container: inner.container, line: inner.line,
                reason:
                    "the scene contains itself through the embed segue of \(inner.container)\(inner.line.map { " (line \($0))" } ?? "") in the scene "
                    + "\(inner.scene), which never ends at run time; it is checked at its own size: remove one of the segues of the cycle")
        }
        var own: [Place] = []
        if containers.isEmpty || layouts[scene].links.isPresented || note != nil { own.append(Place(scene: scene, note: note)) }
        var embedded: [Place] = []
        for link in containers {
            for place in ofScenes[link.from] { embedded.append(Place(scene: scene, container: (place, link.view))) }
        }
        if embedded.count > EmbeddingPlan.mostContainers { embedded.removeSubrange(EmbeddingPlan.mostContainers...) }
        for place in own + embedded {
            ofScenes[scene].append(places.count)
            places.append(place)
        }
    }

    private func describe(_ link: Link) -> SceneEmbedding { EmbeddingPlan.embedding(in: layouts[link.from].document, view: link.view) }

    /// Returns the embedding in a view of a scene, without a size. Long names are shortened, since all scenes within may repeat them.
    static func embedding(in document: LayoutDocument, view: Int) -> SceneEmbedding {
        let root = document.views[document.root].id
        return SceneEmbedding(
            scene: (document.name ?? root).shortened(), root: root.shortened(), container: document.views[view].id.shortened(),
            line: document.views[view].source?.line)
    }
}
