internal import LayoutCheck
internal import Reporting

extension CheckPlan {
    /// A file to check, with its configuration.
    struct Input {
        var found: InputFiles.Found
        var configuration: Configuration
    }

    /// Returns the files to check, in order and without duplicates: named files, files in named folders and listed files, without
    /// the excluded and unchanged ones.
    ///
    /// - Parameter changed: the files that differ from the requested commit, or nil if no commit was requested.
    func inputs(changed: ChangedFiles?) throws -> [Input] {
        var passedOver: [String] = []
        var found = files.find(operands, &passedOver).map { (file: $0, isNamed: operands.contains($0.path)) }
        if let listPath {
            let reach = LinkReach(folder: ".")
            for path in try FileList.read(listPath, files) {
                if let reach, !reach.holds(listed: path) {
                    passedOver.append(path)
                } else {
                    found += files.find([path], &passedOver).map { (file: $0, isNamed: false) }
                }
            }
        }
        LinkReach.note(passedOver)
        if let changed {
            found = found.filter { $0.file.path == "-" || changed.contains($0.file.path) }
        }
        let own = OwnFiles(self)
        found = found.filter { $0.isNamed || !own.contains($0.file.path) }
        var finder = finder
        if arguments.operands.isEmpty { finder.checked = operands.map(InputFiles.trimmed) }
        var seen: Set<String> = []
        var inputs: [Input] = []
        for (file, isNamed) in found where seen.insert(file.path.hasPrefix("./") ? String(file.path.dropFirst(2)) : file.path).inserted {
            let own: Configuration
            do throws(ConfigurationError) {
                own = try finder.configuration(of: file.path)
            } catch {
                throw CommandFailure(error)
            }
            if !isNamed, !own.takes(file.path) { continue }
            inputs.append(Input(found: file, configuration: own))
        }
        for note in finder.takeNotes() { Console.message("plumbline: \(note)".terminalSafe()) }
        return inputs
    }
}

/// The files that the run itself reads and writes. In a checked folder they are not layouts, whatever their extension.
private struct OwnFiles {
    private let files: Set<String>
    private let cache: String?

    init(_ plan: CheckPlan) {
        let arguments = plan.arguments
        var paths = plan.targets.compactMap(\.output) + [plan.listPath, plan.baseline?.path].compactMap(\.self)
        paths += [arguments.text("--config")].compactMap(\.self)
        // Outputs that the configuration names may be there from an earlier run, even if the command line names others.
        paths += plan.configuration.reporters.compactMap(\.output).map(plan.configuration.path)
        files = Set(paths.compactMap(InputFiles.resolved))
        cache = plan.cachePath.flatMap(InputFiles.resolved)
    }

    func contains(_ path: String) -> Bool {
        guard !files.isEmpty || cache != nil, let path = InputFiles.resolved(path) else { return false }
        return files.contains(path) || cache.map { path.hasPrefix($0 + "/") } ?? false
    }
}

/// A list of files, separated by newlines or NULs.
enum FileList {
    /// Reads the names of layouts from a list, and skips other files by their extension. Names of missing files and invalid names
    /// remain, so that reading them reports an error.
    static func read(_ path: String, _ files: InputFiles) throws(CommandFailure) -> [String] {
        switch files.read(path) {
        case .failure(let failure): throw .input("\(InputReader.name(of: path).terminalSafe()): \(failure.reason)")
        case .success(let bytes):
            let separator = bytes.contains(0) ? UInt8(0) : UInt8(ascii: "\n")
            return bytes.split(separator: separator).map { line in
                let text = String(decoding: line, as: UTF8.self)
                return text.hasSuffix("\r") ? String(text.dropLast()) : text
            }.filter { InputFiles.extensions.contains($0.fileExtension) }
        }
    }
}
