internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

extension LoweredSystem {
    /// Returns a breaking decision as UIKit prints it.
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
        guard var constraint = constraint(of: row) else {
            if case .autoresizing(let view, let dimension) = rows[row].kind.implicit { return description(ofMask: row, view, dimension) }
            return "<NSLayoutConstraint:\(id(of: row)) \(equation(of: row))>"
        }
        if let printed = constraint.printed { return printed }
        // The console has no ratios.
        constraint.multiplier = constraint.multiplier.printed
        constraint.constant = constraint.constant.printed
        let identifier = constraint.identifier.map { " '\($0)'" } ?? ""
        let source = constraint.source.map { source in "@\(source.file)" + (source.line.map { "#\($0)" } ?? "") } ?? ""
        return "<NSLayoutConstraint:\(constraint.id)\(source)\(identifier) \(document.phrase(of: constraint))   (active\(names(constraint)))>"
    }

    /// Returns the meaning of `|` if the constraint is printed with it.
    private func names(_ constraint: LayoutConstraint) -> String {
        guard let second = constraint.second, document.visualFormat(of: constraint) != nil, constraint.first.attribute == second.attribute,
            constraint.first.attribute.kind != .size
        else { return "" }
        let isStart = constraint.first.attribute == .leading || constraint.first.attribute == .top
        return table(isStart ? second.item : constraint.first.item)
    }

    private func table(_ superview: Int) -> String {
        ", names: '|':\(LayoutDocument.itemText(document.views[superview].id)) "
    }

    /// Returns the row of an autoresizing mask as UIKit prints it, in terms of the superview's length: `h=-&- v=--& badge.width
    /// == 0.5*root.width + 8`.
    private func description(ofMask row: Int, _ view: Int, _ dimension: FrameDimension) -> String {
        let (name, superview) = (LayoutDocument.itemText(document.views[view].id), document.views[view].parent ?? document.root)
        var text = "<NSAutoresizingMaskLayoutConstraint:\(id(of: row)) \(mask(of: view)) \(name).\(dimension.attributeName) == "
        // The row is `V - share * S + constant == 0`.
        let length = LoweredSystem.variable(superview, dimension.axis == .horizontal ? .width : .height)
        let share = -(terms(of: row).first { $0.variable == length }?.coefficient ?? .zero).printed
        let constant = -rows[row].constant.printed
        if share.isZero {
            text += constant.equationText
        } else {
            if !share.isOne { text += "\(share.equationText)*" }
            text += "\(LayoutDocument.itemText(document.views[superview].id)).\(dimension.axis == .horizontal ? "width" : "height")"
            if !constant.isZero { text += (constant.isNegative ? " - " : " + ") + constant.magnitude.equationText }
        }
        return text + "   (active\(table(superview)))>"
    }

    /// Returns the mask as UIKit prints it, such as `h=&-- v=--&`. For each axis, `&` marks which of the margin before the view,
    /// its length and the margin after it are flexible. If none is, the last one is marked.
    private func mask(of view: Int) -> String {
        let mask = document.views[view].autoresizing?.mask ?? []
        func signs(_ parts: [Autoresizing.Flexible]) -> String {
            parts.contains(where: mask.contains) ? parts.map { mask.contains($0) ? "&" : "-" }.joined() : "--&"
        }
        let horizontal = signs([.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin])
        return "h=\(horizontal) v=\(signs([.flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin]))"
    }
}

extension Rational {
    /// The number rounded as in a console log, or unrounded if that would be 0.
    fileprivate var printed: Rational {
        let rounded = rounded(toPlaces: 12)
        return rounded.isZero ? self : rounded
    }
}
