internal import Foundation
internal import Glibc
internal import Reporting
internal import StandardAdditions

/// The files that git ignores, by git's own rules. A file that git tracks is not ignored.
enum IgnoredFiles {
    /// Returns the paths that git ignores. Files outside of a repository are not ignored, nor are those in a named folder that
    /// git ignores.
    ///
    /// - Throws: `CommandFailure` if git does not answer in time.
    static func among(_ files: [FolderSearch.Candidate], _ passedOver: inout PassedOver) throws(CommandFailure) -> Set<ExactText> {
        var repositories = Repositories()
        var questions: [ExactText: [(path: ExactText, inside: ExactText)]] = [:]
        for file in files {
            guard file.path != "-", !file.hasForeignName, let place = repositories.place(of: file.path) else { continue }
            questions[ExactText(place.root), default: []].append((ExactText(file.path), ExactText(place.inside)))
        }
        var ignored: Set<ExactText> = []
        var exempt = Exemptions()
        for (root, paths) in questions.sorted(by: { $0.key.text < $1.key.text }) {
            let folders = Set(files.compactMap(\.folder).map(ExactText.init))
            switch repositories.ask(paths.map(\.inside.text), in: root.text) {
            case .failure(let failure):
                try expectTime()
                passedOver.gitFailures.append(failure.reason)
            case .success(let answer):
                // A repository inside of an ignored folder is ignored as a whole.
                let isWhole = repositories.isIgnored(root.text, below: folders)
                for (path, inside) in paths where isWhole || answer.contains(inside) { ignored.insert(path) }
            }
        }
        for file in files where ignored.contains(ExactText(file.path)) {
            if let folder = file.folder, exempt.isIgnored(folder, &repositories) { ignored.remove(ExactText(file.path)) }
        }
        try expectTime()
        passedOver.ignored += ignored.count
        return ignored
    }

    /// Throws if git has no time left, so that an answer is missing.
    private static func expectTime() throws(CommandFailure) {
        guard GitProcess.isSpent else { return }
        throw .input("git could not list the files that it ignores: \(GitProcess.isLate); a pattern in a .gitignore may be the cause")
    }

    /// The named folders that git ignores themselves.
    private struct Exemptions {
        private var known: [ExactText: Bool] = [:]

        mutating func isIgnored(_ folder: String, _ repositories: inout Repositories) -> Bool {
            if let known = known[ExactText(folder)] { return known }
            let isIgnored = InputFiles.resolved(folder).map { repositories.isIgnored(folder: $0) } ?? false
            known[ExactText(folder)] = isIgnored
            return isIgnored
        }
    }

    /// The repositories of files, by the nearest `.git` above them.
    struct Repositories {
        private var roots: [ExactText: String?] = [:]
        private var folders: [ExactText: String?] = [:]
        private var gits: [ExactText: Git] = [:]

        /// Returns the root of a file's repository, and the file's path in it. Links in its folder are resolved, since git does not
        /// look beyond links.
        mutating func place(of path: String) -> (root: String, inside: String)? {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            let folder = path.contains("/") ? String(path.dropLast(name.count)) : "."
            let real = folders[ExactText(folder)] ?? InputFiles.resolved(folder.isEmpty ? "/" : folder)
            folders[ExactText(folder)] = .some(real)
            guard let real, let root = root(of: real) else { return nil }
            return (root, Repositories.inside(root, real == "/" ? "/" + name : "\(real)/\(name)"))
        }

        mutating func root(of folder: String) -> String? {
            if let known = roots[ExactText(folder)] { return known }
            var status = stat()
            let isRoot = lstat("\(folder)/.git", &status) == 0
            let root = isRoot ? folder : folder == "/" || folder.isEmpty ? nil : self.root(of: Repositories.above(folder))
            roots[ExactText(folder)] = .some(root)
            return root
        }

        /// Returns those of the paths in a repository that git ignores.
        mutating func ask(_ paths: [String], in root: String) -> Result<Set<ExactText>, InputFailure> {
            let git = gits[ExactText(root)] ?? Git(root: root)
            gits[ExactText(root)] = git
            // Git reads a colon at the beginning of a path as that of a pattern, and has no option against it here.
            switch git.run(["check-ignore", "-z", "--stdin"], input: Array(paths.map { "./\($0)\0" }.joined().utf8)) {
            case .failure(let failure): return .failure(failure)
            case .success(let output):
                // 1 means that git ignores none of them.
                guard output.status <= 1 else { return .failure(InputFailure(reason: output.reason)) }
                return .success(Set(output.bytes.split(separator: 0).map { ExactText(String(decoding: $0.dropFirst(2), as: UTF8.self)) }))
            }
        }

        /// Returns whether the repository around a folder ignores it.
        mutating func isIgnored(folder: String) -> Bool {
            guard folder != "/", let root = root(of: Repositories.above(folder)) else { return false }
            let inside = Repositories.inside(root, folder)
            guard case .success(let answer) = ask([inside], in: root) else { return false }
            return answer.contains(ExactText(inside))
        }

        /// Returns whether a repository below one of the given folders is in a folder that the enclosing repository ignores.
        mutating func isIgnored(_ root: String, below folders: Set<ExactText>) -> Bool {
            let named = folders.compactMap { InputFiles.resolved($0.text) }
            guard named.contains(where: { root.isPath(in: $0) && !$0.isPath(in: root) }) else { return false }
            return isIgnored(folder: root)
        }

        private static func above(_ folder: String) -> String {
            let end = folder.lastIndex(of: "/") ?? folder.startIndex
            return end == folder.startIndex ? "/" : String(folder[..<end])
        }

        private static func inside(_ root: String, _ path: String) -> String {
            String(decoding: path.utf8.dropFirst(root == "/" ? 1 : root.utf8.count + 1), as: UTF8.self)
        }
    }
}
