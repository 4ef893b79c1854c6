internal import ExactArithmetic
public import LayoutModel

/// The construction of a document's rows, in the order in which they enter the layout (see "What breaks" in Manual/documents.md).
struct Lowering {
    let document: LayoutDocument
    /// The views and constraints of the document, without copies: copying one costs more than constructing its rows.
    let views: UnsafeBufferPointer<LayoutView>
    let constraints: UnsafeBufferPointer<LayoutConstraint>
    let hierarchy: Hierarchy
    var writer: SparseRows.Writer
    private(set) var headers: [RowHeader] = []
    private(set) var priorities = PriorityTable()
    /// The descriptions of the unknowns, whose variables follow those of frames.
    private(set) var unknowns: [String] = []
    private var places: [String: Int] = [:]
    /// The baselines in active constraints that the log does not state, in the order of their first use.
    private(set) var baselines: [(view: Int, isFirst: Bool)] = []
    /// Working storage for the row under construction.
    private var scratch = LinearExpression()
    /// The terms of a row between distant views.
    var path: [PathTerm] = []

    private init(
        _ document: LayoutDocument, _ views: UnsafeBufferPointer<LayoutView>, _ constraints: UnsafeBufferPointer<LayoutConstraint>,
        _ hierarchy: Hierarchy, rows: Int, writer: SparseRows.Writer
    ) {
        self.document = document
        self.views = views
        self.constraints = constraints
        self.hierarchy = hierarchy
        self.writer = writer
        headers.reserveCapacity(rows)
    }

    /// Lowers a document. `writer` receives the rows, and `take` their headers and unknowns in a `Lowering` that must not escape.
    static func lower(
        _ document: LayoutDocument, _ hierarchy: Hierarchy, rows: Int, isOfConstraintsAlone: Bool = false, to writer: inout SparseRows.Writer,
        take: (Lowering) -> Void
    ) {
        document.views.withUnsafeBufferPointer { views in
            document.constraints.withUnsafeBufferPointer { constraints in
                var lowering = Lowering(document, views, constraints, hierarchy, rows: rows, writer: writer)
                lowering.findBaselines()
                if !isOfConstraintsAlone { lowering.appendImplicitRows() }
                lowering.appendConstraints()
                writer = lowering.writer
                take(lowering)
            }
        }
    }

    /// Lowers only some parts of a document.
    ///
    /// - Parameter parts: in the order of their rows.
    /// - Returns: The lowered parts, and the number of rows after each part.
    static func lower(_ parts: [Part], of document: LayoutDocument, to writer: inout SparseRows.Writer) -> (lowering: LoweredParts, ends: [Int]) {
        let hierarchy = Hierarchy(document.views)
        return document.views.withUnsafeBufferPointer { views in
            document.constraints.withUnsafeBufferPointer { constraints in
                var lowering = Lowering(document, views, constraints, hierarchy, rows: 2 * parts.count, writer: writer)
                let ends = parts.map { part in
                    switch part {
                    case .rootSize: lowering.appendRootSize()
                    case .view(let view): lowering.appendOwnRows(of: view)
                    case .constraint(let constraint): lowering.appendConstraint(constraint)
                    }
                    return lowering.headers.count
                }
                writer = lowering.writer
                return (LoweredParts(headers: lowering.headers, priorities: lowering.priorities.priorities, unknowns: lowering.unknowns), ends)
            }
        }
    }

    /// A part of a document that can be lowered separately.
    enum Part {
        case rootSize
        /// A view's own rows, except those that require its size to be at least 0.
        case view(Int)
        case constraint(Int)
    }

    /// Returns the variable of a value that a log does not state. Values with equal descriptions are the same variable.
    mutating func unknown(_ words: String) -> Int {
        if let known = places[words] { return known }
        let index = 4 * views.count + unknowns.count
        places[words] = index
        unknowns.append(words)
        return index
    }

    /// Records the unknown baselines. They are the first unknowns, so that the order of unknowns is the same with and without
    /// implicit rows.
    private mutating func findBaselines() {
        guard document.isFragment else { return }
        for constraint in constraints where constraint.isActive {
            for anchor in [constraint.first, constraint.second] {
                guard let anchor, !isUnknownSpace(anchor.item) else { continue }
                let isFirst = anchor.attribute == .firstBaseline
                guard isFirst ? views[anchor.item].firstBaselineFromTop == nil : anchor.attribute == .lastBaseline else { continue }
                let known = unknowns.count
                if baseline(of: anchor.item, isFirst: isFirst) == 4 * views.count + known { baselines.append((anchor.item, isFirst)) }
            }
        }
    }

    /// Returns the variable of the distance of an unknown baseline from the top of its view's alignment rectangle.
    mutating func baseline(of view: Int, isFirst: Bool) -> Int {
        unknown("\(isFirst ? "first" : "last") baseline of \(views[view].id)")
    }

    /// Appends the row that a closure builds.
    mutating func append(
        _ kind: RowKind, _ relation: LayoutRelation, priority: Rational, _ build: (inout Lowering, inout LinearExpression) -> Void
    ) {
        var expression = LinearExpression()
        swap(&expression, &scratch)
        expression.removeAll()
        build(&self, &expression)
        append(kind, &expression, relation, priority: priority)
        swap(&expression, &scratch)
    }

    /// Appends `expression REL 0`; variables that are 0 by definition are dropped, and `<=` is negated.
    mutating func append(_ kind: RowKind, _ expression: inout LinearExpression, _ relation: LayoutRelation, priority: Rational) {
        let isNegated = relation == .lessThanOrEqual
        expression.collect()
        for term in expression.terms where !term.coefficient.isZero && !isFixedAtZero(term.variable) {
            writer.add(column: term.variable, writer.pack(isNegated ? -term.coefficient : term.coefficient))
        }
        writer.endRow(constant: writer.pack(isNegated ? -expression.constant : expression.constant))
        appendHeader(kind, relation, priority: priority)
    }

    /// Returns whether a variable is 0 by definition, see `LoweredSystem.fixedVariables`.
    private func isFixedAtZero(_ variable: Int) -> Bool {
        variable >> 2 == document.root && (document.isFragment || variable & 3 < 2)
    }

    /// Appends the header of the last row.
    @inline(__always)
    mutating func appendHeader(_ kind: RowKind, _ relation: LayoutRelation, priority: Rational) {
        let place = priorities.place(of: priority)
        headers.append(RowHeader(kind, isEquality: relation == .equal, isRequired: priorities.isRequired[place], priority: place))
    }
}

/// The result of lowering parts of a document, apart from the terms of their rows.
struct LoweredParts {
    var headers: [RowHeader]
    var priorities: [Rational]
    var unknowns: [String]
}

extension LoweredSystem {
    /// Lowers a document.
    public convenience init(lowering document: LayoutDocument) {
        let hierarchy = Hierarchy(document.views)
        self.init(lowering: document, hierarchy, LoweredSize(document, hierarchy))
    }

    /// Lowers a document, or returns nil if the rows of its constraints would have more terms than `mostTerms`.
    ///
    /// - Parameter isAwaited: asked when the memory of the rows is allocated, before it is used; if it denies, the result is nil.
    public convenience init?(lowering document: LayoutDocument, mostTerms: Int, isAwaited: () -> Bool = { true }) {
        let hierarchy = Hierarchy(document.views)
        let size = LoweredSize(document, hierarchy)
        if size.constraintTerms > mostTerms || size.rows > RowHeader.mostPriorities { return nil }
        var isEnded = false
        self.init(lowering: document, hierarchy, size) {
            isEnded = !isAwaited()
            return !isEnded
        }
        if isEnded { return nil }
    }

    /// Lowers only a document's constraints, without implied rows.
    public convenience init(loweringConstraintsOf document: LayoutDocument) {
        let hierarchy = Hierarchy(document.views)
        self.init(lowering: document, hierarchy, LoweredSize(document, hierarchy), isOfConstraintsAlone: true)
    }

    private convenience init(
        lowering document: LayoutDocument, _ hierarchy: Hierarchy, _ size: LoweredSize, isOfConstraintsAlone: Bool = false,
        isAwaited: () -> Bool = { true }
    ) {
        var headers: [RowHeader] = []
        var priorities: [Rational] = []
        var unknowns: [String] = []
        let matrix = SparseRows(rows: size.rows, entries: size.entries) { writer in
            guard isAwaited() else { return }
            Lowering.lower(document, hierarchy, rows: size.rows, isOfConstraintsAlone: isOfConstraintsAlone, to: &writer) { lowering in
                headers = lowering.headers
                priorities = lowering.priorities.priorities
                unknowns = lowering.unknowns
            }
        }
        self.init(
            document: document, viewCount: document.views.count, unknowns: unknowns,
            rows: LoweredRows(matrix: matrix, headers: headers, priorities: priorities))
    }
}
