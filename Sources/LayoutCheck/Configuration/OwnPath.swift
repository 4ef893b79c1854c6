internal import Reporting
internal import StandardAdditions

/// Validates paths in a configuration. The author of a checkout writes them, so they must be below the configuration's folder and
/// outside of git's.
enum OwnPath {
    /// Returns the components of a path, the file's own name last: `./a//b` has `a` and `b`.
    static func names(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.filter { $0 != "." }
    }

    /// Returns why a configuration may not name the path, or nil if it may.
    static func mistake(in path: String) -> String? {
        if path.terminalSafe() != path { return "which contains a control character" }
        if path.utf8.first == UInt8(ascii: "/") { return "an absolute path" }
        if path.combinesSlash { return "in which an accent or another character combines with a slash" }
        let names = names(of: path)
        if names.contains("..") { return "which leads out of its folder by \"..\"" }
        if names.contains(where: isGit) { return "which is inside .git" }
        if names.isEmpty || path.hasSuffix("/") || path.hasSuffix("/.") { return "which is not the name of a file" }
        return nil
    }

    /// Returns whether some file system may take the name for `.git`: in another case, with a suffix that it drops or characters
    /// that it ignores, or as its short name.
    private static func isGit(_ name: String) -> Bool {
        let passedOver: [ClosedRange<UInt32>] = [0x200c...0x200f, 0x202a...0x202e, 0x206a...0x206f, 0xfeff...0xfeff]
        var letters = String.UnicodeScalarView()
        for scalar in name.unicodeScalars where !passedOver.contains(where: { $0.contains(scalar.value) }) { letters.append(scalar) }
        var word = String(letters).lowercased().prefix { $0 != ":" }
        while word.hasSuffix(" ") || word.hasSuffix(".") { word.removeLast() }
        return word == ".git" || word.hasPrefix("git~")
    }
}
