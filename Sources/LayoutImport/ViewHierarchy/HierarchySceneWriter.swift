internal import ExactArithmetic
internal import JSON
internal import LayoutModel

/// Writes a scene as a document's JSON, which the reader of documents validates like any other.
struct HierarchySceneWriter {
    private let graph: HierarchyGraph
    private let scene: HierarchyScene
    private let application: String?
    private let rows: HierarchyRows
    private let views: [HierarchyView]

    init(_ graph: HierarchyGraph, _ scene: HierarchyScene, application: String?) {
        self.graph = graph
        self.scene = scene
        self.application = application
        rows = HierarchyRows(graph, scene)
        views = scene.items.map { HierarchyView(graph[$0.object]) }
    }

    /// Warnings about contents of the export that the document lacks.
    var warnings: [String] {
        func constraints(_ count: Int, _ verb: String) -> String { count == 1 ? "1 constraint that \(verb)s" : "\(count) constraints that \(verb)" }
        var warnings: [String] = []
        if rows.foreign > 0 { warnings.append("left out: \(constraints(rows.foreign, "name")) views outside of the window") }
        if rows.unknown > 0 {
            warnings.append("left out: \(constraints(rows.unknown, "use")) attributes that are not supported or numbers that cannot be read")
        }
        return warnings
    }

    /// The window's name: that of its first controller of the app, else of its first controller, else its title, else its class.
    private var name: String {
        var controllers: [String] = []
        for item in scene.items { controllers += controller(of: item).map { [$0] } ?? [] }
        let own = controllers.first { !$0.hasPrefix("UI") && !$0.hasPrefix("_UI") && !$0.hasPrefix("NS") }
        return own ?? controllers.first ?? scene.title ?? views.first?.object.className.map { ClassName.short($0) } ?? "window"
    }

    private func controller(of item: HierarchyScene.Item) -> String? {
        let index = graph[item.object].attached.first { graph[$0].role == .controller && graph[$0].className != nil }
        return index.flatMap { graph[$0].className }.map { ClassName.short($0) }
    }

    func json() -> [UInt8] {
        var writer = JSONWriter(capacity: 256 * (views.count + rows.constraints.count))
        writer.object { writer in
            writer.member("format", "plumbline/1")
            writer.member("name", application.map { "\($0): \(name)" } ?? name)
            if let root = views.first {
                writer.member("root", root.id)
                if let size = root.size { write("size", size, &writer) }
                if root.isRightToLeft { writer.member("direction", "rtl") }
            }
            writer.key("views")
            writer.array(scene.items.indices.filter(isWritten)) { writer, item in writer.object { view(item, &$0) } }
            writer.key("constraints")
            writer.array(rows.constraints) { writer, row in writer.object { constraint(row, &$0) } }
            capture(&writer)
            observed(&writer)
        }
        return writer.bytes
    }

    /// Returns whether an item is a view of the document: a guide only if a constraint names it.
    private func isWritten(_ item: Int) -> Bool {
        !scene.items[item].isGuide || rows.named.contains(item) && rows.owner(ofContentArea: item) == nil
    }

    // MARK: Views

    private func view(_ item: Int, _ writer: inout JSONWriter) {
        let view = views[item]
        writer.member("id", view.id)
        let parent = scene.items[item].parent
        if let parent { writer.member("parent", views[parent].id) }
        if let name = view.object.className { writer.member("class", name) }
        if scene.items[item].isGuide { return guide(item, &writer) }
        if rows.isScrollView(item) { writer.member("kind", "scroll") }
        if let text = view.text { writer.member("text", text) }
        if let name = view.outlet { writer.member("outlet", name) }
        if let name = controller(of: scene.items[item]), view.text == nil { writer.member("label", "\(name).view") }
        if let size = rows.intrinsicSizes[item] { write("intrinsicContentSize", size, &writer) }
        priorities("hugging", "hugging", view, &writer)
        priorities("compressionResistance", "compressionresistance", view, &writer)
        baseline(view, &writer)
        if let margins = view.margins {
            writer.key("layoutMargins")
            insets(margins, &writer)
        }
        if let parent, isFramed(item) { autoresizing(view, in: parent, &writer) }
    }

    private func guide(_ item: Int, _ writer: inout JSONWriter) {
        writer.member("kind", "guide")
        let view = views[item]
        if let name = view.identifier { writer.member("label", name) }
        let isOfSystem = view.identifier?.hasPrefix("UI") ?? false || view.object.className?.hasPrefix("_") ?? false
        guard isOfSystem, !rows.tiedGuides.contains(item), let parent = scene.items[item].parent, let size = views[parent].size,
            let frame = view.place(view.layoutFrame, in: views[parent], isScrolled: rows.isScrollView(parent)),
            let width = size.width, let height = size.height
        else { return }
        writer.key("insets")
        insets([frame.y, frame.x, height - frame.y - frame.height, width - frame.x - frame.width], &writer)
    }

    /// Returns whether mask and frame position a view: because it translates its mask, or because no constraint positions it, it has
    /// no intrinsic size, and the platform does not report it as ambiguous.
    private func isFramed(_ item: Int) -> Bool {
        if rows.unreadMasks.contains(item) { return true }
        if let translates = views[item].translatesMask { return translates && !rows.masked.contains(item) }
        return !rows.placed.contains(item) && rows.intrinsicSizes[item] == nil && views[item].isAmbiguous != true
    }

    private func autoresizing(_ view: HierarchyView, in parent: Int, _ writer: inout JSONWriter) {
        guard let frame = view.place(view.frame, in: views[parent], isScrolled: rows.isScrollView(parent)), let size = views[parent].size else {
            return
        }
        writer.key("autoresizing")
        writer.object { writer in
            writer.key("frame")
            write(frame, &writer)
            write("superview", size, &writer)
            let mask = view.mask(inFlipped: views[parent].isFlipped)
            if !mask.isEmpty { writer.member("mask", mask.map(\.rawValue)) }
        }
    }

    private func priorities(_ key: StaticString, _ word: String, _ view: HierarchyView, _ writer: inout JSONWriter) {
        let (horizontal, vertical) = (view.priority(word, .horizontal), view.priority(word, .vertical))
        if horizontal == nil, vertical == nil { return }
        writer.key(key)
        writer.object { writer in
            if let horizontal { number("horizontal", horizontal, &writer) }
            if let vertical { number("vertical", vertical, &writer) }
        }
    }

    private func baseline(_ view: HierarchyView, _ writer: inout JSONWriter) {
        guard view.firstBaseline != nil || view.lastBaseline != nil else { return }
        writer.key("baseline")
        writer.object { writer in
            if let first = view.firstBaseline { number("firstFromTop", first, &writer) }
            if let last = view.lastBaseline { number("lastFromBottom", last, &writer) }
        }
    }

    private func insets(_ values: [Rational], _ writer: inout JSONWriter) {
        writer.object { writer in
            number("top", values[0], &writer)
            number("left", values[1], &writer)
            number("bottom", values[2], &writer)
            number("right", values[3], &writer)
        }
    }

    // MARK: Constraints

    private func constraint(_ row: HierarchyConstraint, _ writer: inout JSONWriter) {
        writer.member("id", row.id)
        side("first", row.first, &writer)
        writer.member("relation", row.relation.rawValue)
        if let second = row.second { side("second", second, &writer) }
        if !row.multiplier.isOne { number("multiplier", row.multiplier, &writer) }
        if !row.constant.isZero { number("constant", row.constant, &writer) }
        if row.priority != LayoutPriority.required { number("priority", row.priority, &writer) }
        if !row.isActive { writer.member("active", false) }
        if let identifier = row.identifier { writer.member("identifier", identifier) }
        if row.origin != LayoutConstraint.Origin(identifier: row.identifier) { writer.member("origin", row.origin.rawValue) }
    }

    private func side(_ key: StaticString, _ side: HierarchyConstraint.Side, _ writer: inout JSONWriter) {
        writer.key(key)
        writer.object { writer in
            let owner = rows.owner(ofContentArea: side.item)
            writer.member("item", owner.map { views[$0].id + ".content" } ?? views[side.item].id)
            writer.member("attribute", side.attribute.rawValue)
        }
    }

    // MARK: Observations of the platform

    private func capture(_ writer: inout JSONWriter) {
        writer.key("capture")
        writer.object { writer in
            writer.member("tool", "Xcode view hierarchy")
            let screen = graph.objects.first { $0.className == "UIScreen" }
            if let scale = screen?.properties["scale"]?.rational, scale.isPositive { number("scale", scale, &writer) }
        }
    }

    private func observed(_ writer: inout JSONWriter) {
        writer.key("observed")
        writer.object { writer in
            for (item, view) in views.enumerated() where !scene.items[item].isGuide && item > 0 {
                guard let parent = scene.items[item].parent else { continue }
                writer.key(text: view.id)
                writer.object { writer in
                    if let frame = view.place(view.frame, in: views[parent], isScrolled: rows.isScrollView(parent)) {
                        writer.key("frame")
                        write(frame, &writer)
                    }
                    if let isAmbiguous = view.isAmbiguous { writer.member("ambiguous", isAmbiguous) }
                    let lists = [(Axis.horizontal, "horizontal" as StaticString), (.vertical, "vertical")].compactMap { axis, key in
                        view.affecting(axis).map { (key, $0.flatMap { rows.rows[$0] ?? [] }) }
                    }
                    if lists.isEmpty { return }
                    writer.key("affecting")
                    writer.object { writer in for (key, ids) in lists { writer.member(key, ids) } }
                }
            }
        }
    }

    // MARK: Numbers

    private func number(_ key: StaticString, _ value: Rational, _ writer: inout JSONWriter) {
        writer.key(key)
        writer.exact(value)
    }

    private func write(_ key: StaticString, _ size: LayoutSize, _ writer: inout JSONWriter) {
        writer.key(key)
        writer.object { writer in
            if let width = size.width { number("width", width, &writer) }
            if let height = size.height { number("height", height, &writer) }
        }
    }

    private func write(_ frame: LayoutFrame, _ writer: inout JSONWriter) {
        writer.object { writer in
            number("x", frame.x, &writer)
            number("y", frame.y, &writer)
            number("width", frame.width, &writer)
            number("height", frame.height, &writer)
        }
    }
}
