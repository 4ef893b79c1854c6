internal import LayoutModel
internal import XML

/// The connections of a file (outlets, actions, segues, the first view controller) that lead to no object of it.
struct IBConnections {
    /// In the order of the file. The document itself is one if its first view controller is missing.
    private var dangling: [XMLElement] = []

    /// Traverses without recursion, since a file may be as deep as the XML reader allows.
    init(in document: XMLElement, _ limits: ImportLimits) throws(ImportError) {
        var ids: Set<String> = []
        var connections: [XMLElement] = []
        var stack = [document]
        var count = 0
        while let element = stack.popLast() {
            try limits.checkInterest(count)
            count += 1
            stack.append(contentsOf: element.children.reversed())
            if let id = element["id"] { ids.insert(id) }
            // Copied elements lead to objects of their own file.
            if element.parent?.name == "connections", element.file == nil, element["destination"] != nil { connections.append(element) }
        }
        if let first = document["initialViewController"], !ids.contains(first) { dangling.append(document) }
        dangling += connections.filter { $0["destination"].map { !ids.contains($0) } ?? false }
    }

    /// Adds the connections to the scenes that contain them: to the first layout of a storyboard's scene, or of the file.
    func note(in scenes: inout [IBScene]) {
        if dangling.isEmpty || scenes.isEmpty { return }
        var first: [XMLElement: Int] = [:]
        for (index, scene) in scenes.enumerated() {
            guard let owner = IBConnections.scene(of: scene.root.element), first[owner] == nil else { continue }
            first[owner] = index
        }
        for connection in dangling {
            scenes[IBConnections.scene(of: connection).flatMap { first[$0] } ?? 0].dangling.append(connection)
        }
    }

    /// Returns the storyboard's scene around an element, or nil if there is none.
    private static func scene(of element: XMLElement) -> XMLElement? {
        var next = element.parent
        while let outer = next, outer.name != "scene" { next = outer.parent }
        return next
    }
}

extension SceneBuilder {
    mutating func findDangling() {
        for connection in scene.dangling {
            let first = connection["initialViewController"]
            let kind = connection.name == "outletCollection" ? "outlet collection" : connection.name
            let name = connection["property"] ?? connection["selector"] ?? connection["identifier"]
            let title = first == nil ? "the \(kind)\(name.map { " “\($0)”" } ?? "")" : "the storyboard's entry point"
            let target = connection["destination"] ?? first ?? ""
            find(.danglingReference, connection, "\(title) leads to \(target), which is not in this file")
            findings[findings.count - 1].name = "\(connection.name) \(name ?? target)"
            findings[findings.count - 1].remedy = "Connect it again in Interface Builder, or remove it."
        }
    }
}
