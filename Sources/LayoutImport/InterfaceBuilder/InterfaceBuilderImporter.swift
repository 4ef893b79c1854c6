/// Reads Interface Builder files (.storyboard, .xib) and makes a document of each tree of views in them.
public struct InterfaceBuilderImporter: Sendable {
    public var limits: ImportLimits
    public var options: InterfaceBuilderOptions

    public init(limits: ImportLimits = ImportLimits(), options: InterfaceBuilderOptions = InterfaceBuilderOptions()) {
        self.limits = limits
        self.options = options
    }

    /// The layouts of the file, in its order; none where it holds no view (a file of menus, say).
    ///
    /// - Parameter file: What the sources of views and constraints call the file.
    /// - Throws: `ImportError` with line and column: malformed XML, a document type declaration, another kind of XML, a limit.
    public func read(_ bytes: [UInt8], file name: String? = nil) throws(ImportError) -> [InterfaceBuilderLayout] {
        var file = try IBFileReader(limits: limits, options: options).read(bytes)
        let scenes = file.scenes
        // The parts share what the file says as a whole, not one another.
        file.scenes = []
        let source = name ?? (file.isStoryboard ? "storyboard" : "xib")
        return scenes.map { scene in
            var builder = SceneBuilder(file: file, scene: scene, options: options, source: source)
            return builder.layout()
        }
    }
}
