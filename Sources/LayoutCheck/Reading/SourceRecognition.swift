internal import LayoutImport

extension SourceKind {
    /// Returns whether a file that a folder search found is a layout, by its content. A layout with errors is one, too.
    ///
    /// - Parameter fileExtension: the file's extension in lower case.
    public static func isLayout(_ bytes: [UInt8], fileExtension: String) -> Bool {
        switch SourceKind(fileExtension: fileExtension) ?? SourceKind(contentOf: bytes) {
        case .document: LayoutRecognition.isDocument(bytes)
        case .interfaceBuilder: LayoutRecognition.isInterfaceBuilder(bytes, isNamed: ["storyboard", "xib"].contains(fileExtension))
        case .viewHierarchy: ViewHierarchyImporter.isViewHierarchy(bytes)
        case .consoleLog: isLog(bytes)
        case .text: isLog(bytes) || LayoutRecognition.isConstraintText(DecodedText(bytes).repaired, isNamedFormat: fileExtension == "vfl")
        }
    }

    /// Returns whether a text is a log in which something about layouts can be read.
    private static func isLog(_ bytes: [UInt8]) -> Bool {
        let logs = ConsoleLogImporter()
        let text = DecodedText(bytes).repaired
        guard logs.looksLikeLog(text) else { return false }
        do throws(ImportError) {
            return try !logs.read(text).messages.isEmpty
        } catch {
            // A log with nothing to read about layouts is the log of something else. A limit is reported by the check, and so is a conflict
            // that cannot be read.
            return error.kind == .tooLarge || logs.hasConflictMessage(text)
        }
    }
}
