internal import ExactArithmetic
internal import LayoutAnalysis
public import LayoutModel

/// The reasons why optional constraints of a layout are not satisfied: the constraints that take precedence.
///
/// The rows that determine the positions and sizes of a constraint's views determine its error. If all of them have a higher
/// priority, the error is unavoidable.
public struct UnmetReasons {
    private let document: LayoutDocument
    private let names: ViewNames
    private let constraints: [String: Int]
    private let views: [String: Int]
    private var explainer: LayoutExplainer

    /// Returns nil if there was no time to solve the layout.
    ///
    /// - Parameter broken: the ids of broken rows, as in the report.
    public init?(_ document: LayoutDocument, broken: [String], options: AnalysisOptions) {
        guard !document.isFragment, let explainer = try? LayoutExplainer(document, broken: broken, options: options) else { return nil }
        self.document = document
        self.explainer = explainer
        names = ViewNames(document)
        constraints = Dictionary(document.constraints.indices.map { (document.constraints[$0].id, $0) }) { first, _ in first }
        views = Dictionary(document.views.indices.map { (document.views[$0].id, $0) }) { first, _ in first }
    }

    /// Returns, by id, a sentence for each of these rows that names what takes precedence. Rows for which that is not proven are
    /// omitted.
    public mutating func sentences(_ rows: [Unsatisfied]) -> [String: String] {
        var sentences: [String: String] = [:]
        for row in rows where row.priority < LayoutPriority.required {
            guard let index = constraints[row.id], let before = before(document.constraints[index]) else { continue }
            sentences[row.id] =
                before.isEmpty
                ? "required constraints determine it" : "\(before.joined(separator: ", and ")), which wins over \(number(row.priority))"
        }
        return sentences
    }

    // MARK: Deciding constraints

    /// The error of a constraint, and the derivative with respect to each view's content.
    private struct Miss {
        var value = Rational.zero
        var rows: [String] = []
        /// By view: positive if the error increases with the content along the constraint's axis.
        var contents: [Int: Rational] = [:]
    }

    /// Returns the constraints that take precedence, in words, or nil if something else also determines the error.
    private mutating func before(_ constraint: LayoutConstraint) -> [String]? {
        guard let error = error(of: constraint), !error.value.isZero else { return nil }
        let axis = constraint.first.attribute.axis
        var words: [String] = []
        for row in error.rows {
            let (priority, text): (Rational, String)
            if let view = content(row, axis) {
                // At its content's size a view neither shrinks nor grows; the direction determines which priority matters.
                let isToGrow = (error.contents[view] ?? .zero).isNegative != error.value.isNegative
                let name = names.name(of: view)
                priority = isToGrow ? document.views[view].hugging[axis] : document.views[view].compressionResistance[axis]
                text = "the \(isToGrow ? "content hugging" : "compression resistance") of \(name) is \(number(priority))"
            } else if let index = constraints[row] {
                priority = document.constraints[index].priority
                text = "\(document.phrase(of: document.constraints[index], by: names)) (\(row))"
            } else {
                // The fitting size of a root without a size has the lowest priority.
                if row.hasSuffix("==fitting") { return nil }
                continue
            }
            if priority <= constraint.priority { return nil }
            if priority < LayoutPriority.required { words.append(text) }
        }
        return words
    }

    private mutating func error(of constraint: LayoutConstraint) -> Miss? {
        var error = Miss(value: -constraint.constant)
        guard add(constraint.first, constraint, factor: .one, to: &error) else { return nil }
        if let second = constraint.second, !add(second, constraint, factor: -constraint.multiplier, to: &error) { return nil }
        return error
    }

    private mutating func add(_ anchor: LayoutAnchor, _ constraint: LayoutConstraint, factor: Rational, to error: inout Miss) -> Bool {
        let axis = constraint.first.attribute.axis
        let view = document.views[anchor.item]
        guard anchor.attribute.axis == axis, view.kind != .scroll, view.kind != .content, view.alignmentRectInsets == LayoutInsets(),
            let weights = weights(anchor, constraint), let affecting = try? explainer.affecting(view: anchor.item, axis: axis)
        else { return false }
        for value in affecting.values {
            let isSize = value.dimension == .width || value.dimension == .height
            let weight = factor * (isSize ? weights.size : weights.place)
            if weight.isZero { continue }
            guard let length = value.value else { return false }
            error.value = error.value + weight * length
            for row in value.rows {
                if !error.rows.contains(row.id) { error.rows.append(row.id) }
                guard let content = content(row.id, axis) else { continue }
                error.contents[content] = (error.contents[content] ?? .zero) + weight * row.part
            }
        }
        return true
    }

    /// Returns the weights of its view's position and size in an attribute, left to right, or nil for margins, baselines, and
    /// distant views.
    private func weights(_ anchor: LayoutAnchor, _ constraint: LayoutConstraint) -> (place: Rational, size: Rational)? {
        if constraint.first.attribute.kind == .size { return (.zero, .one) }
        guard let second = constraint.second else { return nil }
        var share: Rational
        switch anchor.attribute {
        case .left, .leading, .top: share = .zero
        case .right, .trailing, .bottom: share = .one
        case .centerX, .centerY: share = .half
        default: return nil
        }
        let (one, two) = (constraint.first.item, second.item)
        let (parent, other) = (document.views[one].parent, document.views[two].parent)
        guard parent == two || other == one || parent == other else { return nil }
        let isSpace = parent == two && anchor.item == two || other == one && anchor.item == one
        let place: Rational = isSpace ? .zero : .one
        let isDirectional = constraint.first.attribute.isDirectional || second.attribute.isDirectional
        guard document.direction == .rtl, isDirectional else { return (place, share) }
        // Right to left, locations are measured leftwards; the width of the space cancels if the factor is 1.
        guard constraint.multiplier.isOne else { return nil }
        if anchor.attribute.isDirectional { share = .one - share }
        return (-place, -share)
    }

    /// Returns the view whose content size along that axis the row is about.
    private func content(_ row: String, _ axis: Axis) -> Int? {
        if constraints[row] != nil { return nil }
        for part in [".hugging.", ".compressionResistance."] {
            let suffix = part + axis.rawValue
            if row.hasSuffix(suffix) { return views[String(row.dropLast(suffix.count))] }
        }
        return nil
    }

    private func number(_ value: Rational) -> String { value.readingText }
}
