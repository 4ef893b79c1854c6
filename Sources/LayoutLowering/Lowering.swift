internal import ExactArithmetic
public import LayoutModel

/// Puts the rows of a document together, in the order in which they enter.
struct Lowering {
    let document: LayoutDocument
    /// The document's own, read in place: a view or constraint copied costs more than its rows.
    let views: UnsafeBufferPointer<LayoutView>
    let constraints: UnsafeBufferPointer<LayoutConstraint>
    let hierarchy: Hierarchy
    var writer: SparseRows.Writer
    private(set) var headers: [RowHeader] = []
    private(set) var priorities = PriorityTable()
    /// What variables after those of frames stand for.
    private(set) var unknowns: [String] = []
    private var places: [String: Int] = [:]
    /// The baselines that active constraints speak of and the log does not state, in the order in which these name them.
    private(set) var baselines: [(view: Int, isFirst: Bool)] = []
    /// Lent to rows while they are put together.
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

    /// Lowers a document into rows that are being written; nothing of it outlives the call but what `take` is given.
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

    /// Lowers parts of a document alone.
    ///
    /// - Parameter parts: in the order of their rows.
    /// - Returns: what it made, and how many rows there were after each part.
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

    /// What rows may be lowered of without all others.
    enum Part {
        case rootSize
        /// A view's own rows, without those of its size being no less than 0.
        case view(Int)
        case constraint(Int)
    }

    /// The variable of something that a log does not state. The same words mean the same thing.
    mutating func unknown(_ words: String) -> Int {
        if let known = places[words] { return known }
        let index = 4 * views.count + unknowns.count
        places[words] = index
        unknowns.append(words)
        return index
    }

    /// Notes the unknown baselines. They are the first unknowns, so that these have one order with and without implicit rows.
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

    /// The variable of how far an unknown baseline lies below the top of its view's alignment rectangle.
    mutating func baseline(of view: Int, isFirst: Bool) -> Int {
        unknown("\(isFirst ? "first" : "last") baseline of \(views[view].id)")
    }

    /// Appends the row that a closure puts together.
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

    /// Appends `expression REL 0`; what is 0 by definition drops out, and `<=` is negated.
    mutating func append(_ kind: RowKind, _ expression: inout LinearExpression, _ relation: LayoutRelation, priority: Rational) {
        let isNegated = relation == .lessThanOrEqual
        expression.collect()
        for term in expression.terms where !term.coefficient.isZero && !isFixedAtZero(term.variable) {
            writer.add(column: term.variable, writer.pack(isNegated ? -term.coefficient : term.coefficient))
        }
        writer.endRow(constant: writer.pack(isNegated ? -expression.constant : expression.constant))
        appendHeader(kind, relation, priority: priority)
    }

    /// Is 0 by definition, see `LoweredSystem.fixedVariables`.
    private func isFixedAtZero(_ variable: Int) -> Bool {
        variable >> 2 == document.root && (document.isFragment || variable & 3 < 2)
    }

    /// Appends what is told of the row that was written last.
    @inline(__always)
    mutating func appendHeader(_ kind: RowKind, _ relation: LayoutRelation, priority: Rational) {
        let place = priorities.place(of: priority)
        headers.append(RowHeader(kind, isEquality: relation == .equal, isRequired: priorities.isRequired[place], priority: place))
    }
}

/// What is made of parts of a document beside the terms of their rows.
struct LoweredParts {
    var headers: [RowHeader]
    var priorities: [Rational]
    var unknowns: [String]
}

extension LoweredSystem {
    /// The rows that a document means.
    public convenience init(lowering document: LayoutDocument) {
        let hierarchy = Hierarchy(document.views)
        self.init(lowering: document, hierarchy, LoweredSize(document, hierarchy))
    }

    /// The rows that a document means; nil where those of its constraints would have more than so many terms together.
    public convenience init?(lowering document: LayoutDocument, mostTerms: Int) {
        let hierarchy = Hierarchy(document.views)
        let size = LoweredSize(document, hierarchy)
        if size.constraintTerms > mostTerms || size.rows > RowHeader.mostPriorities { return nil }
        self.init(lowering: document, hierarchy, size)
    }

    /// The rows of a document's constraints, without those that it implies.
    public convenience init(loweringConstraintsOf document: LayoutDocument) {
        let hierarchy = Hierarchy(document.views)
        self.init(lowering: document, hierarchy, LoweredSize(document, hierarchy), isOfConstraintsAlone: true)
    }

    private convenience init(lowering document: LayoutDocument, _ hierarchy: Hierarchy, _ size: LoweredSize, isOfConstraintsAlone: Bool = false) {
        var headers: [RowHeader] = []
        var priorities: [Rational] = []
        var unknowns: [String] = []
        let matrix = SparseRows(rows: size.rows, entries: size.entries) { writer in
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
