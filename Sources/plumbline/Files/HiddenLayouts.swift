internal import Glibc

/// Finds storyboards and xibs, by their names, in folders that a search does not enter: hidden ones, and those to which a link
/// leads out of the repository. It looks at a bounded number of names, and reads only the signatures of files that macOS made.
struct HiddenLayouts {
    /// The number of names that it may still look at.
    private var left = 10_000

    /// Returns whether a file is a layout by its name, and not one in which macOS stores attributes of another (`._Main.storyboard`).
    private static func isLayout(_ path: [CChar], named name: String) -> Bool {
        guard InputFiles.interfaceBuilder.contains(name.fileExtension) else { return false }
        guard name.split(separator: "/").last?.hasPrefix("._") == true else { return true }
        let descriptor = open(path + [0], O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        // One that cannot be read may be a layout.
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        let signature: [UInt8] = [0x00, 0x05, 0x16, 0x07]
        var head = [UInt8](repeating: 0, count: signature.count)
        return pread(descriptor, &head, head.count, 0) < head.count || head != signature
    }

    /// Returns whether a link is a layout by its name, or leads to a folder with one. A folder that is too large to search counts.
    mutating func leadsToLayouts(_ link: String) -> Bool {
        if InputFiles.interfaceBuilder.contains(link.fileExtension) || link.fileExtension == "viewhierarchy" { return true }
        var status = stat()
        // A name that is not UTF-8 cannot be looked at here.
        guard stat(link, &status) == 0 else { return true }
        guard status.st_mode & S_IFMT == S_IFDIR else { return false }
        return first(in: link.pathBytes) != nil || left == 0
    }

    /// Returns a hidden file if it is a layout, or the first layout in a hidden folder.
    mutating func layouts(in path: [CChar]) -> [String] {
        let text = String(repairing: path)
        var status = stat()
        guard lstat(path + [0], &status) == 0 else { return [] }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return HiddenLayouts.isLayout(path, named: text) ? [text] : []
        case S_IFDIR: return isGit(path) ? [] : [first(in: path)].compactMap(\.self)
        default: return []
        }
    }

    /// Returns whether a path is that of git's own folder.
    private func isGit(_ path: [CChar]) -> Bool { path.suffix(5).elementsEqual("/.git".pathBytes) || path == ".git".pathBytes }

    /// Returns the first layout in a folder, however deep, in the order of names: first those of a folder itself.
    private mutating func first(in folder: [CChar]) -> String? {
        var waiting = [folder]
        while left > 0, let folder = waiting.popLast() {
            guard let names = FolderSearch.names(in: folder, most: left) else { continue }
            left -= names.count
            var folders: [[CChar]] = []
            for name in names {
                let path = folder + "/".pathBytes + name
                let text = String(repairing: path)
                var status = stat()
                guard lstat(path + [0], &status) == 0 else { continue }
                if status.st_mode & S_IFMT == S_IFDIR, !isGit(path) { folders.append(path) }
                if status.st_mode & S_IFMT == S_IFREG, HiddenLayouts.isLayout(path, named: text) { return text }
            }
            waiting += folders.reversed()
        }
        return nil
    }
}
