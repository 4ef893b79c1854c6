internal import JSON
internal import LayoutModel

// The rules of whole documents after a part of one changed.
extension ChangingDocument {
    /// Reads the document again with an additional part, with full validation.
    mutating func readAgain(adding entry: JSONTree, givenAs given: JSONTree, isView: Bool, place: String, as field: String)
        throws(ImportError)
    {
        touched.isOfPlaces = true
        let json = CanonicalDocument.json(document, adding: entry, isView: isView)
        do throws(ImportError) {
            var read = try DocumentImporter(limits: limits).read(json: json)
            read.warnings = document.warnings + read.warnings
            read.takeDesign(of: document)
            read.notices = document.notices
            document = read
        } catch {
            // A constraint that is a text has no keys.
            let pointer = given.string != nil ? place : error.pointer ?? ""
            if pointer.hasPrefix(place) { throw error.at(field + pointer.dropFirst(place.count)) }
            // An error elsewhere that a view's id causes is a duplicate id.
            throw error.at(isView && error.code == "duplicate-id" ? field + "/id" : field)
        }
        forgetTables()
    }

    /// Checks that no id is that of an implicit row, if such rows were added or removed.
    mutating func checkIDs(at pointer: String, if haveRowsChanged: Bool) throws(ImportError) {
        // Such ids contain a dot.
        guard !document.isFragment, haveRowsChanged,
            document.constraints.contains(where: { $0.id.utf8.contains(UInt8(ascii: ".")) })
        else { return }
        do throws(ImportError) { _ = try DocumentImporter(limits: limits).read(json: CanonicalDocument.json(document)) } catch {
            throw error.at(pointer)
        }
    }

    /// Updates content areas after constraints were added or removed.
    mutating func settle(at pointer: String) throws(ImportError) {
        if document.views.indices.contains(where: { document.views[$0].kind == .scroll }),
            !document.isFragment
        {
            touched.isOfPlaces = true
            if let wanted = document.settleContentAreas() { throw invalid(pointer, "content-area-in-use", wanted.detail) }
            forgetTables()
            do throws(ImportError) { _ = try DocumentImporter(limits: limits).read(json: CanonicalDocument.json(document)) } catch {
                throw error.at(pointer)
            }
        } else {
            forgetTables()
        }
    }
}
