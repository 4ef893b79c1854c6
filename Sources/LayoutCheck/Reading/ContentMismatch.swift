internal import JSON
internal import LayoutImport
internal import StandardAdditions

/// Explains why a source could not be read if its content is of another kind than its name or type says.
enum ContentMismatch {
    /// Returns the error that names the actual kind of the content and what to do with it, or the reader's own error.
    static func explained(_ error: ImportError, _ bytes: [UInt8], readAs kind: SourceKind) -> ImportError {
        if error.kind == .tooLarge { return error }
        if let error = signature(of: bytes) ?? emptiness(of: bytes, readAs: kind) ?? conflictMarker(in: bytes) { return error }
        let head = Array(bytes.prefix(headLength).drop(while: isBlank))
        switch kind {
        case .document: return isXML(head) ? other("XML", "an Interface Builder file") : text(bytes) ?? error
        case .interfaceBuilder: return xml(head, error)
        case .text, .consoleLog:
            if head.first == UInt8(ascii: "{"), (try? JSONTree(parsing: bytes)) != nil {
                return other("JSON", "a document (.json, or the type application/json)")
            }
            return isXML(head) ? other("XML", "an Interface Builder file (.xib or .storyboard, or the type application/xml)") : error
        case .viewHierarchy: return error
        }
    }

    private static let headLength = 4096

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isXML(_ head: [UInt8]) -> Bool { head.starts(with: "<?xml".utf8) || head.starts(with: "<document".utf8) }

    private static func other(_ what: String, _ use: String) -> ImportError {
        ImportError(.unsupported, code: "another-kind", "this is \(what): give it as \(use)")
    }

    // MARK: Kinds

    /// Returns the error for content that its first bytes identify.
    private static func signature(of bytes: [UInt8]) -> ImportError? {
        FileSignature(of: bytes).map {
            ImportError(.unsupported, code: "another-kind", "this is \($0.noun), not a layout" + ($0.nextStep.map { "; \($0)" } ?? ""))
        }
    }

    private static func emptiness(of bytes: [UInt8], readAs kind: SourceKind) -> ImportError? {
        guard bytes.allSatisfy(isBlank) else { return nil }
        let wanted =
            switch kind {
            case .document: #"a document has at least {"constraints": []}"#
            case .interfaceBuilder: "an Interface Builder file was expected"
            case .consoleLog: "save what the console shows, starting with \"Unable to simultaneously satisfy constraints.\""
            case .text: "write a constraint on each line, such as a.top == b.bottom + 8 or H:|-[a]-|"
            case .viewHierarchy: "an exported view hierarchy was expected"
            }
        return ImportError(.malformed, code: "empty", "the input is empty; \(wanted)")
    }

    /// Returns the error for the first line that git wrote for a conflict between branches.
    private static func conflictMarker(in bytes: [UInt8]) -> ImportError? {
        var line = 1
        for content in bytes.lines {
            if content.starts(with: "<<<<<<< ".utf8) {
                return ImportError(
                    .malformed, code: "merge-conflict", "this line is a conflict marker of git: resolve the merge first", line: line)
            }
            line += 1
        }
        return nil
    }

    /// Returns the error for a text that was read as JSON, but is a log, equations or formats.
    private static func text(_ bytes: [UInt8]) -> ImportError? {
        let content = DecodedText(bytes).repaired
        if ConsoleLogImporter().looksLikeLog(content) {
            return other("a log or a debugger's text, not JSON", "text (.log or .txt, or the type text/plain)")
        }
        guard bytes.first(where: { !isBlank($0) }) != UInt8(ascii: "{"), (try? JSONTree(parsing: bytes)) == nil,
            LayoutRecognition.isConstraintText(content)
        else { return nil }
        return other("a list of equations or visual formats, not JSON", "text (.txt, or the type text/plain)")
    }

    /// Returns the error for what was read as an Interface Builder file.
    private static func xml(_ head: [UInt8], _ error: ImportError) -> ImportError {
        let text = String(decoding: head, as: UTF8.self)
        if head.first == UInt8(ascii: "{") || head.first == UInt8(ascii: "[") {
            return other("JSON, not XML", "a document (.json, or the type application/json)")
        }
        if text.contains("<plist") || text.contains("PropertyList-1.0.dtd") {
            return ImportError(.unsupported, code: "another-kind", "this is a property list, not an Interface Builder file")
        }
        if text.contains("schemas.android.com") {
            return ImportError(
                .unsupported, code: "another-kind",
                "this is a layout of Android: plumbline checks Auto Layout of UIKit and AppKit (.storyboard, .xib)")
        }
        return error
    }
}
