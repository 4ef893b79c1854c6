import ExactArithmetic
import LayoutModel

// The same layout said otherwise, for what may not depend on how it is said.

extension LayoutDocument {
    /// With other names of views and constraints; every other name is a prefix of the one after.
    var renamed: LayoutDocument {
        var document = self
        for view in views.indices { document.views[view].id = String(repeating: "x.", count: view % 3) + "w\(view / 3)" }
        for constraint in constraints.indices { document.constraints[constraint].id = "x.w\(constraint).width>=0" }
        return document
    }

    /// With views and constraints the other way round; content areas stay behind all other views.
    var reversed: LayoutDocument {
        let order = views.indices.filter { views[$0].kind != .content }.reversed() + views.indices.filter { views[$0].kind == .content }
        var places = Array(repeating: 0, count: views.count)
        for (place, view) in order.enumerated() { places[view] = place }
        var document = self
        document.root = places[root]
        document.views = order.map { views[$0] }
        for view in document.views.indices { document.views[view].parent = document.views[view].parent.map { places[$0] } }
        document.constraints = constraints.reversed().map { constraint in
            var constraint = constraint
            constraint.first.item = places[constraint.first.item]
            constraint.second = constraint.second.map { LayoutAnchor(places[$0.item], $0.attribute) }
            return constraint
        }
        document.recordedBroken = recordedBroken.map { constraints.count - 1 - $0 }
        return document
    }

    /// With more views and constraints, which have nothing to do with the others.
    var inCompany: LayoutDocument {
        var document = self
        let first = views.count
        for number in 0..<3 { document.views.append(LayoutView(id: "company\(number)", parent: root, className: "UILabel")) }
        for number in 0..<3 {
            let view = first + number
            func add(_ attribute: LayoutAttribute, to second: LayoutAnchor?) {
                document.constraints.insert(
                    LayoutConstraint(id: "company\(number).\(attribute)", first: LayoutAnchor(view, attribute), second: second, constant: 5), at: 0)
            }
            add(.width, to: nil)
            add(.height, to: nil)
            add(.left, to: LayoutAnchor(number == 0 ? root : view - 1, .left))
            add(.top, to: LayoutAnchor(number == 0 ? root : view - 1, .top))
        }
        return document
    }

    /// With each constraint between two attributes written from the other side.
    var turned: LayoutDocument {
        var document = self
        for index in constraints.indices {
            let constraint = constraints[index]
            guard let second = constraint.second, let factor = constraint.constant.divided(by: constraint.multiplier),
                let multiplier = (1 as Rational).divided(by: constraint.multiplier), constraint.multiplier.isPositive,
                constraint.unknownConstant == nil
            else { continue }
            document.constraints[index].first = second
            document.constraints[index].second = constraint.first
            document.constraints[index].multiplier = multiplier
            document.constraints[index].constant = -factor
            document.constraints[index].relation =
                switch constraint.relation {
                case .equal: .equal
                case .lessThanOrEqual: .greaterThanOrEqual
                case .greaterThanOrEqual: .lessThanOrEqual
                }
        }
        return document
    }
}
