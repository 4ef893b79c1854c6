internal import Glibc
internal import JSON
internal import StandardAdditions

/// Finds the configuration of each file: the one in its folder, or the nearest one above. The folders of all files are known, and the
/// contents of the configurations that were used last.
///
/// The search ends at the repository, which is the folder with `.git`. Outside a repository it continues upward as long as the
/// folders belong to the user and are not world-writable, such as `/tmp`, since others could have put a configuration there. In a
/// folder named on the command line, its configuration applies to everything inside, repositories included.
public struct ConfigurationFinder {
    /// The file of each folder's configuration, or an empty text if it has none.
    private var known: [ExactText: String] = [:]
    /// The contents of the files, which copies of the finder share.
    private let cache: ConfigurationCache
    /// The configuration that the command line names, which applies to every file.
    private let given: Configuration?
    /// The folders to check, as named on the command line.
    public var checked: [String] = []
    /// Ignored configurations above a repository, with the repository's folder.
    private var passedOver: [(folder: String, file: String)] = []
    /// Files whose names are nearly that of a configuration, so that they are not read.
    private var misnamed: [String] = []

    /// - Parameters:
    ///   - given: applies to all files, and disables the search.
    ///   - read: returns the bytes of a file, or nil if there is none.
    public init(given: Configuration? = nil, read: @escaping (String) throws(ConfigurationError) -> [UInt8]?) {
        self.given = given
        cache = ConfigurationCache(read: read)
    }

    /// - Parameter path: the path of a file. Standard input belongs to the working directory.
    public mutating func configuration(of path: String) throws(ConfigurationError) -> Configuration {
        if let given { return given }
        return try configuration(ofFolder: path == "-" ? "." : ConfigurationFinder.folder(of: path))
    }

    public mutating func configuration(ofFolder folder: String) throws(ConfigurationError) -> Configuration {
        if let given { return given }
        var found = Configuration()
        // A path may have thousands of folders.
        var passed: [String] = []
        var next: String? = folder
        while let folder = next {
            next = nil
            if let file = known[ExactText(folder)] {
                if file.isEmpty { break }
                if let own = try cache.configuration(file) {
                    found = own
                    break
                }
            }
            passed.append(folder)
            if let own = try cache.configuration(ConfigurationFinder.file(in: folder)) {
                found = own
            } else {
                next = parent(of: folder)
            }
        }
        for folder in passed.reversed() {
            if found.file != ConfigurationFinder.file(in: folder) { noteMisnamed(in: folder) }
            known[ExactText(folder)] = found.file
        }
        return found
    }

    /// Returns the folder above one without a configuration, if that one's applies; nil if the search ends.
    private mutating func parent(of folder: String) -> String? {
        let above = ConfigurationFinder.above(folder)
        if let above, isWithinChecked(folder) { return above }
        if ConfigurationFinder.isRepository(folder) {
            if let other = ConfigurationFinder.next(above: folder) { passedOver.append((folder, other)) }
            return nil
        }
        guard let above, ConfigurationFinder.isInRepository(above) || Ownership.isTrusted(folder: above) else { return nil }
        return above
    }

    /// Returns a configuration that was found before. It is read again if it is no longer in memory.
    ///
    /// - Throws: `ConfigurationError` if its file has changed, so that the files for which it was found may have another.
    public func configuration(_ reference: Configuration.Reference) throws(ConfigurationError) -> Configuration {
        if let given { return given }
        if reference.file.isEmpty { return Configuration() }
        guard let found = try cache.configuration(reference.file), found.reference == reference else {
            throw ConfigurationError(file: reference.file, "the configuration changed during the check; check again")
        }
        return found
    }

    /// Returns one message per ignored configuration, and clears them.
    public mutating func takeNotes() -> [String] {
        defer { (passedOver, misnamed) = ([], []) }
        let above = passedOver.map { folder, file in
            let place = folder == "." ? "of this folder" : folder
            return "\(file) is not used: it is above the repository \(place); use it with '--config \(file)'"
        }
        return above
            + misnamed.map { "warning: \($0) is not used: a configuration is a JSON file with the name \(Configuration.fileName)" }
    }

    private static let nearNames = [
        ".plumbline", ".plumbline.jsonc", ".plumbline.json5", ".plumbline.toml", ".plumbline.yaml", ".plumbline.yml", ".plumblinerc",
        "plumbline.json",
        "plumbline.toml", "plumbline.yaml", "plumbline.yml",
    ]

    /// Notes the files in a folder that were probably meant as its configuration.
    private mutating func noteMisnamed(in folder: String) {
        for name in ConfigurationFinder.nearNames {
            let file = ConfigurationFinder.file(name, in: folder)
            var status = stat()
            guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            // A layout or a report may have the name plumbline.json.
            if name == "plumbline.json", !holdsConfiguration(file) { continue }
            misnamed.append(file)
        }
    }

    private func holdsConfiguration(_ file: String) -> Bool {
        guard let bytes = try? cache.bytes(file), let root = try? JSONTree(parsing: CommentedJSON.withoutComments(bytes)) else { return false }
        return root.members?.allSatisfy { ConfigurationReader.keys.contains($0.key) } ?? false
    }

    // MARK: Folders

    /// Returns whether a folder is inside a folder to check.
    private func isWithinChecked(_ folder: String) -> Bool {
        checked.contains { checked in
            if checked == "." ? folder == "." || folder.hasPrefix("/") : !folder.isPath(in: checked) { return false }
            let way = checked == "." ? folder.utf8[...] : folder.utf8.dropFirst(checked.utf8.count)
            return !way.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) } && ExactText(folder) != ExactText(checked)
        }
    }

    private static func file(_ name: String = Configuration.fileName, in folder: String) -> String {
        folder == "." ? name : folder == "/" ? "/" + name : "\(folder)/\(name)"
    }

    /// Returns the next configuration above a folder, or nil if there is none or another user owns it.
    private static func next(above folder: String) -> String? {
        var place = above(folder)
        while let folder = place {
            let file = file(in: folder)
            var status = stat()
            if lstat(file, &status) == 0 { return status.st_mode & S_IFMT == S_IFREG && Ownership.isTrusted(status.st_uid) ? file : nil }
            place = above(folder)
        }
        return nil
    }

    private static func isInRepository(_ folder: String) -> Bool {
        var place: String? = folder
        while let folder = place {
            if isRepository(folder) { return true }
            place = above(folder)
        }
        return false
    }

    /// Returns whether the folder has `.git`, which is a folder, or a file in submodules and worktrees.
    private static func isRepository(_ folder: String) -> Bool {
        var status = stat()
        return lstat("\(folder)/.git", &status) == 0
    }

    /// Returns the folder of a file.
    public static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the parent folder, or nil for the root.
    private static func above(_ folder: String) -> String? {
        if folder == "/" { return nil }
        // A relative path is shortened up to the working directory. From there the absolute path is used.
        let last = folder.split(separator: "/").last.map(String.init) ?? "."
        if folder == "." || last == ".." || last == "." {
            guard let absolute = absolute(folder) else { return nil }
            return absolute == "/" ? nil : self.folder(of: absolute)
        }
        return self.folder(of: folder)
    }

    private static func absolute(_ folder: String) -> String? {
        guard let resolved = realpath(folder, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
