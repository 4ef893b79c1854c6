internal import Glibc
internal import Reporting

/// What links in a folder may lead to when nobody named them: what lies in the folder or in its repository, and is not hidden. A checkout may be
/// anybody's, and what cannot be read as a layout is shown in messages: a link to a key or to `.git/config` would show what is in there.
struct LinkReach: Sendable {
    /// The folder and its repository, both without links.
    private let roots: [String]

    /// - Parameter folder: nil comes of one that is not there.
    init?(folder: String) {
        guard let real = InputFiles.resolved(folder) else { return nil }
        var place = real
        var status = stat()
        while place != "/", lstat("\(place)/.git", &status) != 0 {
            place = place.lastIndex(of: "/").map { $0 == place.startIndex ? "/" : String(place[..<$0]) } ?? "/"
        }
        roots = place == "/" ? [real] : [real, place]
    }

    /// Whether a path leads to what may be read. The reader reports what leads nowhere.
    func holds(_ path: String) -> Bool {
        guard let real = InputFiles.resolved(path) else { return true }
        return roots.contains { root in
            let inside = root == "/" ? real : String(real.dropFirst(root.count))
            return real.hasPrefix(root) && (inside.isEmpty || inside.hasPrefix("/")) && !inside.split(separator: "/").contains { $0.hasPrefix(".") }
        }
    }

    /// The same of a path in a list, which names hidden files on purpose, and files that lie elsewhere.
    func holds(listed path: String) -> Bool {
        let names = path.split(separator: "/").filter { $0 != "." }
        if path.hasPrefix("/") || names.contains("..") { return true }
        guard let real = InputFiles.resolved(path), let root = roots.first else { return true }
        return real == (root == "/" ? "" : root) + "/" + names.joined(separator: "/") || holds(path)
    }

    /// Whether a link in the working directory leads a file that is written out of the repository. Absolute paths and those with `..` are the
    /// caller's own, but `--format sarif=plumbline.sarif` means a file here, and a checkout may have a link of that name.
    static func leadsOut(_ path: String) -> Bool {
        if path.hasPrefix("/") || path.split(separator: "/").contains("..") { return false }
        guard let reach = LinkReach(folder: ".") else { return false }
        var status = stat()
        if lstat(path, &status) == 0 {
            // A link to nothing would make a file there.
            return InputFiles.resolved(path) == nil || !reach.holds(listed: path)
        }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return !reach.holds(listed: folder)
    }

    /// Says which links were not followed.
    static func note(_ paths: [String]) {
        guard let first = paths.first else { return }
        let subject = paths.count == 1 ? "the link \(first) is" : "\(paths.count) links are"
        let which = paths.count == 1 ? "it leads" : "they lead, as \(first),"
        let next = "name what is there to have it checked"
        Console.message("plumbline: \(subject) not followed: \(which) out of the repository or to hidden files; \(next)".terminalSafe())
    }
}
