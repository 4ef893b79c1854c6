internal import JSON
internal import LayoutImport
internal import LayoutModel

/// What every reader promises, checked by trapping.
enum Promises {
    /// The canonical document reads back the same, and so does each constraint as reports describe it.
    static func check(_ document: LayoutDocument) {
        var document = document
        document.warnings = []
        document.lines = []
        document.notation = LayoutDocument.Notation()
        // What an Interface Builder file stores beside the layout, no document states.
        for index in document.views.indices where document.views[index].design != nil { document.views[index].design = nil }
        for index in document.constraints.indices where document.constraints[index].isPlaceholder {
            document.constraints[index].isPlaceholder = false
        }
        // On the canvas a scroll view with a guide for its content has a content area that no constraint speaks of; a document cannot say that.
        let meant = Set(document.constraints.filter(\.isActive).flatMap { [$0.first.item, $0.second?.item ?? -1] })
        if document.views.indices.contains(where: { document.views[$0].kind == .content && !meant.contains($0) }) { return }
        let canonical = CanonicalDocument.json(document)
        let again = read(canonical, "the canonical document cannot be read")
        guard again == document, CanonicalDocument.json(again) == canonical else {
            fatalError("the canonical document is another: \(String(decoding: canonical, as: UTF8.self))")
        }
        if document.constraints.count <= 200 { checkPhrases(document) }
    }

    private static func read(_ json: [UInt8], _ complaint: String) -> LayoutDocument {
        do throws(ImportError) {
            return try DocumentImporter().read(json: json)
        } catch {
            fatalError("\(complaint): \(error)\n\(String(decoding: json, as: UTF8.self))")
        }
    }

    private static func checkPhrases(_ document: LayoutDocument) {
        var bare = document
        bare.constraints = []
        let empty = String(decoding: CanonicalDocument.json(bare), as: UTF8.self)
        guard empty.hasSuffix("[]}") else { fatalError("the canonical document does not end with its constraints: \(empty)") }
        var writer = JSONWriter(capacity: 1024)
        writer.beginArray()
        for constraint in document.constraints {
            writer.beginObject()
            if document.visualFormat(of: constraint) == nil { writer.key("equation") } else { writer.key("visual") }
            writer.string(document.phrase(of: constraint))
            writer.key("active")
            writer.bool(constraint.isActive)
            writer.endObject()
        }
        writer.endArray()
        let json = Array(empty.utf8.dropLast(3)) + writer.bytes + Array("}".utf8)
        var again = read(json, "constraints cannot be read as they are described")
        guard again.constraints.count == document.constraints.count else {
            fatalError("there are other constraints than are described: \(String(decoding: json, as: UTF8.self))")
        }
        for (index, constraint) in document.constraints.enumerated() {
            again.constraints[index].id = constraint.id
            again.constraints[index].identifier = constraint.identifier
            again.constraints[index].origin = constraint.origin
            again.constraints[index].source = constraint.source
        }
        guard again == document else { fatalError("constraints are not as they are described: \(String(decoding: json, as: UTF8.self))") }
    }

    /// Every index lies in its list.
    static func check(sides document: LayoutDocument) {
        let views = document.views.indices
        if !views.contains(document.root) { fatalError("the root is no view") }
        for view in document.views {
            if let parent = view.parent, !views.contains(parent) { fatalError("a view lies nowhere") }
        }
        for constraint in document.constraints {
            guard views.contains(constraint.first.item), constraint.second.map({ views.contains($0.item) }) ?? true else {
                fatalError("a constraint names no view")
            }
        }
    }

    /// A fragment is whole, and it can be written and read again.
    static func check(fragment: LayoutDocument) {
        check(sides: fragment)
        for constraint in fragment.constraints where fragment.phrase(of: constraint).isEmpty { fatalError("a constraint has no description") }
        if let broken = fragment.recordedBroken, !fragment.constraints.indices.contains(broken) { fatalError("what broke is no constraint") }
        let written = CanonicalDocument.json(fragment)
        do throws(ImportError) {
            let again = try DocumentImporter().read(json: written)
            let isSame = CanonicalDocument.json(again) == written && again.recordedBroken == fragment.recordedBroken
            if !isSame { fatalError("a fragment is read as another") }
        } catch {
            fatalError("a fragment cannot be read again: \(error)")
        }
    }

    /// A notice is a sentence about a view that is there, and there are not too many.
    static func check(notices: [SourceFinding], of document: LayoutDocument?) {
        if notices.count > 1200 { fatalError("\(notices.count) notices") }
        for notice in notices {
            if notice.message.isEmpty || notice.message.utf8.count > 10_000 || notice.name == nil { fatalError("a notice without words: \(notice)") }
            if notice.line < 1 || notice.count < 1 { fatalError("a notice without a place: \(notice)") }
            guard let document, let view = notice.view else { continue }
            if !document.views.contains(where: { $0.id == view }) { fatalError("a notice of a view that is not there: \(notice)") }
        }
        if let document, !document.printedFrames.isEmpty, document.printedFrames.count != document.views.count { fatalError("frames of other views") }
    }

    /// An error says what is wrong, and its place lies in the source.
    static func check(_ error: ImportError, in bytes: [UInt8]) {
        if error.message.isEmpty || error.code.isEmpty { fatalError("an error without words") }
        if error.message.utf8.count > 2000 { fatalError("an error of excessive length: \(error.message)") }
        if let line = error.line {
            let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            if line < 1 || line > lines { fatalError("line \(line) of \(lines): \(error)") }
        }
        if let column = error.column, column < 1 || column > bytes.count + 1 { fatalError("column \(column): \(error)") }
        if let excerpt = error.excerpt, error.column != nil, !excerpt.hasSuffix("^") { fatalError("no caret: \(error)") }
    }
}
