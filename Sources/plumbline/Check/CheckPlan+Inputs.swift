internal import LayoutCheck
internal import Reporting
internal import StandardAdditions

extension CheckPlan {
    /// A file to check, with its configuration.
    struct Input {
        var found: InputFiles.Found
        var configuration: Configuration.Reference
    }

    /// Returns the files to check, in order and without duplicates: named files, and those files in named folders and lists whose
    /// content is a layout, without excluded, ignored and unchanged ones.
    ///
    /// - Parameters:
    ///   - changed: the files that differ from the requested commit, or nil if no commit was requested.
    ///   - memory: the files of an earlier pass, if the check runs repeatedly.
    func inputs(changed: ChangedFiles?, passedOver: inout PassedOver, memory: CheckMemory? = nil) throws -> [Input] {
        let configurations = DefaultFolders(finder)
        if arguments.operands.isEmpty { configurations.finder.checked = operands.map(InputFiles.trimmed) }
        var search = FolderSearch(leavesOut: configurations.leavesOut)
        var found: [FolderSearch.Candidate] = []
        for operand in operands {
            let isRefused = LinkReach.refusal(of: operand) != nil
            if operand != "-", files.isFolder(operand), !isRefused {
                found += try search.candidates(in: operand)
            } else {
                found.append(FolderSearch.Candidate(path: operand, isNamed: true))
                if !isRefused { found += search.candidates(inPackage: operand) }
            }
        }
        if let listPath { found += try listed(listPath, &search, configurations) }
        memory?.folders = search.folders
        passedOver = search.passedOver
        try passedOver.leaveOutIgnored()
        let named = Set(found.lazy.filter(\.isNamed).map(\.identity))
        // A named file that does not exist is an error, independently of the changes.
        // So is one that is refused.
        func isMissing(_ file: FolderSearch.Candidate) -> Bool {
            file.isNamed && (InputFiles.resolved(file.path) == nil || LinkReach.refusal(of: file.path) != nil)
        }
        if let changed {
            let refused = Set(operands.filter { LinkReach.refusal(of: $0) != nil })
            for path in operands + found.filter({ $0.folder == nil && !$0.hasForeignName }).map(\.path) where !refused.contains(path) {
                try changed.expectCompared(path)
            }
            var contents = ChangedContents(plan: self, changed: changed, finder: configurations.finder)
            found = found.filter { file in
                file.path == "-" || file.failure != nil || changed.contains(file) || isMissing(file) || contents.concern(file)
            }
        }
        let own = OwnFiles(self)
        var seen: Set<[UInt8]> = []
        found = found.filter { file in
            (named.contains(file.identity) || file.bytes != nil || !own.contains(file.path)) && seen.insert(file.identity).inserted
        }
        let ignored = try IgnoredFiles.among(found.filter { !named.contains($0.identity) }, &passedOver)
        var inputs: [Input] = []
        var matcher = PathMatcher()
        for file in found {
            let isNamed = named.contains(file.identity)
            if !isNamed, !file.hasForeignName, ignored.contains(ExactText(file.path)) { continue }
            let failure = CheckPlan.failure(file)
            // No configuration is read through a link either.
            if failure != nil, file.isNamed || file.hasForeignName {
                if !file.isNamed, !holdsLayout(file, memory, &passedOver) { continue }
                inputs.append(Input(found: InputFiles.Found(path: file.path, failure: failure), configuration: configuration.reference))
                continue
            }
            let own: Configuration
            do throws(ConfigurationError) {
                own = try configurations.finder.configuration(of: file.path)
            } catch {
                throw CommandFailure(error)
            }
            let isTaken = isNamed || (file.failure == nil ? own.takes(file.path, &matcher) : own.mayTake(in: file.path, &matcher))
            if matcher.isSpent {
                throw CommandFailure.input("\(own.file.terminalSafe()): the patterns take too long for so many files; make them fewer or shorter")
            }
            if !isTaken {
                passedOver.unmatched.append((file.path, own.file))
                continue
            }
            if !isNamed, file.failure == nil, !holdsLayout(file, memory, &passedOver) { continue }
            inputs.append(Input(found: InputFiles.Found(path: file.path, failure: file.failure ?? failure), configuration: own.reference))
        }
        for note in configurations.finder.takeNotes() { Console.message("plumbline: \(note)".terminalSafe()) }
        return inputs
    }

    /// Throws if a report or the baseline would replace a file that the run reads, or a report would replace a layout.
    func expectOutputs(besides inputs: [Input]) throws(CommandFailure) {
        let outputs = targets.compactMap(\.output)
        if outputs.isEmpty, baseline?.isWriting != true { return }
        let layouts = inputs.map(\.found.path) + operands.filter { !files.isFolder($0) }
        let configurations = Set(inputs.map { ExactText($0.configuration.file) }).map(\.text).sorted() + [configuration.file]
        var used = configurations + [arguments.text("--config"), listPath].compactMap(\.self)
        if let baseline, baseline.isWriting { try OutputGuard(inputs: layouts + used, files).expectReplaceable(baseline.path, isLayout: true) }
        used += [baseline?.path].compactMap(\.self)
        let guarding = OutputGuard(inputs: layouts + used, files)
        for path in outputs { try guarding.expectReplaceable(path) }
        // The reports go to files of their own, however these are written: a.txt and ./a.txt are one.
        var places: Set<ExactText> = []
        for path in outputs where !path.hasPrefix("/dev/") {
            if !places.insert(ExactText(OutputGuard.place(of: path))).inserted {
                throw arguments.usage("two reports would go to the file '\(path.terminalSafe())'")
            }
        }
    }

    /// Returns why a file is not read; nil if it is read. Named files may be rejected, too, since a shell names every file that
    /// matches a pattern.
    private static func failure(_ file: FolderSearch.Candidate) -> String? {
        if file.bytes != nil { return "its name is not UTF-8; rename it" }
        if file.hasForeignName { return "an accent or another character in its path combines with a slash; rename it" }
        return file.isNamed ? LinkReach.refusal(of: file.path) : nil
    }

    /// Returns whether the content of a file that was not named on the command line is a layout.
    private func holdsLayout(_ file: FolderSearch.Candidate, _ memory: CheckMemory?, _ passedOver: inout PassedOver) -> Bool {
        func read() -> Bool { LayoutFile.isLayout(file, files) }
        let isLayout = file.bytes == nil ? memory?.isLayout(file.path, otherwise: read) ?? read() : read()
        if !isLayout { passedOver.others += 1 }
        return isLayout
    }
}

/// The changed content of reusable views. It is part of every file that contains the views.
private struct ChangedContents {
    let plan: CheckPlan
    let changed: ChangedFiles
    var finder: ConfigurationFinder
    /// Whether the content that a configuration names changed, by the configuration's file.
    private var known: [ExactText: Bool] = [:]

    init(plan: CheckPlan, changed: ChangedFiles, finder: ConfigurationFinder) {
        self.plan = plan
        self.changed = changed
        self.finder = finder
    }

    /// Returns whether a file's own configuration names such content.
    mutating func concern(_ file: FolderSearch.Candidate) -> Bool {
        guard !file.hasForeignName, SourceKind(fileExtension: file.path.fileExtension) == .interfaceBuilder else { return false }
        // A configuration that cannot be read is reported if it changed.
        guard let own = try? finder.configuration(of: file.path) else { return false }
        if let known = known[ExactText(own.file)] { return known }
        let isChanged = ComposedFiles(plan.arguments, own, plan.files).paths.contains(where: changed.contains)
        known[ExactText(own.file)] = isChanged
        return isChanged
    }
}

/// The reports that the run replaces. In a checked folder they do not count as layouts, although those in text quote constraints.
/// Any other file with such a name is checked as if it had another, so that no name hides a layout.
private struct OwnFiles {
    private let files: Set<ExactText>

    init(_ plan: CheckPlan) {
        // Outputs that the configuration names may be there from an earlier run, even if the command line names others.
        let paths = plan.targets.compactMap(\.output) + plan.configuration.reporters.compactMap(\.output).map(plan.configuration.path)
        files = Set(paths.compactMap(InputFiles.resolved).map(ExactText.init))
    }

    func contains(_ path: String) -> Bool {
        guard !files.isEmpty, let path = InputFiles.resolved(path), files.contains(ExactText(path)) else { return false }
        return FormerReport.isOne(path)
    }
}
