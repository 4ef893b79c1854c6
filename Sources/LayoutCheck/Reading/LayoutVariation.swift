public import ExactArithmetic
public import LayoutImport
public import LayoutModel

/// A variation of a layout: another size of the root, reading direction, text size, or language.
public struct LayoutVariation: Sendable, Hashable {
    /// The root's size; an axis without one is unchanged. Nil leaves both.
    public var size: LayoutSize?
    public var direction: LayoutDirection?
    /// The scale of texts: the intrinsic sizes of views with a text are multiplied by it.
    public var textScale: Rational
    /// Replacements of intrinsic sizes, such as those of texts in another language.
    public var language: IntrinsicSizes?

    /// Intrinsic sizes of views by their id, in points.
    public struct IntrinsicSizes: Sendable, Hashable {
        public var name: String
        /// The sizes by id; an axis without a size is unchanged.
        public var views: [String: LayoutSize]
        /// The sizes at text scales other than 1; texts of a view without any scale in proportion.
        public var textSizes: [String: [TextSize]]

        public init(name: String, views: [String: LayoutSize], textSizes: [String: [TextSize]] = [:]) {
            self.name = name
            self.views = views
            self.textSizes = textSizes
        }
    }

    public init(
        size: LayoutSize? = nil, direction: LayoutDirection? = nil, textScale: Rational = .one, language: IntrinsicSizes? = nil
    ) {
        self.size = size
        self.direction = direction
        self.textScale = textScale
        self.language = language
    }

    /// The name such as `320x568 rtl text 1.5 german`; empty for the layout itself.
    public var name: String {
        var words: [String] = []
        if let size { words.append("\(size.width?.equationText ?? "*")x\(size.height?.equationText ?? "*")") }
        if let direction { words.append(direction.rawValue) }
        if !textScale.isOne { words.append("text \(textScale.equationText)") }
        if let language { words.append(language.name) }
        return words.joined(separator: " ")
    }

    /// Applies the variation to a document. A fragment from a console log is unchanged.
    public func apply(to document: inout LayoutDocument) {
        guard !document.isFragment, self != LayoutVariation() else { return }
        // The platform reported them of the layout without the variation.
        document.observations = []
        if let width = size?.width { document.size.width = width }
        if let height = size?.height { document.size.height = height }
        if let direction { document.direction = direction }
        if let language {
            for index in document.views.indices {
                guard let given = language.views[document.views[index].id] else { continue }
                var own = document.views[index].intrinsicContentSize
                own.width = given.width ?? own.width
                own.height = given.height ?? own.height
                document.views[index].intrinsicContentSize = own
                // The document's own sizes belong to another text.
                document.views[index].textSizes = language.textSizes[document.views[index].id] ?? []
                if given.height != nil { document.views[index].heightsByWidth = [] }
            }
        }
        document = document.scalingTexts(by: textScale)
    }

    /// Returns the import options of an Interface Builder file: its scenes are designed for a canvas, so size and direction are
    /// applied first.
    public func options(_ options: InterfaceBuilderOptions) -> InterfaceBuilderOptions {
        var options = options
        if let size, size.width != nil, size.height != nil { options.canvas = .size(size) }
        if let direction { options.direction = direction }
        return options
    }
}
