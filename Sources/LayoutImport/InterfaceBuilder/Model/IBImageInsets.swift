internal import ExactArithmetic
internal import LayoutModel
internal import XML

/// The alignment rectangles of images, which a file does not record: symbols have them, and the images of AppKit that are drawn as
/// symbols.
///
/// If a constraint determines a length of a view that shows only an image, the stored frame reveals the sum of both insets on
/// that axis, which are assumed to be equal.
struct IBImageInsets {
    let file: IBFile
    let scene: IBScene
    /// For each view whether it shows only an image, as drawn.
    private let areImages: [Bool]

    init(file: IBFile, scene: IBScene) {
        self.file = file
        self.scene = scene
        areImages = scene.views.map { shown in
            !shown.isSet("misplaced") && !shown.isSet("ambiguous") && !shown.isDropped && !shown.isUninstalled && file.showsOnlyImage(shown)
        }
    }

    /// The difference in points by which an image's frame exceeds its alignment rectangle, or falls short of it. A greater
    /// difference means that constraints did not determine the frame, and a smaller one is rounding.
    private static let greatest = 24.0
    private static let least = -6.0
    private static let rounding = 0.4

    /// Sets the insets that stored frames reveal.
    ///
    /// - Parameter insets: the insets of all views, by kind.
    func add(to insets: inout [IBInsets]) {
        let items = IBItems(file: file, scene: scene)
        // Twice, as one image may have the size of another.
        for constraint in scene.constraints + scene.constraints where !constraint.isUninstalled && constraint.attribute("relation") == nil {
            guard constraint.attribute("priority") == nil, let (first, second) = items.sides(of: constraint), let frame = image(first),
                case .view(let view) = first.item, let length = length(items.constant(of: constraint), constraint, second, insets)
            else { continue }
            if first.attribute == .width, let inset = inset(frame.width - length, insets[view].left + insets[view].right) {
                (insets[view].left, insets[view].right) = (inset, inset)
            } else if first.attribute == .height, let inset = inset(frame.height - length, insets[view].top + insets[view].bottom) {
                (insets[view].top, insets[view].bottom) = (inset, inset)
            }
        }
    }

    /// Returns half of a difference, or nil if there is none or it is known already.
    private func inset(_ difference: Double, _ known: Double) -> Double? {
        guard (IBImageInsets.least...IBImageInsets.greatest).contains(difference), difference.magnitude >= IBImageInsets.rounding,
            (difference - known).magnitude >= IBImageInsets.rounding
        else { return nil }
        return difference / 2
    }

    /// Returns the frame of a side's view if the view shows only an image.
    private func image(_ side: IBItems.Side) -> IBRect? {
        guard case .view(let view) = side.item, areImages[view] else { return nil }
        return scene.views[view].frame
    }

    /// Returns the length that a constraint requires, either as a constant or by the stored length of another view.
    private func length(_ constant: Double, _ constraint: IBConstraint, _ second: IBItems.Side?, _ insets: [IBInsets]) -> Double? {
        guard let second else { return constant }
        guard case .view(let other) = second.item, let frame = scene.views[other].frame, image(second) == nil || insets[other] != IBInsets() else {
            return nil
        }
        let multiplier = constraint.attribute("multiplier").flatMap(IBNumber.multiplier)?.double ?? 1
        switch second.attribute {
        case .width: return (frame.width - insets[other].left - insets[other].right) * multiplier + constant
        case .height: return (frame.height - insets[other].top - insets[other].bottom) * multiplier + constant
        default: return nil
        }
    }
}

extension IBFile {
    /// Returns whether a view shows only an image whose alignment rectangle may differ from its frame: a symbol, or any image of AppKit.
    func showsOnlyImage(_ view: IBView) -> Bool {
        if platform == .macOS { return IBMacControl(view).isImage }
        return view.kind == "imageView" && view.element.imageName("image").flatMap { images[$0] }?.isSymbol == true
    }
}
