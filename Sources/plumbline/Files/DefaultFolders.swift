internal import LayoutCheck
internal import StandardAdditions

/// The folders of dependencies and build products, which a check of a folder leaves out unless the configuration includes them.
final class DefaultFolders {
    static let names = [".build", "build", "Carthage", "DerivedData", "node_modules", "Pods"]

    var finder: ConfigurationFinder

    init(_ finder: ConfigurationFinder) {
        self.finder = finder
    }

    /// Returns whether a search leaves a folder out.
    func leavesOut(_ folder: String) -> Bool {
        guard let name = folder.split(separator: "/").last.map(String.init), DefaultFolders.names.contains(name) else { return false }
        // A configuration that cannot be read is reported when a file needs it.
        let above = folder.contains("/") ? String(folder.dropLast(name.count + 1)) : "."
        guard let configuration = try? finder.configuration(ofFolder: above.isEmpty ? "/" : above) else { return true }
        return !configuration.include.contains { $0.split(separator: "/").contains(Substring(name)) }
    }

    /// Returns whether a file of a list lies in such a folder. The way to the working directory or the repository does not count,
    /// since a build may run in any folder.
    func leavesOutFile(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folders = parts.indices.dropLast().map { parts[...$0].joined(separator: "/") }
        guard folders.contains(where: leavesOut) else { return false }
        guard path.hasPrefix("/") || parts.contains("..") else { return true }
        guard let base = DefaultFolders.base(of: folders.last.map { $0.isEmpty ? "/" : $0 } ?? ".") else { return false }
        return folders.contains { folder in
            leavesOut(folder) && InputFiles.resolved(folder).map { $0.isPath(in: base) && !base.isPath(in: $0) } ?? true
        }
    }

    /// Returns the working directory if a folder lies in it, otherwise the folder's repository; nil if there is none.
    private static func base(of folder: String) -> String? {
        guard let real = InputFiles.resolved(folder) else { return nil }
        if let here = InputFiles.resolved("."), real.isPath(in: here) { return here }
        return Git.root(around: real)
    }
}
