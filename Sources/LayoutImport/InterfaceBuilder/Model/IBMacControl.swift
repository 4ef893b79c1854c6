internal import XML

/// The properties of an AppKit control on which its metrics depend: kind, style and size.
///
/// The numbers are measured on the frames that Interface Builder stored in public files, in which constraints to superviews,
/// labels and images reveal the inset of each side.
struct IBMacControl {
    enum Size {
        case regular, small, mini, large
    }

    let view: IBView
    let cell: XMLElement?
    let size: Size

    init(_ view: IBView) {
        self.view = view
        cell = view.element.child(key: "cell")
        switch view.attribute("controlSize") ?? cell?["controlSize"] {
        case "small": size = .small
        case "mini": size = .mini
        case "large", "extraLarge": size = .large
        default: size = .regular
        }
    }

    /// Whether a text field is drawn with a border or bezel. Without one it is a label.
    var hasBorder: Bool { cell?["borderStyle"] != nil || cell?["bezelStyle"] != nil }

    /// Whether it is a push button or pop-up button with rounded ends, of the kind that dialogs have.
    private var isRounded: Bool { cell?["bezelStyle"] == "rounded" && cell?["borderStyle"] != nil }

    /// Whether it shows nothing but an image.
    var isImage: Bool {
        guard cell?["image"] != nil else { return false }
        guard view.kind == "button" else { return view.kind == "imageView" }
        return !isRounded && (cell?["imagePosition"] == "only" || cell?["imagePosition"] == "overlaps" && title.isEmpty)
    }

    // MARK: - Heights

    /// The stored height of the control's frame by look, for those whose style and size determine it.
    func height(_ look: IBMacLook) -> Double? {
        switch (view.kind, cell?["type"]) {
        case ("button", "push") where isRounded:
            switch (size, look) {
            case (.regular, .tahoe): return 24
            case (.regular, _): return 32
            case (.small, .tahoe): return 20
            case (.small, .bigSur): return 27
            case (.small, _): return 28
            case (.large, .tahoe): return 28
            default: return nil
            }
        case ("button", "check"), ("button", "radio"):
            switch (size, look) {
            case (.regular, .tahoe): return 16
            case (.regular, _): return 18
            case (.small, .tahoe): return 14
            case (.small, .bigSur): return 16
            default: return nil
            }
        case ("popUpButton", "push") where isRounded:
            switch (size, look) {
            case (.regular, .tahoe): return 24
            case (.regular, .mavericks): return 26
            case (.regular, _): return 25
            case (.small, .tahoe): return 20
            case (.small, _): return 22
            case (.mini, .mavericks): return 15
            default: return nil
            }
        case ("button", "help"):
            switch (size, look) {
            case (.regular, .tahoe): return 24
            case (.regular, _): return 25
            case (.small, .bigSur): return 19
            case (.small, .mavericks): return 22
            default: return nil
            }
        default: return nil
        }
    }

    /// Returns the looks whose controls have this height, or none if the height does not depend on the look.
    func looks(height: Double) -> Set<IBMacLook> {
        var looks: Set<IBMacLook> = []
        for look in [IBMacLook.mavericks, .yosemite, .bigSur, .tahoe] where self.height(look).map({ ($0 - height).magnitude < 0.5 }) == true {
            looks.insert(look)
        }
        return looks
    }
}
