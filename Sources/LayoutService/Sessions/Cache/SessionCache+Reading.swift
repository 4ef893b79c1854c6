internal import JSON
internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import SessionStore

// Reads stored documents as layouts.

extension SessionCache {
    /// Reads the posted layout in its original format.
    ///
    /// - Parameters:
    ///   - options: the session's options as JSON, which determine how an Interface Builder file is read.
    ///   - caller: asked between pieces whether it still waits.
    /// - Throws: an error with its place in the session's file.
    func readFirstLayout(
        _ stored: StoredDocument, options: [UInt8], for caller: Caller
    ) throws(ImportError) -> SourceAnalyzer.ReadLayout {
        let limits = limits.asked(by: caller)
        let isLog = stored.mediaType != "application/json" && SessionCache.isFragment(stored.canonical)
        let analyzer = SourceAnalyzer(limits: limits, interfaceBuilder: StoredOptions(options).interfaceBuilder)
        func isMeant(_ layout: SourceAnalyzer.ReadLayout) -> Bool { CanonicalDocument.json(layout.document) == stored.canonical }
        guard stored.mediaType == "application/xml" || isLog else {
            // Read the original body again, so that warnings about ignored parts are repeated.
            let kind: SourceKind? = ["application/json": .document, "application/zip": .viewHierarchy][stored.mediaType]
            if let kind, let found = (try? analyzer.read(stored.body, kind: kind))?.first(where: isMeant) { return found }
            return .document(analyzer.warned(try readCanonical(stored, limits)))
        }
        // Logs and Interface Builder files contain more than their canonical forms, so they are read again.
        do throws(ImportError) {
            let layouts = try analyzer.read(stored.body, kind: isLog ? .consoleLog : .interfaceBuilder)
            if let found = layouts.first(where: isMeant) { return found }
            if isLog { throw ImportError(.invalid, code: "no-message", "the stored log no longer contains the message") }
        } catch {
            // Its line refers to the body, which is a single string in the file.
            throw ImportError(error.kind == .tooLarge ? .tooLarge : .invalid, code: error.code, "\(error)", pointer: "/body")
        }
        return .document(try readCanonical(stored, limits))
    }

    private func readCanonical(_ stored: StoredDocument, _ limits: InputLimits) throws(ImportError) -> LayoutDocument {
        do throws(ImportError) { return try DocumentImporter(limits: limits.importLimits).read(json: stored.canonical) } catch {
            var error = error
            error.pointer = "/document" + (error.pointer ?? "")
            throw error
        }
    }

    /// Returns whether the posted body still has the stored canonical form.
    func means(_ stored: StoredDocument, options: [UInt8], for caller: Caller) -> Bool {
        let kind: SourceKind
        switch stored.mediaType {
        case "application/json": kind = .document
        case "application/xml": kind = .interfaceBuilder
        case "application/zip": kind = .viewHierarchy
        default: kind = .text
        }
        let analyzer = SourceAnalyzer(limits: limits.asked(by: caller), interfaceBuilder: StoredOptions(options).interfaceBuilder)
        guard let layouts = try? analyzer.read(stored.body, kind: kind) else { return false }
        return layouts.contains { CanonicalDocument.json($0.document) == stored.canonical }
    }

    private static func isFragment(_ canonical: [UInt8]) -> Bool {
        guard let document = try? JSONDocument(parsing: canonical) else { return false }
        return document.withRoot { $0["fragment"]?.bool ?? false }
    }
}
