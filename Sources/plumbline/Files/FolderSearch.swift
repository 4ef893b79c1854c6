internal import Glibc
internal import Reporting
internal import StandardAdditions

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
        /// The reason for which it cannot be searched, if it is a folder whose layouts stay unknown.
        var failure: String?

        /// Whether the path cannot be handled as text, so that the file is an error.
        var hasForeignName: Bool { bytes != nil || path.combinesSlash }

        /// The bytes of the path. The path of a name that is not UTF-8 is a repaired one, which may be the name of another file.
        var identity: [UInt8] {
            let path = bytes.map { $0.map(UInt8.init(bitPattern:)) } ?? Array(path.utf8)
            return path.starts(with: "./".utf8) ? Array(path.dropFirst(2)) : path
        }
    }

    private struct Identity: Hashable {
        var device: UInt64
        var inode: UInt64
    }

    /// A search in progress.
    private struct Walk {
        /// The folder on the command line.
        var operand: String
        var reach: LinkReach?
        var visited: Set<Identity> = []
        /// Links to folders, which are followed when all folders have been visited by their own paths.
        var links: [String] = []
        var found: [Candidate] = []
    }

    private let leavesOut: (String) -> Bool
    private(set) var folders: [String] = []
    private var hiding = HiddenLayouts()
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
        guard names(in: folder) != nil else { throw .input("\(folder.terminalSafe()): \(InputFailure(errno).reason)") }
        let found = search(folder)
        if let tooLong { throw InputFiles.tooLong(tooLong) }
        return found
    }

    /// Returns the candidates in a view hierarchy's folder, which is a layout itself. Its own files have no extension.
    mutating func candidates(inPackage folder: String) -> [Candidate] {
        guard HierarchyFolder.isOne(folder) else { return [] }
        return search(folder)
    }

    private mutating func search(_ folder: String) -> [Candidate] {
        var walk = Walk(operand: folder, reach: LinkReach(folder: folder))
        self.walk(folder, &walk)
        // Patterns of a configuration match paths, so a link gives no second path to a folder, and hides none.
        var isMixed = false
        while !walk.links.isEmpty {
            let links = walk.links
            let count = walk.found.count
            walk.links = []
            for link in links { self.walk(link, &walk) }
            isMixed = isMixed || walk.found.count > count
        }
        guard isMixed else { return walk.found }
        let found = walk.found.map { (names: $0.path.split(separator: "/"), candidate: $0) }
        return found.sorted { $0.names.lexicographicallyPrecedes($1.names) }.map(\.candidate)
    }

    /// Notes a link that is not followed.
    mutating func passOver(link path: String) {
        passedOver.links.append(path)
        if hiding.leadsToLayouts(path) { passedOver.layoutLinks.append(path) }
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

    static func isFolder(_ path: String) -> Bool { isFolder(path.pathBytes) }

    /// Returns the names in a folder, but for `.` and `..`, in order; nil if it cannot be read.
    ///
    /// - Parameter most: the number of names that are read.
    static func names(in folder: [CChar], most: Int = .max) -> [[CChar]]? {
        var status = stat()
        // A folder may show its names, and let nobody open them.
        guard lstat(folder + "/.".pathBytes + [0], &status) == 0, let stream = opendir(folder + [0]) else { return nil }
        defer { closedir(stream) }
        var names: [[CChar]] = []
        while names.count < most, let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
            }
            if name.count > 2 || !name.allSatisfy({ $0 == CChar(UInt8(ascii: ".")) }) { names.append(name) }
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) { UInt8(bitPattern: $0) < UInt8(bitPattern: $1) } }
    }

    /// Returns why a folder's names could not be read; nil if it is gone, as it may be while others work in it, or is the one that file systems
    /// have for root.
    private static func failure(_ code: Int32, _ folder: String) -> String? {
        if code == ENOENT || code == ENOTDIR || folder.split(separator: "/").last == "lost+found" { return nil }
        return InputFailure(code).reason + "; it may contain layouts, which are not checked"
    }

    /// Searches a folder whose path is not UTF-8, so that no file in it can be read: its layouts are errors. It follows no links
    /// to folders.
    private mutating func walk(_ folder: [CChar], named name: String, of operand: String?, _ found: inout [Candidate]) {
        if leavesOut(name) { return passedOver.folders.append(name) }
        if name.fileExtension == "viewhierarchy" { return found.append(Candidate(path: name, isNamed: false, folder: operand, bytes: folder)) }
        guard let names = FolderSearch.names(in: folder) else {
            if let failure = FolderSearch.failure(errno, name) {
                found.append(Candidate(path: name, isNamed: false, folder: operand, bytes: folder, failure: failure))
            }
            return
        }
        for bytes in names { take(bytes, in: folder, named: name, of: operand, &found) }
    }

    /// Adds a file whose path is not UTF-8, or those in a folder with such a path.
    ///
    /// - Parameter title: the folder's path in messages.
    private mutating func take(_ name: [CChar], in folder: [CChar], named title: String, of operand: String?, _ found: inout [Candidate]) {
        let path = folder + "/".pathBytes + name
        let title = (title == "." ? "" : title + "/") + String(repairing: name)
        var status = stat()
        guard lstat(path + [0], &status) == 0 else { return }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        if name.first == CChar(UInt8(ascii: ".")) {
            if !leavesOut(title) { passedOver.hidden += hiding.layouts(in: path) }
        } else if status.st_mode & S_IFMT == S_IFDIR {
            walk(path, named: title, of: operand, &found)
        } else if isLink, FolderSearch.isFolder(path) || errno == EACCES {
            passOver(link: title)
        } else if InputFiles.extensions.contains(title.fileExtension) {
            found.append(Candidate(path: title, isNamed: false, folder: operand, bytes: path))
        }
    }

    /// Searches a folder. It visits each folder once, so that cyclic links end.
    private mutating func walk(_ folder: String, isPackage: Bool = false, _ walk: inout Walk) {
        var status = stat()
        guard stat(folder, &status) == 0 else { return }
        guard walk.visited.insert(Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))).inserted else { return }
        guard let names = names(in: folder) else {
            if let failure = FolderSearch.failure(errno, folder) {
                walk.found.append(Candidate(path: folder, isNamed: false, folder: walk.operand, failure: failure))
            }
            return
        }
        folders.append(folder)
        let isPackage = isPackage || HierarchyFolder.isOne(folder)
        for (name, bytes) in names {
            if let bytes {
                take(bytes, in: InputFiles.trimmed(folder).pathBytes, named: InputFiles.trimmed(folder), of: walk.operand, &walk.found)
                continue
            }
            let path = folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            if name.hasPrefix(".") {
                if !leavesOut(path) { passedOver.hidden += hiding.layouts(in: path.pathBytes) }
                continue
            }
            var status = stat()
            guard stat(path, &status) == 0 else {
                if errno == ENAMETOOLONG { tooLong = tooLong ?? folder } else { takeUnknown(path, errno, &walk) }
                continue
            }
            let kind = status.st_mode & S_IFMT
            guard kind == S_IFDIR || kind == S_IFREG && InputFiles.extensions.contains(path.fileExtension) else {
                if !isPackage { passedOver.foreign += 1 }
                continue
            }
            let isLink = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
            if isLink, let reach = walk.reach, !reach.holds(path) {
                passOver(link: path)
            } else if kind == S_IFREG {
                walk.found.append(Candidate(path: path, isNamed: false, folder: walk.operand))
            } else if leavesOut(path) {
                passedOver.folders.append(path)
            } else {
                if HierarchyFolder.isOne(path) { walk.found.append(Candidate(path: path, isNamed: false, folder: walk.operand)) }
                if isLink { walk.links.append(path) } else { self.walk(path, isPackage: isPackage, &walk) }
            }
        }
    }

    /// Handles a link whose target cannot be looked at: behind a folder that may not be opened, or behind too many links.
    private mutating func takeUnknown(_ link: String, _ code: Int32, _ walk: inout Walk) {
        guard code == EACCES || code == ELOOP else { return }
        if leavesOut(link) { return passedOver.folders.append(link) }
        guard let end = LinkReach.end(of: link) else {
            // It leads nowhere. A storyboard is an error, as if it were missing.
            if InputFiles.interfaceBuilder.contains(link.fileExtension) {
                walk.found.append(Candidate(path: link, isNamed: false, folder: walk.operand))
            } else {
                passedOver.loops.append(link)
            }
            return
        }
        guard walk.reach?.contains(end) ?? true else { return passOver(link: link) }
        walk.found.append(Candidate(path: link, isNamed: false, folder: walk.operand, failure: FolderSearch.failure(code, link)))
    }

    /// Returns the sorted names in a folder, or nil if it cannot be read. Names that are not UTF-8 come with their bytes.
    private func names(in folder: String) -> [(name: String, bytes: [CChar]?)]? {
        let names = FolderSearch.names(in: folder.pathBytes)?.map { bytes in
            let name = String(repairing: bytes)
            return (name: name, bytes: name.pathBytes == bytes ? nil : bytes)
        }
        return names?.sorted { $0.name < $1.name }
    }
}

extension String {
    /// The bytes of a path.
    var pathBytes: [CChar] { utf8.map(CChar.init(bitPattern:)) }

    /// Creates the text of a path in bytes, with replacements for what is not UTF-8.
    init(repairing path: [CChar]) {
        self.init(decoding: path.lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
