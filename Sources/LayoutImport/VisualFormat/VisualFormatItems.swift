internal import ExactArithmetic
internal import LayoutModel

// The views of a visual format, and the superview that its bars and percentages mean.

extension DocumentReader {
    /// Returns the view with this name, or the views of a range.
    mutating func items(
        _ view: VisualFormat.View, _ expansion: VisualFormatExpansion
    ) throws(ImportError) -> [VisualFormatExpansion.Item] {
        guard let last = view.last else { return [try item(view.name, expansion)] }
        let text = expansion.entry.source.text
        let range = ViewRange(first: Array(text[view.name.range]), last: Array(text[last]))
        guard let range else {
            throw expansion.invalid(
                "bad-range", "a range must end with a number, a letter or a name that follows its first view: [a1..5], [a..c], [a1..a5]",
                at: last.lowerBound)
        }
        var items: [VisualFormatExpansion.Item] = []
        for position in 0..<range.count {
            try limits.checkInterest(position)
            let name = range.name(position)
            let number = try name.withUnsafeBufferPointer { (bytes) throws(ImportError) in
                try self.item(bytes, expansion.entry, offset: view.offset)
            }
            items.append(.init(number: number, offset: view.offset))
        }
        return items
    }

    mutating func item(_ name: ItemName, _ expansion: VisualFormatExpansion) throws(ImportError) -> VisualFormatExpansion.Item {
        let offset = name.isQuoted ? name.range.lowerBound - 1 : name.range.lowerBound
        let number = try name.bytes(in: expansion.entry.source.text).withUnsafeBufferPointer { (bytes) throws(ImportError) in
            try self.item(bytes, expansion.entry, offset: offset)
        }
        return .init(number: number, offset: offset)
    }

    private mutating func item(_ name: UnsafeBufferPointer<UInt8>, _ entry: VisualFormatEntry, offset: Int) throws(ImportError) -> Int {
        do throws(ImportError) {
            return try item(name, isActive: entry.isActive, at: entry.place)
        } catch {
            throw entry.source.located(error, at: offset)
        }
    }

    /// Returns the common superview of all views of the chain.
    mutating func commonSuperview(
        _ stops: [VisualFormatExpansion.Stop], _ expansion: inout VisualFormatExpansion, for what: String, at offset: Int
    ) throws(ImportError) -> Int {
        if let known = expansion.superview { return known }
        var common: Int?
        for item in stops.filter({ !$0.isSuperview }).flatMap(\.items) {
            let parent = try superview(of: item, expansion, for: what)
            if let common, common != parent {
                throw expansion.invalid(
                    "different-superviews",
                    "\(what) refers to the superview of all views of the format, but \"\(itemID(item.number))\" is in \"\(itemID(parent))\" "
                        + "and the views before it are in \"\(itemID(common))\"", at: item.offset)
            }
            common = parent
        }
        guard let common else { throw expansion.invalid("no-superview", "\(what) needs a view", at: offset) }
        expansion.superview = common
        return common
    }

    /// Returns the superview of one view.
    mutating func superview(
        of item: VisualFormatExpansion.Item, _ expansion: VisualFormatExpansion, for what: String
    ) throws(ImportError) -> Int {
        guard let parent = superview(of: item.number) else {
            throw expansion.invalid(
                "no-superview", "\(what) refers to the superview, but \"\(itemID(item.number))\" is the root and has none", at: item.offset)
        }
        if expansion.entry.isActive { noteActiveName(parent) }
        return parent
    }

    /// Returns the index of the superview, or nil for the root.
    private func superview(of item: Int) -> Int? {
        if impliesViews { return item == root ? nil : views[item].parent }
        if let spacer = spacer(item) { return spacer.parent }
        if item >= views.count { return content.scrolls[item - views.count] }
        let parent = content.parentNumbers[item]
        return parent < 0 ? nil : parent
    }

    /// Returns the id of an item during reading.
    func itemID(_ item: Int) -> String {
        if item < views.count { return views[item].id }
        return spacer(item)?.id ?? views[content.scrolls[item - views.count]].id + ".content"
    }

    /// Returns whether the document states a baseline of the view.
    func hasBaseline(_ item: Int) -> Bool {
        item < views.count && (views[item].firstBaselineFromTop != nil || !views[item].lastBaselineFromBottom.isZero)
    }
}
