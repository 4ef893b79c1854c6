internal import XML

/// A font in a file, with estimates of the size of its text.
struct IBFont: Sendable, Hashable {
    var size: Double
    var isSystem: Bool
    var isBold: Bool
    /// Whether it is a text style, whose size depends on the user's settings and on the canvas' version.
    var isTextStyle = false

    static func system(_ size: Double) -> IBFont { IBFont(size: size, isSystem: true, isBold: false) }

    /// Creates the font of an element's `fontDescription` (or `font`), else a default one.
    init(of element: XMLElement, standard: Double) {
        let font = element.children.first { $0.name == "fontDescription" || ($0.name == "font" && $0["key"] == "font") }
        self.init(font, standard: standard)
    }

    init(_ font: XMLElement?, standard: Double) {
        guard let font else {
            self = .system(standard)
            return
        }
        let type = font["type"] ?? font["metaFont"] ?? ""
        let style = font["style"].flatMap { IBFont.textStyles[$0] }
        size = min(max(IBNumber.double(font["pointSize"] ?? font["size"]) ?? style ?? standard, 1), 1000)
        isTextStyle = style != nil
        self.style = font["style"]
        leading = font["style"].flatMap { IBFont.leadings[$0] }
        isSystem = font["name"] == nil && font["family"] == nil
        let weight = font["weight"] ?? ""
        isBold =
            type.lowercased().contains("bold") || font["style"] == "UICTFontTextStyleHeadline"
            || ["semibold", "bold", "heavy", "black"].contains(weight) || (font["name"] ?? "").contains("Bold")
    }

    /// Returns the font of a text style as this platform draws it. Only tvOS differs from iOS.
    func drawn(on platform: IBFile.Platform) -> IBFont {
        guard platform == .tvOS, let size = style.flatMap({ IBFont.televisionStyles[$0] }) else { return self }
        var font = self
        font.size = size
        font.leading = nil
        return font
    }

    private init(size: Double, isSystem: Bool, isBold: Bool) {
        (self.size, self.isSystem, self.isBold) = (size, isSystem, isBold)
    }

    private var style: String?

    /// Sizes by style on tvOS, from Apple's Human Interface Guidelines.
    private static let televisionStyles: [String: Double] = [
        "UICTFontTextStyleTitle1": 76, "UICTFontTextStyleTitle2": 57, "UICTFontTextStyleTitle3": 48, "UICTFontTextStyleHeadline": 38,
        "UICTFontTextStyleSubhead": 38, "UICTFontTextStyleCallout": 31, "UICTFontTextStyleBody": 29, "UICTFontTextStyleFootnote": 29,
        "UICTFontTextStyleCaption1": 25, "UICTFontTextStyleCaption2": 23,
    ]

    /// The distance of two lines according to the leading of a text style, in the standard size of Dynamic Type.
    private(set) var leading: Double?

    /// Leadings by style, from Apple's Human Interface Guidelines.
    private static let leadings: [String: Double] = [
        "UICTFontTextStyleTitle0": 41, "UICTFontTextStyleTitle1": 34, "UICTFontTextStyleTitle2": 28, "UICTFontTextStyleTitle3": 25,
        "UICTFontTextStyleHeadline": 22, "UICTFontTextStyleBody": 22, "UICTFontTextStyleCallout": 21, "UICTFontTextStyleSubhead": 20,
        "UICTFontTextStyleFootnote": 18, "UICTFontTextStyleCaption1": 16, "UICTFontTextStyleCaption2": 13,
    ]

    /// Sizes by style, from Apple's Human Interface Guidelines.
    private static let textStyles: [String: Double] = [
        "UICTFontTextStyleTitle0": 34, "UICTFontTextStyleTitle1": 28, "UICTFontTextStyleTitle2": 22, "UICTFontTextStyleTitle3": 20,
        "UICTFontTextStyleHeadline": 17, "UICTFontTextStyleBody": 17, "UICTFontTextStyleCallout": 16, "UICTFontTextStyleSubhead": 15,
        "UICTFontTextStyleFootnote": 13, "UICTFontTextStyleCaption1": 12, "UICTFontTextStyleCaption2": 11,
    ]

    /// The height of a line. The system font's ascent and descent are 0.952 and 0.241 of the size, and other fonts' are similar.
    var lineHeight: Double { size * 1.193359375 }
    var ascent: Double { size * 0.9521 }

    /// The deviation of a line's height from `lineHeight`, due to rounding up to pixels and to other fonts.
    var lineTolerance: (below: Double, above: Double) {
        // Text styles follow the user's text size, of which the smallest has fonts that are 3 points smaller, and have taller lines if the
        // user's languages need them.
        if isTextStyle { return (max(0.16 * size, size < 14 ? 1.3 : 3.7), max(1.05, 0.28 * size)) }
        return isSystem ? (0.6, 1.05) : (0.2 * size, 0.45 * size)
    }

    /// Whether the height of a line is exact to the pixel.
    var isExact: Bool { isSystem && !isTextStyle }

    /// The relative deviation of a width from `width(of:)`.
    var widthTolerance: Double { isTextStyle ? 0.2 : isSystem ? 0.1 : 0.3 }

    /// Returns the width of a line of text, from advances measured on the system font at 17 points. Other letters have an average
    /// width, and those of wide scripts a full one.
    func width(of text: Substring) -> Double {
        var sum = 0.0
        var count = 0.0
        for scalar in text.unicodeScalars {
            count += 1
            if let advance = IBFont.advance(of: scalar) {
                sum += advance
            } else {
                sum += IBFont.isWide(scalar) ? 1 : scalar.properties.generalCategory == .otherPunctuation ? 0.4 : 0.56
            }
        }
        // Tracking is wider at small sizes and tighter at large ones.
        let tracking = (IBFont.tracking(size) - IBFont.tracking(17)) * count
        return size * (sum * (isBold ? 1.045 : 1) + tracking)
    }

    /// Returns the additional space after each letter, relative to the size.
    private static func tracking(_ size: Double) -> Double {
        if size >= 20 { return max(-0.04, -0.024 - 0.001 * (size - 20)) }
        if size >= 17 { return -0.0253 }
        if size <= 9 { return 0.02 }
        return 0.0 - 0.0051 * (size - 12)
    }

    /// Returns the possible error of the width due to letters without a known advance.
    func uncertainty(of text: Substring) -> Double {
        var count = 0.0
        for scalar in text.unicodeScalars where IBFont.advance(of: scalar) == nil { count += IBFont.isWide(scalar) ? 0.15 : 0.45 }
        return size * count
    }

    /// Returns whether the script fills a square: Chinese, Japanese, Korean, emoji.
    static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        (0x1100...0x11FF).contains(scalar.value) || (0x2E80...0xFAFF).contains(scalar.value) || scalar.value >= 0xFF00
    }

    private static func advance(of scalar: Unicode.Scalar) -> Double? { thousandths(of: scalar).map { Double($0) / 1000 } }

    /// Returns the advance of a character in thousandths of the size, or nil if it is not known.
    static func thousandths(of scalar: Unicode.Scalar) -> Int? {
        switch scalar.value {
        case 32..<127: return advances[Int(scalar.value) - 32]
        // Accented letters are as wide as the base letters.
        case 0xC0...0xFF: return advances[Int(accented[Int(scalar.value) - 0xC0]) - 32]
        case 0xA0: return advances[0]
        case 0x2018, 0x2019: return advances[7]
        default: return nil
        }
    }

    private static let accented = Array("AAAAAAWCEEEEIIIIDNOOOOOxOUUUUYPBaaaaaawceeeeiiiionooooo+ouuuuypy".utf8)

    /// Advances from space to tilde, in thousandths of the size.
    private static let advances: [Int] = [
        270, 274, 350, 570, 600, 800, 657, 188, 340, 340, 383, 575, 270, 396, 270, 290,
        600, 480, 576, 590, 605, 585, 600, 550, 600, 600, 270, 270, 575, 575, 575, 510, 920,
        680, 656, 710, 719, 600, 575, 740, 740, 260, 530, 660, 565, 865, 735, 760, 630, 760, 645,
        622, 630, 735, 680, 960, 680, 650, 640, 330, 290, 330, 575, 500,
        500, 540, 600, 550, 600, 560, 345, 595, 575, 235, 235, 530, 240, 860, 570, 580, 592,
        592, 370, 505, 345, 570, 540, 770, 530, 540, 540, 330, 250, 330, 575,
    ]
}
