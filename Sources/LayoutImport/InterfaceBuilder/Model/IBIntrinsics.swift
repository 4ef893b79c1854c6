internal import XML

/// Estimates intrinsic content sizes by kind of view: from text and font, from recorded images, from measurements of the system's
/// controls.
struct IBIntrinsics {
    let canvas: IBCanvas
    let mode: InterfaceBuilderOptions.Mode

    var file: IBFile { canvas.file }

    /// Returns the content's size of the alignment rectangle.
    func size(of index: Int) -> IBIntrinsicSize {
        let view = canvas.scene.views[index]
        let insets = canvas.alignmentInsets[index]
        // A frame that constraints and content do not determine does not reflect the content.
        let frame = view.isDriven ? view.frame : nil
        let stored = frame.map { IBSize(width: $0.width - insets.left - insets.right, height: $0.height - insets.top - insets.bottom) }
        var (width, height) = estimates(of: view, stored: stored)
        if mode == .design {
            takeDesignTimeSizes(of: view, &width, &height)
            // A container in a stack view retains its drawn size, as if that were its content's.
            if view.isKeptContainer {
                if case .none = width { width = .unknown }
                if case .none = height { height = .unknown }
            }
            // The remaining space in it goes to the views that are drawn larger than their content.
            if canvas.isInKeptContainer(index), let stored {
                width = width.stretched(to: stored.width)
                height = height.stretched(to: stored.height)
            }
        }
        return IBIntrinsicSize(width: width.settled(stored: stored?.width), height: height.settled(stored: stored?.height))
    }

    private func takeDesignTimeSizes(of view: IBView, _ width: inout IBEstimate, _ height: inout IBEstimate) {
        if let designable = file.designables[view.id] {
            width = designable.width < 0 ? .none : .recorded(designable.width)
            height = designable.height < 0 ? .none : .recorded(designable.height)
        }
        for (name, isWidth) in [("placeholderIntrinsicWidth", true), ("placeholderIntrinsicHeight", false)] {
            guard let text = view.attribute(name) else { continue }
            let estimate: IBEstimate = text == "infinite" ? .none : IBNumber.double(text).map { .recorded(max(0, $0)) } ?? .none
            if isWidth { width = estimate } else { height = estimate }
        }
    }

    private func estimates(of view: IBView, stored: IBSize?) -> (IBEstimate, IBEstimate) {
        if file.platform == .macOS { return macEstimates(of: view) }
        switch view.kind {
        case "label": return label(view, stored: stored)
        case "button": return button(view)
        case "textField": return textField(view)
        case "textView": return textView(view, stored: stored)
        case "imageView": return image(view)
        case "switch": return (.oneOf(file.toolsVersion >= 24000 ? [61, 49] : [49, 61]), .oneOf(file.toolsVersion >= 24000 ? [28, 31] : [31, 28]))
        case "slider": return (.none, .oneOf([30, 33]))
        case "progressView": return (.none, .oneOf(view.attribute("progressViewStyle") == "bar" ? [2.5, 2, 4, 3] : [2, 4, 2.5, 3]))
        case "stepper": return (.oneOf([94]), .oneOf(file.toolsVersion >= 15000 ? [32, 29, 27] : [29, 32, 27]))
        case "segmentedControl": return (.unknown, .oneOf(file.toolsVersion >= 15000 ? [31, 28, 29, 32] : [28, 31, 29, 32]))
        case "activityIndicatorView":
            let isLarge = ["whiteLarge", "large"].contains(view.attribute("style") ?? "")
            return isLarge ? (.oneOf([37]), .oneOf([37])) : (.oneOf([20]), .oneOf([20]))
        case "pageControl":
            let pages = view.number("numberOfPages") ?? 0
            return (.near(16 * pages - 9, below: 40, above: 120), .oneOf([37, 26, 28, 27.5, 25.5]))
        case "datePicker":
            if view.attribute("style") == "compact" || view.attribute("style") == "inline" { return (.unknown, .unknown) }
            return (.oneOf([320]), .oneOf([216, 162]))
        case "pickerView": return (.oneOf([320]), .oneOf([216, 162]))
        case "searchBar": return (.none, .oneOf(file.toolsVersion >= 13000 ? [56, 44, 51, 64] : [44, 56, 51]))
        case "toolbar": return (.none, .oneOf([44, 49]))
        case "navigationBar": return (.none, .oneOf([44, 96, 54]))
        case "tabBar": return (.none, .oneOf([49, 83]))
        default: return (.none, .none)
        }
    }

    // MARK: - Text

    private func near(_ text: IBText, width: Double) -> IBEstimate {
        if text.isEmpty { return .recorded(0) }
        let share = text.isRich ? 0.35 : text.font.widthTolerance
        let spread = share * width + text.uncertainty
        return .near(width, below: 2 + spread, above: 3 + spread)
    }

    /// Returns the height of this many lines, with one more or fewer if the line breaks are uncertain.
    private func near(lines: Int, certain: Bool, of text: IBText, stored: Double?) -> IBEstimate {
        if text.isEmpty { return .recorded(0) }
        let line = text.font.lineHeight
        let model = Double(lines) * line
        if certain, text.font.isExact, !text.isRich, isPixelExact { return .near(rounded(model), below: 0.2, above: 0.2) }
        let (below, above) = text.isRich ? (0.4 * line, 0.5 * line) : text.font.lineTolerance
        guard !certain, let stored else { return .near(rounded(model), below: Double(lines) * below, above: Double(lines) * above + 0.5) }
        let count = max(1, (stored / line).rounded())
        let spread = max(1, 0.15 * Double(lines)).rounded(.up)
        guard (count - Double(lines)).magnitude <= spread else { return .near(rounded(model), below: below, above: above) }
        return .near(rounded(count * line), below: count * below, above: count * above + 0.5)
    }

    /// Whether the canvas measures text with the system font in the device's pixels, as since Xcode 7. Earlier versions used
    /// another font in whole points.
    private var isPixelExact: Bool { file.toolsVersion >= 9000 }

    /// Rounds up to a pixel, as labels do.
    private func rounded(_ length: Double) -> Double {
        let pixel = isPixelExact ? 1 / (file.device?.scale ?? 2) : 1
        return (length / pixel - 0.01).rounded(.up) * pixel
    }

    private func label(_ view: IBView, stored: IBSize?) -> (IBEstimate, IBEstimate) {
        let text = IBText(of: view.element, standard: 17)
        let limit = Int(min(10_000, max(0, view.number("numberOfLines") ?? 1)))
        let natural = text.width
        if limit == 1 {
            let first = IBText(text.content.split(whereSeparator: \.isNewline).first.map(String.init) ?? "", font: text.font)
            return (near(text, width: first.width), near(lines: 1, certain: true, of: text, stored: stored?.height))
        }
        let share = text.isRich ? 0.35 : text.font.widthTolerance
        let preferred = view.number("preferredMaxLayoutWidth").flatMap { $0 > 0 ? $0 : nil }
        let width = preferred ?? stored?.width ?? natural
        if width >= natural * (1 - share) - 3 {
            // It fits unwrapped, or nearly so, so only its own line breaks count.
            let own = text.lines(in: .infinity, limit: limit)
            return (near(text, width: natural), near(lines: own, certain: width > natural * (1 + share) + 3, of: text, stored: stored?.height))
        }
        let wrapped: IBEstimate = text.isEmpty ? .recorded(0) : preferred.map { .near($0, below: 0.3 * $0, above: 1) } ?? .unknown
        return (wrapped, near(lines: text.lines(in: width, limit: limit), certain: false, of: text, stored: stored?.height))
    }

    private func textField(_ view: IBView) -> (IBEstimate, IBEstimate) {
        let font = IBFont(of: view.element, standard: 17)
        let own = IBText.string("text", of: view.element)
        let content = own.isEmpty ? IBText.string("placeholder", of: view.element) : own
        let text = IBText(content, font: font)
        let border = view.attribute("borderStyle") ?? "none"
        let padding = border == "roundedRect" ? 14.0 : border == "none" ? 0 : 14
        let width = content.isEmpty ? padding : text.width + padding
        let line = rounded(font.lineHeight)
        let height: IBEstimate =
            border == "roundedRect"
            ? .near(max(line + 13, file.toolsVersion >= 15000 ? 34 : 30), below: 4.5, above: 4.5)
            : .near(line, below: 1, above: border == "none" ? 2 : 8)
        let spread = font.widthTolerance * width + text.uncertainty
        return (.near(width, below: 3 + spread, above: 5 + spread), height)
    }

    /// Returns the size of a text view. One that does not scroll is as tall as its text.
    private func textView(_ view: IBView, stored: IBSize?) -> (IBEstimate, IBEstimate) {
        guard view.attribute("scrollEnabled") == "NO" else { return (.none, .none) }
        let text = IBText(of: view.element, standard: 14)
        let width = stored?.width ?? text.width + 10
        let lines = Double(text.lines(in: max(1, width - 10), limit: 0))
        let line = text.font.lineHeight
        let share = text.isRich ? 0.5 : 0.15
        return (.unknown, .near(rounded(lines * line + 16), below: line + share * lines * line, above: line + share * lines * line))
    }

    // MARK: - Images and buttons

    private func imageSize(_ name: String?) -> ImageSize? {
        guard let name, let image = file.images[name] else { return nil }
        return image.isSymbol ? .symbol : .size(image.size)
    }

    private enum ImageSize {
        case size(IBSize)
        case symbol
    }

    private func image(_ view: IBView) -> (IBEstimate, IBEstimate) {
        guard let name = view.attribute("image") ?? view.attribute("highlightedImage") else { return (.none, .none) }
        switch imageSize(name) {
        case .size(let size): return (.recorded(size.width), .recorded(size.height))
        case .symbol, nil: return (.unknown, .unknown)
        }
    }

    private func button(_ view: IBView) -> (IBEstimate, IBEstimate) {
        let type = view.attribute("buttonType") ?? "custom"
        if ["contactAdd", "infoLight", "infoDark", "detailDisclosure", "close"].contains(type) {
            let sizes: [Double] = type == "close" ? [30] : [22, 24, 25]
            return (.oneOf(sizes), .oneOf(sizes))
        }
        let state = view.element.child(key: "normal")
        let configuration = view.element.children.first { $0.name == "buttonConfiguration" }
        var font = IBFont(of: view.element, standard: file.platform == .tvOS ? 38 : configuration != nil ? 17 : type == "custom" ? 18 : 15)
        var content = state.map { IBText.string("title", of: $0) } ?? ""
        var isRich = false
        if content.isEmpty, let own = configuration { content = IBText.string("title", of: own) }
        for holder in [state, configuration] {
            if let rich = holder?.children.first(where: { $0.name == "attributedString" }) {
                let text = IBText(rich: rich, standard: font.size)
                (content, font, isRich) = (text.content, text.font, true)
            }
        }
        let inset = view.element.child(key: "contentEdgeInsets")
        let insets = IBInsets(
            top: IBNumber.double(inset?["minY"]) ?? 0, left: IBNumber.double(inset?["minX"]) ?? 0, bottom: IBNumber.double(inset?["maxY"]) ?? 0,
            right: IBNumber.double(inset?["maxX"]) ?? 0)
        let background = imageSize(state?["backgroundImage"])
        let image = imageSize(state?["image"] ?? configuration?["image"])
        if case .symbol? = image { return (.unknown, .unknown) }
        if case .symbol? = background { return (.unknown, .unknown) }
        if state?["image"] != nil, image == nil { return (.unknown, .unknown) }
        var text = IBText(content, font: font)
        text.isRich = isRich
        return sizes(
            of: ButtonContent(
                text: text, image: size(image), background: size(background), insets: insets, type: type, isConfigured: configuration != nil))
    }

    private func size(_ image: ImageSize?) -> IBSize? {
        if case .size(let size)? = image { return size }
        return nil
    }

    private struct ButtonContent {
        var text: IBText
        var image: IBSize?
        var background: IBSize?
        var insets: IBInsets
        var type: String
        var isConfigured: Bool
    }

    private func sizes(of button: ButtonContent) -> (IBEstimate, IBEstimate) {
        let insets = button.insets
        let (across, along) = (insets.left + insets.right, insets.top + insets.bottom)
        let line = rounded(button.text.font.lineHeight)
        if button.text.isEmpty, !button.isConfigured {
            if let image = button.image {
                let width = max(image.width + across, button.background?.width ?? 0)
                // The line of the empty title counts too.
                let heights = [max(image.height, line), image.height].map { max($0 + along, button.background?.height ?? 0) }
                return (.recorded(width), .oneOf(heights))
            }
            if let background = button.background { return (.recorded(background.width), .recorded(background.height)) }
            // A button without content has a minimum size for touch.
            return (.near(30, below: 1, above: 16), .near(line + (along > 0 ? along : 12), below: 6, above: 2))
        }
        let share = button.text.isRich ? 0.35 : button.text.font.widthTolerance
        var width = button.text.width + across + (button.image?.width ?? 0) + (button.isConfigured ? 24 : 0)
        width = max(width, button.background?.width ?? 0, button.isConfigured || along > 0 ? 0 : 30)
        let spread = share * width + button.text.uncertainty
        let height = max(
            line + (along > 0 ? along : button.isConfigured ? 14 : 12), (button.image?.height ?? 0) + along, button.background?.height ?? 0)
        return (
            .near(width, below: 3 + spread, above: (button.isConfigured ? 12 : 4) + spread),
            .near(
                height, below: (button.type == "custom" ? 6.5 : 2.1) + button.text.font.lineTolerance.below,
                above: (button.isConfigured ? 8 : 1) + button.text.font.lineTolerance.above)
        )
    }
}
