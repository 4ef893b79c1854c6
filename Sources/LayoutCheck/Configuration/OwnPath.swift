internal import Reporting

/// Paths that a configuration may name: a checkout's author writes it, so they stay below its own folder and out of git's.
enum OwnPath {
    /// The names on the way to a file, the last one its own: `./a//b` has `a` and `b`.
    static func names(of path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.map(String.init)
    }

    /// Why a configuration may not name the path, as what it is; nil if it may.
    static func mistake(in path: String) -> String? {
        if path.terminalSafe() != path { return "which has a control character in it" }
        if path.hasPrefix("/") { return "an absolute path" }
        let names = names(of: path)
        if names.contains("..") { return "which leads out of its folder by \"..\"" }
        if names.contains(where: isGit) { return "which lies in git's own folder" }
        if names.isEmpty || path.hasSuffix("/") || path.hasSuffix("/.") { return "which is no file's name" }
        return nil
    }

    /// Whether some file system takes the name for `.git`: in other cases, with an end that is dropped or signs that are passed over, or by the
    /// short name that it gives to it.
    private static func isGit(_ name: String) -> Bool {
        let passedOver: [ClosedRange<UInt32>] = [0x200c...0x200f, 0x202a...0x202e, 0x206a...0x206f, 0xfeff...0xfeff]
        var letters = String.UnicodeScalarView()
        for scalar in name.unicodeScalars where !passedOver.contains(where: { $0.contains(scalar.value) }) { letters.append(scalar) }
        var word = String(letters).lowercased().prefix { $0 != ":" }
        while word.hasSuffix(" ") || word.hasSuffix(".") { word.removeLast() }
        return word == ".git" || word.hasPrefix("git~")
    }
}
