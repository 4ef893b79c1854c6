internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// Some rows of a document by id, and its views, to determine what a step changed.
struct DocumentRows {
    /// A row; two are equal if they have the same terms over the same views.
    struct Row: Equatable {
        fileprivate struct Term: Equatable {
            /// The variable, such as `title.width`.
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

    /// - Parameter names: ids of rows and views.
    init(_ document: LayoutDocument, _ names: Set<String>) {
        views = names.intersection(document.views.lazy.map(\.id))
        // A layout too large to lower has no findings, so its rows are not needed.
        guard let system = LoweredSystem(lowering: document, mostTerms: 4_000_000) else { return }
        for row in system.rows.indices {
            let id = system.id(of: row)
            if names.contains(id) { rows[id] = Row(row, in: system) }
        }
    }

    /// Returns a row, or nil if there is none with that id.
    subscript(_ id: String) -> Row? { rows[id] }

    /// Returns whether there is such a row or view.
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
        // The order of views may change, so sort by name.
        terms.sort { $0.variable < $1.variable }
        constant = system.rows[row].constant
        isEquality = system.isEquality(row)
        isRequired = system.isRequired(row)
    }
}
