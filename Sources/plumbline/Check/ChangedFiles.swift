internal import Foundation
internal import Glibc
internal import LayoutCheck
internal import LayoutModel
internal import Reporting

/// The files that differ from a commit according to git: changes since the branch left that commit, uncommitted changes, and
/// untracked files.
struct ChangedFiles {
    private let paths: Set<String>
    /// The paths that are not UTF-8, in bytes.
    private let foreign: Set<[CChar]>
    /// Whether a configuration file changed, which can change the findings in any file.
    private let isEverything: Bool
    /// The changed lines by path. In a file without an entry every line is new.
    private let lines: [String: [ClosedRange<Int>]]

    init(since reference: String) throws(CommandFailure) {
        if reference.hasPrefix("-") { throw .usage("'--since' takes a commit, branch or tag, not '\(reference.terminalSafe())'", command: "check") }
        guard let repository = Git() else { throw ChangedFiles.isOutside }
        func git(_ words: [String]) throws(CommandFailure) -> String { try ChangedFiles.run(words, in: repository) }
        let base = (try? git(["merge-base", reference, "HEAD"]))?.trimmingCharacters(in: .whitespacesAndNewlines) ?? reference
        // A submodule's own settings would count if git looked into it, and its files belong to another repository.
        let diff = ["--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "--relative", "--diff-filter=d"]
        let changed = try ChangedFiles.bytes(["diff", "--name-only", "-z"] + diff + [base, "--"], in: repository)
        let unknown = try ChangedFiles.bytes(["ls-files", "-z", "--others", "--exclude-standard"], in: repository)
        let all = (changed + [0] + unknown).split(separator: 0).map { Array($0) }
        let names = all.compactMap { String(validating: $0, as: UTF8.self) }
        let others = all.filter { String(validating: $0, as: UTF8.self) == nil }
        foreign = Set(others.compactMap { ChangedFiles.resolved($0.map(CChar.init(bitPattern:))) })
        isEverything = names.contains { $0 == Configuration.fileName || $0.hasSuffix("/" + Configuration.fileName) }
        paths = Set(names.compactMap(InputFiles.resolved))
        let form = ["-c", "core.quotePath=true", "diff", "--no-color", "--no-renames", "-U0", "--src-prefix=", "--dst-prefix="]
        let patch = try git(form + diff + [base, "--"])
        var lines: [String: [ClosedRange<Int>]] = [:]
        for (path, ranges) in ChangedLines(patch: patch).ranges {
            if let real = InputFiles.resolved(path) { lines[real] = ranges }
        }
        self.lines = lines
    }

    /// Returns whether a place overlaps a changed line.
    func isChanged(_ place: FilePlace) -> Bool {
        guard let line = place.line, let path = InputFiles.resolved(place.file), paths.contains(path) else { return false }
        guard let ranges = lines[path] else { return true }
        return ranges.contains { $0.overlaps(line...max(line, place.endLine ?? line)) }
    }

    /// Returns the first changed line of a place that is partly changed, or nil if all or none of its lines changed.
    func changedLine(of place: FilePlace) -> Int? {
        guard let line = place.line, let end = place.endLine, end > line, let path = InputFiles.resolved(place.file), let ranges = lines[path] else {
            return nil
        }
        let changed = (line...end).filter { line in ranges.contains { $0.contains(line) } }
        return changed.count <= end - line ? changed.first : nil
    }

    func contains(_ path: String) -> Bool {
        isEverything || InputFiles.resolved(path).map(paths.contains) ?? false
    }

    func contains(_ file: FolderSearch.Candidate) -> Bool {
        guard let bytes = file.bytes else { return contains(file.path) }
        return isEverything || ChangedFiles.resolved(bytes).map { path in foreign.contains { $0 == path || $0.starts(with: path + [0x2F]) } } ?? false
    }

    private static func resolved(_ path: [CChar]) -> [CChar]? {
        guard let real = realpath(path + [0], nil) else { return nil }
        defer { free(real) }
        return Array(UnsafeBufferPointer(start: real, count: strlen(real)))
    }

    private static let isOutside = CommandFailure.input(
        "'--since' compares with a commit, but this folder is not in a git repository; run it in a folder of the repository")

    /// Returns a hint at the branch or tag with the nearest name.
    private static func near(_ reference: String, in git: Git) -> String {
        guard case .success(let output) = git.run(["for-each-ref", "--count=2000", "--format=%(refname:short)"]), output.status == 0 else {
            return ""
        }
        return NearWord.hint(reference, among: output.text.split(separator: "\n").map(String.init), quote: "'").terminalSafe()
    }

    private static func run(_ words: [String], in git: Git) throws(CommandFailure) -> String {
        String(decoding: try bytes(words, in: git), as: UTF8.self)
    }

    private static func bytes(_ words: [String], in git: Git) throws(CommandFailure) -> [UInt8] {
        switch git.run(words) {
        case .failure(let failure):
            if failure.reason.lowercased().contains("not a git repository") { throw isOutside }
            throw .input("'--since' needs git to find the changed files: \(failure.reason)".terminalSafe())
        case .success(let output):
            if output.status == 0 { return output.bytes }
            if output.errors.contains("bad revision") || output.errors.contains("unknown revision"), let reference = words.dropLast().last {
                if case .success(let head) = git.run(["rev-parse", "--verify", "--quiet", "HEAD"]), head.status != 0 {
                    throw .input("'--since' compares with a commit, and this repository has no commits yet: check without '--since'")
                }
                throw .input(
                    "'--since': there is no commit '\(reference.terminalSafe())' here\(near(reference, in: git)). If this is a shallow checkout, get it with 'git fetch' or "
                        + "with 'fetch-depth: 0' of actions/checkout")
            }
            throw .input("'--since': \(output.reason)".terminalSafe())
        }
    }
}
