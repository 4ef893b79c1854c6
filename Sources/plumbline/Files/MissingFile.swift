internal import Glibc
internal import LayoutModel
internal import Reporting

/// Explains which file was probably meant by a name that no file has.
enum MissingFile {
    /// The most names of a folder that are compared.
    private static let mostNames = 10_000
    /// The most names that a message lists.
    private static let mostListed = 5

    /// Returns what was probably meant, as an addition to the reason, or an empty text.
    static func hint(_ path: String) -> String {
        if path.contains("\u{FFFD}") { return "; names that are not UTF-8 are not supported" }
        if path.hasPrefix("http://") || path.hasPrefix("https://") {
            return "; plumbline does not fetch addresses: curl -s \(path.terminalSafe()) | plumbline check -"
        }
        if let file = withoutPlace(path) { return "; give the file without line and column: \(file.terminalSafe())" }
        if isConstraint(path) {
            let example = path.contains("'") || path.count > 200 ? "…" : path.terminalSafe()
            return "; constraints are read from a file or standard input: echo '\(example)' | plumbline check -"
        }
        if let target = linkTarget(path) { return "; it is a link to \(target.terminalSafe()), which does not exist" }
        if let folder = folder(of: path) {
            let hint = near(folder).map { " (did you mean \($0.terminalSafe())?)" } ?? ""
            return "; there is no folder \(folder.terminalSafe())\(hint)"
        }
        return near(path).map { "; did you mean \($0.terminalSafe())?" } ?? others(path)
    }

    /// Returns the first folder on the way to a file that does not exist, or nil if all of them do.
    static func folder(of path: String) -> String? {
        var end = path.startIndex
        while let slash = path[end...].firstIndex(of: "/") {
            let folder = String(path[..<slash])
            end = path.index(after: slash)
            var status = stat()
            if !folder.isEmpty, stat(folder, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR { return folder }
        }
        return nil
    }

    /// Returns the existing file in a name that was copied from a report, such as `cell.json:6:5`.
    private static func withoutPlace(_ path: String) -> String? {
        for colon in path.indices where path[colon] == ":" {
            let rest = path[path.index(after: colon)...]
            if rest.first?.isNumber == true, SessionFiles.exists(String(path[..<colon])) { return String(path[..<colon]) }
        }
        return nil
    }

    private static func isConstraint(_ text: String) -> Bool {
        let relations = ["==", "<=", ">="]
        return relations.contains(where: text.contains) || text.hasPrefix("H:") || text.hasPrefix("V:")
    }

    private static func linkTarget(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(path, &buffer, buffer.count - 1)
        return count > 0 ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// Returns the path of the file or folder whose name is nearest, in the same folder.
    private static func near(_ path: String) -> String? {
        let path = InputFiles.trimmed(path)
        let start = start(ofNameIn: path)
        return NearWord.to(String(path[start...]), among: neighbors(path)).map { path[..<start] + $0 }
    }

    /// Names files of the same kind in the folder, as an addition to the reason; without any, an empty text.
    private static func others(_ path: String) -> String {
        let ending = path.fileExtension
        let names = ending.isEmpty ? [] : neighbors(path).filter { $0.fileExtension == ending }
        guard let first = names.first else { return "" }
        return names.count == 1
            ? "; the only .\(ending.terminalSafe()) file there is \(first.terminalSafe())"
            : "; the .\(ending.terminalSafe()) files there are \(names.prefix(mostListed).joined(separator: ", ").terminalSafe())"
                + (names.count > mostListed ? " and \(names.count - mostListed) more" : "")
    }

    private static func start(ofNameIn path: String) -> String.Index {
        path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    }

    /// Returns the names of the other files and folders of a file's folder, in order.
    private static func neighbors(_ path: String) -> [String] {
        let start = start(ofNameIn: path)
        let name = String(path[start...])
        guard let stream = opendir(start == path.startIndex ? "." : String(path[..<start])) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < mostNames, let entry = readdir(stream) {
            let found = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if found.hasPrefix(".") == name.hasPrefix("."), found != name { names.append(found) }
        }
        return names.sorted()
    }
}
