internal import ExactArithmetic
internal import LayoutModel

/// Renders a remedy as the line of code for constraints made with SnapKit or Masonry.
///
/// Both libraries match the constraint in `updateConstraints` by everything but its constant. A constant is therefore updated,
/// while another priority or item needs a change of the original line.
struct LibraryLine {
    let facts: ConflictFacts

    /// Returns the line, or nil if no such library made the constraint or the library has no line for the change.
    func code(of remedy: Remedy) -> LibraryCode? {
        let rows = remedy.constraints.compactMap { id in facts.rows.first { $0.id == id } }
        guard let row = rows.first, rows.count == remedy.constraints.count, let library = library(of: row),
            rows.allSatisfy({ self.library(of: $0) == library })
        else { return nil }
        return line(of: remedy, rows, library).map { LibraryCode(library, $0) }
    }

    /// Returns the library that printed the constraint with its own class, or nil for other constraints.
    private func library(of row: DiagnosedRow) -> LibraryCode.Library? {
        guard row.isWrittenByLibraryOfConstraints else { return nil }
        return row.printed.hasPrefix("<MAS") ? .masonry : .snapKit
    }

    private func line(of remedy: Remedy, _ rows: [DiagnosedRow], _ library: LibraryCode.Library) -> String? {
        let row = rows[0]
        switch remedy.kind {
        case .lowerPriority:
            guard rows.count == 1, let made = made(row, library, priority: remedy.priority) else { return nil }
            return made + (library == .masonry ? ";" : "") + place(row)
        case .removeConstraint:
            guard rows.count == 1 else { return nil }
            return library == .snapKit ? "\(facts.variable(row)).deactivate()" + place(row) : "[\(facts.variable(row)) uninstall];" + place(row)
        case .changeConstant:
            guard rows.count == 1, let constant = remedy.to else { return nil }
            var changed = row
            changed.constant = constant
            return block("update", changed, library)
        case .changeItem:
            guard rows.count == 1, let second = row.second else { return nil }
            var changed = row
            // Both sides get the attribute of the view that the constraint positions.
            let attribute = facts.placed(row).attribute
            changed.first.attribute = attribute
            changed.second = LayoutAnchor(second.item, attribute)
            return made(changed, library).map { $0 + (library == .masonry ? ";" : "") + place(row) }
        case .deactivateFirst: return deactivateFirst(rows, library)
        default: return nil
        }
    }

    /// Returns the line that replaces the old value if one attribute is set twice, or that removes the old set of two.
    private func deactivateFirst(_ rows: [DiagnosedRow], _ library: LibraryCode.Library) -> String? {
        guard rows.count == 2, let old = rows.first, let new = rows.last, edge(old) == edge(new) else {
            return library == .snapKit
                ? "oldConstraints.forEach { $0.deactivate() }" : "[oldConstraints makeObjectsPerformSelector:@selector(uninstall)];"
        }
        let isSimilar = old.first == new.first && old.second == new.second && old.relation == new.relation && old.multiplier == new.multiplier
        return block(isSimilar ? "update" : "remake", new, library)
    }

    private func edge(_ row: DiagnosedRow) -> LayoutAnchor {
        let placed = facts.placed(row)
        return LayoutAnchor(placed.item, placed.attribute.edge)
    }

    // MARK: Parts of lines

    /// Returns `label.snp.updateConstraints { make in make.width.equalTo(120) }`.
    private func block(_ verb: String, _ row: DiagnosedRow, _ library: LibraryCode.Library) -> String? {
        guard let made = made(row, library) else { return nil }
        let view = variable(row.first.item)
        // `remakeConstraints` removes all other constraints of the view.
        let others = verb == "remake" ? " /* … */" : ""
        switch library {
        case .snapKit: return "\(view).snp.\(verb)Constraints { make in \(made)\(others) }"
        case .masonry: return "[\(view) mas_\(verb)Constraints:^(MASConstraintMaker *make) { \(made);\(others) }];"
        }
    }

    /// Returns `make.width.equalTo(120).priority(999)`, or nil if the library cannot express it.
    private func made(_ row: DiagnosedRow, _ library: LibraryCode.Library, priority: Rational? = nil) -> String? {
        if let place = row.place, facts.document.constraints[place].unknownConstant != nil { return nil }
        let relation =
            switch row.relation {
            case .equal: "equalTo"
            case .greaterThanOrEqual: "greaterThanOrEqualTo"
            case .lessThanOrEqual: "lessThanOrEqualTo"
            }
        var text = "make.\(row.first.attribute.rawValue).\(relation)"
        if let second = row.second {
            text += "(\(target(second, beside: row.first, library)))"
            if !row.multiplier.isOne { text += ".multipliedBy(\(number(row.multiplier)))" }
            // SnapKit's insets point inward from every side.
            let isInset = library == .snapKit && second.attribute == row.first.attribute && second.attribute.isFarEdge && row.constant.isNegative
            if isInset {
                text += ".inset(\(number(-row.constant)))"
            } else if !row.constant.isZero {
                text += ".offset(\(number(row.constant)))"
            }
        } else {
            guard row.first.attribute.kind == .size else { return nil }
            text += library == .snapKit ? "(\(number(row.constant)))" : "(@\(number(row.constant)))"
        }
        return text + (priority.map { ".priority(\(number($0)))" } ?? "")
    }

    /// Returns the other side. Only the view is written if its attribute is the same as that of the first side.
    private func target(_ side: LayoutAnchor, beside first: LayoutAnchor, _ library: LibraryCode.Library) -> String {
        var name = variable(side.item)
        if side.item != first.item, name == variable(first.item) { name = "other" + name.prefix(1).uppercased() + name.dropFirst() }
        if side.attribute == first.attribute { return name }
        return library == .snapKit ? "\(name).snp.\(side.attribute.rawValue)" : "\(name).mas_\(side.attribute.rawValue)"
    }

    private func variable(_ view: Int) -> String {
        let item = facts.document.views[view]
        // A scroll view's edges mean its content.
        if item.kind == .content, let scroll = item.parent { return facts.variable(scroll) }
        if facts.className(of: view).hasSuffix("CellContentView") { return "contentView" }
        guard item.kind == .guide else { return facts.variable(view) }
        return item.id.contains("SafeArea") ? "view.safeAreaLayoutGuide" : item.id.contains("Margins") ? "view.layoutMarginsGuide" : "layoutGuide"
    }

    private func number(_ value: Rational) -> String { value.decimalText(places: 4) }

    /// Returns the place that SnapKit prints with the constraint, as a comment.
    private func place(_ row: DiagnosedRow) -> String {
        guard let place = row.place, let source = facts.document.constraints[place].source, let line = source.line else { return "" }
        return "  // \(source.file):\(line)"
    }
}
