internal import ExactArithmetic
public import LayoutModel

/// Renders the rows of a report by id: constraints in visual format or as equations, implicit rows as equations.
public struct RowPhrase: Sendable {
    private let document: LayoutDocument
    private let constraints: [String: Int]
    private let views: [String: Int]
    /// The names of the document's views.
    public let names: ViewNames

    public init(_ document: LayoutDocument) {
        self.document = document
        names = ViewNames(document)
        constraints = Dictionary(document.constraints.indices.map { (document.constraints[$0].id, $0) }) { first, _ in first }
        views = Dictionary(document.views.indices.map { (document.views[$0].id, $0) }) { first, _ in first }
    }

    /// Returns the document's constraint with this id, or nil for an implicit row.
    public func constraint(_ id: String) -> LayoutConstraint? {
        constraints[id].map { document.constraints[$0] }
    }

    /// Returns a side of a constraint, with the view's name.
    func phrase(of anchor: LayoutAnchor) -> String { document.phrase(of: anchor, by: names) }

    /// Returns the row for programs: a console log's constraint as printed, any other row as in `text`.
    public func printed(_ id: String) -> String {
        constraint(id)?.printed ?? text(of: id)
    }

    /// Returns the row in visual format if that can express it, else as an equation.
    public func text(of id: String) -> String {
        if let constraint = constraint(id) { return document.phrase(of: constraint) }
        return implicit(id).map { document.equation(of: $0) } ?? id
    }

    /// Returns the row for people, with the views' names.
    public func named(_ id: String) -> String {
        if let constraint = constraint(id) { return document.phrase(of: constraint, by: names) }
        return implicit(id).map { document.equation(of: $0, by: names) } ?? id
    }

    /// Returns the row's id for people. In a log, an implicit row has its view's name, since the id would be a class and an
    /// address.
    func shownID(_ row: String) -> String {
        guard document.isFragment, constraints[row] == nil, let id = RowPhrase.view(ofImplicit: row), let view = views[id] else { return row }
        return names.name(of: view) + row.dropFirst(id.count)
    }

    /// Returns the size from outside that the constraints need, with the rows that add to it, if the conflict among these rows needs less
    /// than that; nil also if several sizes may be meant.
    func neededSize(among rows: some Sequence<String>, _ analysis: Analysis) -> Analysis.NeededSize? {
        let sizes = analysis.neededSizes.filter { $0.growth.isPositive && rows.contains($0.row) }
        let outside = sizes.filter { constraint($0.row)?.isExternalSize ?? true }
        let meant = outside.isEmpty ? sizes : outside
        guard meant.count == 1, var needed = meant.first else { return nil }
        let isOfConflict = analysis.conflicts.contains { conflict in
            conflict.members.contains(needed.row) && Set(needed.parts).isSubset(of: conflict.members)
                || conflict.vanishesAt.contains { $0.constraint == needed.row && $0.min == needed.needed }
        }
        if isOfConflict { return nil }
        // An edge on another one adds nothing.
        needed.parts.removeAll { constraint($0)?.constant.isZero == true }
        return needed
    }

    /// Returns `name has the id …` for each view in the rows whose name differs from its id, in the order of the rows. For a view of a
    /// log, the address is used in place of the id.
    func ids(in rows: [String]) -> [String] {
        var seen: Set<Int> = []
        var lines: [String] = []
        for row in rows {
            for view in items(of: row) where seen.insert(view).inserted && !document.views[view].isAssumed {
                let (name, id) = (names.name(of: view), document.views[view].id)
                let address = address(of: view)
                if name != id { lines.append("\(name) has the \(address == nil ? "id" : "address") \(address ?? id)") }
            }
        }
        return lines
    }

    /// Returns the address that a log prints for a view, or nil if it prints none.
    private func address(of view: Int) -> String? {
        document.isFragment ? document.views[view].id.split(separator: ":").last { $0.hasPrefix("0x") }.map(String.init) : nil
    }

    /// Returns the addresses of the views of a log in these rows, by name, if their names differ only by numbers.
    func addresses(in rows: [String]) -> [String: String] {
        if !document.isFragment { return [:] }
        var found: [String: String] = [:]
        for view in Set(rows.flatMap(items)) {
            // A guide is named after its view.
            for view in [view, document.views[view].parent].compactMap(\.self) where names.isNumbered(view) {
                found[names.name(of: view)] = address(of: view)
            }
        }
        return found
    }

    /// Returns `name has the id …` for each view in these rows, and of these ids, that is named by its class alone.
    func namesByClass(in rows: [String], views ids: [String]) -> [String] {
        var seen: Set<Int> = []
        return (ids.compactMap { views[$0] } + rows.flatMap(items)).compactMap { index in
            let view = document.views[index]
            let hasName = view.kind != .view || view.label != nil || view.text != nil || view.outlet != nil || view.className == nil
            let isNamed = hasName || names.name(of: index) == view.id
            return isNamed || index == document.root || !seen.insert(index).inserted ? nil : "\(names.name(of: index)) has the id \(view.id)"
        }
    }

    /// Returns the view's name, with its id if that differs: `UILabel “Hello” (title)`.
    func nameAndID(of view: Int) -> String {
        let name = names.name(of: view)
        return !document.views.indices.contains(view) || name == document.views[view].id ? name : "\(name) (\(document.views[view].id))"
    }

    private func items(of row: String) -> [Int] {
        if let constraint = constraint(row) { return [constraint.first.item] + (constraint.second.map { [$0.item] } ?? []) }
        return RowPhrase.view(ofImplicit: row).flatMap { views[$0] }.map { [$0] } ?? []
    }

    /// Returns the origin of the row: a constraint's identifier and place in the sources, or the cause of an implicit row.
    public func provenance(of id: String) -> String? {
        guard let constraint = constraint(id) else { return implicit(id).map(document.origin) }
        var parts: [String] = []
        if let identifier = constraint.identifier, identifier != id { parts.append("'\(identifier)'") }
        if let source = constraint.source { parts.append(source.line.map { "\(source.file):\($0)" } ?? source.file) }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// Returns a constraint, which need not be in the document, as an equation with the names of views.
    func equation(of constraint: LayoutConstraint) -> String { document.equation(of: constraint, by: names) }

    /// The priority of a row: `the priority of c3`, `the horizontal content hugging of UILabel “Hello”`.
    func priorityTitle(_ id: String) -> String {
        if constraint(id) == nil {
            switch implicit(id) {
            case .hugging(let view, let axis): return "the \(axis.rawValue) content hugging of \(names.name(of: view))"
            case .compressionResistance(let view, let axis): return "the \(axis.rawValue) compression resistance of \(names.name(of: view))"
            default: break
            }
        }
        return "the priority of \(id)"
    }

    // MARK: Implicit rows

    /// Returns the size that an implicit row keeps from being negative, such as `title.width`, or nil for other rows.
    func nonNegativeSize(_ id: String) -> String? {
        guard constraint(id) == nil, case .nonNegative(let view, let dimension)? = implicit(id) else { return nil }
        return "\(names.name(of: view)).\(dimension.name)"
    }

    /// Returns the implicit row with this id: a view's id with a suffix (see Manual/documents.md).
    private func implicit(_ id: String) -> ImplicitRow? {
        for (suffix, row) in RowPhrase.suffixes where id.hasSuffix(suffix) {
            if let view = views[String(id.dropLast(suffix.count))] { return row(view) }
        }
        return nil
    }

    /// Returns the view's id in an implicit row's id, or nil if the id has no such suffix.
    static func view(ofImplicit id: String) -> String? {
        let text = id.utf8
        guard let last = text.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        if ends.contains(id[last...]) { return String(id[..<last]) }
        guard let first = text[..<last].lastIndex(of: UInt8(ascii: ".")), ends.contains(id[first...]) else { return nil }
        return String(id[..<first])
    }

    /// The suffixes in a set for fast lookup, since a large report has thousands of such ids.
    static let ends = Set(suffixes.map { $0.0[...] })

    private static let suffixes: [(String, @Sendable (Int) -> ImplicitRow)] = {
        var suffixes: [(String, @Sendable (Int) -> ImplicitRow)] = []
        for dimension in [FrameDimension.width, .height] {
            suffixes.append((".\(dimension.name)>=0", { .nonNegative(view: $0, dimension: dimension) }))
            suffixes.append((".\(dimension.name)==size", { _ in .rootSize(dimension) }))
            suffixes.append((".\(dimension.name)==fitting", { _ in .fitting(dimension) }))
        }
        for axis in Axis.allCases {
            suffixes.append((".hugging.\(axis.rawValue)", { .hugging(view: $0, axis: axis) }))
            suffixes.append((".compressionResistance.\(axis.rawValue)", { .compressionResistance(view: $0, axis: axis) }))
        }
        for bound in BaselineBound.allCases { suffixes.append((bound.suffix, { .baseline(view: $0, bound) })) }
        for side in [LayoutAttribute.left, .top, .right, .bottom] {
            suffixes.append((".insets.\(side.rawValue)", { .insets(view: $0, side: side) }))
        }
        for dimension in FrameDimension.allCases {
            suffixes.append((".autoresizing.\(dimension.name)", { .autoresizing(view: $0, dimension: dimension) }))
        }
        return suffixes
    }()
}
