internal import LayoutModel

// The ids of visual formats and of their constraints.

extension DocumentReader {
    /// Registers a visual format's own id, which must be unique.
    mutating func takeEntryName(_ entry: VisualFormatEntry) throws(ImportError) {
        if !hasFormats {
            hasFormats = true
            entries = Array(constraints.indices)
        }
        let other = constraintNames.find(Array(entry.id.utf8), in: constraints).map { place(ofConstraint: $0).pointer }
        if other != nil || !formatNames.insert(entry.id).inserted {
            throw entry.place.key("id").invalid("duplicate-id", "the id \"\(entry.id)\" is already used by \(other ?? "another visual format")")
        }
    }

    /// Registers the id of a visual format's constraint.
    mutating func takeExpandedName(_ id: String, _ row: VisualFormatRow, _ entry: VisualFormatEntry) throws(ImportError) {
        let (index, isNew) = constraintNames.insert(Array(id.utf8), after: constraints)
        if !isNew || formatNames.contains(id) {
            let other = isNew ? "another visual format" : place(ofConstraint: index).pointer
            throw entry.source.invalid(
                "duplicate-id", "the id \"\(id)\" of a constraint of this visual format is already used by \(other)", at: row.offset)
        }
        entries.append(entryCount - 1)
    }

    /// Returns the place of the entry that a constraint comes from.
    func place(ofConstraint index: Int) -> Place {
        .constraint(hasFormats ? entries[index] : index)
    }
}
