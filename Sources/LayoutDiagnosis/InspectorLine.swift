internal import ExactArithmetic
internal import LayoutModel
internal import StandardAdditions

/// The words for the place of a remedy in Interface Builder, for layouts of its files, whose constraints have no variables in code.
struct InspectorLine {
    let document: LayoutDocument
    let names: ViewNames
    /// Whether the layout is of an Interface Builder file.
    private let isOfFile: Bool

    init(document: LayoutDocument, names: ViewNames) {
        self.document = document
        self.names = names
        isOfFile =
            document.views.contains { !$0.hasNothingRare && $0.design != nil }
            || document.constraints.contains { InspectorLine.isOfFile($0.source) }
    }

    private static func isOfFile(_ source: SourceReference?) -> Bool {
        // A file that is posted without a name is called by its kind alone.
        guard let file = source?.file else { return false }
        return ["storyboard", "xib"].contains { file == $0 || file.hasSuffix("." + $0) }
    }

    /// Replaces the line of Swift of a remedy by the place of the change, except for layouts that are not of a file, and for lines about
    /// views that all have outlets.
    func place(_ remedy: inout Remedy) {
        guard isOfFile else {
            remedy.inspector = nil
            return
        }
        remedy.inspector = remedy.inspector ?? text(of: remedy)
        if remedy.inspector != nil, !hasOutlets(remedy) { remedy.swift = nil }
    }

    private func text(of remedy: Remedy) -> String? {
        switch remedy.kind {
        case .addConstraint: adding(remedy)
        case .setHugging, .setCompressionResistance: content(remedy)
        case .disableMask:
            remedy.view.map { "In Interface Builder, select \(name($0)) and set its Layout to Inferred in the Size inspector." }
        case .lowerPriority, .removeConstraint, .deactivateFirst, .changeConstant, .changeItem, .makeInequality: constraint(remedy)
        case .giveSizeFirst, .changeSetting, .ignore, .other: nil
        }
    }

    private func constraint(_ remedy: Remedy) -> String? {
        let constraints = remedy.constraints.compactMap { id in document.constraints.first { $0.id == id } }
        let lines = constraints.compactMap { InspectorLine.isOfFile($0.source) ? $0.source?.line : nil }
        guard !lines.isEmpty, lines.count == remedy.constraints.count else { return nil }
        let isOne = lines.count == 1
        let (its, it) = isOne ? ("its", "it") : ("their", "them")
        let change: String =
            switch remedy.kind {
            case .lowerPriority: "set \(its) Priority\(remedy.priority.map { " to \($0.readingText)" } ?? "")"
            case .changeConstant: "set \(its) Constant\(remedy.to.map { " to \($0.readingText)" } ?? "")"
            case .makeInequality: "change \(its) Relation"
            case .changeItem: "change \(its) items"
            case .deactivateFirst: "delete \(it) or uninstall \(it)"
            default: "delete \(it)"
            }
        let which = isOne ? "constraint (line" : "constraints (lines"
        return "In Interface Builder, select the \(which) \(lines.map(String.init).listed()) of the file) and \(change)."
    }

    private func content(_ remedy: Remedy) -> String? {
        guard let view = remedy.view, let axis = remedy.axis, let priority = remedy.priority else { return nil }
        let title = remedy.kind == .setHugging ? "Content Hugging Priority" : "Content Compression Resistance Priority"
        return "In Interface Builder, select \(name(view)) and set its \(axis == .horizontal ? "Horizontal" : "Vertical") \(title) to "
            + "\(priority.readingText) in the Size inspector."
    }

    private func adding(_ remedy: Remedy) -> String? {
        guard let first = remedy.additions.first else { return nil }
        let known = remedy.additions.first { addition in
            document.constraints.contains { !$0.isActive && $0.id == addition.id && InspectorLine.isOfFile($0.source) }
        }
        if known != nil { return nil }
        let views = first.second.map { [first.first.item, $0.item] } ?? [first.first.item]
        let shown = views.filter { document.views[$0].kind == .view || document.views[$0].kind == .scroll }
        guard let view = shown.first else { return nil }
        return "In Interface Builder, select \(names.name(of: view)) and use Add New Constraints or Align below the canvas, or drag from it with the "
            + "Control key."
    }

    private func name(_ id: String) -> String {
        document.views.firstIndex { $0.id == id }.map(names.name) ?? id
    }

    /// Returns whether code has a variable for each view that the remedy's line is about; it has none for constraints.
    private func hasOutlets(_ remedy: Remedy) -> Bool {
        guard remedy.kind == .addConstraint, !remedy.additions.isEmpty else { return false }
        let items = remedy.additions.flatMap { addition in [addition.first.item] + (addition.second.map { [$0.item] } ?? []) }
        return items.allSatisfy { document.views[$0].outlet != nil || $0 == document.root }
    }
}
