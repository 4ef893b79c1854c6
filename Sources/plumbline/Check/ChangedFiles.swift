internal import Foundation
internal import Glibc
internal import LayoutCheck
internal import LayoutModel
internal import Reporting
internal import StandardAdditions

/// The files that differ from a commit according to git: changes since the branch left that commit, uncommitted changes, and
/// untracked files.
struct ChangedFiles {
    /// Their paths, and those of the view hierarchies that contain them.
    private let paths: Set<ExactText>
    /// The folders of submodules that moved to another commit, and of repositories that git does not track.
    private let repositories: [String]
    /// The paths that are not UTF-8, in bytes.
    private let foreign: Set<[CChar]>
    /// The folders whose configuration or git attributes changed, which can change the findings in any file below: attributes such as
    /// `ident` change the bytes that git writes in the working tree, and not those that it compares.
    private let configured: Set<ExactText>
    /// The changed lines by path. In a file without an entry every line is new.
    private let lines: [ExactText: LineRanges]
    /// The top of the repository's working tree.
    private let top: String

    init(since reference: String) throws(CommandFailure) {
        if reference.hasPrefix("-") { throw .usage("'--since' takes a commit, branch or tag, not '\(reference.terminalSafe())'", command: "check") }
        guard let repository = Git() else { throw ChangedFiles.isOutside }
        func git(_ words: [String]) throws(CommandFailure) -> String { try ChangedFiles.run(words, in: repository) }
        let bases = ChangedFiles.bases(of: reference, in: repository)
        let place = try git(["rev-parse", "--show-toplevel"])
        guard let top = InputFiles.resolved(place.hasSuffix("\n") ? String(place.dropLast()) : place) else { throw ChangedFiles.isOutside }
        self.top = top
        let start = top == "/" ? "/" : top + "/"
        // A submodule's own settings would count if git looked for changes in it, or compared its commits. Which commit it is at comes
        // without them.
        let submodules = ["--ignore-submodules=dirty", "--submodule=short"]
        let diff = ["-c", "diff.relative=false", "diff", "--no-ext-diff", "--no-textconv", "--no-renames"] + submodules
        let unknown = ["ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--", ":/"]
        var all: Set<[UInt8]> = []
        for words in bases.map({ diff + ["--name-only", "-z", $0, "--"] }) + [unknown] {
            all.formUnion(try ChangedFiles.bytes(words, in: repository).split(separator: 0).map { Array($0) })
        }
        let names = all.compactMap { String(validating: $0, as: UTF8.self) }
        let others = all.filter { String(validating: $0, as: UTF8.self) == nil }
        foreign = Set(others.compactMap { InputFiles.resolved((Array(start.utf8) + $0).map(CChar.init(bitPattern:))) })
        let folders = [Configuration.fileName, ".gitattributes"].flatMap { own in
            names.filter { $0 == own || $0.hasSuffix("/" + own) }.compactMap { InputFiles.resolved(start + $0.dropLast(own.utf8.count)) }
        }
        configured = Set(folders.map(ExactText.init))
        // A file that was removed from a view hierarchy changes it, too, whatever the file's name.
        let packages = all.reduce(into: Set<[CChar]>()) { $0.formUnion(HierarchyFolder.around(start.pathBytes + $1.map(CChar.init(bitPattern:)))) }
        paths = Set((names.map { start + $0 } + packages.map(String.init(repairing:))).compactMap(InputFiles.resolved).map(ExactText.init))
        repositories = names.filter { FolderSearch.isFolder(start + $0) }.compactMap { InputFiles.resolved(start + $0) }
        var lines: [ExactText: LineRanges] = [:]
        if let compared = ChangedFiles.compared(all, start) {
            let settings = ["-c", "core.quotePath=true", "-c", "core.bigFileThreshold=\(ChangedFiles.mostBytesOfLines)"]
            let form = ["--no-color", "-U0", "--src-prefix=", "--dst-prefix=", "--diff-filter=d", bases[0], "--"]
            var patch = ChangedLines()
            _ = try ChangedFiles.bytes(settings + diff + form + compared, in: repository) { patch.read($0) }
            patch.end()
            for (path, ranges) in patch.ranges {
                if let real = InputFiles.resolved(start + path.text) { lines[ExactText(real)] = ranges }
            }
        }
        self.lines = lines
    }

    /// The maximum number of commits with each of which all files are compared.
    private static let mostBases = 16

    /// Returns the commits with which the files are compared, of which a review shows the lines since the first: the last ones that are in
    /// both histories. There may be several, and a file that is as in one of them can still replace the other side's in a merge.
    ///
    /// If the histories have many such commits or lack a part, it is the reference itself: a file that is as there stays so in any merge.
    private static func bases(of reference: String, in git: Git) -> [String] {
        let found = (try? run(["merge-base", "--all", reference, "HEAD"], in: git))?.split(separator: "\n").map(String.init) ?? []
        return found.isEmpty || found.count > mostBases || isCut(reference, found, in: git) ? [reference] : found
    }

    /// Returns whether a shallow repository may lack commits that are in both histories and later than those that were found.
    private static func isCut(_ reference: String, _ bases: [String], in git: Git) -> Bool {
        guard let answer = try? run(["rev-parse", "--is-shallow-repository"], in: git), !answer.hasPrefix("false") else { return false }
        let first = try? run(["rev-list", "--max-count=1", "--max-parents=0", reference, "HEAD", "--not"] + bases + ["--"], in: git)
        return first?.isEmpty != true
    }

    /// The maximum length of a file whose lines are compared. Git takes 40 bytes of memory for each line, and a line may be a byte.
    private static let mostBytesOfLines = 4 << 20
    /// The maximum number of longer files, whose names are words of git's command line.
    private static let mostLargeFiles = 100

    /// Returns the words that leave out longer files, or nil if there are too many. The attributes of a repository could have git compare
    /// them although they are above its threshold.
    private static func compared(_ names: Set<[UInt8]>, _ start: String) -> [String]? {
        let large = names.filter { name in
            var status = stat()
            return lstat(start.pathBytes + name.map(CChar.init(bitPattern:)) + [0], &status) == 0 && Int(status.st_size) > mostBytesOfLines
        }
        let words = large.compactMap { String(validating: $0, as: UTF8.self) }.map { ":(top,exclude,literal)\($0)" }
        return words.count < large.count || words.count > mostLargeFiles ? nil : words.isEmpty ? [] : [":(top)"] + words
    }

    /// Throws if a named file or folder is not part of what was compared.
    func expectCompared(_ path: String) throws(CommandFailure) {
        guard path != "-", let real = InputFiles.resolved(path) else { return }
        let name = path.terminalSafe()
        guard real.isPath(in: top) else {
            throw .input("'--since' compares files of \(top.terminalSafe()), and \(name) is outside of it: check it without '--since'")
        }
        guard let root = Git.root(around: FolderSearch.isFolder(real) ? real : ChangedFiles.above(real)), root.isPath(in: top),
            ExactText(root) != ExactText(top)
        else { return }
        throw .input(
            "'--since' compares files of \(top.terminalSafe()), and \(name) is in another repository: run it in \(root.terminalSafe()), or check it "
                + "without '--since'")
    }

    /// Returns whether a place overlaps a changed line.
    func isChanged(_ place: FilePlace) -> Bool {
        guard let line = place.line, let path = InputFiles.resolved(place.file), contains(path) else { return false }
        guard let ranges = lines[ExactText(path)] else { return true }
        return ranges.first(in: line...max(line, place.endLine ?? line)) != nil
    }

    /// Returns the first changed line of a place that is partly changed, or nil if all or none of its lines changed.
    func changedLine(of place: FilePlace) -> Int? {
        guard let line = place.line, let end = place.endLine, end > line, let path = InputFiles.resolved(place.file),
            let range = lines[ExactText(path)]?.first(in: line...end)
        else { return nil }
        return range.lowerBound <= line && range.upperBound >= end ? nil : max(line, range.lowerBound)
    }

    func contains(_ path: String) -> Bool {
        if hasOtherConfiguration(path) { return true }
        // Whether it changed is not known.
        guard let real = InputFiles.resolved(path) else { return InputFiles.isTooLong(path.pathBytes) }
        return paths.contains(ExactText(real)) || repositories.contains(where: real.isPath)
    }

    func contains(_ file: FolderSearch.Candidate) -> Bool {
        guard let bytes = file.bytes else { return contains(file.path) }
        if hasOtherConfiguration(file.path) { return true }
        guard let path = InputFiles.resolved(bytes) else { return InputFiles.isTooLong(bytes) }
        return foreign.contains { $0 == path || $0.starts(with: path + [0x2F]) }
    }

    /// Returns whether the configuration or git attributes of a folder above a path changed.
    private func hasOtherConfiguration(_ path: String) -> Bool {
        if configured.isEmpty { return false }
        // The path as it is written counts, and what links in it lead to.
        let own = path.hasPrefix("/") ? path : "\(InputFiles.workingDirectory ?? "")/\(path)"
        return [own, InputFiles.resolved(path) ?? own].contains { path in
            var folder = path
            repeat {
                folder = ChangedFiles.above(folder)
                if let real = InputFiles.resolved(folder), configured.contains(ExactText(real)) { return true }
            } while folder != "/"
            return false
        }
    }

    private static func above(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
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

    /// - Parameter take: takes the pieces of the output as they arrive, which are then not in the result.
    private static func bytes(_ words: [String], in git: Git, _ take: (([UInt8]) -> Void)? = nil) throws(CommandFailure) -> [UInt8] {
        switch git.run(words, take) {
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
