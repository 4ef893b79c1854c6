internal import XML

/// The metrics of a line of text in AppKit, in whole points.
struct IBMacLine {
    var height: Double
    var ascent: Double
    /// Whether the font is the system's, whose metrics are known.
    var isKnown: Bool

    init(_ font: IBFont, look: IBMacLook) {
        let size = Int(font.size.rounded())
        if font.isSystem, let known = IBMacLine.known[size] {
            // Lines of standard text were a point taller until macOS 10.14.
            let isTall = size == 13 && (look == .mavericks || look == .yosemite)
            (height, ascent, isKnown) = (known.height + (isTall ? 1 : 0), known.ascent, true)
        } else {
            (height, ascent, isKnown) = ((font.size * 1.19).rounded(), (font.size * 0.95).rounded(), false)
        }
    }

    /// Heights and ascents of the system font by size, from stored heights of labels and from differences of baselines.
    private static let known: [Int: (height: Double, ascent: Double)] = [
        9: (11, 9), 10: (13, 10), 11: (14, 11), 12: (15, 12), 13: (16, 13), 14: (17, 14), 15: (18, 15), 16: (19, 16), 17: (21, 17), 18: (21, 17),
        20: (24, 19),
        22: (26, 21), 24: (28, 23), 26: (31, 25), 28: (33, 27), 32: (38, 31), 36: (42, 35),
    ]
}

extension IBMacControl {
    /// The font of the control's text. A `metaFont` names a standard font of its size.
    var font: IBFont {
        let element = cell?.children.first { $0.name == "font" && $0["key"] == "font" }
        let style = element?["textStyle"].flatMap { IBMacControl.textStyles[$0] }
        var font = IBFont(element, standard: style ?? IBMacControl.standardSize(element?["metaFont"]))
        // The system's fonts have private names too.
        if let name = element?["name"], name.hasPrefix(".SF") || name.hasPrefix(".AppleSystemUIFont") { font.isSystem = true }
        return font
    }

    /// The sizes of the system's text styles, which are fixed on macOS.
    private static let textStyles: [String: Double] = [
        "largeTitle": 26, "title0": 26, "title1": 22, "title2": 17, "title3": 15, "headline": 13, "body": 13, "callout": 12, "subheadline": 11,
        "footnote": 10, "caption1": 10, "caption2": 10,
    ]

    private static func standardSize(_ metaFont: String?) -> Double {
        switch metaFont ?? "" {
        case let name where name.hasPrefix("small") || name.hasPrefix("toolTip"): 11
        case let name where name.hasPrefix("mini"): 9
        case let name where name.hasPrefix("label"): 10
        case "cellTitle": 12
        default: 13
        }
    }

    var title: String { cell.map { IBText.string("title", of: $0) } ?? "" }

    /// Whether its text breaks into lines: AppKit's fields do so unless the file states how to truncate it.
    var wraps: Bool { cell?["lineBreakMode"] == nil || cell?["lineBreakMode"] == "wordWrapping" || cell?["lineBreakMode"] == "charWrapping" }

    // MARK: - Baselines

    /// The distances of the text's baselines from top and bottom of an alignment rectangle of this height.
    ///
    /// Text of a button is centered, and that of a field begins at its top.
    func baselines(_ look: IBMacLook, height: Double?) -> (first: Double, last: Double)? {
        let line = IBMacLine(font, look: look)
        let insets = insets(look)
        switch view.kind {
        case "textField", "secureTextField", "tokenField", "searchField", "comboBox":
            let room = view.kind == "comboBox" ? 3 : hasBorder ? fieldMargin(look) : 0
            let first = line.ascent + room
            guard let height else { return (first, line.height - line.ascent + room) }
            if view.kind == "searchField" || view.kind == "comboBox" { return centered(line, height) }
            let lines = wraps && line.height > 0 ? max(1, ((height - 2 * room) / line.height + 0.1).rounded(.down)) : 1
            return (first, height - first - (lines - 1) * line.height)
        case "button" where cell?["type"] == "check" || cell?["type"] == "radio":
            // The text is centered in the frame, and half a point is rounded down.
            guard let own = self.height(look), let height else { return nil }
            let bottom = own == 18 || (size == .small && own == 16 && look != .tahoe) ? 4.0 : 3
            let last = bottom - insets.bottom + (height + insets.top + insets.bottom - own) / 2
            return (height - last, last)
        case "button", "popUpButton":
            guard let height else { return nil }
            guard let offset = buttonBaseline(look), let own = self.height(look) else { return centered(line, height) }
            let last = offset - insets.bottom + (height + insets.top + insets.bottom - own) / 2
            return (height - last, last)
        case "segmentedControl", "datePicker", "pathControl":
            return height.map { centered(line, $0) }
        case "stepper": return height.map { ($0 - 8, 8) }
        case "switch": return look == .tahoe ? nil : height.map { ($0 - 6, 6) }
        case "slider": return size == .small && look != .tahoe ? height.map { ($0 - 4, 4) } : nil
        default: return nil
        }
    }

    private func centered(_ line: IBMacLine, _ height: Double) -> (first: Double, last: Double) {
        let last = ((height - line.height) / 2 + line.height - line.ascent).rounded()
        return (height - last, last)
    }

    /// The room above the text of a field with a bezel.
    func fieldMargin(_ look: IBMacLook) -> Double {
        switch (look, font.size < 12) {
        case (.tahoe, _): 4
        case (.mavericks, false): 3
        case (_, false): 2
        case (_, true): 3
        }
    }

    /// The distance of the baseline from the bottom of a frame with the standard height.
    private func buttonBaseline(_ look: IBMacLook) -> Double? {
        switch (view.kind, cell?["type"], size) {
        case ("button", "push", .regular): return look == .tahoe ? 7 : 13
        case ("button", "push", .small): return look == .tahoe ? 6 : 11
        case ("button", "push", .large): return look == .tahoe ? 9 : nil
        case ("button", "help", .regular): return look == .tahoe ? 7 : 10
        case ("button", "help", .small): return look == .tahoe ? nil : 5
        case ("popUpButton", "push", .regular): return look == .tahoe ? 7 : look == .bigSur ? 10 : 9
        case ("popUpButton", "push", .small): return look == .tahoe ? 6 : 8
        case ("popUpButton", "push", .mini): return 6
        default: return nil
        }
    }
}
