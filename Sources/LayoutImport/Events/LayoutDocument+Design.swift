internal import LayoutModel

extension LayoutDocument {
    /// Copies the properties from an Interface Builder file of common views and constraints, since the canonical form does not contain them.
    mutating func takeDesign(of former: LayoutDocument) {
        let designs = Dictionary(former.views.compactMap { view in view.design.map { (view.id, $0) } }) { first, _ in first }
        if designs.isEmpty { return }
        for index in views.indices { if let design = designs[views[index].id] { views[index].design = design } }
        let placeholders = Set(former.constraints.filter(\.isPlaceholder).map(\.id))
        if placeholders.isEmpty { return }
        for index in constraints.indices where placeholders.contains(constraints[index].id) { constraints[index].isPlaceholder = true }
    }
}
