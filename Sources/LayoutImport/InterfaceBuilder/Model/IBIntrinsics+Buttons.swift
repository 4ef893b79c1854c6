internal import XML

/// The configuration of a button, which replaces its title, image and insets of earlier releases.
struct IBButtonConfiguration {
    let element: XMLElement

    init?(of button: XMLElement) {
        guard let element = button.child("buttonConfiguration") else { return nil }
        self.element = element
    }

    /// Returns the title. The normal state's other attributes are ignored, since the canvas does not show them.
    func title(standard: Double) -> IBText {
        if let rich = element.children.first(where: { $0.name == "attributedString" && $0["key"] == "attributedTitle" }) {
            return IBText(rich: rich, standard: standard)
        }
        let font = element.children.first { $0.name == "fontDescription" && $0["key"] == "titleFontDescription" }
        return IBText(IBText.string("title", of: element), font: IBFont(font, standard: standard))
    }

    func subtitle(standard: Double) -> IBText {
        if let rich = element.children.first(where: { $0.name == "attributedString" && $0["key"] == "attributedSubtitle" }) {
            return IBText(rich: rich, standard: standard)
        }
        let font = element.children.first { $0.name == "fontDescription" && $0["key"] == "subtitleFontDescription" }
        return IBText(IBText.string("subtitle", of: element), font: IBFont(font, standard: standard))
    }

    var image: String? { element.imageName("image") }

    /// Whether the image is beside the title and not above or below it.
    var isImageBeside: Bool { !["top", "bottom"].contains(element["imagePlacement"] ?? "leading") }

    var imagePadding: Double { IBNumber.double(element["imagePadding"]) ?? 0 }
    var titlePadding: Double { IBNumber.double(element["titlePadding"]) ?? 1 }

    /// The size of the title's font if the file states none. Before Xcode 14 it was smaller.
    func titleSize(toolsVersion: Int) -> Double {
        if toolsVersion < 21000 { return 14 }
        return ["mini", "small"].contains(element["buttonSize"] ?? "") ? 15 : 17
    }

    var insets: IBInsets {
        if let stated = element.child(key: "contentInsets") {
            func number(_ names: [String]) -> Double { names.lazy.compactMap { IBNumber.double(stated[$0]) }.first ?? 0 }
            return IBInsets(
                top: number(["top"]), left: number(["leading", "left"]), bottom: number(["bottom"]), right: number(["trailing", "right"]))
        }
        switch element["buttonSize"] {
        case "mini", "small": return IBInsets(top: 5, left: 10, bottom: 5, right: 10)
        case "large": return IBInsets(top: 15, left: 20, bottom: 15, right: 20)
        default: return IBInsets(top: 7, left: 12, bottom: 7, right: 12)
        }
    }
}

extension IBIntrinsics {
    func button(_ view: IBView) -> (IBEstimate, IBEstimate) {
        if let configuration = IBButtonConfiguration(of: view.element) { return configured(configuration) }
        let type = view.attribute("buttonType") ?? "custom"
        if ["contactAdd", "infoLight", "infoDark", "detailDisclosure", "close"].contains(type) {
            let sizes: [Double] = type == "close" ? [30] : [22, 24, 25]
            return (.oneOf(sizes), .oneOf(sizes))
        }
        let state = view.element.child(key: "normal")
        let font = IBFont(of: view.element, standard: file.platform == .tvOS ? 38 : type == "custom" ? 18 : 15)
        var text = IBText(state.map { IBText.string("title", of: $0) } ?? "", font: font)
        if let rich = state?.children.first(where: { $0.name == "attributedString" }) { text = IBText(rich: rich, standard: font.size) }
        let inset = view.element.child(key: "contentEdgeInsets")
        let insets = IBInsets(
            top: IBNumber.double(inset?["minY"]) ?? 0, left: IBNumber.double(inset?["minX"]) ?? 0, bottom: IBNumber.double(inset?["maxY"]) ?? 0,
            right: IBNumber.double(inset?["maxX"]) ?? 0)
        let background = imageSize(state?.imageName("backgroundImage"))
        let image = imageSize(state?.imageName("image"))
        if case .symbol? = image { return (.unknown, .unknown) }
        if case .symbol? = background { return (.unknown, .unknown) }
        if state?.imageName("image") != nil, image == nil { return (.unknown, .unknown) }
        return sizes(of: ButtonContent(text: text, image: size(image), background: size(background), insets: insets, type: type))
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
    }

    private func sizes(of button: ButtonContent) -> (IBEstimate, IBEstimate) {
        let insets = button.insets
        let (across, along) = (insets.left + insets.right, insets.top + insets.bottom)
        let line = rounded(button.text.font.lineHeight)
        if button.text.isEmpty {
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
        var width = button.text.width + across + (button.image?.width ?? 0)
        width = max(width, button.background?.width ?? 0, along > 0 ? 0 : 30)
        let spread = share * width + button.text.uncertainty
        let height = max(line + (along > 0 ? along : 12), (button.image?.height ?? 0) + along, button.background?.height ?? 0)
        let tolerance = button.text.font.lineTolerance
        return (
            .near(width, below: 3 + spread, above: 4 + spread),
            .near(height, below: (button.type == "custom" ? 6.5 : 2.1) + tolerance.below, above: 1 + tolerance.above)
        )
    }

    // MARK: - Configurations

    /// Returns the size of a button with a configuration: title, subtitle and image within the insets of its style and size.
    private func configured(_ button: IBButtonConfiguration) -> (IBEstimate, IBEstimate) {
        let standard = file.platform == .tvOS ? 38 : button.titleSize(toolsVersion: file.toolsVersion)
        let title = button.title(standard: standard)
        let subtitle = button.subtitle(standard: standard * 12 / 17)
        let insets = button.insets
        let (across, along) = (insets.left + insets.right, insets.top + insets.bottom)
        var content = IBSize(width: max(title.width, subtitle.width), height: 0)
        for text in [title, subtitle] where !text.isEmpty { content.height += rounded(text.font.lineHeight) }
        let hasText = content.height > 0
        if !title.isEmpty, !subtitle.isEmpty { content.height += button.titlePadding }
        if let name = button.image {
            // A symbol is drawn in the size of a font.
            guard case .size(let image)? = imageSize(name) else { return (.unknown, .unknown) }
            let padding = hasText ? button.imagePadding : 0
            if button.isImageBeside {
                content = IBSize(width: content.width + padding + image.width, height: max(content.height, image.height))
            } else {
                content = IBSize(width: max(content.width, image.width), height: content.height + padding + image.height)
            }
            if !hasText { return (.near(content.width + across, below: 1, above: 1), .near(content.height + along, below: 1, above: 1)) }
        } else if !hasText {
            // Releases differ in the room that an absent title takes.
            return (.near(across, below: 1, above: 60), .near(rounded(title.font.lineHeight) + along, below: 30, above: 10))
        }
        let share = title.isRich || !subtitle.isEmpty ? 0.35 : title.font.widthTolerance
        let spread = share * content.width + title.uncertainty + subtitle.uncertainty
        // A size of a font that is only known by its style, or by the release, differs by some points.
        let isStated = title.font.isExact && button.element.child(key: "titleFontDescription") != nil
        let tolerance = isStated ? title.font.lineTolerance : (below: 3.5, above: 4)
        // Before Xcode 15 a title without a font of its own was drawn with 14 or 17 points.
        let isOld = !isStated && !title.isRich && file.toolsVersion < 22000
        let narrower = isOld && standard > 14 ? content.width * 3 / 17 : 0
        let wider = isOld && standard <= 14 ? content.width * 3 / 14 : 0
        return (
            .near(content.width + across, below: 3 + spread + narrower, above: 4 + spread + wider),
            .near(content.height + along, below: 0.6 + tolerance.below, above: 0.6 + tolerance.above)
        )
    }
}

extension XMLElement {
    /// Returns the name of an image: an attribute, or a child that states the symbol's scale or the rendering too.
    func imageName(_ key: String) -> String? {
        self[key] ?? children.first { $0.name == "imageReference" && $0["key"] == key }?["image"]
    }

    /// Returns the title that a button shows.
    var buttonTitle: String {
        if let configuration = IBButtonConfiguration(of: self) { return configuration.title(standard: 17).content }
        return child(key: "normal").map { IBText.string("title", of: $0) } ?? ""
    }
}
