internal import Glibc

/// Finds storyboards and xibs, by their names, in folders that a search does not enter: hidden ones, and those to which a link
/// leads out of the repository. It looks at a bounded number of names and reads no file.
struct HiddenLayouts {
    /// The number of names that it may still look at.
    private var left = 10_000

    /// Git's own folder, and the files in which macOS stores attributes of others.
    private static func isForeign(_ name: String) -> Bool { name == ".git" || name.hasPrefix("._") }

    /// Returns whether a link is a layout by its name, or leads to a folder with one. A folder that is too large to search counts.
    mutating func leadsToLayouts(_ link: String) -> Bool {
        if InputFiles.interfaceBuilder.contains(link.fileExtension) || link.fileExtension == "viewhierarchy" { return true }
        var status = stat()
        // A name that is not UTF-8 cannot be looked at here.
        guard stat(link, &status) == 0 else { return true }
        guard status.st_mode & S_IFMT == S_IFDIR else { return false }
        return first(in: link.pathBytes, 0) != nil || left == 0
    }

    /// Returns a hidden file if it is a layout, or the first layout in a hidden folder.
    mutating func layouts(in path: [CChar]) -> [String] {
        let text = String(repairing: path)
        if HiddenLayouts.isForeign(text.split(separator: "/").last.map(String.init) ?? text) { return [] }
        var status = stat()
        guard lstat(path + [0], &status) == 0 else { return [] }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return InputFiles.interfaceBuilder.contains(text.fileExtension) ? [text] : []
        case S_IFDIR: return [first(in: path, 0)].compactMap(\.self)
        default: return []
        }
    }

    private static let mostLevels = 32

    /// Returns the first layout in a folder, in the order of names.
    private mutating func first(in folder: [CChar], _ level: Int) -> String? {
        guard level < HiddenLayouts.mostLevels, left > 0, let names = FolderSearch.names(in: folder, most: left) else { return nil }
        left -= names.count
        var folders: [[CChar]] = []
        for name in names where !HiddenLayouts.isForeign(String(repairing: name)) {
            let path = folder + "/".pathBytes + name
            let text = String(repairing: path)
            var status = stat()
            guard lstat(path + [0], &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR { folders.append(path) }
            if status.st_mode & S_IFMT == S_IFREG, InputFiles.interfaceBuilder.contains(text.fileExtension) { return text }
        }
        for path in folders { if let found = first(in: path, level + 1) { return found } }
        return nil
    }
}
