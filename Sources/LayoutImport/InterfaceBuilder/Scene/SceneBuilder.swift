internal import ExactArithmetic
internal import LayoutModel
internal import XML

/// Builds the document of one scene.
struct SceneBuilder {
    let file: IBFile
    let scene: IBScene
    let options: InterfaceBuilderOptions
    let source: String
    let limits: ImportLimits
    let canvas: IBCanvas
    let items: IBItems
    let votes: IBInsetVotes

    var views: [LayoutView] = []
    var constraints: [LayoutConstraint] = []
    var findings: [SourceFinding] = []
    var warnings = ImportWarnings()
    var taken: [TakenValue] = []
    var stored: [InterfaceBuilderLayout.StoredFrame] = []
    var unverified: [Int: InterfaceBuilderLayout.UnverifiedAmbiguity] = [:]
    /// For each view of the scene its index in the document, or -1 if it is not installed.
    var places: [Int] = []
    var guidePlaces: [Int] = []
    /// The content areas to which constraints refer, by the index of their scroll view in the document.
    var contents: [Int: Int] = [:]
    var viewNames = FreeNames()
    var constraintNames = FreeNames()
    /// The ids of the scene's constraints in the file.
    var constraintIDs: Set<String> = []
    /// The elements of the file that are not understood and have been listed.
    var unknownElements: Set<String> = []
    /// The root's safe area, for margins and guides that need it.
    var rootSafeArea = IBInsets()

    init(file: IBFile, scene: IBScene, options: InterfaceBuilderOptions, source: String, limits: ImportLimits) throws(ImportError) {
        self.limits = limits
        self.file = file
        self.scene = scene
        self.options = options
        self.source = source
        canvas = IBCanvas(file: file, scene: scene)
        items = IBItems(file: file, scene: scene)
        votes = try IBInsetVotes(canvas, items: items, limits)
    }

    mutating func layout() throws(ImportError) -> InterfaceBuilderLayout {
        try addViews()
        try addGuides()
        try addScrollContents()
        try addConstraints()
        try addStacks()
        try addInactiveConstraints()
        findings.sort { ($0.line, $0.column) < ($1.line, $1.column) }
        let size = rootSize
        let document = LayoutDocument(
            name: name, direction: options.direction, root: 0, size: size, views: views, constraints: constraints, warnings: warnings.list)
        return InterfaceBuilderLayout(
            document: document, stored: stored, findings: findings, taken: taken, unverified: unverified,
            stacks: Set(scene.views.indices.filter { scene.views[$0].isStack && places[$0] >= 0 }.map { places[$0] }),
            marksArrangedViews: file.toolsVersion < 11000, isOnCanvas: options.isAsStored && !scene.views.contains(where: \.isComposed),
            composed: file.composed, links: links)
    }

    private var links: SceneLinks {
        var links = SceneLinks()
        links.controller = scene.controller?["id"]
        links.contents = file.segues.contents
        links.isPresented = links.controller.map(file.segues.presented.contains) ?? false
        for (index, view) in scene.views.enumerated() where places[index] >= 0 && !view.isDropped {
            guard let embedded = file.segues.embedded[view.id] else { continue }
            links.containers.append(SceneLinks.Container(view: places[index], controller: embedded))
        }
        return links
    }

    private var rootSize: LayoutSize {
        if case .size(let size) = options.canvas { return size }
        if let target = file.target, IBGuideInsets(canvas: canvas, votes: votes).isWholeScreen {
            return LayoutSize(width: IBNumber.length(target.width), height: IBNumber.length(target.height))
        }
        let frame = scene.root.frame == nil ? nil : canvas.absolute.first ?? nil
        return LayoutSize(
            width: IBNumber.length(frame?.width ?? file.device?.width ?? 600), height: IBNumber.length(frame?.height ?? file.device?.height ?? 600))
    }

    /// The developer's name of the scene, shortened if it is very long, as all findings have it.
    private var name: String? { fullName?.shortened(to: 600) }

    private var fullName: String? {
        let controller = scene.controller
        for name in ["userLabel", "title", "storyboardIdentifier", "customClass"] {
            if let text = controller?[name], !text.isEmpty { return text }
        }
        let root = scene.root
        return root.attribute("userLabel") ?? root.customClass ?? controller?.name ?? root.kind
    }

    // MARK: - References and findings

    func reference(_ element: XMLElement) -> SourceReference {
        SourceReference(file: element.file ?? source, line: element.line, column: element.column)
    }

    /// Lists an element that is not understood, once.
    mutating func listUnknown(_ element: XMLElement, _ consequence: String) {
        guard unknownElements.insert(element.name).inserted else { return }
        warnings.add("the element <\(element.name)> in \(SceneBuilder.line(of: element)) is not supported; \(consequence)")
    }

    /// The line of an element, with its file if that is another one.
    static func line(of element: XMLElement) -> String {
        "line \(element.line)" + (element.file.map { " of \($0)" } ?? "")
    }

    mutating func take(_ view: String, _ value: String, _ length: Double, _ origin: TakenValue.Origin) {
        taken.append(TakenValue(view: view, value: value, length: IBNumber.length(length), origin: origin))
    }

    mutating func find(_ kind: SourceFinding.Kind, _ element: XMLElement, view: String? = nil, constraint: String? = nil, _ message: String) {
        var finding = SourceFinding(kind, view: view, constraint: constraint, message.shortenedMessage, line: element.line, column: element.column)
        if element.file != nil { finding.place = reference(element) }
        findings.append(finding)
    }
}
