internal import JSON
internal import LayoutModel

// Adding and removing views and constraints.
extension ChangingDocument {
    mutating func setActive(_ name: ConstraintName, _ isActive: Bool) throws(ImportError) {
        let index = try constraint(name)
        if document.constraints[index].isActive == isActive {
            throw invalid(
                "/" + name.key, isActive ? "is-active" : "is-inactive",
                "\"\(document.constraints[index].id)\" is already \(isActive ? "active" : "inactive")")
        }
        document.constraints[index].isActive = isActive
        touched.constraints.insert(index)
        touched.isOfConstants = false
        try settle(at: "/" + name.key)
    }

    mutating func addConstraint(_ given: JSONTree) throws(ImportError) {
        if document.isFragment { throw isFragment("shows only some of the views") }
        var number = document.constraints.count + 1
        // A visual format's id is the prefix of its constraints' ids.
        while indexOfConstraint("c\(number)") != nil || indexOfConstraint("c\(number).1") != nil { number += 1 }
        let entry = document.constraints.count
        let named = given.named("c\(number)")
        lastAdded = named
        if let constraint = readAlone(named) {
            touched.came += 1
            document.constraints.append(constraint)
            forgetTables()
            return
        }
        try readAgain(adding: named, givenAs: given, isView: false, place: "/constraints/\(entry)", as: "/constraint")
    }

    /// Reads one constraint on its own, with the same result as reading the whole document. Returns nil if only the whole
    /// document determines its meaning.
    private mutating func readAlone(_ named: JSONTree) -> LayoutConstraint? {
        guard document.constraints.count < limits.constraints, let id = named["id"]?.string, indexOfConstraint(id) == nil
        else { return nil }
        return ElementImporter(comingInto: document, limits)?.constraint(named)
    }

    mutating func addView(_ given: JSONTree) throws(ImportError) {
        if document.isFragment { throw isFragment("shows only some of the views") }
        // An error for a duplicate id has the place of the other one.
        if document.views.count < limits.views, let id = given["id"]?.string, indexOfView(id) == nil,
            let view = ElementImporter(comingInto: document, limits)?.view(given)
        {
            touched.isOfPlaces = true
            document.views.append(view)
            forgetTables()
            return
        }
        let entry = document.views.count { $0.kind != .content }
        try readAgain(adding: given, givenAs: given, isView: true, place: "/views/\(entry)", as: "/view")
    }

    mutating func removeView(_ id: String) throws(ImportError) {
        let index = try view(id)
        if index == document.root { throw invalid("/id", "root", "the root cannot be removed") }
        try remove(views: isWithin(index))
        try settle(at: "/id")
    }

    /// Returns of each view whether it is the one with this index or a descendant of it.
    private func isWithin(_ index: Int) -> [Bool] {
        var known = [Bool?](repeating: nil, count: document.views.count)
        known[document.root] = false
        known[index] = true
        // Superviews may come after their subviews.
        var path: [Int] = []
        for start in document.views.indices {
            var view = start
            while known[view] == nil, let parent = document.views[view].parent {
                path.append(view)
                view = parent
            }
            for passed in path { known[passed] = known[view] ?? false }
            path.removeAll(keepingCapacity: true)
        }
        return known.map { $0 ?? false }
    }

    mutating func removeConstraint(_ index: Int, named name: ConstraintName) throws(ImportError) {
        if document.recordedBroken == nil {
            touched.removeConstraint(index, of: document.constraints.count)
            document.constraints.remove(at: index)
        } else {
            let id = document.constraints[index].id
            removeConstraints { $0.id == id }
        }
        try settle(at: "/" + name.key)
    }

    /// Removes constraints, and updates the index of the recorded broken constraint.
    private mutating func removeConstraints(where isGone: (LayoutConstraint) -> Bool) {
        touched.isOfPlaces = true
        let recorded = document.recordedBroken.map { document.constraints[$0].id }
        document.constraints.removeAll(where: isGone)
        document.recordedBroken = recorded.flatMap { id in document.constraints.firstIndex { $0.id == id } }
    }

    /// Removes views, and constraints that name one of them.
    private mutating func remove(views isGone: [Bool]) throws(ImportError) {
        var next = 0
        let places = isGone.map { isGone in
            defer { if !isGone { next += 1 } }
            return isGone ? -1 : next
        }
        if !document.assertions.isEmpty {
            let names = Set(document.views.indices.filter { isGone[$0] }.map { document.views[$0].id })
            document.assertions.removeAll { $0.items.contains(where: names.contains) }
        }
        removeConstraints { isGone[$0.first.item] || ($0.second.map { isGone[$0.item] } ?? false) }
        for index in document.constraints.indices {
            document.constraints[index].first.item = places[document.constraints[index].first.item]
            if let second = document.constraints[index].second { document.constraints[index].second?.item = places[second.item] }
        }
        document.views = document.views.indices.filter { !isGone[$0] }.map { document.views[$0] }
        for index in document.views.indices { document.views[index].parent = document.views[index].parent.map { places[$0] } }
        document.root = places[document.root]
    }
}

extension JSONTree {
    /// Returns the constraint as an object with an id: its own, or else the given one.
    fileprivate func named(_ id: String) -> JSONTree {
        switch self {
        case .string(var text):
            let key = text.withUTF8 { VisualFormatText.isOne($0) } ? "visual" : "equation"
            return .object([Member(key: "id", value: .string(id)), Member(key: key, value: self)])
        case .object(let members):
            let hasName = members.contains { $0.key == "id" && $0.value != .null }
            return hasName ? self : .object([Member(key: "id", value: .string(id))] + members.filter { $0.key != "id" })
        default: return self
        }
    }
}
