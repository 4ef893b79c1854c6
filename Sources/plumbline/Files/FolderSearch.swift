internal import Glibc
internal import Reporting

/// The files that a search of folders skipped, for `--verbose`.
struct PassedOver {
    /// Links that lead out of the repository or to hidden files.
    var links: [String] = []
    /// Folders of dependencies and build products.
    var folders: [String] = []
    /// The number of files that git ignores.
    var ignored = 0
    /// The reasons that git could not list the files it ignores.
    var gitFailures: [String] = []
    /// The number of other files that are not layouts.
    var others = 0
    /// The number of files with the extension of no layout.
    var foreign = 0
    /// The files that "include" or "exclude" of a configuration leave out, with its file.
    var unmatched: [(file: String, configuration: String)] = []
    /// The number of files of a list that do not exist.
    var missing = 0
    /// The first of them.
    var missingName: String?

    /// The skipped files, as an addition to the message that there is no layout, or an empty text.
    var summary: String {
        var parts: [String] = []
        let count = others + foreign
        if count > 0 { parts.append("\(counted(count, "other file")) skipped") }
        if ignored > 0 { parts.append("git ignores \(counted(ignored, "file")): name \(ignored == 1 ? "it to check it" : "them to check them")") }
        if let first = unmatched.first {
            parts.append(
                "\(counted(unmatched.count, "file")) left out by \"include\" or \"exclude\" of \(first.configuration.terminalSafe()), "
                    + "such as \(first.file.terminalSafe())")
        }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
    }

    /// The line about files of a list that do not exist, or nil if there are none.
    var missingLine: String? {
        if missing == 0 { return nil }
        let which = missing == 1 ? "does" : "do"
        let first = missingName.map { ", such as \($0.terminalSafe())" } ?? ""
        return "skipped: \(counted(missing, "file")) that \(which) not exist here\(first); names in a list are relative to this folder"
    }

    /// One line for each kind, without a heading.
    var lines: [String] {
        var lines: [String] = []
        if others > 0 { lines.append("skipped: \(counted(others, "file")) that \(others == 1 ? "is not a layout" : "are not layouts")") }
        if let missingLine { lines.append(missingLine) }
        if ignored > 0 { lines.append("skipped: \(counted(ignored, "file")) that git ignores") }
        if !folders.isEmpty {
            lines.append("skipped: \(listed(folders)); name a folder, or list it in \"include\", to check it")
        }
        if !links.isEmpty {
            let which = links.count == 1 ? "a link that leads" : "links that lead"
            lines.append("skipped: \(listed(links)), \(which) out of the repository or to hidden files; name the files there to check them")
        }
        return lines + gitFailures.filter { $0 != Git.isMissing }.map { ".gitignore is not used: \($0)" }
    }

    private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    private func listed(_ paths: [String]) -> String {
        paths.prefix(5).joined(separator: ", ") + (paths.count > 5 ? " and \(paths.count - 5) more" : "")
    }
}

/// Searches folders for files that may be layouts by their extension.
struct FolderSearch {
    /// A file that was named or found. `-` is standard input.
    struct Candidate {
        var path: String
        /// Whether the command line names it.
        var isNamed: Bool
        /// The folder on the command line in which it was found.
        var folder: String?
        /// The path in bytes if its name is not UTF-8, so that `path` opens no file.
        var bytes: [CChar]?

        var hasForeignName: Bool { bytes != nil }
    }

    private struct Identity: Hashable {
        var device: UInt64
        var inode: UInt64
    }

    private let leavesOut: (String) -> Bool
    private(set) var folders: [String] = []
    /// The first folder with paths that the system cannot open.
    private var tooLong: String?
    var passedOver = PassedOver()

    /// - Parameter leavesOut: returns whether a folder below a named one is left out.
    init(leavesOut: @escaping (String) -> Bool) {
        self.leavesOut = leavesOut
    }

    /// Returns the candidates in a folder, recursively and in the order of names.
    ///
    /// - Throws: `CommandFailure` if the folder itself cannot be read.
    mutating func candidates(in folder: String) throws(CommandFailure) -> [Candidate] {
        var visited: Set<Identity> = []
        var found: [Candidate] = []
        guard names(in: folder) != nil else { throw .input("\(folder.terminalSafe()): \(InputFailure(errno).reason)") }
        walk(folder, of: folder, LinkReach(folder: folder), &visited, &found)
        if let tooLong {
            let start = String(tooLong.prefix(200)).terminalSafe()
            throw .input("\(start)… has paths that are too long to read: change to a folder nearer to them, and name the folder from there")
        }
        return found
    }

    /// Returns the candidates in a folder whose path is not UTF-8.
    ///
    /// - Parameter name: the path in messages.
    mutating func candidates(in folder: [CChar], named name: String) -> [Candidate] {
        var found: [Candidate] = []
        walk(folder, named: name, of: nil, &found)
        return found
    }

    /// Returns whether a path in bytes leads to a folder.
    static func isFolder(_ path: [CChar]) -> Bool {
        var status = stat()
        return stat(path + [0], &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Searches a folder whose path is not UTF-8, so that no file in it can be read: its layouts are errors. It follows no links
    /// to folders.
    private mutating func walk(_ folder: [CChar], named name: String, of operand: String?, _ found: inout [Candidate]) {
        if leavesOut(name) { return passedOver.folders.append(name) }
        if name.fileExtension == "viewhierarchy" { return found.append(Candidate(path: name, isNamed: false, folder: operand, bytes: folder)) }
        guard let stream = opendir(folder + [0]) else { return }
        var names: [[CChar]] = []
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { text in
                    if text.pointee != CChar(UInt8(ascii: ".")) { names.append(Array(UnsafeBufferPointer(start: text, count: strlen(text)))) }
                }
            }
        }
        closedir(stream)
        for bytes in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let path = folder + [CChar(UInt8(ascii: "/"))] + bytes
            let title = "\(name)/" + String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
            var status = stat()
            if lstat(path + [0], &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
                walk(path, named: title, of: operand, &found)
            } else if InputFiles.extensions.contains(title.fileExtension) {
                found.append(Candidate(path: title, isNamed: false, folder: operand, bytes: path))
            }
        }
    }

    /// Searches a folder. It visits each folder once, so that cyclic links end.
    private mutating func walk(
        _ folder: String, of operand: String, _ reach: LinkReach?, _ visited: inout Set<Identity>, _ found: inout [Candidate]
    ) {
        var status = stat()
        guard stat(folder, &status) == 0 else { return }
        guard visited.insert(Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))).inserted else { return }
        guard let names = names(in: folder) else { return }
        folders.append(folder)
        for (name, bytes) in names {
            let path = folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            var status = stat()
            guard stat(path, &status) == 0 else {
                if errno == ENAMETOOLONG { tooLong = tooLong ?? folder }
                guard let bytes else { continue }
                let start = (folder.hasSuffix("/") ? folder : folder + "/").utf8.map { CChar(bitPattern: $0) }
                if FolderSearch.isFolder(start + bytes) {
                    walk(start + bytes, named: path, of: operand, &found)
                    continue
                }
                guard InputFiles.extensions.contains(path.fileExtension) else { continue }
                found.append(Candidate(path: path, isNamed: false, folder: operand, bytes: start + bytes))
                continue
            }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR && !HierarchyFolder.isOne(path)
            guard isFolder || [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) && InputFiles.extensions.contains(path.fileExtension) else {
                passedOver.foreign += 1
                continue
            }
            if let reach, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, !reach.holds(path) {
                passedOver.links.append(path)
            } else if !isFolder {
                found.append(Candidate(path: path, isNamed: false, folder: operand))
            } else if leavesOut(path) {
                passedOver.folders.append(path)
            } else {
                walk(path, of: operand, reach, &visited, &found)
            }
        }
    }

    /// Returns the sorted names in a folder without hidden ones, or nil if it cannot be read. Names that are not UTF-8 come with
    /// their bytes.
    private func names(in folder: String) -> [(name: String, bytes: [CChar]?)]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [(name: String, bytes: [CChar]?)] = []
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { text in
                    let name = String(cString: text)
                    if name.hasPrefix(".") { return }
                    let isForeign = String(validatingCString: text) == nil
                    names.append((name, isForeign ? Array(UnsafeBufferPointer(start: text, count: strlen(text))) : nil))
                }
            }
        }
        return names.sorted { $0.name < $1.name }
    }
}
