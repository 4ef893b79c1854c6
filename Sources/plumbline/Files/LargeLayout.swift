internal import Glibc
internal import LayoutImport

/// Recognizes layouts in files that are larger than a layout may be, so that the check reports their size. It reads them in parts
/// and parses nothing.
enum LargeLayout {
    private static let partLength = 1 << 20
    /// The length of the words that it searches, which may lie across the end of a part.
    private static let overlap = 256
    private static let mostBytes = 1 << 28

    /// Returns whether a JSON file has what documents have, a log has a message or a constraint, or an archive has the files of a view
    /// hierarchy. A file with the extension of visual formats is one of them.
    ///
    /// - Parameter head: the first bytes of the file.
    static func isOne(_ descriptor: Int32, head: [UInt8], fileExtension: String) -> Bool {
        switch fileExtension {
        case "json":
            if LayoutRecognition.isStoredReport(head) { return false }
            var traces: DocumentTraces = []
            return anyPart(of: descriptor) { part in
                traces.formUnion(DocumentTraces(in: part))
                return traces.areOfDocument
            }
        case "log", "txt":
            // Each part begins with a whole character, whose bytes have the order of the first two.
            let mark = EncodedText.isWide(head) ? Array(head.prefix(2)) : []
            return anyPart(of: descriptor) { LayoutRecognition.holdsLog(mark.isEmpty ? $0 : EncodedText.utf8(mark + $0)) }
        case "zip", "viewhierarchy":
            return ViewHierarchyImporter.isZip(head) && anyPart(of: descriptor, ViewHierarchyImporter.holdsResponse)
        case "vfl": return true
        default: return false
        }
    }

    private static func anyPart(of descriptor: Int32, _ isFound: ([UInt8]) -> Bool) -> Bool {
        var buffer = [UInt8](repeating: 0, count: partLength)
        var place = 0
        while place < mostBytes {
            let count = pread(descriptor, &buffer, buffer.count, place)
            if count <= 0 { return false }
            if isFound(Array(buffer[..<count])) { return true }
            if count <= overlap { return false }
            place += count - overlap
        }
        return false
    }
}
