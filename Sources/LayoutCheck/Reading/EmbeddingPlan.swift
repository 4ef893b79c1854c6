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

    /// The number of steps from containers to scenes after which only as many containers of a scene count as it is judged in, and one for a
    /// cycle.
    private static let mostSteps = 100_000

    private let layouts: [InterfaceBuilderLayout]
    private var links: [Link] = []
    /// The scenes that contain themselves, with a link that does.
    private var endless: [Int: Link] = [:]
    /// The scenes of which that is not known, because there are too many cycles, with a link from a scene that is in one or within one.
    private var undecided: [Int: Link] = [:]

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
        var reachedBy: [String: Int] = [:]
        var steps = 0
        for (from, layout) in layouts.enumerated() {
            for container in layout.links.containers {
                var found = [container.controller]
                var seen = Set(found)
                var next = 0
                while next < found.count {
                    let controller = found[next]
                    next += 1
                    // The containers that reached it before have reached all within it.
                    if steps > EmbeddingPlan.mostSteps, reachedBy[controller, default: 0] > EmbeddingPlan.mostContainers { continue }
                    reachedBy[controller, default: 0] += 1
                    // A scene with a canvas of its own is judged there.
                    if let to = scenes[controller], layouts[to].links.ownCanvas == nil {
                        links.append(Link(from: from, view: container.view, to: to))
                    }
                    let contents = layout.links.contents[controller] ?? []
                    steps += 1 + contents.count
                    for content in contents where seen.insert(content).inserted { found.append(content) }
                }
            }
        }
    }

    /// Returns the scenes in an order in which each comes after those that contain it. Links of scenes that contain themselves are
    /// removed.
    private mutating func order() -> [Int] {
        var outgoing: [[Int]] = Array(repeating: [], count: layouts.count)
        var incoming = outgoing
        var missing = Array(repeating: 0, count: layouts.count)
        for (number, link) in links.enumerated() {
            outgoing[link.from].append(number)
            incoming[link.to].append(number)
            missing[link.to] += 1
        }
        var isRemoved = Array(repeating: false, count: links.count)
        var search = ReachSearch(count: layouts.count)
        var order = layouts.indices.filter { missing[$0] == 0 }
        var (next, scene) = (0, 0)
        while true {
            while next < order.count {
                for number in outgoing[order[next]] where !isRemoved[number] {
                    let inner = links[number].to
                    missing[inner] -= 1
                    if missing[inner] == 0 { order.append(inner) }
                }
                next += 1
            }
            // The others are in a cycle, or within a scene that is.
            while scene < layouts.count, missing[scene] == 0 { scene += 1 }
            guard scene < layouts.count else { break }
            let isKnown = search.run(from: scene) { next in outgoing[next].filter { !isRemoved[$0] }.map { links[$0].to } }
            let cycle = incoming[scene].filter { number in
                !isRemoved[number] && missing[links[number].from] > 0 && (!isKnown || search.isReached(links[number].from))
            }
            guard let first = cycle.first else {
                scene += 1
                continue
            }
            if isKnown { endless[scene] = links[first] } else { undecided[scene] = links[first] }
            for number in cycle { isRemoved[number] = true }
            missing[scene] -= cycle.count
            if missing[scene] == 0 { order.append(scene) }
        }
        links = links.indices.filter { !isRemoved[$0] }.map { links[$0] }
        return order
    }

    private mutating func add(_ scene: Int, _ containers: [Link]) {
        if ofScenes.isEmpty { ofScenes = Array(repeating: [], count: layouts.count) }
        let note =
            endless[scene].map { link in
                ownSize(link) {
                    "the scene contains itself through the embed segue of \($0), which never ends at run time; "
                        + "it is checked at its own size: remove one of the segues of the cycle"
                }
            }
            ?? undecided[scene].map { link in
                ownSize(link) { "the embed segue of \($0) is one of too many that lead in cycles; it is checked at its own size" }
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

    /// Returns the warning that a scene is checked at its own size.
    ///
    /// - Parameter reason: returns the reason by words for the embed segue.
    private func ownSize(_ link: Link, _ reason: (String) -> String) -> SceneEmbedding {
        var note = describe(link)
        note.reason = reason("\(note.container)\(note.line.map { " (line \($0))" } ?? "") in the scene \(note.scene)")
        return note
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

/// A search of the scenes within a scene, at any depth, among which is the scene itself. All searches together take a bounded number of steps.
private struct ReachSearch {
    /// The number of the last search that reached each scene.
    private var reachedBy: [Int]
    private var number = 0
    private var steps = 0
    /// Some tenths of a second.
    private static let mostSteps = 20_000_000

    init(count: Int) {
        reachedBy = Array(repeating: 0, count: count)
    }

    func isReached(_ scene: Int) -> Bool { reachedBy[scene] == number }

    /// Returns false if the search was not completed.
    ///
    /// - Parameter inner: returns the scenes directly within a scene.
    mutating func run(from scene: Int, _ inner: (Int) -> some Sequence<Int>) -> Bool {
        number += 1
        reachedBy[scene] = number
        var waiting = [scene]
        while steps < ReachSearch.mostSteps, let next = waiting.popLast() {
            steps += 1
            for scene in inner(next) {
                steps += 1
                if reachedBy[scene] == number { continue }
                reachedBy[scene] = number
                waiting.append(scene)
            }
        }
        return waiting.isEmpty && steps < ReachSearch.mostSteps
    }
}
