public import ExactArithmetic
internal import LayoutImport
public import LayoutModel

/// A layout as it is solved for something else than it was written for: another size of the root, reading direction, text size, language.
public struct LayoutVariation: Sendable, Hashable {
    /// The root's size; an axis without one stays as it is. nil leaves both.
    public var size: LayoutSize?
    public var direction: LayoutDirection?
    /// How much larger texts are: the intrinsic sizes of views with a text grow by it.
    public var textScale: Rational
    /// What stands for intrinsic sizes, such as those of texts in another language.
    public var language: IntrinsicSizes?

    /// Intrinsic sizes of views by their id, in points.
    public struct IntrinsicSizes: Sendable, Hashable {
        public var name: String
        /// An axis without a size stays as it is.
        public var views: [String: LayoutSize]
        /// The same at other text scales than 1; a view without any has texts that grow in proportion.
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

    /// `320x568 rtl text 1.5 german`; empty for the layout as it was written.
    public var name: String {
        var words: [String] = []
        if let size { words.append("\(size.width?.equationText ?? "*")x\(size.height?.equationText ?? "*")") }
        if let direction { words.append(direction.rawValue) }
        if !textScale.isOne { words.append("text \(textScale.equationText)") }
        if let language { words.append(language.name) }
        return words.joined(separator: " ")
    }

    /// Changes a document as this says. A console log shows only part of a layout and stays as it is.
    func apply(to document: inout LayoutDocument) {
        guard !document.isFragment else { return }
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
                // Those of the document are of another text.
                document.views[index].textSizes = language.textSizes[document.views[index].id] ?? []
            }
        }
        document = document.scalingTexts(by: textScale)
    }

    /// How an Interface Builder file is taken for it: its scenes are made for a canvas, so size and direction come first.
    func options(_ options: InterfaceBuilderOptions) -> InterfaceBuilderOptions {
        var options = options
        if let size, size.width != nil, size.height != nil { options.canvas = .size(size) }
        if let direction { options.direction = direction }
        return options
    }
}
