internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import Simplex

/// A conflict as one sentence of arithmetic: `8 + 60 + 8 = 76, but root.width is 70 (over-constrained by 6 pt)`.
///
/// The *subject* is one size, which is compared with the sum of what the other rows require. The numbers are those of the proof,
/// rounded for reading: each row's constant, times its factor in relation to the subject's.
struct ConflictSentence {
    let system: LoweredSystem
    let conflict: ProvenConflict
    let names: ViewNames
    /// The row of the size to compare with the sum of the others, or nil to choose one.
    var subjectRow: Int?

    var explanation: Conflict.Explanation {
        if conflict.rows.count == 1, let row = conflict.rows.first { return Conflict.Explanation("\(equation(of: row)) can never hold", .rows) }
        if conflict.rows.count == 2 { return Conflict.Explanation(pair, .rows) }
        if let center { return sentenceAboutOne(center) }
        if let sum = sumOfParts { return sum }
        let hasRoom = conflict.rows.contains(where: isNonNegative)
        if let subject, !hasRoom || conflict.rows.indices.contains(where: { $0 != subject && !constant($0).isZero }) {
            return isRoomClearer(than: subject) ? sentenceAboutRoom : Conflict.Explanation(sentence(about: subject), .sum)
        }
        if hasRoom { return sentenceAboutRoom }
        return sentenceAboutCycle
    }

    // MARK: - Two rows

    private var pair: String {
        if let room = conflict.rows.firstIndex(where: isNonNegative) { return "\(equation(of: conflict.rows[1 - room])), but no size is negative" }
        let text = "\(equation(of: conflict.rows[0])) and \(equation(of: conflict.rows[1])) cannot both hold"
        // With different scales, there is no single distance.
        guard let scale = conflict.factors.first?.magnitude, conflict.factors.allSatisfy({ $0.magnitude == scale }) else { return text }
        return "\(text) (\(number(conflict.sum.magnitude * scale.reciprocal)) pt apart)"
    }

    // MARK: - A size against a sum

    /// The place of the subject among the rows: the root's size, or an externally imposed one, or else the size with the least
    /// factor. Of several such sizes it is the one to which the others only add, as to a container's, and then the largest.
    private var subject: Int? {
        if let subjectRow { return conflict.rows.firstIndex(of: subjectRow) }
        let sizes = conflict.rows.indices.filter { !isNonNegative(conflict.rows[$0]) && size(of: conflict.rows[$0]) != nil }
        if let root = sizes.first(where: { if case .implicit(.rootSize) = system.rows[conflict.rows[$0]].kind { true } else { false } }) {
            return root
        }
        if let external = sizes.first(where: { system.constraint(of: conflict.rows[$0])?.isExternalSize ?? false }) { return external }
        guard let least = sizes.map({ conflict.factors[$0].magnitude }).min() else { return nil }
        let candidates = sizes.filter { conflict.factors[$0].magnitude == least }.map { (place: $0, differences: differences(besides: $0)) }
        return candidates.min { a, b in
            a.differences == b.differences ? constant(a.place).magnitude > constant(b.place).magnitude : a.differences < b.differences
        }?.place
    }

    /// Returns how many numbers are subtracted in the sum of the rows other than a size's.
    private func differences(besides subject: Int) -> Int {
        guard let size = size(of: conflict.rows[subject]) else { return 0 }
        let isFlipped = (conflict.factors[subject] * size.coefficient).isNegative
        return conflict.rows.indices.count { place in
            place != subject && (isFlipped ? -conflict.factors[place] * constant(place) : conflict.factors[place] * constant(place)).isNegative
        }
    }

    /// Returns whether the conflict is about the one view that would have a negative size, rather than about a size that is one of many
    /// lengths along the line: the sum of the others would have to subtract some.
    private func isRoomClearer(than subject: Int) -> Bool {
        guard subjectRow == nil, let constraint = system.constraint(of: conflict.rows[subject]), constraint.origin == .user
        else { return false }
        return conflict.rows.count(where: isNonNegative) == 1 && differences(besides: subject) > 0
    }

    private func sentence(about subject: Int) -> String {
        guard let size = size(of: conflict.rows[subject]) else { return "" }
        // At this scale the subject reads `size - value`, so the others add up to what they ask of it.
        let scale = (conflict.factors[subject] * size.coefficient).reciprocal
        let sum = Sum(places.filter { $0 != subject }.map { Sum.Product(conflict.factors[$0] * scale, constant($0)) }, number)
        let excess = conflict.sum * scale
        let others = conflict.rows.indices.filter { $0 != subject && !constant($0).isZero }
        // Of what can be less, a sum that is too small is the most.
        let isMost = excess.isNegative && conflict.rows.indices.contains { $0 != subject && !system.isEquality(conflict.rows[$0]) }
        var left = isMost ? "\(sum.text) at most" : sum.text
        if sum.total.isZero, others.isEmpty {
            let zero = conflict.rows.indices.lazy.filter { $0 != subject }.compactMap { self.size(of: conflict.rows[$0]) }.first
            guard let zero else {
                return "the other constraints require \(size.name) to be 0, but \(size.text) (\(number(excess.magnitude)) pt too much)"
            }
            left = zero.text
        } else if sum.isPlain, let only = others.first {
            let row = conflict.rows[only]
            left =
                self.size(of: row).flatMap { $0.value == sum.total ? $0.text : nil }
                ?? "\(equation(of: row)) makes \(size.name) \(isMost ? "at most " : "")\(sum.text)"
        }
        return "\(left), but \(size.text) (\(difference(excess)))"
    }

    private func difference(_ excess: Rational) -> String {
        let points = "\(number(excess.magnitude)) pt"
        return excess.isPositive ? "over-constrained by \(points)" : "\(points) short"
    }

    // MARK: - Parts of a container's length

    /// The sum of a conflict in which lengths are parts of a container's length, with the length that it has; nil if there are none, and if the
    /// container's length would not be compared with anything.
    private var sumOfParts: Conflict.Explanation? {
        let ofContainers = conflict.rows.filter { ContainerParts.container($0, in: system) != nil }
        if ofContainers.isEmpty { return nil }
        let sentence = ofFixedSize ?? self
        guard let subject = sentence.subject, let size = sentence.size(of: sentence.conflict.rows[subject]) else { return nil }
        guard let parts = ContainerParts(sentence.conflict, in: system) else {
            // Whole lengths of a container leave the sum of the proof as it is.
            let isWhole = ofContainers.allSatisfy { system.constraint(of: $0)?.multiplier.isOne ?? true }
            return isWhole ? nil : conflict.rows.indices.last(where: isPin).map(sentenceAboutOne)
        }
        guard let scale = Rational.one.divided(by: parts.factors[subject] * size.coefficient) else { return nil }
        return sentence.sum(of: parts, about: subject, size, scale)
    }

    private func sum(of parts: ContainerParts, about subject: Int, _ size: SizeRow, _ scale: Rational) -> Conflict.Explanation {
        let products = places.filter { $0 != subject }.flatMap { place in
            let length = parts.lengths[place].map { Sum.Product($0.factor * scale, $0.length, isShare: true) }
            return [length, Sum.Product(parts.factors[place] * scale, constant(place))].compactMap(\.self)
        }
        let excess = conflict.sum * scale
        let isMost = excess.isNegative && conflict.rows.indices.contains { $0 != subject && !system.isEquality(conflict.rows[$0]) }
        var explanation = Conflict.Explanation(
            "\(Sum(products, number).text)\(isMost ? " at most" : ""), but \(size.text) (\(difference(excess)))", .sum)
        explanation.comparison = Conflict.Explanation.Comparison(size: system.id(of: conflict.rows[subject]), excess: excess)
        return explanation
    }

    /// The sentence with the fixed size of a container in place of the row that it is not negative, such as that of the root; nil for other conflicts.
    /// Contents that are longer than the container at any size contradict that row alone.
    private var ofFixedSize: ConflictSentence? {
        guard let room = conflict.rows.indices.first(where: { isNonNegative(conflict.rows[$0]) }),
            let term = system.terms(of: conflict.rows[room]).first,
            let row = system.rows.indices.first(where: { row in
                let terms = system.terms(of: row)
                return terms.count == 1 && terms.first?.variable == term.variable && system.isEquality(row) && system.isRequired(row)
            }), let own = system.terms(of: row).first?.coefficient, let factor = (conflict.factors[room] * term.coefficient).divided(by: own)
        else { return nil }
        let others = conflict.rows.indices.filter { $0 != room }.map { RowFactor(conflict.rows[$0], conflict.factors[$0]) }
        let changed = ProvenConflict(others + [RowFactor(row, factor)], sum: conflict.sum + factor * system.rows[row].constant)
        return ConflictSentence(system: system, conflict: changed, names: names)
    }

    /// Returns whether the row at a place connects two edges.
    private func isPin(_ place: Int) -> Bool {
        system.constraint(of: conflict.rows[place]).map { $0.second != nil && $0.first.attribute.kind != .size } ?? false
    }

    // MARK: - No size is given

    /// The sentence of a conflict with `>= 0` rows: views would have to have negative sizes.
    private var sentenceAboutRoom: Conflict.Explanation {
        let rooms = conflict.rows.indices.filter { isNonNegative(conflict.rows[$0]) }
        let least = rooms.map { conflict.factors[$0] }.min() ?? .one
        let sum = Sum(places.map { Sum.Product(conflict.factors[$0] * least.reciprocal, constant($0)) }, number)
        let lengths = rooms.map { place -> String in
            let name = size(of: conflict.rows[place])?.name ?? equation(of: conflict.rows[place])
            let factor = conflict.factors[place] * least.reciprocal
            return factor.isOne ? name : "\(factor.factorReadingText) * \(name)"
        }
        return Conflict.Explanation("\(sum.text) pt would be left for \(lengths.joined(separator: " + ")), which cannot be negative", .room)
    }

    /// The sentence of a conflict without any size: relations that form a cycle.
    private var sentenceAboutCycle: Conflict.Explanation {
        let scale = conflict.factors.map(\.magnitude).min() ?? .one
        let offset = conflict.rows.indices.filter { !constant($0).isZero }
        if offset.count == 1, let only = offset.first { return sentenceAboutOne(only) }
        let sum = Sum(places.map { Sum.Product(-conflict.factors[$0] * scale.reciprocal, constant($0)) }, number)
        return Conflict.Explanation("\(sum.text), but these constraints form a cycle, so their constants must add up to 0", .cycle)
    }

    // MARK: - One row against the others

    /// The place of the first constraint of a center, or nil. Sizes count half in it, so that a sum would contain twice the
    /// numbers of the layout.
    private var center: Int? {
        conflict.rows.indices.first { place in
            guard let constraint = system.constraint(of: conflict.rows[place]) else { return false }
            return [constraint.first, constraint.second].contains { $0?.attribute == .centerX || $0?.attribute == .centerY }
        }
    }

    private func sentenceAboutOne(_ place: Int) -> Conflict.Explanation {
        let distance = conflict.sum * conflict.factors[place].reciprocal
        let apart = distance.magnitude
        // Insets and superviews' origins are part of the row's constant, but not of the constraint's.
        if let written = system.constraint(of: conflict.rows[place])?.constant, written == -constant(place) {
            let isOpen = conflict.rows.indices.contains { $0 != place && !system.isEquality(conflict.rows[$0]) }
            let limit = !isOpen ? "" : distance.isNegative ? "at most " : "at least "
            let text =
                "\(equation(of: conflict.rows[place])), but the other \(conflict.rows.count - 1) constraints require "
                + "\(limit)\(number(written + distance)) in place of \(number(written))"
            return Conflict.Explanation(text, .distance)
        }
        let text = "\(equation(of: conflict.rows[place])) is \(number(apart)) pt off what the other \(conflict.rows.count - 1) constraints require"
        return Conflict.Explanation(text, .distance)
    }

    // MARK: - Parts

    /// The places of the members in the order of the chain that they form.
    private var places: [Int] {
        let order = ChainOrder.rows(conflict.rows, from: subject.map { conflict.rows[$0] }, in: system)
        let places = Dictionary(zip(conflict.rows, conflict.rows.indices)) { first, _ in first }
        return order.compactMap { places[$0] }
    }

    /// Returns a number as text, rounded unless the contradiction is so small that rounding would hide it.
    private func number(_ value: Rational) -> String { isFine ? value.decimalText() : value.readingText }

    private var isFine: Bool {
        guard let largest = conflict.factors.lazy.map(\.magnitude).max() else { return false }
        return conflict.sum.magnitude * Rational(20) < largest
    }

    private func size(of row: Int) -> SizeRow? { SizeRow(row, in: system, names, number) }

    private func equation(of row: Int) -> String { system.equation(of: row, by: names) }

    private func constant(_ place: Int) -> Rational { system.rows[conflict.rows[place]].constant }

    private func isNonNegative(_ row: Int) -> Bool {
        if case .implicit(.nonNegative) = system.rows[row].kind { true } else { false }
    }
}

/// A sum of products as text: `8 + 2 * 30 - 4 = 64`, or `8 + 2 * (30 - 4) = 60` for those with one factor. Products that are 0 are omitted.
private struct Sum {
    let text: String
    let total: Rational
    /// Whether the text is a single number, which does not show the row that it comes from.
    let isPlain: Bool

    /// A number with its factor.
    struct Product {
        let factor: Rational
        let number: Rational
        /// Whether the factor is that of a part of a length, which is written beside the product.
        let isShare: Bool

        init(_ factor: Rational, _ number: Rational, isShare: Bool = false) {
            (self.factor, self.number, self.isShare) = (factor, number, isShare)
        }

        var value: Rational { factor * number }
    }

    init(_ products: [Product], _ text: (Rational) -> String) {
        var groups: [(factor: Rational, numbers: [Rational], isShare: Bool)] = []
        for product in products where !product.value.isZero {
            let factor = product.factor.magnitude
            let signed = product.factor.isNegative ? -product.number : product.number
            if !factor.isOne, !product.isShare, let known = groups.firstIndex(where: { $0.factor == factor && !$0.isShare }) {
                groups[known].numbers.append(signed)
            } else {
                groups.append((factor, [signed], product.isShare))
            }
        }
        // In a longer sum, a fraction such as that of an aspect ratio is written beside its product.
        let isLong = groups.count > 1
        let terms = groups.map { group in
            let isShare = isLong && group.numbers.count == 1 && (Sum.isFraction(group.factor) || group.isShare && !group.factor.isOne)
            return isShare ? Sum.share(group.factor, group.numbers[0], text) : Sum.term(group.factor, group.numbers, text)
        }
        // A reader adds first, and then subtracts.
        let sum = Sum.joined(terms.filter { !$0.isNegative } + terms.filter(\.isNegative))
        total = products.reduce(.zero) { $0 + $1.value }
        isPlain = groups.allSatisfy { $0.factor.isOne } && groups.count < 2
        self.text = groups.isEmpty ? "0" : isPlain ? sum : "\(sum) = \(text(total))"
    }

    private typealias Term = (isNegative: Bool, text: String)

    /// Returns the product of a factor and the sum of all numbers with that factor, which begins with one that is added, if there is one.
    private static func term(_ factor: Rational, _ numbers: [Rational], _ text: (Rational) -> String) -> Term {
        guard numbers.count > 1 else { return (numbers[0].isNegative, product(factor, numbers[0].magnitude, text)) }
        let ordered = numbers.filter { !$0.isNegative } + numbers.filter(\.isNegative)
        let isNegative = ordered[0].isNegative
        let inner = joined(ordered.map { ($0.isNegative != isNegative, text($0.magnitude)) })
        return (isNegative, product(factor, "(\(inner))"))
    }

    /// Returns whether a factor is neither a whole number nor a whole part.
    private static func isFraction(_ factor: Rational) -> Bool { !factor.isInteger && !factor.reciprocal.isInteger }

    /// Returns a product as the number that it is, with its factor in brackets: `160 (16/9 of 90)`.
    private static func share(_ factor: Rational, _ number: Rational, _ text: (Rational) -> String) -> Term {
        let share = factor.equationText.replacing(":", with: "/")
        let origin = "\(share) \(share.contains("/") ? "of" : "times") \(text(number.magnitude))"
        return (number.isNegative, "\(text(factor * number.magnitude)) (\(origin))")
    }

    private static func joined(_ terms: [Term]) -> String {
        terms.enumerated().map { number, term in
            (number == 0 ? (term.isNegative ? "-" : "") : term.isNegative ? " - " : " + ") + term.text
        }.joined()
    }

    /// Returns a product as text, with an exact factor: `2 * 30`, `10 / 3`, `375/667 * 300`.
    private static func product(_ factor: Rational, _ number: Rational, _ text: (Rational) -> String) -> String {
        product(factor, text(number))
    }

    private static func product(_ factor: Rational, _ text: String) -> String {
        if factor.isOne { return text }
        if factor.isInteger { return "\(factor) * \(text)" }
        return factor.reciprocal.isInteger ? "\(text) / \(factor.reciprocal)" : "\(factor.equationText.replacing(":", with: "/")) * \(text)"
    }
}

/// A row that states the size of a view, or a bound of it.
private struct SizeRow {
    /// The size in words, such as `title.width`.
    let name: String
    let value: Rational
    let coefficient: Rational
    /// The row in words, such as `title.width is at least 60`.
    let text: String

    init?(_ row: Int, in system: LoweredSystem, _ names: ViewNames, _ number: (Rational) -> String) {
        let lowered = system.rows[row]
        let terms = system.terms(of: row)
        guard terms.count == 1, let term = terms.first, case .frame(let view, let dimension) = system.variables[term.variable],
            dimension == .width || dimension == .height, let value = (-lowered.constant).divided(by: term.coefficient)
        else { return nil }
        let name = "\(system.document.itemText(view, by: names)).\(dimension.name)"
        let relation = lowered.isEquality ? "is" : term.coefficient.isPositive ? "is at least" : "is at most"
        let amount = number(value)
        // Alignment insets lie between what is written and the frame.
        func framed(_ written: Rational?, _ origin: String) -> String {
            written == value ? "\(name) \(relation) \(amount)\(origin)" : "by \(system.equation(of: row, by: names)), its frame \(relation) \(amount)"
        }
        switch lowered.kind {
        case .constraint(let index):
            let constraint = system.document.constraints[index]
            guard constraint.second == nil else { return nil }
            text = framed(constraint.constant, "")
        case .implicit(.hugging), .implicit(.compressionResistance):
            let intrinsic = system.document.views[view].intrinsicContentSize
            let isHugging = if case .implicit(.hugging) = lowered.kind { true } else { false }
            text = framed(dimension == .width ? intrinsic.width : intrinsic.height, isHugging ? " by content hugging" : " by compression resistance")
        case .implicit(.rootSize), .implicit(.nonNegative), .implicit(.baseline): text = "\(name) \(relation) \(amount)"
        case .implicit(.autoresizing): text = "\(name) \(relation) \(amount) by its autoresizing mask"
        case .implicit(.insets), .implicit(.fitting): return nil
        }
        self.name = name
        self.value = value
        coefficient = term.coefficient
    }
}
