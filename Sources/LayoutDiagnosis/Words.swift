internal import ExactArithmetic
internal import LayoutModel
internal import StandardAdditions

// Numbers, sizes and rows in sentences of diagnoses.
extension ConflictFacts {
    /// A number for reading: at most two decimals.
    func number(_ value: Rational) -> String { value.readingText }

    /// A multiplier for reading: at most two decimals, or the fraction that it is.
    func multiple(_ value: Rational) -> String {
        let fraction = value.description
        return value.isDecimal(places: 2) || fraction.utf8.count > 5 ? number(value) : fraction
    }

    /// `400 wide`, `44 high`.
    func size(_ length: Rational, _ axis: Axis) -> String { "\(number(length)) \(axis == .horizontal ? "wide" : "high")" }

    /// Returns the words for a row: `is 60 wide`, `starts 8 after the left edge of X`.
    func says(_ row: DiagnosedRow) -> String {
        let relation =
            switch row.relation {
            case .equal: ""
            case .lessThanOrEqual: "at most "
            case .greaterThanOrEqual: "at least "
            }
        let subject = name(row.first.item)
        guard let second = row.second else {
            if row.first.attribute.kind == .size { return "\(subject) is \(relation)\(size(row.constant, row.axis))" }
            return "the \(row.first.attribute.words) of \(subject) is \(relation)\(number(row.constant))"
        }
        if row.multiplier.isZero {
            return "the \(row.first.attribute.words) of \(subject) is \(relation)\(number(row.constant)), since its multiplier is 0"
        }
        if row.isRatio {
            let verb = row.relation == .equal && row.multiplier.isOne ? "equals" : "is"
            let factor = row.multiplier.isOne ? "" : "\(multiple(row.multiplier)) times "
            return "the \(row.first.attribute.words) of \(subject) \(verb) \(relation)\(factor)its \(second.attribute.words)"
        }
        return "the \(row.first.attribute.words) of \(subject) \(row.relation == .equal ? "equals" : "is") "
            + "\(relation)\(share(row.multiplier))the \(second.attribute.words) of \(name(second.item))\(offset(row.constant))"
    }

    /// Returns a factor before its attribute: `0.5 times `, `1/3 of `; empty for 1.
    private func share(_ factor: Rational) -> String {
        let text = multiple(factor)
        return factor.isOne ? "" : text.contains("/") ? "\(text) of " : "\(text) times "
    }

    private func offset(_ constant: Rational) -> String {
        constant.isZero ? "" : constant.isNegative ? " minus \(number(-constant))" : " plus \(number(constant))"
    }

    /// Returns the value that a row gives the attribute that it determines, such as `60` or `the trailing edge of UIView minus 8`; nil
    /// if only a whole sentence can express it.
    func value(_ row: DiagnosedRow) -> String? { value(row, of: placed(row)) }

    /// Returns the value that a row gives one of its two sides.
    func value(_ row: DiagnosedRow, of side: LayoutAnchor) -> String? {
        let relation =
            switch row.relation {
            case .equal: ""
            case .lessThanOrEqual: "at most "
            case .greaterThanOrEqual: "at least "
            }
        guard let second = row.second else { return relation + number(row.constant) }
        if row.multiplier.isZero { return "\(relation)\(number(row.constant)) (its multiplier is 0)" }
        let isTurned = side != row.first
        if isTurned, !row.multiplier.isOne || row.relation != .equal { return nil }
        let (other, constant) = isTurned ? (row.first, -row.constant) : (second, row.constant)
        return "\(relation)\(share(row.multiplier))the \(other.attribute.words) of \(name(other.item))\(offset(constant))"
    }

    /// Returns the reasons of a diagnosis: each row in words.
    func because(_ rows: [DiagnosedRow]) -> [Diagnosis.Reason] {
        rows.prefix(6).map { Diagnosis.Reason(constraint: $0.id, says: says($0)) }
    }

    /// `the trailing pin of X`, `the height of X`.
    func title(_ row: DiagnosedRow) -> String {
        if row.isRatio { return "the aspect ratio of \(name(row.first.item))" }
        guard let second = row.second, second.item != row.first.item else {
            let limits: [LayoutRelation: String] = [.lessThanOrEqual: "maximum ", .greaterThanOrEqual: "minimum "]
            let limit = row.isSize ? limits[row.relation] ?? "" : ""
            return "the \(limit)\(row.first.attribute.words) of \(name(row.first.item))"
        }
        if let gap = gap(row) { return gap }
        let child = lies(second.item, inside: row.first.item) && !lies(row.first.item, inside: second.item) ? second : row.first
        return child.attribute.kind == .size
            ? "the \(child.attribute.words) of \(name(child.item))" : "the pin of the \(child.attribute.words) of \(name(child.item))"
    }

    /// Returns `the gap of 8 between X and Y` for the distance of a guide from a view that does not own it, since nobody changes a guide; nil
    /// for other rows.
    private func gap(_ row: DiagnosedRow) -> String? {
        guard let second = row.second, document.views[row.first.item].kind == .guide, document.views[second.item].kind != .guide,
            !lies(row.first.item, inside: second.item), row.multiplier.isOne,
            row.first.attribute.isNearEdge && second.attribute.isFarEdge || row.first.attribute.isFarEdge && second.attribute.isNearEdge
        else { return nil }
        let limits: [LayoutRelation: String] = [.lessThanOrEqual: "at most ", .greaterThanOrEqual: "at least "]
        let isAfter = row.first.attribute.isNearEdge
        let relation = limits[isAfter ? row.relation : row.relation.reversed] ?? ""
        let length = isAfter ? row.constant : -row.constant
        let views = isAfter ? [second.item, row.first.item] : [row.first.item, second.item]
        return "the gap of \(relation)\(number(length)) between \(views.map(name).listed())"
    }

    // MARK: Remedies

    /// `the height constraint of X`, or the title of a constraint that is no size.
    private func constraintTitle(_ row: DiagnosedRow) -> String {
        var title = title(row)
        let size = row.first.attribute
        guard size.kind == .size, let range = title.firstRange(of: "\(size.words) of ") else { return title }
        title.replaceSubrange(range, with: "\(size.words) constraint of ")
        return title
    }

    func lower(_ row: DiagnosedRow, why: String = "") -> Remedy {
        Remedy(
            .lowerPriority, [row.id], priority: 999, sentence: "Give \(constraintTitle(row)) (\(row.id)) a priority of 999\(why).",
            swift: "\(variable(row)).priority = UILayoutPriority(999)")
    }

    func remove(_ row: DiagnosedRow, why: String = "") -> Remedy {
        Remedy(.removeConstraint, [row.id], sentence: "Remove \(constraintTitle(row)) (\(row.id))\(why).", swift: "\(variable(row)).isActive = false")
    }

    /// Returns the remedy that lowers the priorities of all these constraints, of which there is at least one.
    func lower(_ rows: [DiagnosedRow], why: String = "") -> Remedy {
        if rows.count == 1 { return lower(rows[0], why: why) }
        return Remedy(.lowerPriority, rows.map(\.id), priority: 999, sentence: "Give \(titles(rows)) a priority of 999\(why).")
    }

    /// Returns the remedy that removes all these constraints, of which there is at least one.
    func remove(_ rows: [DiagnosedRow]) -> Remedy {
        rows.count == 1 ? remove(rows[0]) : Remedy(.removeConstraint, rows.map(\.id), sentence: "Remove \(titles(rows)).")
    }

    private func titles(_ rows: [DiagnosedRow]) -> String { rows.map { "\(constraintTitle($0)) (\($0.id))" }.listed() }

    /// A name for the constraint in a line of code.
    func variable(_ row: DiagnosedRow) -> String {
        let attribute = row.first.attribute.rawValue
        return "\(attribute)Constraint"
    }
}
