internal import ExactArithmetic
internal import LayoutModel
internal import XML

extension SceneBuilder {
    mutating func addViews() throws(ImportError) {
        let intrinsics = IBIntrinsics(canvas: canvas, mode: options.mode)
        places = Array(repeating: -1, count: scene.views.count)
        for (index, view) in scene.views.enumerated() where !view.isUninstalled {
            try limits.checkInterest(index)
            let place = views.count
            places[index] = place
            let id = viewNames.take(view.id)
            if view.element["id"] == nil {
                warnings.add("a view in \(SceneBuilder.line(of: view.element)) has no id; it is called \"\(id)\"")
            } else if id != view.id {
                warnings.add("the id \"\(view.id)\" is used twice; this view is called \"\(id)\"")
            }
            var result = LayoutView(
                id: id, parent: view.superview.map { places[$0] }, kind: view.isScroll ? .scroll : .view, className: className(of: view),
                text: text(of: view))
            result.label = view.attribute("userLabel")
            result.outlet = file.outlets[view.id] ?? accessibilityIdentifier(of: view)
            result.source = reference(view.element)
            result.design = design(of: index)
            result.alignmentRectInsets = insets(canvas.alignmentInsets[index])
            setPriorities(of: view, &result)
            if !IBKinds.isUnderstood(view.kind, on: file.platform) {
                listUnknown(view.element, "views of this kind get their drawn size")
            }
            if view.isDriven {
                let size = intrinsics.size(of: index)
                setIntrinsic(size, &result)
                setBaselines(of: view, at: index, size, &result)
                note(view, at: place, id)
            } else if view.superview != nil {
                if view.isSet("fixedFrame") {
                    find(.fixedFrame, view.element, view: id, "\(id) has no constraints, so it keeps the frame that was drawn on the canvas")
                }
                result.autoresizing = autoresizing(of: index)
                setBaselines(of: view, at: index, IBIntrinsicSize(), &result)
            }
            views.append(result)
        }
    }

    /// Stores the properties of a view that findings need.
    private mutating func note(_ view: IBView, at place: Int, _ id: String) {
        if let frame = view.frame, !view.isComposed {
            // The room around such an image is only known to be there, and may differ by side.
            let isLoose = file.showsOnlyImage(view)
            stored.append(
                InterfaceBuilderLayout.StoredFrame(view: place, frame: frame, isMisplaced: view.isSet("misplaced"), isLoose: isLoose))
        }
        switch view.attribute("verifyAmbiguity") {
        case "off": unverified[place] = .all
        case "ignoreSizes": unverified[place] = .sizes
        default: break
        }
        if view.attribute("placeholderIntrinsicWidth") != nil || view.attribute("placeholderIntrinsicHeight") != nil {
            find(.designTimeSize, view.element, view: id, "the intrinsic size of \(id) is a placeholder; at run time \(runTimeSize(of: view))")
        }
    }

    // MARK: - Words

    /// The kinds of views without contents that give them a size.
    private static let sizeless: Set<String> = [
        "view", "customView", "containerView", "scrollView", "tableView", "outlineView", "collectionView", "mapView", "wkWebView", "splitView",
    ]

    /// Returns the words for what replaces a placeholder's size at run time.
    private func runTimeSize(of view: IBView) -> String {
        if let custom = view.customClass { return "\(custom) has to provide one" }
        if SceneBuilder.sizeless.contains(view.kind) { return "no code provides one, because the view has no custom class" }
        return "\(className(of: view) ?? view.kind) has the size of its own contents"
    }

    private func className(of view: IBView) -> String? {
        if let custom = view.customClass { return custom }
        let prefix = file.platform == .macOS ? "NS" : "UI"
        switch view.kind {
        case "customView", "containerView", "view": return prefix + "View"
        case "tableViewCellContentView", "collectionViewCellContentView": return "UITableViewCellContentView"
        case "mapView": return "MKMapView"
        case "wkWebView": return "WKWebView"
        case "arscnView", "scnView", "skView", "mtkView", "glkView": return view.kind.uppercased()
        default: return prefix + view.kind.prefix(1).uppercased() + view.kind.dropFirst()
        }
    }

    private func text(of view: IBView) -> String? {
        let text: String
        switch view.kind {
        case "label", "textField", "textView":
            text = file.platform == .macOS ? view.element.child(key: "cell")?["title"] ?? "" : IBText(of: view.element, standard: 17).content
        case "button":
            text =
                file.platform == .macOS
                ? view.element.child(key: "cell")?["title"] ?? "" : view.element.buttonTitle
        default: return nil
        }
        return text.isEmpty ? nil : String(text.prefix(200))
    }

    private func accessibilityIdentifier(of view: IBView) -> String? {
        if let identifier = view.element.child(key: "accessibilityConfiguration")?["identifier"] { return identifier }
        let attributes = view.element.child("userDefinedRuntimeAttributes")?.children
        return attributes?.first { $0["keyPath"] == "accessibilityIdentifier" }?["value"]
    }

    // MARK: - Content

    private mutating func setPriorities(of view: IBView, _ result: inout LayoutView) {
        func priority(_ name: String, _ standard: Rational) -> Rational {
            guard let text = view.attribute(name) else { return standard }
            let stated = IBNumber.exact(text)
            let taken = stated.map(SceneBuilder.priority) ?? standard
            if stated != taken {
                warnings.add("the \(name) \"\(text.prefix(40))\" of \(result.id) is not a valid priority; \(taken.decimalText()) is used instead")
            }
            return taken
        }
        result.hugging.horizontal = priority("horizontalHuggingPriority", LayoutPriority.defaultLow)
        result.hugging.vertical = priority("verticalHuggingPriority", LayoutPriority.defaultLow)
        result.compressionResistance.horizontal = priority("horizontalCompressionResistancePriority", LayoutPriority.defaultHigh)
        result.compressionResistance.vertical = priority("verticalCompressionResistancePriority", LayoutPriority.defaultHigh)
    }

    /// Returns the priority that Interface Builder uses for an invalid one.
    static func priority(_ value: Rational) -> Rational {
        value.isPositive ? min(value, LayoutPriority.required) : 1
    }

    private mutating func setIntrinsic(_ size: IBIntrinsicSize, _ result: inout LayoutView) {
        if let width = size.width { result.intrinsicContentSize.width = length(width, "intrinsicContentSize.width", of: result.id) }
        for (axis, length) in [(Axis.horizontal, size.width), (.vertical, size.height)] {
            // A conflict must not depend on an estimate, and on the canvas constraints may enlarge a view beyond its content
            // despite hugging.
            let isRough = length?.isRough == true
            if isRough || options.mode == .design { result.hugging[axis] = min(result.hugging[axis], 999) }
            if isRough { result.compressionResistance[axis] = min(result.compressionResistance[axis], 999) }
        }
        if let height = size.height { result.intrinsicContentSize.height = length(height, "intrinsicContentSize.height", of: result.id) }
    }

    private mutating func length(_ intrinsic: IBIntrinsic, _ name: String, of id: String) -> Rational {
        let length = max(0, intrinsic.length)
        switch intrinsic.origin {
        case .recorded: break
        case .model: take(id, name, length, .model)
        case .refined: take(id, name, length, .refined)
        case .stored: take(id, name, length, .stored)
        }
        return IBNumber.length(length)
    }

    private func setBaselines(of view: IBView, at index: Int, _ size: IBIntrinsicSize, _ result: inout LayoutView) {
        // Text is centered, so a view that is drawn taller than its content has a lower baseline.
        let height = canvas.alignmentRect(index).map(\.height) ?? size.height?.length
        if file.platform == .macOS {
            guard let baselines = IBMacControl(view).baselines(canvas.looks[index], height: height) else { return }
            result.firstBaselineFromTop = IBNumber.length(baselines.first)
            result.lastBaselineFromBottom = IBNumber.length(baselines.last)
            return
        }
        guard let baselines = IBBaselines(of: view, height: height, pixel: file.pixel) else { return }
        result.firstBaselineFromTop = IBNumber.length(baselines.firstFromTop)
        result.lastBaselineFromBottom = IBNumber.length(baselines.lastFromBottom)
    }

    func insets(_ insets: IBInsets) -> LayoutInsets {
        guard insets != IBInsets() else { return LayoutInsets() }
        return LayoutInsets(
            top: IBNumber.length(insets.top), bottom: IBNumber.length(insets.bottom), left: IBNumber.length(insets.left),
            right: IBNumber.length(insets.right))
    }

    // MARK: - Masks

    private func autoresizing(of index: Int) -> Autoresizing {
        let view = scene.views[index]
        let outer = view.superview.flatMap { size(around: view, $0) }
        let fills = view.frame == nil
        let frame = view.frame ?? IBRect(x: 0, y: 0, width: outer?.width ?? 0, height: outer?.height ?? 0)
        return Autoresizing(
            // A file may state anything, but no size is negative.
            x: IBNumber.length(frame.x), y: IBNumber.length(frame.y), width: IBNumber.length(max(0, frame.width)),
            height: IBNumber.length(max(0, frame.height)), superviewWidth: IBNumber.length(max(0, outer?.width ?? frame.maxX)),
            superviewHeight: IBNumber.length(max(0, outer?.height ?? frame.maxY)),
            mask: fills ? [.flexibleWidth, .flexibleHeight] : mask(of: view))
    }

    /// Returns the size of the superview in which a view is drawn.
    private func size(around view: IBView, _ superview: Int) -> IBSize? {
        if view.isComposed, let drawn = scene.views[superview].drawnContent { return drawn }
        let frame = view.isComposed ? scene.views[superview].frame : canvas.absolute[superview]
        return frame.map { IBSize(width: $0.width, height: $0.height) }
    }

    private func mask(of view: IBView) -> Set<Autoresizing.Flexible> {
        // A table determines its cells' frames, which their content must not change.
        if options.canvas == .stored, ["tableViewCell", "collectionViewCell", "tableCellView"].contains(view.kind) { return [] }
        if view.isClip { return [.flexibleWidth, .flexibleHeight] }
        guard let element = view.element.child(key: "autoresizingMask") else {
            // A table or cell lays these out itself.
            switch view.kind {
            case "tableViewCell": return [.flexibleWidth]
            case "tableViewCellContentView", "collectionViewCellContentView": return [.flexibleWidth, .flexibleHeight]
            default: return []
            }
        }
        if view.kind == "tableViewCell" { return [.flexibleWidth] }
        if view.kind == "tableViewCellContentView" || view.kind == "collectionViewCellContentView" { return [.flexibleWidth, .flexibleHeight] }
        var mask: Set<Autoresizing.Flexible> = []
        let isMac = file.platform == .macOS
        for (name, part) in [
            ("widthSizable", Autoresizing.Flexible.flexibleWidth), ("heightSizable", .flexibleHeight), ("flexibleMinX", .flexibleLeftMargin),
            ("flexibleMaxX", .flexibleRightMargin), ("flexibleMinY", isMac ? .flexibleBottomMargin : .flexibleTopMargin),
            ("flexibleMaxY", isMac ? .flexibleTopMargin : .flexibleBottomMargin),
        ] where element[name] == "YES" { mask.insert(part) }
        return mask
    }
}
