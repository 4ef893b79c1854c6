internal import Glibc

/// Finds the configuration of each file: in its folder, or the nearest one above that has it. Each file is read once.
public struct ConfigurationFinder {
    /// By folder, what was found for it.
    private var known: [String: Configuration] = [:]
    /// What holds for every file, where a command line names it.
    private let given: Configuration?
    private let read: (String) -> [UInt8]?

    /// - Parameters:
    ///   - given: holds for all files; nothing is looked for.
    ///   - read: the bytes of a file, nil where there is none.
    public init(given: Configuration? = nil, read: @escaping (String) -> [UInt8]?) {
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
        let file = folder == "." ? Configuration.fileName : folder == "/" ? "/" + Configuration.fileName : "\(folder)/\(Configuration.fileName)"
        var found = Configuration()
        if let bytes = read(file) {
            found = try ConfigurationReader.read(bytes, file: file)
        } else if let above = ConfigurationFinder.above(folder) {
            found = try configuration(ofFolder: above)
        }
        known[folder] = found
        return found
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
