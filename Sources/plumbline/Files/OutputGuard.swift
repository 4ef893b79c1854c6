internal import Glibc
internal import LayoutCheck
internal import Reporting
internal import StandardAdditions

/// Refuses an output that would replace a file that the run reads, or a layout that is there.
struct OutputGuard {
    private struct Identity: Hashable {
        var device: UInt64
        var inode: UInt64

        init(_ status: stat) {
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
        }
    }

    private var inputs: Set<Identity> = []
    /// The folders of exported view hierarchies, with links resolved.
    private var folders: [String] = []
    private let files: InputFiles

    /// - Parameter inputs: the files that the run reads; `-` is standard input.
    init(inputs: some Sequence<String>, _ files: InputFiles) {
        self.files = files
        for path in inputs {
            var status = stat()
            guard (path == "-" ? fstat(STDIN_FILENO, &status) : stat(path, &status)) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFREG: self.inputs.insert(Identity(status))
            case S_IFDIR: folders += [InputFiles.resolved(path)].compactMap(\.self)
            default: continue
            }
        }
    }

    /// Throws if a file may not be written.
    ///
    /// - Parameters:
    ///   - path: the output, which may also be a device.
    ///   - isLayout: whether the output itself is a layout, which may replace another one.
    func expectReplaceable(_ path: String, isLayout: Bool = false) throws(CommandFailure) {
        let name = path.terminalSafe()
        try LinkReach.check(output: path)
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard [ENOENT, ENOTDIR].contains(errno), let missing = MissingFile.folder(of: path) else { return }
            throw .input("\(name): \(InputFailure(errno).reason); create the folder \(missing.terminalSafe()) first")
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            throw .input("\(name): \(InputFailure(EISDIR).reason); name a file in it, such as \(InputFiles.trimmed(name))/report.txt")
        case S_IFREG: break
        default: return
        }
        let real = InputFiles.resolved(path)
        if inputs.contains(Identity(status)) || folders.contains(where: { real?.isPath(in: $0) == true }) {
            throw .input("this command reads \(name) and would replace it with its output: name another file for the output")
        }
        // The shell has opened these already.
        if isLayout || path.hasPrefix("/dev/") || path.hasPrefix("/proc/") { return }
        if holdsLayout(real ?? path) {
            throw .input("\(name) is a layout, which the output would replace: name another file for the output, or remove this one first")
        }
    }

    /// Returns the path of an output, which need not exist, with links resolved.
    static func place(of path: String) -> String {
        if let real = InputFiles.resolved(path) { return real }
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return (InputFiles.resolved(start == path.startIndex ? "." : String(path[..<start])) ?? "") + "/" + path[start...]
    }

    private func holdsLayout(_ path: String) -> Bool {
        let isReport = RegularFile.reading(path) { FormerReport.isOne($0, fileExtension: path.fileExtension) }
        guard isReport == false else { return false }
        return LayoutFile.isLayout(FolderSearch.Candidate(path: path, isNamed: true), files)
    }
}
