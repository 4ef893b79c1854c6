internal import LayoutCheck

extension FormerReport {
    /// Returns whether the file at a path is a report.
    static func isOne(_ path: String) -> Bool {
        RegularFile.reading(path) { isOne($0, fileExtension: path.fileExtension) } ?? false
    }
}
