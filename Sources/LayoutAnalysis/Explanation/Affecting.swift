public import ExactArithmetic
internal import LayoutLowering
public import LayoutModel
internal import LayoutVerification
internal import Simplex

/// The rows that determine a view's position and size along an axis, as in UIKit's `constraintsAffectingLayoutForAxis:`, with the
/// arithmetic.
public struct Affecting: Sendable {
    /// One attribute of the view's frame.
    public struct Value: Sendable {
        public var dimension: FrameDimension
        /// The value in points, or nil if more than one value is optimal. Values closer than a relevant range count as one.
        public var value: Rational?
        /// The minimum and maximum if there are several values, or nil if unbounded.
        public var min: Rational?
        public var max: Rational?
        /// If the value is not determined, the rows that decide its least value, if it has one.
        public var least: [Row] = []
        /// If the value is not determined, the rows that decide its greatest value, if it has one.
        public var greatest: [Row] = []
        /// Rows that are 0 in the layout, with their factors. The value is the sum of factor times the row's constant, and the
        /// other variables cancel. No row is redundant for all values together. Empty if the value is not determined.
        public var rows: [Row]
        /// The arithmetic, such as `title.width = root.width - 8 - 8 = 374`.
        public var sentence: String
        /// Changes of a single constant that each change the value as requested.
        public var changes: [Change]
        /// Other ways to increase a length. Nil if none were requested.
        public var growth: Growth?
    }

    public struct Row: Sendable {
        public var id: String
        public var factor: Rational
        /// The row's contribution to the value, in points.
        public var part: Rational
    }

    public var values: [Value]
    /// The requested changes that were not tried within the time limit, or the reason why no values were found.
    public var inconclusive: [Inconclusive] = []
}

/// Answers queries about why a layout is as it is.
public struct LayoutExplainer {
    /// The document, with its constraints in `order`.
    let document: LayoutDocument
    let system: LoweredSystem
    let names: ViewNames
    /// Rows of the system.
    let broken: Set<Int>
    let order: ConstraintOrder
    private let options: AnalysisOptions
    private let end: Double
    let budget: Budget
    /// Whether the remaining rows are satisfiable only within the tolerance.
    private let isRelaxed: Bool
    private var optimum: Optimum?
    /// The members of each conflict of the unchanged layout, computed on first use.
    private var presentConflicts: (members: Set<[String]>, areAll: Bool)?

    /// - Parameters:
    ///   - broken: ids of rows that are broken, as the report has them.
    ///   - options: the report's options. All queries together may take as long as its deadline, from now on.
    /// - Throws: `Budget.Spent` if the time limit is reached.
    public init(_ document: LayoutDocument, broken ids: [String], options: AnalysisOptions = AnalysisOptions()) throws {
        order = ConstraintOrder(of: document)
        self.document = order.ordered(document)
        self.options = options
        names = ViewNames(self.document)
        let end = SteadyClock.now() + options.deadline
        self.end = end
        system = LoweredSystem(lowering: self.document)
        budget = Budget { SteadyClock.now() > end }
        broken = system.rows(named: ids)
        let exact = try Optimum(system: system, broken: broken, isRelaxed: false, budget: budget)
        isRelaxed = exact == nil
        optimum = try exact ?? Optimum(system: system, broken: broken, isRelaxed: true, budget: budget)
    }

    /// - Parameters:
    ///   - view: the view's index.
    ///   - by: the increase of each attribute in points, for `changes`, or nil for none.
    /// - Returns: nil if no layout was found.
    public mutating func affecting(view: Int, axis: Axis, by wanted: Rational? = nil) throws -> Affecting? {
        guard var optimum else { return nil }
        defer { self.optimum = optimum }
        let dimensions: [FrameDimension] = axis == .horizontal ? [.x, .width] : [.y, .height]
        var found: [(value: Affecting.Value, rows: [DecidingRow])] = []
        for dimension in dimensions { found.append(try value(view, dimension, &optimum)) }
        let variables = dimensions.map { LoweredSystem.variable(view, $0) }
        let rows = try withoutSpareRows(Array(zip(variables, found.map(\.rows))), at: optimum.point)
        for (index, rows) in rows.enumerated() where found[index].rows.map(\.row) != rows.map(\.row) {
            found[index].rows = rows
            found[index].value.rows = rows.map(\.shown)
            if let present = found[index].value.value { found[index].value.sentence = sentence(name(variables[index]), rows, present) }
        }
        if !found.allSatisfy({ [$0.value.value, $0.value.min, $0.value.max].areInRange }) {
            return Affecting(values: [], inconclusive: [Inconclusive(subject: "values of \(names.name(of: view))", reason: Inconclusive.tooLong)])
        }
        var affecting = Affecting(values: found.map(\.value))
        // The rows that determine the values are known by now, and are reported even if time runs out.
        if let wanted {
            for (index, entry) in found.enumerated() where entry.value.value != nil {
                try tryChanges(of: view, by: wanted, entry.rows, index, &affecting)
            }
        }
        return affecting
    }

    private func value(
        _ view: Int, _ dimension: FrameDimension, _ optimum: inout Optimum
    ) throws -> (value: Affecting.Value, rows: [DecidingRow]) {
        let variable = LoweredSystem.variable(view, dimension)
        let name = name(variable)
        let present = optimum.point[variable]
        if system.isFixedAtZero(variable) {
            let sentence = "\(name) is 0: the root's origin"
            return (Affecting.Value(dimension: dimension, value: .zero, rows: [], sentence: sentence, changes: []), [])
        }
        let range = try optimum.range(of: variable)
        let (least, greatest) = (range.least, range.greatest)
        guard let least, let greatest, !range.counts else {
            var value = Affecting.Value(dimension: dimension, value: nil, min: least, max: greatest, rows: [], sentence: "", changes: [])
            value.least = rows(bounding: variable, range.ends.least, optimum).map(\.shown)
            value.greatest = rows(bounding: variable, range.ends.greatest, optimum).map(\.shown)
            value.sentence = sentence(ofOpen: name, value)
            return (value, [])
        }
        let rows = try rows(deciding: variable, range.leader, optimum)
        let value = Affecting.Value(
            dimension: dimension, value: present, min: least, max: greatest, rows: rows.map(\.shown), sentence: sentence(name, rows, present),
            changes: [])
        return (value, rows)
    }

    // MARK: - Words

    private func name(_ variable: Int) -> String {
        let (view, dimension) = (names.name(of: variable / 4), FrameDimension(rawValue: variable % 4))
        return "\(view).\(dimension?.attributeName ?? "")"
    }

    /// Returns the sentence of a value that is not determined, such as `title.x is not determined: it can have any value from 8
    /// (c5)`. The rows that bound it are in parentheses.
    private func sentence(ofOpen name: String, _ value: Affecting.Value) -> String {
        func end(_ value: Rational?, _ word: String, _ rows: [Affecting.Row]) -> String? {
            guard let value else { return nil }
            let ids = rows.prefix(6).map(\.id).joined(separator: ", ") + (rows.count > 6 ? ", …" : "")
            return " \(word) \(value.sentenceText)" + (ids.isEmpty ? "" : " (\(ids))")
        }
        let ends = [end(value.min, "from", value.least), end(value.max, "up to", value.greatest)].compactMap(\.self)
        return "\(name) is not determined: it can have any value\(ends.joined())"
    }

    /// Returns the arithmetic, such as `title.width = root.width - 8 - 8 = 374`. The root's size comes first, then the other
    /// contributions in the order of their rows.
    private func sentence(_ name: String, _ rows: [DecidingRow], _ value: Rational) -> String {
        if rows.isEmpty { return "\(name) = \(value.sentenceText)" }
        var terms: [(isNegative: Bool, text: String)] = []
        for isRoot in [true, false] {
            for row in rows where !row.shown.part.isZero {
                var root: String?
                if case .implicit(.rootSize(let dimension)) = system.rows[row.row].kind {
                    root = "\(names.name(of: document.root)).\(dimension.name)"
                }
                guard (root != nil) == isRoot else { continue }
                let part = row.shown.part
                if let root {
                    let size = (axis(of: row.row) == .horizontal ? document.size.width : document.size.height) ?? .zero
                    let share = size.isZero ? Rational.one : part * size.reciprocal
                    terms.append((share.isNegative, share.magnitude.isOne ? root : "\(share.magnitude.factorText) * \(root)"))
                } else {
                    terms.append((part.isNegative, part.magnitude.sentenceText))
                }
            }
        }
        // The root's own size is only itself.
        if terms.isEmpty || terms.count == 1 && terms[0].text == name { return "\(name) = \(value.sentenceText)" }
        var text = "\(name) = \(terms[0].isNegative ? "-" : "")\(terms[0].text)"
        for term in terms.dropFirst() { text += " \(term.isNegative ? "-" : "+") \(term.text)" }
        if terms.count > 1 || terms[0].text.contains(where: { $0.isLetter }) { text += " = \(value.sentenceText)" }
        return text
    }

    private func axis(of row: Int) -> Axis {
        if case .implicit(.rootSize(let dimension)) = system.rows[row].kind { return dimension == .width ? .horizontal : .vertical }
        return .horizontal
    }

    // MARK: - Changes

    /// Tries changes of one value within the time limit. Changes that were not tried are reported as inconclusive.
    private mutating func tryChanges(of view: Int, by wanted: Rational, _ rows: [DecidingRow], _ index: Int, _ affecting: inout Affecting) throws {
        let dimension = affecting.values[index].dimension
        let variable = LoweredSystem.variable(view, dimension)
        guard let present = affecting.values[index].value else { return }
        // The choice of candidates does not depend on the listed order of constraints, but the result has that order.
        var left = rows.sorted { $0.row < $1.row }.compactMap { row in
            if case .constraint(let constraint) = system.rows[row.row].kind { (row.shown.factor, constraint) } else { nil }
        }
        var found: [(place: Int, change: Change)] = []
        var untried: [String] = []
        do {
            while let (factor, constraint) = left.first {
                if found.count < 8, let change = try change(of: constraint, factor, variable, by: wanted, present) {
                    found.append((order.place(of: constraint), change))
                }
                left.removeFirst()
            }
        } catch is Budget.Spent {
            untried = left.map { document.constraints[$0.1].id }
        }
        affecting.values[index].changes = found.sorted { $0.place < $1.place }.map(\.change)
        do {
            affecting.values[index].growth = try growth(of: view, dimension, present, by: wanted)
        } catch is Budget.Spent {
            untried.append("changes to anything but a constant")
        }
        if untried.isEmpty { return }
        affecting.inconclusive.append(
            Inconclusive(
                subject: "changes of \(names.name(of: view)).\(dimension.attributeName)",
                reason: "the time limit for the answer was reached before these were tried: \(untried.joined(separator: ", "))"))
    }

    /// Returns the tried change of a constraint's constant that changes the variable by the requested amount, or nil if there is
    /// none.
    private mutating func change(
        of place: Int, _ factor: Rational, _ variable: Int, by wanted: Rational, _ present: Rational
    ) throws -> Change? {
        let constraint = document.constraints[place]
        guard !factor.isZero, constraint.unknownConstant == nil else { return nil }
        // The sign of the constant in the row.
        let sign: Rational = constraint.relation == .lessThanOrEqual ? 1 : -1
        // If leading edges are on the right, constants have the opposite effect.
        for slope in [factor * sign, -factor * sign] {
            let next = constraint.constant + wanted * slope.reciprocal
            var changed = document
            changed.constraints[place].constant = next
            if try isValue(of: variable, present + wanted, in: changed) {
                return .constant(constraint: constraint.id, from: constraint.constant, to: next)
            }
        }
        return nil
    }

    /// Returns whether the variable has this value and no other in a changed layout, in which the same rows are broken and no
    /// conflict is new.
    mutating func isValue(of variable: Int, _ value: Rational, in changed: LayoutDocument) throws -> Bool {
        try budget.check()
        if !isRelaxed {
            // If the remaining rows are infeasible, something else would break, which this detects without finding all conflicts
            // again.
            let kept = try Optimum(system: LoweredSystem(lowering: changed), broken: broken, isRelaxed: false, budget: budget)
            // The reported layout may be one of several.
            guard var kept, kept.point[variable] == value else { return false }
            let range = try kept.range(of: variable)
            guard range.least == value, range.greatest == value else { return false }
            if broken.isEmpty { return true }
        }
        return try isReported(variable, value, in: changed)
    }

    /// Returns whether the report of a changed layout would have the variable at this value without ambiguity, with the same rows
    /// broken and no new conflict.
    ///
    /// - Throws: `Budget.Spent` if the whole analysis exceeds the time limit.
    private mutating func isReported(_ variable: Int, _ value: Rational, in changed: LayoutDocument) throws -> Bool {
        let analysis = try analysis(of: changed)
        let view = variable / 4
        guard let dimension = FrameDimension(rawValue: variable % 4), analysis.frames.indices.contains(view),
            analysis.frames[view][dimension] == value, !analysis.inconclusive.contains(where: { ["frames", "ranges"].contains($0.subject) })
        else { return false }
        if Set(analysis.broken) != Set(broken.map(system.id)) { return false }
        if try bringsConflict(analysis) { return false }
        return !analysis.ambiguities.contains { $0.view == view && $0.attributes.contains { $0.dimension == dimension } }
    }

    /// Returns whether a changed layout has a conflict that the unchanged layout does not have.
    private mutating func bringsConflict(_ changed: Analysis) throws -> Bool {
        if changed.conflicts.isEmpty { return false }
        if presentConflicts == nil {
            let present = try analysis(of: document)
            presentConflicts = (Set(present.conflicts.map(\.members)), present.conflictsComplete)
        }
        guard let present = presentConflicts, present.areAll else { return false }
        return !changed.conflictsComplete || !present.members.isSuperset(of: changed.conflicts.map(\.members))
    }

    /// Returns the conflict of an additional constraint with broken rows, as one sentence. The constraint is satisfiable with all
    /// rows that are not broken.
    func conflict(of added: String, in changed: LayoutDocument) throws -> String? {
        if broken.isEmpty { return nil }
        return try analysis(of: changed).conflicts.first { $0.members.contains(added) }?.explanation.text
    }

    /// Returns the analysis of a changed layout within the remaining time.
    private func analysis(of changed: LayoutDocument) throws -> Analysis {
        try budget.check()
        var options = options
        options.deadline = end - SteadyClock.now()
        options.alternates = 0
        options.sizes = []
        let analysis = Analyzer(options: options).analyze(order.listed(changed))
        try budget.check()
        if analysis.inconclusive.contains(where: { [AnalysisRun.spent, AnalysisRun.tooLarge].contains($0.reason) }) { throw Budget.Spent() }
        return analysis
    }
}

extension Rational {
    /// The number as a fraction if it is no short decimal and not too long: `0.5`, `1/3`.
    fileprivate var factorText: String {
        let text = description
        return isDecimal(places: 6) || text.utf8.count > 15 ? sentenceText : text
    }

    /// The number in sentences, rounded for reading.
    fileprivate var sentenceText: String { readingText }
}
