internal import XML

extension IBMacControl {
    /// Returns the insets of the alignment rectangle in the frame: the room of shadows and bezels.
    func insets(_ look: IBMacLook) -> IBInsets {
        switch view.kind {
        case "textField", "secureTextField", "tokenField":
            return hasBorder || cell?["drawsBackground"] == "YES" ? IBInsets() : IBInsets(left: 2, right: 2)
        case "button": return button(look)
        case "popUpButton": return popUpButton(look)
        case "comboBox": return look == .tahoe ? IBInsets() : comboBox(look)
        case "box": return box(look)
        case "tabView": return look == .tahoe ? IBInsets() : tabView()
        case "slider": return slider(look)
        case "stepper": return stepper(look)
        case "colorWell": return look == .tahoe ? IBInsets() : IBInsets(top: 2, left: 3, bottom: 2, right: 3)
        case "segmentedControl": return segmentedControl(look)
        case "datePicker": return look == .tahoe ? IBInsets() : datePicker()
        case "switch": return look == .tahoe ? IBInsets() : IBInsets(top: 1, left: 2, bottom: 2, right: 2)
        case "progressIndicator":
            guard view.attribute("style") != "spinning", size == .regular else { return IBInsets() }
            return IBInsets(top: 1, bottom: 1)
        default: return IBInsets()
        }
    }

    private func button(_ look: IBMacLook) -> IBInsets {
        switch cell?["type"] {
        case "check", "radio":
            if look == .tahoe { return IBInsets() }
            if size == .regular, look == .mavericks { return IBInsets(top: 2, left: 2, bottom: 2, right: 2) }
            // The room is on the side of the box.
            let side = size == .regular ? 2.0 : 1
            let isAtEnd = ["right", "trailing"].contains(cell?["imagePosition"])
            return IBInsets(top: 1, left: isAtEnd ? 0 : side, bottom: 1, right: isAtEnd ? side : 0)
        case "help":
            if look == .tahoe { return IBInsets() }
            return size == .regular
                ? IBInsets(top: 1, left: look == .bigSur ? 3 : 2, bottom: 4, right: 2) : IBInsets(top: 1, left: 1, bottom: 2, right: 1)
        case "square": return look == .bigSur ? template : IBInsets()
        default: break
        }
        switch cell?["bezelStyle"] {
        case "rounded":
            guard cell?["borderStyle"] != nil, look != .tahoe else { return IBInsets() }
            switch (size, look) {
            case (.mini, .bigSur): return IBInsets(left: 2, bottom: 2, right: 2)
            case (.mini, _): return IBInsets(left: 1, bottom: 1, right: 1)
            case (.small, .mavericks): return IBInsets(top: 4, left: 5, bottom: 6, right: 5)
            case (.small, .yosemite): return IBInsets(top: 4, left: 5, bottom: 7, right: 5)
            case (.small, _): return IBInsets(top: 4, left: 6, bottom: 7, right: 6)
            case (_, .bigSur): return IBInsets(top: 5, left: 7, bottom: 7, right: 7)
            default: return IBInsets(top: 4, left: 6, bottom: 7, right: 6)
            }
        case "roundedRect", "recessed": return cell?["borderStyle"] == nil || look == .tahoe ? IBInsets() : IBInsets(bottom: 1)
        case "smallSquare": return cell?["borderStyle"] == nil ? IBInsets() : IBInsets(top: 1, bottom: 1)
        case "texturedRounded":
            if cell?["borderStyle"] == nil || look == .tahoe { return IBInsets() }
            return look == .bigSur ? IBInsets(top: 1, left: 1, bottom: 2, right: 1) : IBInsets(top: 1, bottom: 2)
        default: return IBInsets()
        }
    }

    /// The alignment rectangle of a button without a bezel is that of its image. Since macOS 11 the system draws these images as
    /// symbols, whose alignment rectangles differ from their size, whatever the size.
    private var template: IBInsets {
        guard ["only", "overlaps"].contains(cell?["imagePosition"]) else { return IBInsets() }
        return switch cell?["image"] {
        case "NSAddTemplate": IBInsets(top: 2, bottom: 2)
        case "NSRemoveTemplate": IBInsets(top: -2, bottom: -3)
        case "NSRefreshFreestandingTemplate": IBInsets(top: 3, bottom: 3)
        default: IBInsets()
        }
    }

    private func popUpButton(_ look: IBMacLook) -> IBInsets {
        switch cell?["bezelStyle"] {
        case "rounded":
            guard cell?["borderStyle"] != nil, look != .tahoe else { return IBInsets() }
            switch (size, look) {
            case (.mini, .bigSur): return IBInsets(left: 2, bottom: 1, right: 3)
            case (.mini, _): return IBInsets(left: 1, right: 2)
            case (.small, .bigSur): return IBInsets(top: 2, left: 4, bottom: 4, right: 4)
            case (.small, _): return IBInsets(top: 1, left: 3, bottom: 4, right: 3)
            case (_, .mavericks): return IBInsets(top: 2, left: 2, bottom: 4, right: 3)
            case (_, .yosemite): return IBInsets(top: 1, left: 2, bottom: 3, right: 3)
            default: return IBInsets(top: 1, left: 3, bottom: 4, right: 4)
            }
        case "smallSquare": return IBInsets(top: 1, bottom: 1)
        case "roundedRect": return look == .tahoe ? IBInsets() : IBInsets(bottom: 1)
        case "texturedRounded": return look == .bigSur ? IBInsets(top: 1, left: 3, bottom: 4, right: 3) : IBInsets()
        default: return IBInsets()
        }
    }

    private func comboBox(_ look: IBMacLook) -> IBInsets {
        switch size {
        case .mini: IBInsets(top: 1, bottom: 3, right: 2)
        case .small: IBInsets(top: 1, bottom: 4, right: 3)
        default: look == .bigSur ? IBInsets(top: 1, bottom: 4, right: 3) : IBInsets(top: 2, bottom: 4, right: 3)
        }
    }

    /// A primary box has a shadow. Its title is above the top edge, so that a box without one has a shadow at the top too.
    private func box(_ look: IBMacLook) -> IBInsets {
        switch view.attribute("boxType") {
        case "separator":
            guard let frame = view.frame else { return IBInsets(top: 2, bottom: 2) }
            let isHorizontal = frame.width >= frame.height
            // The line is a point wide, in the middle of what is usually 5 points.
            let inset = max(0, (((isHorizontal ? frame.height : frame.width) - 1) / 2).rounded(.down))
            return isHorizontal ? IBInsets(top: min(2, inset), bottom: min(2, inset)) : IBInsets(left: min(2, inset), right: min(2, inset))
        case nil where look != .tahoe: return IBInsets(top: view.attribute("titlePosition") == "noTitle" ? 2 : 0, left: 3, bottom: 4, right: 3)
        default: return IBInsets()
        }
    }

    private func tabView() -> IBInsets {
        switch view.attribute("type") {
        case "noTabsNoBorder", "noTabsLineBorder": IBInsets()
        case "noTabsBezelBorder": IBInsets(top: 6, left: 7, bottom: 10, right: 7)
        default: IBInsets(top: size == .regular ? 6 : size == .small ? 3 : 4, left: 7, bottom: size == .mini ? 2 : 10, right: 7)
        }
    }

    private func slider(_ look: IBMacLook) -> IBInsets {
        if view.attribute("sliderType") == "circular" || cell?["sliderType"] == "circular" || look == .tahoe { return IBInsets() }
        // A horizontal one of the regular size has room for tick marks, with or without them.
        let hasRoom = look == .bigSur && size == .regular && view.frame.map { $0.height == 28 && $0.width > $0.height } == true
        return IBInsets(top: 2, left: 2, bottom: hasRoom ? 6 : 2, right: 2)
    }

    private func stepper(_ look: IBMacLook) -> IBInsets {
        if look == .tahoe { return IBInsets() }
        if size != .regular { return IBInsets(top: 2, left: 2, bottom: 2, right: 2) }
        return look == .bigSur ? IBInsets(top: 4, left: 3, bottom: 4, right: 3) : IBInsets(top: 2, left: 3, bottom: 3, right: 3)
    }

    private func segmentedControl(_ look: IBMacLook) -> IBInsets {
        if look == .tahoe { return IBInsets() }
        switch cell?["style"] {
        case "roundRect": return IBInsets(top: 1, left: 1, bottom: 1, right: 1)
        case "rounded", nil: return IBInsets(top: 1, left: 2, bottom: 2, right: 2)
        default: return IBInsets(top: 1, left: 1, bottom: 2, right: 1)
        }
    }

    /// The stepper beside the text has room for a shadow.
    private func datePicker() -> IBInsets {
        switch cell?["datePickerStyle"] {
        case nil, "textFieldAndStepper": IBInsets(right: 3)
        default: IBInsets()
        }
    }
}
