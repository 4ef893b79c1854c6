internal import Glibc
internal import Reporting

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
    private func contains(_ real: String) -> Bool {
        roots.contains { root in
            let inside = root == "/" ? real : String(real.dropFirst(root.count))
            return real.hasPrefix(root) && (inside.isEmpty || inside.hasPrefix("/")) && !inside.split(separator: "/").contains { $0.hasPrefix(".") }
        }
    }

    /// Returns whether a path in a list leads to a permitted target. A list may name hidden files and files elsewhere explicitly.
    ///
    /// - Parameter bytes: the path in bytes if it is not UTF-8.
    func holds(listed path: String, _ bytes: [CChar]? = nil) -> Bool {
        let names = path.split(separator: "/").filter { $0 != "." }
        if path.hasPrefix("/") || names.contains("..") { return true }
        let foreign = bytes.map { InputFiles.resolved($0).map { String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self) } }
        guard let real = foreign ?? InputFiles.resolved(path), let root = roots.first else {
            return !InputFiles.isTooLong(bytes ?? path.pathBytes)
        }
        return real == (root == "/" ? "" : root) + "/" + names.joined(separator: "/") || contains(real)
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

    /// Returns whether an output path leads out of the repository through a link in the working directory. The caller chose
    /// absolute paths and those with `..`, but `--format sarif=plumbline.sarif` means a file here, and a checkout may contain a
    /// link with that name.
    static func leadsOut(_ path: String) -> Bool {
        if path.hasPrefix("/") || path.split(separator: "/").contains("..") { return false }
        guard let reach = LinkReach(folder: ".") else { return false }
        var status = stat()
        if lstat(path, &status) == 0 {
            // Writing through a broken link would create its target.
            return InputFiles.resolved(path) == nil || !reach.holds(listed: path)
        }
        // The nearest folder that exists, below which others may be created.
        var folder = path
        while InputFiles.resolved(folder) == nil {
            if lstat(folder, &status) == 0 { return true }
            guard let end = folder.lastIndex(of: "/") else { return false }
            folder = String(folder[..<end])
        }
        return !reach.holds(listed: folder)
    }

    /// Returns the reason why an output is not written, or nil if it is. A link with the output's name that a checkout contains
    /// would replace another file of it.
    static func refusal(ofOutput path: String) -> String? {
        if leadsOut(path) { return "is a link that leads out of the repository, so it is not written; name the file itself" }
        if path.hasPrefix("/") || path.split(separator: "/").contains("..") || Git.root(around: ".") == nil { return nil }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return nil }
        return "is a link in the repository, and its target is not replaced; name the file itself"
    }

    /// Throws if an output is not written because of a link.
    static func check(output path: String) throws(CommandFailure) {
        if let reason = refusal(ofOutput: path) { throw .input("\(path.terminalSafe()) \(reason)") }
    }
}
