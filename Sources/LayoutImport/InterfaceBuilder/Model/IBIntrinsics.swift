internal import XML

/// Estimates intrinsic content sizes by kind of view: from text and font, from recorded images, from measurements of the system's
/// controls.
struct IBIntrinsics {
    let canvas: IBCanvas
    let mode: InterfaceBuilderOptions.Mode
    /// The horizontal sides of each view that constraints state, by the view's id.
    private let stated: [String: Set<HorizontalSide>]

    private enum HorizontalSide {
        case start, end, center, length

        init?(_ attribute: String?) {
            switch attribute {
            case "leading", "left": self = .start
            case "trailing", "right": self = .end
            case "centerX": self = .center
            case "width": self = .length
            default: return nil
            }
        }
    }

    init(canvas: IBCanvas, mode: InterfaceBuilderOptions.Mode) {
        self.canvas = canvas
        self.mode = mode
        var stated: [String: Set<HorizontalSide>] = [:]
        for constraint in canvas.scene.constraints where !constraint.isUninstalled {
            let owner = canvas.scene.views[constraint.owner].id
            for (item, attribute) in [
                (constraint.attribute("firstItem") ?? owner, constraint.attribute("firstAttribute")),
                (constraint.attribute("secondItem") ?? owner, constraint.attribute("secondAttribute")),
            ] {
                if let side = HorizontalSide(attribute) { stated[item, default: []].insert(side) }
            }
        }
        self.stated = stated
    }

    /// Returns whether something other than its text may limit a view's width, so that the text wraps.
    private func isLimited(_ view: IBView) -> Bool {
        guard !view.isArranged else { return true }
        let sides = stated[view.id] ?? []
        return sides.count > 1 || sides.contains(.length)
    }

    var file: IBFile { canvas.file }

    /// Returns the content's size of the alignment rectangle.
    func size(of index: Int) -> IBIntrinsicSize {
        let view = canvas.scene.views[index]
        let insets = canvas.alignmentInsets[index]
        // A frame that constraints and content do not determine does not reflect the content.
        let frame = view.isDriven ? view.frame : nil
        let stored = frame.map { IBSize(width: $0.width - insets.left - insets.right, height: $0.height - insets.top - insets.bottom) }
        var (width, height) = file.platform == .macOS ? macEstimates(of: index, stored: stored) : estimates(of: view, stored: stored)
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
        switch view.kind {
        case "label": return label(view, stored: stored)
        case "button": return button(view)
        case "textField": return textField(view)
        case "textView": return textView(view, stored: stored)
        case "imageView": return image(view)
        case "switch": return (.oneOf(file.toolsVersion >= 24000 ? [61, 49] : [49, 61]), .oneOf(file.toolsVersion >= 24000 ? [28, 31] : [31, 28]))
        case "slider": return (.none, .oneOf(file.toolsVersion >= 24000 ? [34, 33, 33.5, 32, 30] : [30, 33]))
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
            return (.oneOf([320]), .oneOf(file.toolsVersion >= 18000 ? [216, 162, 34.5, 36] : [216, 162]))
        case "pickerView": return (.oneOf([320]), .oneOf([216, 162]))
        case "searchBar": return (.none, .oneOf(file.toolsVersion >= 13000 ? [56, 44, 51, 64] : [44, 56, 51]))
        case "toolbar": return (.none, .oneOf([44, 49]))
        case "navigationBar": return (.none, .oneOf([44, 96, 54]))
        case "tabBar": return (.none, .oneOf([49, 83]))
        // A kind that is not understood may have any size, so the drawn one counts.
        default: return IBKinds.isUnderstood(view.kind) ? (.none, .none) : (.unknown, .unknown)
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
        let line = linePitch(of: text.font)
        let model = text.font.lineHeight + Double(lines - 1) * line
        if certain, text.font.isExact, !text.isRich, isPixelExact { return .near(rounded(model), below: 0.2, above: lineExcess) }
        let (below, above) = text.isRich ? (0.4 * line, 0.5 * line) : text.font.lineTolerance
        guard !certain, let stored else { return .near(rounded(model), below: Double(lines) * below, above: Double(lines) * above + 0.5) }
        let count = max(1, ((stored - text.font.lineHeight) / line).rounded() + 1)
        let spread = max(1, 0.15 * Double(lines)).rounded(.up)
        guard (count - Double(lines)).magnitude <= spread else { return .near(rounded(model), below: below, above: above) }
        return .near(rounded(text.font.lineHeight + (count - 1) * line), below: count * below, above: count * above + 0.5)
    }

    /// The height by which a line may exceed the model's: on screens of three pixels a point, Xcode 26 rounds up to a larger unit.
    private var lineExcess: Double { file.toolsVersion >= 24000 && file.device?.scale == 3 ? 0.75 : 0.2 }

    /// Returns the distance of two lines. Since Xcode 14, lines of text styles have the distance given by the style's leading.
    private func linePitch(of font: IBFont) -> Double {
        file.toolsVersion >= 21000 ? max(font.leading ?? 0, font.lineHeight) : font.lineHeight
    }

    /// Whether the canvas measures text with the system font in the device's pixels, as since Xcode 7. Earlier versions used
    /// another font in whole points.
    private var isPixelExact: Bool { file.toolsVersion >= 9000 }

    /// Rounds up to a pixel, as labels do.
    func rounded(_ length: Double) -> Double {
        let pixel = isPixelExact ? 1 / (file.device?.scale ?? 2) : 1
        return (length / pixel - 0.01).rounded(.up) * pixel
    }

    private func label(_ view: IBView, stored: IBSize?) -> (IBEstimate, IBEstimate) {
        var text = IBText(of: view.element, standard: 17)
        text.font = text.font.drawn(on: file.platform)
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
            // The text fits without wrapping, or nearly so, so only its own line breaks count.
            let own = text.lines(in: .infinity, limit: limit)
            return (near(text, width: natural), near(lines: own, certain: width > natural * (1 + share) + 3, of: text, stored: stored?.height))
        }
        let wrapped: IBEstimate =
            text.isEmpty
            ? .recorded(0) : preferred.map { .near($0, below: 0.3 * $0, above: 1) } ?? (isLimited(view) ? .unknown : near(text, width: natural))
        return (wrapped, near(lines: text.lines(in: width, limit: limit), certain: false, of: text, stored: stored?.height))
    }

    private func textField(_ view: IBView) -> (IBEstimate, IBEstimate) {
        let font = IBFont(of: view.element, standard: 17).drawn(on: file.platform)
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
            // Fields with the standard font of the library are as tall as those of 17 points.
            : .near(line, below: 1, above: border == "none" ? max(2, 22.4 - line) : 8)
        let spread = font.widthTolerance * width + text.uncertainty
        return (.near(width, below: 3 + spread, above: 5 + spread), height)
    }

    /// Returns the size of a text view. One that does not scroll is as tall as its text.
    private func textView(_ view: IBView, stored: IBSize?) -> (IBEstimate, IBEstimate) {
        guard view.attribute("scrollEnabled") == "NO" else { return (.none, .none) }
        var text = IBText(of: view.element, standard: 14)
        text.font = text.font.drawn(on: file.platform)
        let width = stored?.width ?? text.width + 10
        let lines = Double(text.lines(in: max(1, width - 10), limit: 0))
        let line = text.font.lineHeight
        let share = text.isRich ? 0.5 : 0.15
        return (.unknown, .near(rounded(lines * line + 16), below: line + share * lines * line, above: line + share * lines * line))
    }

    // MARK: - Images

    func imageSize(_ name: String?) -> ImageSize? {
        guard let name, let image = file.images[name] else { return nil }
        return image.isSymbol ? .symbol : .size(image.size)
    }

    enum ImageSize {
        case size(IBSize)
        case symbol
    }

    private func image(_ view: IBView) -> (IBEstimate, IBEstimate) {
        guard let name = view.element.imageName("image") ?? view.element.imageName("highlightedImage") else { return (.none, .none) }
        switch imageSize(name) {
        case .size(let size): return (.recorded(size.width), .recorded(size.height))
        case .symbol, nil: return (.unknown, .unknown)
        }
    }
}
