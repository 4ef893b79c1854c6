internal import LayoutCheck

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

    /// Returns whether a file of a list lies in such a folder.
    func leavesOutFile(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.indices.dropLast().contains { leavesOut(parts[...$0].joined(separator: "/")) }
    }
}
