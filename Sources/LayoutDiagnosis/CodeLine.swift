internal import ExactArithmetic
internal import LayoutModel

extension Remedy {
    /// A remedy that adds constraints, with their equations and their line of Swift.
    init(adding constraints: [LayoutConstraint], to document: LayoutDocument, _ names: ViewNames, sentence: String) {
        self.init(
            .addConstraint, constraints.map { document.equation(of: $0) }, sentence: sentence,
            swift: CodeLine(document: document, names: names).activating(constraints))
        additions = constraints
    }
}

/// Renders constraints as a line of Swift that activates them, with anchors, which UIKit and AppKit share.
struct CodeLine {
    let document: LayoutDocument
    let names: ViewNames

    /// Returns the statement that activates these constraints, or nil if anchors cannot express one of them.
    func activating(_ constraints: [LayoutConstraint]) -> String? {
        var expressions: [String] = []
        for constraint in constraints {
            guard let expression = expression(constraint) else { return nil }
            expressions.append(expression)
        }
        switch expressions.count {
        case 0: return nil
        case 1: return "\(expressions[0]).isActive = true"
        default: return "NSLayoutConstraint.activate([\(expressions.joined(separator: ", "))])"
        }
    }

    /// Returns a name for the view in code: its id or outlet if that is an identifier, else one from its text and class, or from the
    /// words of its id.
    func variable(_ index: Int) -> String {
        let view = document.views[index]
        if CodeLine.isIdentifier(view.id), view.className != view.id { return index == document.root && view.id == "root" ? "view" : view.id }
        if let outlet = view.outlet, CodeLine.isIdentifier(outlet) { return outlet }
        var name = view.className.map(ClassName.short) ?? ""
        for prefix in ["UI", "NS", "MK", "WK"] where name.hasPrefix(prefix) && name.count > prefix.count { name.removeFirst(prefix.count) }
        guard CodeLine.isIdentifier(name) else {
            let words = CodeLine.words(view.id)
            return index == document.root ? "view" : words.isEmpty ? "subview" : CodeLine.camelCase(words)
        }
        let words = CodeLine.words(view.text ?? "")
        if !words.isEmpty { return CodeLine.camelCase(words) + CodeLine.capitalized(name) }
        // `UIButton 2` becomes `button2`.
        let number = names.name(of: index).split(separator: " ").last.flatMap { Int($0) }
        return name.prefix(1).lowercased() + name.dropFirst() + (number.map(String.init) ?? "")
    }

    /// Returns at most three words of ASCII letters and digits at the beginning of a text, the first one beginning with a letter,
    /// or none for other texts.
    private static func words(_ text: String) -> [String] {
        let words = text.split { !($0.isLetter || $0.isNumber) }.prefix(3).map(String.init)
        return words.first.map { isIdentifier($0) && $0.utf8.count <= 24 } == true
            ? words.filter { $0.utf8.allSatisfy { $0 < 0x80 } && $0.utf8.count <= 24 } : []
    }

    private static func camelCase(_ words: [String]) -> String { words[0].lowercased() + words.dropFirst().map(capitalized).joined() }
    private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    /// Returns whether a text consists of ASCII letters, digits and underscores, begins with a letter, and is not an address.
    private static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.utf8.first, !text.hasPrefix("0x") else { return false }
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        return isLetter(first)
            && text.utf8.allSatisfy { isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_") }
    }

    private func expression(_ constraint: LayoutConstraint) -> String? {
        guard constraint.isRequired, constraint.unknownConstant == nil else { return nil }
        let relation =
            switch constraint.relation {
            case .equal: "equalTo"
            case .lessThanOrEqual: "lessThanOrEqualTo"
            case .greaterThanOrEqual: "greaterThanOrEqualTo"
            }
        let first = anchor(constraint.first)
        let constant = constraint.constant.decimalText(places: 4)
        guard let second = constraint.second else {
            return constraint.first.attribute.kind == .size ? "\(first).constraint(\(relation)Constant: \(constant))" : nil
        }
        // Names are made for people: `cell-a` and `cell a` would be one variable.
        guard constraint.first.item == second.item || item(constraint.first.item) != item(second.item) else { return nil }
        var arguments = "\(relation): \(anchor(second))"
        if !constraint.multiplier.isOne {
            // Anchors of edges have no multiplier.
            guard constraint.first.attribute.kind == .size else { return nil }
            arguments += ", multiplier: \(constraint.multiplier.decimalText(places: 6))"
        }
        if !constraint.constant.isZero { arguments += ", constant: \(constant)" }
        return "\(first).constraint(\(arguments))"
    }

    private func anchor(_ anchor: LayoutAnchor) -> String {
        let name =
            switch anchor.attribute {
            case .leftMargin: "layoutMarginsGuide.left"
            case .rightMargin: "layoutMarginsGuide.right"
            case .topMargin: "layoutMarginsGuide.top"
            case .bottomMargin: "layoutMarginsGuide.bottom"
            case .leadingMargin: "layoutMarginsGuide.leading"
            case .trailingMargin: "layoutMarginsGuide.trailing"
            case .centerXWithinMargins: "layoutMarginsGuide.centerX"
            case .centerYWithinMargins: "layoutMarginsGuide.centerY"
            default: anchor.attribute.rawValue
            }
        return "\(item(anchor.item)).\(name)Anchor"
    }

    private func item(_ view: Int) -> String {
        let item = document.views[view]
        guard item.kind == .content, let scroll = item.parent else { return variable(view) }
        return "\(variable(scroll)).contentLayoutGuide"
    }
}
