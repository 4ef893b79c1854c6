internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// What some rows of a document say, and which views it has: to tell what a step changed.
struct DocumentRows {
    /// The same in two documents where it says the same of the same views.
    struct Row: Equatable {
        fileprivate struct Term: Equatable {
            /// `title.width`
            var variable: String
            var coefficient: Rational
        }

        fileprivate var terms: [Term]
        fileprivate var constant: Rational
        fileprivate var isEquality: Bool
        fileprivate var isRequired: Bool
    }

    private var rows: [String: Row] = [:]
    private let views: Set<String>

    /// - Parameter names: ids of rows, and of views.
    init(_ document: LayoutDocument, _ names: Set<String>) {
        views = names.intersection(document.views.lazy.map(\.id))
        // Of a layout that has more rows than memory nothing is found, so nothing is asked.
        guard let system = LoweredSystem(lowering: document, mostTerms: 4_000_000) else { return }
        for row in system.rows.indices {
            let id = system.id(of: row)
            if names.contains(id) { rows[id] = Row(row, in: system) }
        }
    }

    /// What a row says; nil where there is none of that id.
    subscript(_ id: String) -> Row? { rows[id] }

    /// Whether there is such a row or view.
    func contains(_ name: String) -> Bool { rows[name] != nil || views.contains(name) }
}

extension DocumentRows.Row {
    fileprivate init(_ row: Int, in system: LoweredSystem) {
        terms = system.terms(of: row).map { term in
            let name =
                switch system.variables[term.variable] {
                case .frame(let view, let dimension): "\(system.document.views[view].id).\(dimension.name)"
                case .unknown(let words): words
                }
            return Term(variable: name, coefficient: term.coefficient)
        }
        // In the order of their views, which may change.
        terms.sort { $0.variable < $1.variable }
        constant = system.rows[row].constant
        isEquality = system.isEquality(row)
        isRequired = system.isRequired(row)
    }
}
