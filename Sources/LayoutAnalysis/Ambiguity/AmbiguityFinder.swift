internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// A variable that is not constant on the set of optima.
struct VaryingVariable {
    var variable: Int
    var range: VariableRange
    var cause: Ambiguity.Cause
    /// The rows of the system whose violations change with the variable (they compete), ascending. Empty if it can change alone.
    var tied: [Int]
}

/// Finds the ambiguous attributes, with their ranges and causes.
struct AmbiguityFinder {
    /// Returns the variables of frames that vary, in the order of views. Variables whose ranges are too narrow to count
    /// (`VariableRange.counts`) are omitted.
    static func varying(in optimum: inout Optimum, budget: Budget) throws(Budget.Spent) -> [VaryingVariable] {
        let causes = try optimum.causes()
        var result: [VaryingVariable] = []
        /// The competing rows by leader (see `VariableRange`), since variables that change in proportion compete with the same
        /// rows.
        var tied: [Int: [Int]] = [:]
        for (index, variable) in try optimum.varyingVariables().enumerated() {
            // The range of a view that no constraint names takes no pivots, but memory.
            if index % piece == 0 { try budget.check() }
            let range = try optimum.range(of: variable)
            if !range.counts { continue }
            guard case .tie(let rows) = causes[variable] else {
                result.append(VaryingVariable(variable: variable, range: range, cause: .underconstrained, tied: []))
                continue
            }
            let leader = range.leader.variable
            let sources = tied[leader] ?? Set(rows.map { optimum.problem.rows[$0].source }).sorted()
            tied[leader] = sources
            result.append(VaryingVariable(variable: variable, range: range, cause: .priorityTie, tied: sources))
        }
        return result
    }

    /// The number of ranges that are found between two questions for time and memory.
    private static let piece = 128

    /// Returns the ambiguities, one for each view and cause.
    static func ambiguities(of varying: [VaryingVariable], in optimum: Optimum) -> [(ambiguity: Ambiguity, variables: [VaryingVariable])] {
        let system = optimum.system
        var groups: [(ambiguity: Ambiguity, variables: [VaryingVariable])] = []
        var places: [GroupKey: Int] = [:]
        for entry in varying {
            guard case .frame(let view, let dimension) = system.variables[entry.variable] else { continue }
            let attribute = Ambiguity.Attribute(
                dimension: dimension, min: entry.range.least, max: entry.range.greatest, value: optimum.point[entry.variable])
            let key = GroupKey(view: view, cause: entry.cause)
            if let place = places[key] {
                groups[place].ambiguity.attributes.append(attribute)
                groups[place].variables.append(entry)
            } else {
                places[key] = groups.count
                groups.append(
                    (Ambiguity(view: view, cause: entry.cause, attributes: [attribute]), [entry]))
            }
        }
        for index in groups.indices {
            groups[index].ambiguity.needs = needs(of: groups[index].ambiguity)
            groups[index].ambiguity.tied = Set(groups[index].variables.flatMap(\.tied)).sorted().map(system.id)
        }
        return groups
    }

    private struct GroupKey: Hashable {
        var view: Int
        var cause: Ambiguity.Cause
    }

    /// Returns what information is missing, in words.
    private static func needs(of ambiguity: Ambiguity) -> [String] {
        let dimensions = Set(ambiguity.attributes.map(\.dimension))
        func words(_ location: FrameDimension, _ size: FrameDimension, _ axis: String) -> [String] {
            switch (dimensions.contains(location), dimensions.contains(size)) {
            case (true, true): ["\(axis) position or \(size.name)"]
            case (true, false): ["\(axis) position"]
            case (false, true): ["\(size.name)"]
            case (false, false): []
            }
        }
        let needs = words(.x, .width, "horizontal") + words(.y, .height, "vertical")
        return ambiguity.cause == .priorityTie ? needs.map { "different priorities for the \($0)" } : needs
    }
}
