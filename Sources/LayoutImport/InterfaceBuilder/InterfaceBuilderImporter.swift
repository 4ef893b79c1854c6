/// Reads Interface Builder files (.storyboard, .xib) and converts each tree of views to a document.
public struct InterfaceBuilderImporter: Sendable {
    public var limits: ImportLimits
    public var options: InterfaceBuilderOptions

    public init(limits: ImportLimits = ImportLimits(), options: InterfaceBuilderOptions = InterfaceBuilderOptions()) {
        self.limits = limits
        self.options = options
    }

    /// Returns the layouts of the file in order, or none if it contains no view (a file of menus, say).
    ///
    /// - Parameter file: the file's name in the sources of views and constraints.
    /// - Throws: `ImportError` with line and column: malformed XML, a document type declaration, another kind of XML, a limit.
    public func read(_ bytes: [UInt8], file name: String? = nil) throws(ImportError) -> [InterfaceBuilderLayout] {
        var layouts = try layouts(bytes, name, options)
        let contents = layouts.first?.links.contents ?? [:]
        for own in options.sceneCanvases {
            let scenes = InterfaceBuilderImporter.indices(of: own.scene, in: layouts)
            if scenes.isEmpty { continue }
            var options = options
            options.canvas = own.canvas
            let others = try self.layouts(bytes, name, options)
            for scene in scenes where others.indices.contains(scene) {
                layouts[scene] = others[scene]
                layouts[scene].links.ownCanvas = own.scene
                layouts[scene].links.contents = contents
            }
        }
        return layouts
    }

    private func layouts(
        _ bytes: [UInt8], _ name: String?, _ options: InterfaceBuilderOptions
    ) throws(ImportError) -> [InterfaceBuilderLayout] {
        var file = try IBFileReader(limits: limits, options: options).read(bytes)
        let scenes = file.scenes
        // The builders share the file's general properties but not the other scenes.
        file.scenes = []
        let source = name ?? (file.isStoryboard ? "storyboard" : "xib")
        var layouts: [InterfaceBuilderLayout] = []
        for scene in scenes {
            try limits.checkInterest()
            var builder = try SceneBuilder(file: file, scene: scene, options: options, source: source, limits: limits)
            layouts.append(try builder.layout())
        }
        return layouts
    }
}
