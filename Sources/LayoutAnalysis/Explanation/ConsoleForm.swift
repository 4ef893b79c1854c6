internal import LayoutLowering
internal import LayoutModel

extension LoweredSystem {
    /// A breaking decision as UIKit prints it.
    func consoleForm(conflict: [Int], broken: Int) -> String {
        var text = "Unable to simultaneously satisfy constraints.\n"
        text += "\tProbably at least one of the constraints in the following list is one you don't want. \n\tTry this: \n"
        text += "\t\t(1) look at each constraint and try to figure out which you don't expect; \n"
        text += "\t\t(2) find the code that added the unwanted constraint or constraints and fix it. \n(\n"
        text += conflict.map { "    \"\(consoleDescription(of: $0))\"" }.joined(separator: ",\n")
        text += "\n)\n\nWill attempt to recover by breaking constraint \n\(consoleDescription(of: broken))\n"
        return text
    }

    private func consoleDescription(of row: Int) -> String {
        guard let constraint = constraint(of: row) else { return "<NSLayoutConstraint:\(id(of: row)) \(equation(of: row))>" }
        if let printed = constraint.printed { return printed }
        let identifier = constraint.identifier.map { " '\($0)'" } ?? ""
        let source = constraint.source.map { source in "@\(source.file)" + (source.line.map { "#\($0)" } ?? "") } ?? ""
        return "<NSLayoutConstraint:\(constraint.id)\(source)\(identifier) \(document.phrase(of: constraint))   (active\(names(constraint)))>"
    }

    /// Who `|` is, where the constraint is printed with it.
    private func names(_ constraint: LayoutConstraint) -> String {
        guard let second = constraint.second, document.visualFormat(of: constraint) != nil, constraint.first.attribute == second.attribute,
            constraint.first.attribute.kind != .size
        else { return "" }
        let isStart = constraint.first.attribute == .leading || constraint.first.attribute == .top
        return ", names: '|':\(document.views[isStart ? second.item : constraint.first.item].id) "
    }
}
