internal import Glibc

extension Configuration {
    /// Whether a file that nobody named is to be checked: what `include` says, less what `exclude` says.
    public func takes(_ path: String) -> Bool {
        if path == "-" || include.isEmpty && exclude.isEmpty { return true }
        let relative = relative(path)
        if !include.isEmpty, !include.contains(where: { GlobPattern($0).matches(relative) }) { return false }
        return !exclude.contains { GlobPattern($0).matches(relative) }
    }

    /// The path as seen from the configuration's folder.
    public func relative(_ path: String) -> String {
        var path = path[...]
        while path.hasPrefix("./") { path = path.dropFirst(2) }
        if folder.isEmpty || folder == "." { return String(path) }
        if path.hasPrefix(folder + "/") { return String(path.dropFirst(folder.count + 1)) }
        // One is relative and the other is not: both as the file system has them.
        guard let home = Configuration.real(folder), let name = path.split(separator: "/").last,
            let own = Configuration.real(String(path).contains("/") ? String(path.dropLast(name.count)) : "."), (own + "/").hasPrefix(home + "/")
        else { return String(path) }
        return String((own + "/").dropFirst(home.count + 1)) + name
    }

    private static func real(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
