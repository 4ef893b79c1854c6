internal import Foundation
internal import Glibc
internal import LayoutCheck
internal import Reporting

/// Git in one repository, and the only place that starts it.
///
/// A checkout may come from a stranger, so git runs nothing of it. Git does not search for a repository, since a committed folder
/// can be one with settings of its own: it works in the one that the nearest `.git` makes. Filters of the repository's settings
/// are switched off, as are hooks, monitors and every transport.
struct Git {
    struct Output {
        var status: Int32
        var bytes: [UInt8]
        var errors: String

        var text: String { String(decoding: bytes, as: UTF8.self) }

        /// The first line of the error messages.
        var reason: String {
            errors.split(separator: "\n").first.map(String.init) ?? "git failed"
        }
    }

    /// The error message if git is not installed.
    static let isMissing = "git is not installed"

    private static let isNotSafe = InputFailure(reason: "the repository's settings name a filter that plumbline cannot switch off")

    /// The settings that keep git from starting programs.
    private static let settings = [
        "core.fsmonitor=false", "core.hooksPath=/dev/null", "protocol.allow=never", "safe.bareRepository=explicit", "core.pager=cat",
        "diff.submodule=short", "submodule.recurse=false",
    ]

    /// Variables that name another repository, or parts of one.
    private static let variables = [
        "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_NAMESPACE",
    ]

    /// The folder with `.git`, or nil if the environment names the repository.
    private let root: String?
    /// The folder in which git works.
    private let folder: String
    private let environment: [String: String]
    /// The options that switch the repository's own filters off.
    private var filters: Result<[String], InputFailure> = .success([])

    /// Git in a repository.
    ///
    /// - Parameters:
    ///   - root: the folder with `.git`.
    ///   - folder: the folder in which git works, or nil for the root.
    init(root: String, folder: String? = nil) {
        self.init(
            in: root, folder: folder ?? root,
            ProcessInfo.processInfo.environment.filter { !Git.variables.contains($0.key) })
    }

    /// Git in the repository around the working directory, or in the one that the environment names, as that of a hook does. Nil
    /// if there is none.
    init?() {
        if getenv("GIT_DIR") == nil {
            guard let root = Git.root(around: ".") else { return nil }
            self.init(root: root, folder: ".")
            return
        }
        self.init(in: nil, folder: ".", ProcessInfo.processInfo.environment)
    }

    private init(in root: String?, folder: String, _ own: [String: String]) {
        let safe = [
            "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C",
            "GIT_LITERAL_PATHSPECS": "0", "GIT_GLOB_PATHSPECS": "0", "GIT_NOGLOB_PATHSPECS": "0", "GIT_ICASE_PATHSPECS": "0",
        ]
        self.root = root
        self.folder = folder
        environment = own.merging(safe) { $1 }
        filters = ownFilters()
    }

    /// The options that name the repository.
    private var place: [String] {
        root.map { ["--git-dir=\($0 == "/" ? "" : $0)/.git", "--work-tree=\($0)"] } ?? []
    }

    /// Returns the nearest folder with `.git` above or at a folder, with links resolved.
    static func root(around folder: String) -> String? {
        guard var place = InputFiles.resolved(folder) else { return nil }
        var status = stat()
        while lstat(place == "/" ? "/.git" : "\(place)/.git", &status) != 0 {
            guard place != "/", let end = place.lastIndex(of: "/") else { return nil }
            place = end == place.startIndex ? "/" : String(place[..<end])
        }
        return place
    }

    /// Returns what a command prints.
    ///
    /// - Parameter take: takes the pieces of the output as they arrive, which are then not in the result.
    func run(_ words: [String], input: [UInt8] = [], _ take: (([UInt8]) -> Void)? = nil) -> Result<Output, InputFailure> {
        switch filters {
        case .failure(let failure): .failure(failure)
        case .success(let options): start(options + words, input, take)
        }
    }

    /// Returns the options that switch off the programs through which the repository's settings filter the content of files.
    /// Those of the user and the machine are the caller's own.
    private func ownFilters() -> Result<[String], InputFailure> {
        if let refusal = refusal() { return .failure(refusal) }
        switch start(["config", "--list", "--show-scope", "--name-only", "-z"], []) {
        case .failure(let failure): return .failure(failure)
        case .success(let output):
            guard output.status == 0 else { return .failure(InputFailure(reason: output.reason)) }
            let words = output.text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
            var names: Set<String> = []
            for index in stride(from: 0, to: words.count - 1, by: 2) where !["system", "global", "command"].contains(words[index]) {
                let key = words[index + 1]
                // Letters that combine with a dot or with each other could hide one name from what follows.
                let isPlain = key.utf8.allSatisfy { $0 < 0x80 }
                if !isPlain, Git.mayFilter(key) { return .failure(Git.isNotSafe) }
                // The filter of Git LFS, which the user's settings name, runs the commands of its extensions.
                if key.lowercased().hasPrefix("lfs.extension.") { return .failure(Git.isNotSafe) }
                guard key.lowercased().hasPrefix("filter."), let end = key.lastIndex(of: "."), key.utf8.count > 7 else { continue }
                names.insert(String(key[..<end]))
            }
            // Git would take the text before the sign for the name.
            if names.contains(where: { $0.contains("=") }) { return .failure(Git.isNotSafe) }
            let off = names.sorted().flatMap { name in ["clean=", "smudge=", "process=", "required=false"].map { "\(name).\($0)" } }
            return .success(off.flatMap { ["-c", $0] })
        }
    }

    /// Returns why git refuses the repository, which another user may have made. Git does not ask for that if an option names it.
    private func refusal() -> InputFailure? {
        guard let root, !Git.isOwn(root), case .success(let output) = start(["rev-parse", "--git-dir"], [], isNamed: false), output.status != 0,
            output.errors.contains("dubious ownership")
        else { return nil }
        let path = root.terminalSafe()
        return InputFailure(
            reason: "the repository \(path) belongs to another user; if you trust it: git config --global --add safe.directory \(path)")
    }

    /// Returns whether the user owns a working tree and the repository in it.
    private static func isOwn(_ root: String) -> Bool {
        var (tree, repository) = (stat(), stat())
        let user = geteuid()
        return lstat(root, &tree) == 0 && tree.st_uid == user && lstat("\(root)/.git", &repository) == 0 && repository.st_uid == user
            && repository.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns whether the name of a setting begins as that of a filter does, by its bytes.
    private static func mayFilter(_ key: String) -> Bool {
        let head = String(decoding: key.utf8.prefix(13).filter { $0 < 0x80 }, as: UTF8.self).lowercased()
        return head.hasPrefix("filter.") || head.hasPrefix("lfs.extension")
    }

    private func start(
        _ words: [String], _ input: [UInt8], _ take: (([UInt8]) -> Void)? = nil, isNamed: Bool = true
    ) -> Result<Output, InputFailure> {
        let options = ["--no-pager", "-C", folder] + (isNamed ? place : []) + Git.settings.flatMap { ["-c", $0] }
        return GitProcess(words: ["git"] + options + words, environment: environment).output(input, take)
    }
}
