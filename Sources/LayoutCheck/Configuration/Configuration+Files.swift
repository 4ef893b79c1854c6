internal import Glibc
internal import StandardAdditions

extension Configuration {
    /// Returns whether to check a file that no operand names: it matches `include` and not `exclude`.
    public func takes(_ path: String, _ matcher: inout PathMatcher) -> Bool {
        if path == "-" || include.isEmpty && exclude.isEmpty { return true }
        let matches = matcher.matches(matched(path), patterns)
        return (include.isEmpty || matches.include) && !matches.exclude
    }

    /// Returns whether a file in a folder, or the path itself, may match `include`, and `exclude` does not leave the folder out.
    public func mayTake(in folder: String, _ matcher: inout PathMatcher) -> Bool {
        if include.isEmpty && exclude.isEmpty { return true }
        let path = matched(folder)
        if matcher.matches(path, patterns).exclude { return false }
        let folders = path.split(separator: "/")
        return include.isEmpty
            || include.contains { pattern in
                let parts = pattern.split(separator: "/")
                // A pattern of one name matches at any depth.
                let plain = parts.prefix { !$0.contains { "*?[{".contains($0) } }
                return parts.count == 1 || zip(plain, folders).allSatisfy { $0 == $1 }
            }
    }

    /// Returns the path that patterns match: that in the configuration's folder, or in the working directory if the configuration
    /// lies elsewhere.
    private func matched(_ path: String) -> String {
        let name = relative(path)
        if !name.hasPrefix("/"), !name.split(separator: "/").contains("..") { return name }
        return Configuration.inside(".", name) ?? name
    }

    /// Returns the path relative to the configuration's folder.
    public func relative(_ path: String) -> String {
        var path = path[...]
        while path.hasPrefix("./") { path = path.dropFirst(2) }
        if folder.isEmpty || folder == "." { return String(path) }
        if path.utf8.starts(with: (folder + "/").utf8) { return String(decoding: path.utf8.dropFirst(folder.utf8.count + 1), as: UTF8.self) }
        // One path is relative and the other absolute, so both are resolved.
        return Configuration.inside(folder, String(path)) ?? String(path)
    }

    /// Returns the path of a file in a folder; nil if it lies elsewhere.
    private static func inside(_ folder: String, _ path: String) -> String? {
        guard let home = real(folder), let name = path.split(separator: "/").last,
            let own = real(path.contains("/") ? String(path.dropLast(name.count)) : "."), own.isPath(in: home)
        else { return nil }
        return String(decoding: (own + "/").utf8.dropFirst(home.utf8.count + (home == "/" ? 0 : 1)), as: UTF8.self) + name
    }

    private static func real(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
