internal import XML

extension IBIntrinsics {
    /// Returns estimates for AppKit's controls. Their heights and widths differ by release, so stored frames are used if a
    /// control has a size.
    func macEstimates(of view: IBView) -> (IBEstimate, IBEstimate) {
        switch view.kind {
        case "textField", "searchField", "tokenField", "comboBox":
            let cell = view.element.child(key: "cell")
            let isEditable = cell?["editable"] == "YES" || view.kind != "textField"
            return (isEditable ? .none : .unknown, .unknown)
        case "button", "popUpButton", "segmentedControl", "stepper", "switch", "datePicker", "pathControl", "levelIndicator":
            return (.unknown, .unknown)
        case "slider": return view.attribute("sliderType") == "circular" ? (.unknown, .unknown) : (.none, .unknown)
        case "progressIndicator": return view.attribute("style") == "spinning" ? (.unknown, .unknown) : (.none, .unknown)
        case "imageView":
            let name = view.element.child(key: "cell")?["image"]
            guard let name, let image = file.images[name], !image.isSymbol else { return (.none, .none) }
            return (.recorded(image.size.width), .recorded(image.size.height))
        case "box": return view.attribute("boxType") == "separator" ? separator(view) : (.none, .none)
        default: return (.none, .none)
        }
    }

    private func separator(_ view: IBView) -> (IBEstimate, IBEstimate) {
        guard let frame = view.frame else { return (.none, .recorded(1)) }
        return frame.width >= frame.height ? (.none, .recorded(1)) : (.recorded(1), .none)
    }
}
