internal import ExactArithmetic
internal import LayoutModel

/// The properties of a view or guide, as documents state them.
struct HierarchyView {
    let object: HierarchyGraph.Object
    private let properties: [String: HierarchyValue]

    init(_ object: HierarchyGraph.Object) {
        self.object = object
        properties = object.properties
    }

    /// As consoles print it, so that a log of the same run names the same views.
    var id: String { "\(object.className ?? "object"):\(object.address)" }

    /// The view's size in its own coordinates.
    var size: LayoutSize? {
        guard let bounds = properties["bounds"]?.rectangle ?? frame, bounds.width >= 0, bounds.height >= 0 else { return nil }
        return LayoutSize(width: HierarchyValue.rational(bounds.width), height: HierarchyValue.rational(bounds.height))
    }

    var frame: HierarchyRectangle? { properties["frame"]?.rectangle }
    var layoutFrame: HierarchyRectangle? { properties["layoutFrame"]?.rectangle }
    var bounds: HierarchyRectangle? { properties["bounds"]?.rectangle }

    var isRightToLeft: Bool {
        (properties["traitCollectionLayoutDirection"] ?? properties["userInterfaceLayoutDirection"])?.integer == 1
    }

    /// Whether y grows downwards: always in UIKit; in AppKit if the view is flipped.
    var isFlipped: Bool {
        guard object.isOfAppKit else { return true }
        return (properties["isFlipped"] ?? properties["flipped"])?.bool ?? false
    }

    var isAmbiguous: Bool? { properties["hasAmbiguousLayout"]?.bool }

    var translatesMask: Bool? { properties["translatesAutoresizingMaskIntoConstraints"]?.bool }

    var identifier: String? { properties["identifier"]?.text.flatMap { $0.isEmpty ? nil : $0 } }

    var text: String? {
        for name in ["text", "currentTitle", "title", "stringValue"] {
            if let text = properties[name]?.text, !text.isEmpty { return text }
        }
        return nil
    }

    var outlet: String? {
        if let name = properties["accessibilityIdentifier"]?.text, !name.isEmpty { return name }
        return object.isOfAppKit ? identifier : nil
    }

    /// Returns the addresses in the platform's list of the constraints that affect an axis.
    func affecting(_ axis: Axis) -> [String]? {
        guard let value = properties[axis == .horizontal ? "horizontalAffectingConstraints" : "verticalAffectingConstraints"] else { return nil }
        switch value.content {
        case .text(let text): return text.split(whereSeparator: { $0 == "," || $0 == " " }).map { HierarchyAddress.normal($0) }
        case .list(let list): return list.map { HierarchyAddress.normal($0) }
        case .object: return nil
        }
    }

    /// Returns a content priority by a word of its name, such as `hugging`; nil if the export has no valid one.
    func priority(_ word: String, _ axis: Axis) -> Rational? {
        let axis = axis == .horizontal ? "horizontal" : "vertical"
        let name = properties.keys.filter { $0.lowercased().contains(word) && $0.lowercased().contains(axis) }.min()
        guard let name, let priority = properties[name]?.rationalOfFloat, priority.isPositive, priority <= LayoutPriority.required else {
            return nil
        }
        return priority
    }

    /// The margins: top, left, bottom, right.
    var margins: [Rational]? {
        guard let numbers = properties["layoutMargins"]?.numbers, numbers.count == 4 else { return nil }
        let margins = numbers.compactMap { HierarchyValue.rational($0) }
        return margins.count == 4 ? margins : nil
    }

    var firstBaseline: Rational? { properties["firstBaselineOffsetFromTop"]?.rational }
    var lastBaseline: Rational? { properties["lastBaselineOffsetFromBottom"]?.rational }

    /// Returns the flexible parts of the autoresizing mask, whose vertical parts are reversed in AppKit unless the superview is
    /// flipped.
    func mask(inFlipped isFlipped: Bool) -> [Autoresizing.Flexible] {
        let bits = properties["autoresizingMask"]?.integer ?? 0
        let vertical: [Autoresizing.Flexible] =
            isFlipped ? [.flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin] : [.flexibleBottomMargin, .flexibleHeight, .flexibleTopMargin]
        let all: [Autoresizing.Flexible] = [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin] + vertical
        return all.enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element)
    }

    /// Returns the frame in the superview's coordinates, from its upper left corner.
    ///
    /// - Parameter isScrolled: whether the superview's origin is the position of its content, which frames do not count.
    func place(_ rectangle: HierarchyRectangle?, in superview: HierarchyView, isScrolled: Bool) -> LayoutFrame? {
        guard let rectangle, rectangle.width >= 0, rectangle.height >= 0 else { return nil }
        let bounds = superview.bounds
        let (left, top) = isScrolled ? (0, 0) : (bounds?.x ?? 0, bounds?.y ?? 0)
        let x = rectangle.x - left
        var y = rectangle.y - top
        if !superview.isFlipped {
            guard let height = bounds?.height ?? superview.frame?.height else { return nil }
            y = height - y - rectangle.height
        }
        // Differences of decimals that are not exact in binary.
        func rounded(_ value: Double) -> Rational? { HierarchyValue.rational((value * 1e6).rounded() / 1e6) }
        guard let x = rounded(x), let y = rounded(y), let width = rounded(rectangle.width), let height = rounded(rectangle.height) else {
            return nil
        }
        return LayoutFrame(x: x, y: y, width: width, height: height)
    }
}
