internal import Glibc
internal import Reporting
internal import StandardAdditions

extension CheckPlan {
    /// Returns the files of a list, and those in folders that it names, such as changed submodules.
    func listed(_ listPath: String, _ search: inout FolderSearch, _ configurations: DefaultFolders) throws -> [FolderSearch.Candidate] {
        var found: [FolderSearch.Candidate] = []
        let reach = LinkReach(folder: ".")
        let folder = FolderName()
        var packages = ListedPackages()
        for entry in try FileList.read(listPath, files) {
            let (path, bytes) = (entry.path, entry.bytes)
            // Git lists the files of view hierarchies, each of which is one layout.
            let around = packages.around(entry, reach)
            for package in around.new {
                if configurations.leavesOutFile(package.path) { search.passedOver.others += 1 } else { found.append(package.candidate) }
            }
            if let link = around.link {
                search.passOver(link: link)
                continue
            }
            if around.isInside, !InputFiles.extensions.contains(path.fileExtension) { continue }
            let isFolder = bytes.map(FolderSearch.isFolder) ?? files.isFolder(path)
            if InputFiles.isTooLong(bytes ?? path.pathBytes) { throw InputFiles.tooLong(path) }
            if bytes == nil, InputFiles.resolved(path) == nil {
                if errno == EACCES, entry.mayBeLayout {
                    if !configurations.leavesOutFile(path) { found.append(entry.candidate(failure: InputFailure(EACCES).reason)) }
                    continue
                }
                if let folder, folder.isFromTop(entry) { throw folder.failure(path) }
                search.passedOver.missing += 1
                search.passedOver.missingName = search.passedOver.missingName ?? path
                if InputFiles.extensions.contains(path.fileExtension) {
                    search.passedOver.missingLayout = search.passedOver.missingLayout ?? path
                }
            } else if !isFolder, !InputFiles.extensions.contains(path.fileExtension) || configurations.leavesOutFile(path) {
                search.passedOver.others += 1
            } else if let reach, !reach.holds(listed: path, bytes, isUnquoted: entry.isUnquoted) {
                search.passOver(link: path)
            } else if !isFolder {
                found.append(entry.candidate)
                found += search.candidates(inPackage: path)
            } else if let bytes {
                found += search.candidates(in: bytes, named: path)
            } else {
                found += try search.candidates(in: path)
            }
        }
        return found
    }
}

/// The working directory as git names it, if that is not the top of its repository.
private struct FolderName {
    /// The path from the top, with a slash at the end.
    private let prefix: [CChar]

    init?() {
        guard let top = Git.root(around: "."), let here = InputFiles.resolved("."), here != top, here.isPath(in: top) else { return nil }
        prefix = here.pathBytes.dropFirst(top == "/" ? 1 : top.utf8.count + 1) + [CChar(UInt8(ascii: "/"))]
    }

    /// Returns whether a name begins with that of this folder, and the rest of it is a file here.
    func isFromTop(_ entry: FileList.Entry) -> Bool {
        let bytes = entry.bytes ?? entry.path.pathBytes
        var status = stat()
        return bytes.starts(with: prefix) && lstat(bytes.dropFirst(prefix.count) + [0], &status) == 0
    }

    func failure(_ name: String) -> CommandFailure {
        .input(
            "\(name.terminalSafe()) is a name from the top of the repository, as git lists it, but names in a list are relative to this folder; "
                + "run plumbline at the top, or list them with 'git diff --relative'")
    }
}

/// The view hierarchies around the files of a list.
private struct ListedPackages {
    private struct Key: Hashable {
        var path: [CChar]
        var isUnquoted: Bool
    }

    /// Whether the reach holds them.
    private var known: [Key: Bool] = [:]

    /// Returns those around an entry that were around none before, the first one to which a link leads that is not followed, and
    /// whether there are any.
    mutating func around(_ entry: FileList.Entry, _ reach: LinkReach?) -> (new: [FileList.Entry], link: String?, isInside: Bool) {
        let paths = HierarchyFolder.around(entry.bytes ?? entry.path.pathBytes)
        var new: [FileList.Entry] = []
        for path in paths {
            let key = Key(path: path, isUnquoted: entry.isUnquoted)
            let package = FileList.Entry(path.map(UInt8.init(bitPattern:))[...], isUnquoted: entry.isUnquoted)
            let isKnown = known[key] != nil
            let isHeld = known[key] ?? reach?.holds(listed: package.path, package.bytes, isUnquoted: package.isUnquoted) ?? true
            known[key] = isHeld
            if !isHeld { return (new, package.path, true) }
            if !isKnown { new.append(package) }
        }
        return (new, nil, !paths.isEmpty)
    }
}

/// A list of files, separated by newlines or NULs.
enum FileList {
    struct Entry {
        var path: String
        /// The path in bytes if it is not UTF-8.
        var bytes: [CChar]?
        /// Whether the line has the path in quotes, so that it may also be the name of another file.
        var isUnquoted: Bool

        var candidate: FolderSearch.Candidate { candidate(failure: nil) }

        func candidate(failure: String?) -> FolderSearch.Candidate {
            FolderSearch.Candidate(path: path, isNamed: false, bytes: bytes, failure: failure)
        }

        /// Whether it may be a layout, or a folder with layouts, by its name.
        var mayBeLayout: Bool { path.fileExtension.isEmpty || InputFiles.extensions.contains(path.fileExtension) }

        init(_ bytes: ArraySlice<UInt8>, isUnquoted: Bool = false) {
            let isForeign = String(validating: bytes, as: UTF8.self) == nil
            path = String(decoding: bytes, as: UTF8.self)
            self.bytes = isForeign ? bytes.map { CChar(bitPattern: $0) } : nil
            self.isUnquoted = isUnquoted
        }
    }

    static func read(_ path: String, _ files: InputFiles) throws(CommandFailure) -> [Entry] {
        switch files.read(path) {
        case .failure(let failure): throw .input("\(InputReader.name(of: path).terminalSafe()): \(failure.reason)")
        case .success(let bytes):
            let separator = bytes.contains(0) ? UInt8(0) : UInt8(ascii: "\n")
            // Some programs begin a text with a byte order mark, which is not part of the first name.
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            let isMarked = bytes.starts(with: mark) && !exists(bytes.prefix { $0 != separator })
            return bytes.dropFirst(isMarked ? mark.count : 0).split(separator: separator).flatMap { line in
                let name = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
                return separator == 0 ? [Entry(line)] : FileList.meant(by: name)
            }
        }
    }

    /// Returns the names that a line without NULs may mean: the one that git quotes, such as `"\303\244.xib"`, and the line as it is
    /// written. If there are files of both names, neither hides the other.
    private static func meant(by line: ArraySlice<UInt8>) -> [Entry] {
        guard let quoted = QuotedPath.bytes(line) else { return [Entry(line)] }
        let unquoted = Entry(quoted[...], isUnquoted: true)
        guard exists(line) else { return [unquoted] }
        return exists(quoted[...]) ? [Entry(line), unquoted] : [Entry(line)]
    }

    private static func exists(_ path: ArraySlice<UInt8>) -> Bool {
        var status = stat()
        return lstat(path.map(CChar.init(bitPattern:)) + [0], &status) == 0
    }
}
