internal import ExactArithmetic
public import LayoutModel

/// Puts the rows of a document together, in the order in which they enter.
struct Lowering {
    let document: LayoutDocument
    let hierarchy: Hierarchy
    private(set) var variables: [LayoutVariable] = []
    private(set) var rows: [LoweredSystem.Row] = []
    private(set) var terms: [LinearTerm] = []
    private var unknowns: [String: Int] = [:]

    init(_ document: LayoutDocument) {
        self.document = document
        hierarchy = Hierarchy(document.views)
        variables.reserveCapacity(4 * document.views.count)
        for view in document.views.indices {
            for dimension in FrameDimension.allCases { variables.append(.frame(view: view, dimension: dimension)) }
        }
    }

    /// The variable of something that a log does not state. The same words mean the same thing.
    mutating func unknown(_ words: String) -> Int {
        if let known = unknowns[words] { return known }
        let index = variables.count
        unknowns[words] = index
        variables.append(.unknown(words))
        return index
    }

    /// Appends `expression REL 0`; what is 0 by definition drops out, and `<=` is negated.
    mutating func append(_ kind: RowKind, _ expression: LinearExpression, _ relation: LayoutRelation, priority: Rational) {
        let isNegated = relation == .lessThanOrEqual
        let start = terms.count
        for term in expression.collected() where !isFixedAtZero(term.variable) {
            terms.append(isNegated ? LinearTerm(term.variable, -term.coefficient) : term)
        }
        rows.append(
            LoweredSystem.Row(
                kind: kind, range: start..<terms.count, constant: isNegated ? -expression.constant : expression.constant,
                isEquality: relation == .equal, priority: priority))
    }

    private func isFixedAtZero(_ variable: Int) -> Bool {
        LoweredSystem.isFixedAtZero(variable, in: document)
    }
}

extension LoweredSystem {
    /// The rows that a document means.
    public init(lowering document: LayoutDocument) {
        var lowering = Lowering(document)
        lowering.appendImplicitRows()
        lowering.appendConstraints()
        self.init(document: document, variables: lowering.variables, rows: lowering.rows, terms: lowering.terms)
    }
}
