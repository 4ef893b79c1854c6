internal import LayoutModel

/// A canonical order of a document's constraints. Answers that are computed in it do not depend on the order in the document.
struct ConstraintOrder {
    /// For each constraint in this order, its index in the document.
    private let places: [Int]

    init(of document: LayoutDocument) {
        var numbers: [LayoutAttribute: Int] = [:]
        for (number, attribute) in LayoutAttribute.allCases.enumerated() { numbers[attribute] = number }
        let keys = document.constraints.map { Key($0, numbers) }
        places = document.constraints.indices.sorted { one, other in
            if keys[one] != keys[other] { return keys[one] < keys[other] }
            let (a, b) = (document.constraints[one], document.constraints[other])
            if a.multiplier != b.multiplier { return a.multiplier < b.multiplier }
            if a.constant != b.constant { return a.constant < b.constant }
            return a.priority == b.priority ? a.id < b.id : a.priority < b.priority
        }
    }

    /// Returns the index in the document of the constraint at an index in this order.
    func place(of index: Int) -> Int { places[index] }

    /// Returns the document with its constraints in this order.
    func ordered(_ document: LayoutDocument) -> LayoutDocument {
        var ordered = document
        for (index, place) in places.enumerated() { ordered.constraints[index] = document.constraints[place] }
        return ordered
    }

    /// Returns a document, whose constraints are in this order, with the constraints in the document's order and added ones last.
    func listed(_ ordered: LayoutDocument) -> LayoutDocument {
        var listed = ordered
        for (index, place) in places.enumerated() { listed.constraints[place] = ordered.constraints[index] }
        return listed
    }

    /// The sort key of a constraint.
    private struct Key: Comparable {
        let first: Int
        let second: Int
        let relation: Int

        init(_ constraint: LayoutConstraint, _ numbers: [LayoutAttribute: Int]) {
            func number(_ anchor: LayoutAnchor) -> Int { anchor.item * numbers.count + (numbers[anchor.attribute] ?? 0) }
            first = number(constraint.first)
            second = constraint.second.map(number) ?? -1
            relation =
                switch constraint.relation {
                case .equal: 0
                case .lessThanOrEqual: 1
                case .greaterThanOrEqual: 2
                }
        }

        static func < (one: Key, other: Key) -> Bool {
            (one.first, one.second, one.relation) < (other.first, other.second, other.relation)
        }
    }
}
