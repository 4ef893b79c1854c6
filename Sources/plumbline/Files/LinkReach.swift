internal import Glibc
internal import LayoutCheck
internal import Reporting
internal import StandardAdditions

/// The targets that links in a folder may lead to: the folder and its repository, without hidden files.
///
/// A checkout may come from an untrusted source, and error messages show text that cannot be read as a layout. Without this
/// check, a link to a key or to `.git/config` could disclose its contents.
struct LinkReach: Sendable {
    /// The folder and its repository, with links resolved.
    private let roots: [String]

    /// Returns nil if the folder does not exist.
    init?(folder: String) {
        guard let real = InputFiles.resolved(folder) else { return nil }
        var place = real
        var status = stat()
        while place != "/", lstat("\(place)/.git", &status) != 0 {
            place = place.lastIndex(of: "/").map { $0 == place.startIndex ? "/" : String(place[..<$0]) } ?? "/"
        }
        roots = place == "/" ? [real] : [real, place]
    }

    /// Returns whether a path leads to a permitted target. A broken link is permitted, since the reader reports it.
    func holds(_ path: String) -> Bool {
        InputFiles.resolved(path).map(contains) ?? !InputFiles.isTooLong(path.pathBytes)
    }

    /// Returns whether a path without links is permitted.
    func contains(_ real: String) -> Bool {
        roots.contains { root in
            let inside = real.utf8.dropFirst(root.utf8.count)
            return real.isPath(in: root) && !inside.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
        }
    }

    /// The number of links on the way to a place that are followed. The system follows 40.
    private static let mostLinks = 100

    /// Returns the absolute path without links to which a path leads, or the first place on the way that is missing, may not be looked at or
    /// is behind too many links. Nil if it leads back to itself.
    static func end(of path: String) -> String? {
        guard let start = path.hasPrefix("/") ? "/" : InputFiles.workingDirectory else { return nil }
        var place = start.split(separator: "/").map(String.init)
        // The names that are still to come, the next one last.
        var rest = Array(path.split(separator: "/").map(String.init).reversed())
        // The links on the way, each with the names that were still to come.
        var links: Set<[String]> = []
        while let name = rest.popLast() {
            if name == "." { continue }
            if name == ".." {
                _ = place.popLast()
                continue
            }
            place.append(name)
            let path = "/" + place.joined(separator: "/")
            var status = stat()
            guard lstat(path, &status) == 0 else { return path }
            guard status.st_mode & S_IFMT == S_IFLNK else { continue }
            if links.count == mostLinks { return path }
            guard links.insert([path] + rest).inserted else { return nil }
            var target = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &target, target.count)
            guard count >= 0 else { return path }
            let text = String(repairing: Array(target.prefix(count)))
            if text.hasPrefix("/") { place = [] } else { place.removeLast() }
            rest += text.split(separator: "/").map(String.init).reversed()
        }
        return "/" + place.joined(separator: "/")
    }

    /// Returns whether a path in a list leads to a permitted target. A list may name hidden files and files elsewhere explicitly, but
    /// no link leads out of its repository, however the path is written: programs write lists, and a name with a line break in it
    /// may look like any path.
    ///
    /// - Parameters:
    ///   - bytes: the path in bytes if it is not UTF-8.
    ///   - isUnquoted: whether a line means the path only as a quoted one. Such a path is nobody's own word, so that it leads nowhere
    ///     but into the repository.
    func holds(listed path: String, _ bytes: [CChar]? = nil, isUnquoted: Bool = false) -> Bool {
        let names = path.split(separator: "/").filter { $0 != "." }
        // Git prints no absolute paths.
        if path.hasPrefix("/"), isUnquoted { return false }
        let isElsewhere = path.hasPrefix("/") || names.contains("..")
        let foreign = bytes.map { InputFiles.resolved($0).map(String.init(repairing:)) }
        guard let real = foreign ?? InputFiles.resolved(path) else { return !InputFiles.isTooLong(bytes ?? path.pathBytes) }
        let start = path.hasPrefix("/") ? "/" : roots.first ?? "/"
        if real.utf8.elementsEqual(LinkReach.plain(names, from: start).utf8) {
            return !isElsewhere || !isUnquoted || roots.contains(where: real.isPath)
        }
        return contains(real) || isElsewhere && !isUnquoted && !leadsOut(names, from: start, isOwnFolder: false)
    }

    /// Returns the absolute path that names mean if none of them is that of a link.
    private static func plain(_ names: [Substring], from start: String) -> String {
        var parts = start.split(separator: "/")
        for name in names {
            if name != ".." { parts.append(name) } else { _ = parts.popLast() }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Returns whether a link on the way to a file lies in a repository, or in the reach's own folder, and leads out of it. A broken one
    /// does, since writing through it would create its target.
    ///
    /// - Parameter isOwnFolder: whether the caller's own links count in a folder without a repository.
    private func leadsOut(_ names: [Substring], from start: String, isOwnFolder: Bool) -> Bool {
        var place = start
        var reach: LinkReach?
        for name in names {
            let path = place == "/" ? "/\(name)" : "\(place)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0 else { return false }
            if name == ".." {
                // The caller's own word from here on.
                reach = nil
            } else if status.st_mode & S_IFMT == S_IFLNK {
                reach = self.reach(around: place, isOwnFolder: isOwnFolder) ?? reach
            }
            guard let next = InputFiles.resolved(path) else { return reach != nil }
            if let reach, !reach.contains(next), !contains(next) { return true }
            place = next
        }
        return false
    }

    /// Returns the reach that holds for links in a folder, or nil if there is none.
    private func reach(around folder: String, isOwnFolder: Bool) -> LinkReach? {
        if roots.contains(where: folder.isPath) { return roots.count > 1 || !isOwnFolder ? self : nil }
        return LinkReach(folder: folder).flatMap { $0.roots.count > 1 ? $0 : nil }
    }

    /// Returns whether a file in the working directory leads out of the repository through a link. A folder without a repository is
    /// the caller's own, and so are absolute paths and those with `..`.
    static func leadsOutOfRepository(_ path: String) -> Bool {
        if path.hasPrefix("/") || path.split(separator: "/").contains("..") { return false }
        guard let reach = LinkReach(folder: "."), reach.roots.count > 1 else { return false }
        return !reach.holds(listed: path)
    }

    /// Returns the reason why a named file or folder is not read, or nil if it is. A shell also names whatever a pattern matches in
    /// a checkout.
    static func refusal(of path: String) -> String? {
        if path == "-" || !leadsOutOfRepository(path) { return nil }
        if InputFiles.isTooLong(path.pathBytes) { return "its path is too long; change to a folder nearer to it, and name it from there" }
        return "it leads out of the repository through a link; name the \(FolderSearch.isFolder(path) ? "folder" : "file") itself"
    }

    /// Throws if a named file is not read because of a link.
    static func check(_ path: String) throws(CommandFailure) {
        if let reason = refusal(of: path) { throw .input("\(path.terminalSafe()): \(reason)") }
    }

    /// Returns whether an output path leads out of a repository through a link in it, or out of the working directory.
    /// `--format sarif=plumbline.sarif` means a file here, as does `$PWD/plumbline.sarif`, and a checkout may contain a link with that
    /// name. In a folder without a repository, the caller chose absolute paths and those with `..`.
    static func leadsOut(_ path: String) -> Bool {
        if isOfSystem(path) { return false }
        guard let reach = LinkReach(folder: "."), let start = path.hasPrefix("/") ? "/" : reach.roots.first else { return false }
        let names = path.split(separator: "/").filter { $0 != "." }
        return reach.leadsOut(names, from: start, isOwnFolder: path.hasPrefix("/") || names.contains(".."))
    }

    private static func isOfSystem(_ path: String) -> Bool { path.hasPrefix("/dev/") || path.hasPrefix("/proc/") }

    /// Returns the reason why an output is not written, or nil if it is. A link with the output's name that a checkout contains
    /// would replace another file of it.
    static func refusal(ofOutput path: String) -> String? {
        if leadsOut(path) { return "is a link that leads out of the repository, so it is not written; name the file itself" }
        var status = stat()
        guard !isOfSystem(path), lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return nil }
        guard Git.root(around: ConfigurationFinder.folder(of: path)) != nil else { return nil }
        return "is a link in the repository, and its target is not replaced; name the file itself"
    }

    /// Throws if an output is not written because of a link.
    static func check(output path: String) throws(CommandFailure) {
        if let reason = refusal(ofOutput: path) { throw .input("\(path.terminalSafe()) \(reason)") }
    }
}
