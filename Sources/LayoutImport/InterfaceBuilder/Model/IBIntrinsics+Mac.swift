internal import XML

extension IBIntrinsics {
    /// Returns estimates for AppKit's views: from text and the metrics of the control's look, else from the stored frame.
    func macEstimates(of index: Int, stored: IBSize?) -> (IBEstimate, IBEstimate) {
        let view = canvas.scene.views[index]
        let control = IBMacControl(view)
        let look = canvas.looks[index]
        switch view.kind {
        case "textField", "secureTextField", "tokenField", "searchField", "comboBox":
            return field(control, look, stored)
        case "button", "popUpButton": return button(control, look)
        case "segmentedControl", "stepper", "switch", "datePicker", "pathControl", "levelIndicator", "matrix", "colorWell", "ruleEditor",
            "predicateEditor", "gridView":
            return (.unknown, .unknown)
        case "slider":
            let isCircular = control.cell?["sliderType"] == "circular" || view.attribute("sliderType") == "circular"
            if isCircular { return (.unknown, .unknown) }
            return isVertical(stored) ? (.unknown, .none) : (.none, .unknown)
        case "progressIndicator": return view.attribute("style") == "spinning" ? (.unknown, .unknown) : (.none, .unknown)
        case "imageView": return image(control)
        case "box": return view.attribute("boxType") == "separator" ? separator(view) : (.none, .none)
        // A text view is as large as its text, but for one in a clip view, which scrolls it.
        case "textView": return view.superview.map { canvas.scene.views[$0].isClip } == true ? (.none, .none) : (.unknown, .unknown)
        default: return IBKinds.isUnderstood(view.kind, on: .macOS) ? (.none, .none) : (.unknown, .unknown)
        }
    }

    private func isVertical(_ stored: IBSize?) -> Bool { stored.map { $0.height > $0.width * 1.5 } ?? false }

    private func separator(_ view: IBView) -> (IBEstimate, IBEstimate) {
        guard let frame = view.frame else { return (.none, .recorded(1)) }
        // In a stack view the canvas retains the length with which it is drawn.
        if view.isArranged, mode == .design { return frame.width >= frame.height ? (.unknown, .recorded(1)) : (.recorded(1), .unknown) }
        return frame.width >= frame.height ? (.none, .recorded(1)) : (.recorded(1), .none)
    }

    private func image(_ control: IBMacControl) -> (IBEstimate, IBEstimate) {
        guard let name = control.cell?["image"] else { return (.none, .none) }
        // The system's own images have alignment rectangles that the file does not record.
        let isSystem = name.hasPrefix("NS") && name.hasSuffix("Template")
        guard let image = file.images[name], !image.isSymbol, !isSystem else { return (.unknown, .unknown) }
        return (.recorded(image.size.width), .recorded(image.size.height))
    }

    // MARK: - Text

    private func field(_ control: IBMacControl, _ look: IBMacLook, _ stored: IBSize?) -> (IBEstimate, IBEstimate) {
        let kind = control.view.kind
        // Typing does not change the width of a field, so it has no intrinsic width.
        let isEditable = control.cell?["editable"] == "YES" || kind != "textField"
        guard kind != "searchField", kind != "comboBox", kind != "tokenField" else { return (.none, .unknown) }
        let font = control.font
        let line = IBMacLine(font, look: look)
        let margin = control.hasBorder ? control.fieldMargin(look) : 0
        let text = IBText(control.title, font: font)
        let isRich = control.cell?.children.contains { $0.name == "attributedString" } ?? false
        // Bound fields have their text at run time, and what the file has of it may be old.
        if isRich { return (isEditable ? .none : .unknown, .unknown) }
        if control.wraps, text.isEmpty, !isEditable { return (.unknown, .unknown) }
        let paragraphs = max(1, text.content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count)
        let single = height(line, count: Double(paragraphs), margin: margin)
        let natural = text.width + 2 * margin
        let share = font.isSystem ? 0.12 : 0.35
        let spread = share * natural + text.uncertainty
        let width: IBEstimate = isEditable ? .none : text.isEmpty ? .unknown : .near(natural, below: 3 + spread, above: 4 + spread)
        guard control.wraps, let stored, !text.isEmpty else { return (width, single) }
        // The control is as wide as it is drawn, and as tall as the lines of its text.
        let room = max(1, stored.width - 2 * margin)
        let fewest = text.lines(in: room * (1 + share) + 3, limit: 0)
        let most = text.lines(in: max(1, room * (1 - share) - 3), limit: 0)
        let drawn = ((stored.height - 2 * margin) / line.height).rounded()
        let isNear = drawn >= Double(fewest) && drawn <= Double(most)
        let count = isNear ? drawn : Double(text.lines(in: room, limit: 0))
        if count <= Double(paragraphs), room >= natural * (1 - share) - 3 { return (width, single) }
        return (isEditable ? .none : .unknown, height(line, count: count, margin: margin))
    }

    private func height(_ line: IBMacLine, count: Double, margin: Double) -> IBEstimate {
        let height = line.height * count + 2 * margin
        if line.isKnown { return .near(height, below: 1.1 * count, above: 1.1 * count) }
        return .near(height, below: 0.2 * height + 1, above: 0.5 * height + 1)
    }

    private func button(_ control: IBMacControl, _ look: IBMacLook) -> (IBEstimate, IBEstimate) {
        let insets = control.insets(look)
        let title = control.title
        let hasImage = control.cell?["image"] != nil && control.cell?["type"] == "push"
        let isRich = control.cell?.children.contains { $0.name == "attributedString" } ?? false
        guard let frame = control.height(look), !isRich, !title.contains(where: \.isNewline) else { return (.unknown, .unknown) }
        let height = IBEstimate.oneOf([frame - insets.top - insets.bottom])
        guard control.view.kind == "button", !hasImage, !title.isEmpty else { return (.unknown, height) }
        let text = IBText(title, font: control.font)
        let padding: Double
        switch control.cell?["type"] {
        case "check", "radio": padding = 18
        case "push": padding = look == .tahoe || look == .bigSur ? 20 : 26
        default: return (.unknown, height)
        }
        let width = text.width + padding
        let spread = (text.font.isSystem ? 0.12 : 0.35) * width + text.uncertainty
        return (.near(width, below: 6 + spread, above: 8 + spread), height)
    }
}
