internal import Foundation
internal import LayoutCheck
internal import LayoutModel
internal import Reporting

/// The files that differ from a commit according to git: changes since the branch left that commit, uncommitted changes, and
/// untracked files.
struct ChangedFiles {
    private let paths: Set<String>
    /// Whether a configuration file changed, which can change the findings in any file.
    private let isEverything: Bool
    /// The changed lines by path. In a file without an entry every line is new.
    private let lines: [String: [ClosedRange<Int>]]

    init(since reference: String) throws(CommandFailure) {
        if reference.hasPrefix("-") { throw .usage("'--since' takes a commit, branch or tag, not '\(reference.terminalSafe())'", command: "check") }
        let base = (try? ChangedFiles.git(["merge-base", reference, "HEAD"]))?.trimmingCharacters(in: .whitespacesAndNewlines) ?? reference
        let changed = try ChangedFiles.git(["diff", "--name-only", "-z", "--relative", "--diff-filter=d", base, "--"])
        let unknown = try ChangedFiles.git(["ls-files", "-z", "--others", "--exclude-standard"])
        let names = (changed + "\0" + unknown).split(separator: "\0").map(String.init)
        isEverything = names.contains { $0 == Configuration.fileName || $0.hasSuffix("/" + Configuration.fileName) }
        paths = Set(names.compactMap(InputFiles.resolved))
        let patch = try ChangedFiles.git([
            "-c", "core.quotePath=true", "diff", "--no-color", "--no-ext-diff", "--no-renames", "-U0", "--relative", "--diff-filter=d",
            "--src-prefix=", "--dst-prefix=", base, "--",
        ])
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

    /// Returns a hint at the branch or tag with the nearest name.
    private static func near(_ reference: String) -> String {
        guard case .success(let output) = Git().run(["for-each-ref", "--count=2000", "--format=%(refname:short)"]), output.status == 0 else {
            return ""
        }
        return NearWord.hint(reference, among: output.text.split(separator: "\n").map(String.init), quote: "'").terminalSafe()
    }

    private static func git(_ words: [String]) throws(CommandFailure) -> String {
        switch Git().run(words) {
        case .failure(let failure): throw .input("'--since' needs git to find the changed files: \(failure.reason)")
        case .success(let output):
            if output.status == 0 { return output.text }
            if output.errors.lowercased().contains("not a git repository") {
                throw .input("'--since' compares with a commit, but this folder is not in a git repository; run it in a folder of the repository")
            }
            if output.errors.contains("bad revision") || output.errors.contains("unknown revision"), let reference = words.dropLast().last {
                if case .success(let head) = Git().run(["rev-parse", "--verify", "--quiet", "HEAD"]), head.status != 0 {
                    throw .input("'--since' compares with a commit, and this repository has no commits yet: check without '--since'")
                }
                throw .input(
                    "'--since': there is no commit '\(reference.terminalSafe())' here\(near(reference)). If this is a shallow checkout, get it with 'git fetch' or "
                        + "with 'fetch-depth: 0' of actions/checkout")
            }
            throw .input("'--since': \(output.reason)".terminalSafe())
        }
    }
}
