internal import LayoutModel
internal import XML

/// Reads a file's general properties and finds its scenes.
struct IBFileReader {
    let limits: ImportLimits
    let options: InterfaceBuilderOptions

    func read(_ bytes: [UInt8]) throws(ImportError) -> IBFile {
        var xml: XMLDocument
        do throws(XMLError) {
            xml = try XMLReader(isWanted: limits.interest.isAwaited).read(bytes)
        } catch {
            throw ImportError(error, in: bytes)
        }
        try IBFileReader.checkFormat(xml.root)
        let composed = try IBComposer.composed(xml, options.composition, limits)
        if let composed { xml = composed.document }
        let root = xml.root
        let device = device(of: root)
        var file = IBFile(
            platform: IBFileReader.platform(of: root),
            toolsVersion: toolsVersion(of: root), device: device, traits: IBTraits(device),
            usesSafeAreas: root["useSafeAreas"] == "YES", isStoryboard: root.child("scenes") != nil, segues: try IBSegues(in: root, limits))
        if case .device(let id, let isLandscape) = options.canvas, file.platform == .iOS {
            file.target = IBDevice(id: id, orientation: isLandscape ? "landscape" : nil)
            file.traits = IBTraits(file.target)
        }
        if file.platform == .macOS { file.traits = IBTraits(nil) }
        if let composed {
            for part in composed.composer.used.sorted() { readImages(options.composition.parts[part].xml.root, into: &file) }
            for (part, context) in composed.composer.renamings {
                for designable in part.designables { file.designables[context.renamed(designable.id)] = designable.size }
            }
            file.composed = Set(composed.composer.used.map { options.composition.parts[$0].className })
        }
        // The file with the content itself has its class, too, but does not contain it.
        for element in root.child("objects")?.children ?? root.children {
            if let own = options.composition.number(of: element) { file.composed.insert(options.composition.parts[own].className) }
        }
        readImages(root, into: &file)
        for designable in IBFileReader.designables(in: root) { file.designables[designable.id] = designable.size }
        // The content itself gives a composed view its size.
        for (_, context) in composed?.composer.renamings ?? [] { file.designables[context.placeholder] = nil }
        file.outlets = try IBOutlets(in: root, limits).names
        file.presentations = try IBPresentation.all(in: root, limits)
        var finder = IBSceneFinder(file: file, mode: options.mode, limits: limits)
        file.scenes = try finder.scenes(in: root)
        try IBConnections(in: root, limits).note(in: &file.scenes)
        for scene in file.scenes {
            try limits.checkViews(scene.views.count, at: scene.root.element)
            try limits.checkConstraints(scene.constraints.count, at: scene.root.element)
        }
        return file
    }

    /// Returns the build of Interface Builder. Xcode 15 and 16 wrote 32700 by mistake, so that the build of the platform's plug-in
    /// shows the release.
    private func toolsVersion(of root: XMLElement) -> Int {
        func number(_ text: String?) -> Int { Int((text ?? "").prefix { $0.isNumber }) ?? 0 }
        let stated = number(root["toolsVersion"])
        guard stated >= 32000 else { return stated }
        let plugIn = root.child("dependencies")?.children.first {
            $0.name == "plugIn" && ($0["identifier"] ?? "").hasPrefix("com.apple.InterfaceBuilder.")
        }
        return plugIn.map { number($0["version"]) } ?? stated
    }

    /// Returns the canvas' device. Xcode 8 wrote it among the simulated metrics if a document has no size classes.
    private func device(of root: XMLElement) -> IBDevice? {
        if let element = root.child("device") { return IBDevice(id: element["id"] ?? "", orientation: element["orientation"]) }
        let metrics = root.child("simulatedMetricsContainer")?.child(key: "destination")
        return metrics.flatMap { IBDevice(id: String(($0["type"] ?? "").prefix { $0 != "." }), orientation: nil) }
    }

    static func platform(of root: XMLElement) -> IBFile.Platform {
        let runtime = root["targetRuntime"] ?? ""
        return runtime.hasPrefix("MacOSX") || (root["type"] ?? "").contains(".Cocoa.") ? .macOS : runtime == "AppleTV" ? .tvOS : .iOS
    }

    static func checkFormat(_ root: XMLElement) throws(ImportError) {
        func fail(_ kind: ImportError.Kind, _ code: String, _ message: String) -> ImportError {
            ImportError(kind, code: code, message, line: root.line, column: root.column)
        }
        if root.name == "archive" {
            throw fail(
                .unsupported, "interface-builder-archive",
                "this is an Interface Builder archive (\(root["type"] ?? "no type")), the format before Xcode 5: open it in Xcode 5 or later and save it"
            )
        }
        guard root.name == "document", let type = root["type"] else {
            throw fail(.unsupported, "not-interface-builder", "this XML is not an Interface Builder file: its root element is <\(root.name)>")
        }
        guard type.hasPrefix("com.apple.InterfaceBuilder") else {
            throw fail(.unsupported, "not-interface-builder", "this document is of the type \(type), which Interface Builder does not use")
        }
        if type.contains("WatchKit") || (root["targetRuntime"] ?? "").contains("watch") {
            throw fail(.unsupported, "watchkit", "WatchKit uses groups instead of constraints, so there is nothing to check")
        }
    }

    private func readImages(_ root: XMLElement, into file: inout IBFile) {
        for image in root.child("resources")?.children ?? root.children where image.name == "image" {
            guard let name = image["name"], let width = IBNumber.double(image["width"]), let height = IBNumber.double(image["height"]) else {
                continue
            }
            file.images[name] = IBImage(size: IBSize(width: width, height: height), isSymbol: image["catalog"] == "system")
        }
    }

    /// Returns the sizes that a file states for views whose classes draw themselves in Interface Builder, by the views' ids.
    static func designables(in root: XMLElement) -> [(id: String, size: IBSize)] {
        (root.child("designables")?.children ?? root.children).compactMap { designable in
            guard designable.name == "designable", let id = designable["name"], let size = designable.child(key: "intrinsicContentSize"),
                let width = IBNumber.double(size["width"]), let height = IBNumber.double(size["height"])
            else { return nil }
            return (id, IBSize(width: width, height: height))
        }
    }
}

extension ImportLimits {
    fileprivate func checkViews(_ count: Int, at element: XMLElement) throws(ImportError) {
        if count > views {
            throw ImportError(
                .tooLarge, code: "too-many-views", "the layout has more than \(views) views, which is the limit", line: element.line,
                column: element.column)
        }
    }

    fileprivate func checkConstraints(_ count: Int, at element: XMLElement) throws(ImportError) {
        if count > constraints {
            throw ImportError(
                .tooLarge, code: "too-many-constraints", "the layout has more than \(constraints) constraints, which is the limit",
                line: element.line, column: element.column)
        }
    }
}

extension ImportError {
    init(_ error: XMLError, in bytes: [UInt8]) {
        let (kind, code): (Kind, String) =
            switch error.reason {
            case .malformed: (.malformed, "malformed-xml")
            case .doctype: (.malformed, "doctype")
            case .tooLarge: (.tooLarge, "too-large")
            }
        self.init(
            kind, code: code, error.message, line: error.line, column: error.column,
            excerpt: Excerpt(of: bytes, line: error.line, column: error.column)?.text)
    }
}
