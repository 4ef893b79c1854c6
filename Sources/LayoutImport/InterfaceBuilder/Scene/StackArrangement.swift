internal import ExactArithmetic
internal import LayoutModel
internal import XML

/// The arrangement of a stack view, by its attributes for the canvas' traits.
struct StackArrangement {
    enum Distribution {
        case fill, fillEqually, fillProportionally, equalSpacing, equalCentering, gravityAreas
    }

    enum Alignment {
        case fill, start, center, end, firstBaseline, lastBaseline
    }

    var axis: Axis
    var distribution: Distribution
    var alignment: Alignment
    var spacing: Rational
    /// Whether it arranges within its margins, which stating its margins implies.
    var isWithinMargins: Bool
    /// Whether distances are between baselines and not edges.
    var isBaselineRelative: Bool

    init(of view: IBView, file: IBFile) {
        let isMac = file.platform == .macOS
        axis = file.varied(isMac ? "orientation" : "axis", of: view) == "vertical" ? .vertical : .horizontal
        switch file.varied("distribution", of: view) {
        case "fillEqually": distribution = .fillEqually
        case "fillProportionally": distribution = .fillProportionally
        case "equalSpacing": distribution = .equalSpacing
        case "equalCentering": distribution = .equalCentering
        case "fill": distribution = .fill
        default: distribution = isMac ? .gravityAreas : .fill
        }
        switch file.varied("alignment", of: view) {
        case "leading", "top", "left": alignment = .start
        case "trailing", "bottom", "right": alignment = .end
        case "center", "centerX", "centerY": alignment = .center
        case "firstBaseline": alignment = .firstBaseline
        case "lastBaseline": alignment = .lastBaseline
        case "width", "height": alignment = .fill
        default: alignment = isMac ? .center : .fill
        }
        let standard: Rational = isMac || view.attribute("spacingType") == "standard" ? 8 : 0
        spacing = file.varied("spacing", of: view).flatMap(IBNumber.exact) ?? standard
        isWithinMargins = !isMac && StackArrangement.hasMargins(view)
        isBaselineRelative = view.isSet("baselineRelativeArrangement") && axis == .vertical
    }

    static func hasMargins(_ view: IBView) -> Bool {
        view.element.child(key: "layoutMargins") != nil || view.element.child(key: "directionalLayoutMargins") != nil
    }

    // MARK: - Attributes along and across

    /// Returns the attribute of the stack view for an attribute of its arranged views at its edge.
    func canvas(_ attribute: LayoutAttribute) -> LayoutAttribute {
        guard isWithinMargins else { return attribute }
        switch attribute {
        case .leading: return .leadingMargin
        case .trailing: return .trailingMargin
        case .top: return .topMargin
        case .bottom: return .bottomMargin
        case .centerX: return .centerXWithinMargins
        case .centerY: return .centerYWithinMargins
        default: return attribute
        }
    }

    var start: LayoutAttribute { axis == .horizontal ? .leading : .top }
    var end: LayoutAttribute { axis == .horizontal ? .trailing : .bottom }
    var center: LayoutAttribute { axis == .horizontal ? .centerX : .centerY }
    var length: LayoutAttribute { axis == .horizontal ? .width : .height }
    var crossStart: LayoutAttribute { axis == .horizontal ? .top : .leading }
    var crossEnd: LayoutAttribute { axis == .horizontal ? .bottom : .trailing }
    var crossCenter: LayoutAttribute { axis == .horizontal ? .centerY : .centerX }
    var crossLength: LayoutAttribute { axis == .horizontal ? .height : .width }
}

extension IBFile {
    /// Returns an attribute, from the variation that matches most of the canvas' traits if there is a variation.
    func varied(_ name: String, of view: IBView) -> String? {
        var value = view.attribute(name)
        var weight = -1
        for variation in view.element.children where variation.name == "variation" {
            let key = variation["key"] ?? ""
            guard let own = variation[name], traits.match(key), IBTraits.weight(key) > weight else { continue }
            value = own
            weight = IBTraits.weight(key)
        }
        return value
    }
}
