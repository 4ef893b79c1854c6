internal import Glibc

// Finds the reason why a file cannot be opened; SQLite only reports that it cannot.

extension StoreOpening {
    /// Returns why a name cannot be that of a database, before anything waits for it; nil if no reason is found.
    static func misnomer(_ path: String) -> String? {
        if path.isEmpty { return "the name is empty" }
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFDIR: return "it is a folder"
        default: return "it is not a regular file"
        }
    }

    /// Returns a file's name with its folder in its only form.
    static func resolved(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard let real = realpath(folder, nil) else { return path }
        defer { free(real) }
        return String(cString: real) + "/" + name
    }

    /// Returns the number of names of a file; nil if there is no such file.
    static func countOfNames(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_nlink) : nil
    }

    /// Returns why this user cannot open a file, or nil if no reason is found.
    static func obstacle(to path: String) -> String? {
        if let misnomer = misnomer(path) { return misnomer }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        var status = stat()
        if stat(path, &status) == 0 {
            if access(path, R_OK) != 0 { return "this user has no permission to read it" }
            return access(folder, W_OK) == 0
                ? nil : "this user has no permission to write to its folder, which the write-ahead log needs even for reading"
        }
        guard errno == ENOENT else { return strerror(errno).map { String(cString: $0) } }
        if stat(folder, &status) != 0 { return "there is no folder \(folder)" }
        return access(folder, W_OK) == 0 ? "there is no such file" : "this user has no permission to create a file there"
    }
}
