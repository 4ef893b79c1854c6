internal import Glibc

/// Finds the configuration of each file: in its folder, or the nearest one above that has it. Each file is read once.
///
/// It looks no further up than the repository, the folder with `.git`. Without one it looks into the folders above as long as they are the user's
/// own: in a folder of others, or one into which everybody may write as `/tmp`, a configuration may be anybody's. Whoever has a folder checked takes
/// its configuration for all that is in it, repositories included.
public struct ConfigurationFinder {
    /// By folder, what was found for it.
    private var known: [String: Configuration] = [:]
    /// What holds for every file, where a command line names it.
    private let given: Configuration?
    private let read: (String) throws(ConfigurationError) -> [UInt8]?
    /// The folders that are checked, as they were named.
    public var checked: [String] = []
    /// Configurations above a repository, which are not used, by the repository's folder.
    private var passedOver: [(folder: String, file: String)] = []

    /// - Parameters:
    ///   - given: holds for all files; nothing is looked for.
    ///   - read: the bytes of a file, nil where there is none.
    public init(given: Configuration? = nil, read: @escaping (String) throws(ConfigurationError) -> [UInt8]?) {
        self.given = given
        self.read = read
    }

    /// - Parameter path: of a file; standard input belongs to the working directory.
    public mutating func configuration(of path: String) throws(ConfigurationError) -> Configuration {
        if let given { return given }
        return try configuration(ofFolder: path == "-" ? "." : ConfigurationFinder.folder(of: path))
    }

    public mutating func configuration(ofFolder folder: String) throws(ConfigurationError) -> Configuration {
        if let given { return given }
        if let known = known[folder] { return known }
        let file = ConfigurationFinder.file(in: folder)
        var found = Configuration()
        if let bytes = try read(file) {
            found = try ConfigurationReader.read(bytes, file: file)
        } else if isWithinChecked(folder), let above = ConfigurationFinder.above(folder) {
            found = try configuration(ofFolder: above)
        } else if ConfigurationFinder.isRepository(folder) {
            if let other = ConfigurationFinder.next(above: folder) { passedOver.append((folder, other)) }
        } else if let above = ConfigurationFinder.above(folder),
            ConfigurationFinder.isInRepository(above) || Ownership.isTrusted(folder: above)
        {
            found = try configuration(ofFolder: above)
        }
        known[folder] = found
        return found
    }

    /// What is to be said of configurations that were not used, once for each.
    public mutating func takeNotes() -> [String] {
        defer { passedOver = [] }
        return passedOver.map { folder, file in
            let place = folder == "." ? "of this folder" : folder
            return "\(file) is not used: it lies above the repository \(place); '--config \(file)' uses it"
        }
    }

    // MARK: Folders

    /// Whether a folder lies in one that is checked.
    private func isWithinChecked(_ folder: String) -> Bool {
        checked.contains { checked in
            if checked == "." ? folder == "." || folder.hasPrefix("/") : !folder.hasPrefix(checked == "/" ? "/" : checked + "/") { return false }
            let way = checked == "." ? folder[...] : folder.dropFirst(checked.count)
            return !way.split(separator: "/").contains("..") && folder != checked
        }
    }

    private static func file(in folder: String) -> String {
        folder == "." ? Configuration.fileName : folder == "/" ? "/" + Configuration.fileName : "\(folder)/\(Configuration.fileName)"
    }

    /// The next configuration above a folder that is the user's.
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

    /// A folder, or the file that is one in submodules and further checkouts.
    private static func isRepository(_ folder: String) -> Bool {
        var status = stat()
        return lstat("\(folder)/.git", &status) == 0
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The folder above; nil for the root.
    private static func above(_ folder: String) -> String? {
        if folder == "/" { return nil }
        // A relative path is followed up to the working directory by its words, and from there by the file system's own.
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
