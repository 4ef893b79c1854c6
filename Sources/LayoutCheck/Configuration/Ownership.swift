internal import Glibc

/// Whose files count without being named: the user's own and root's, who may do anything anyway; under sudo also those of whoever called it.
public enum Ownership {
    public static func isTrusted(_ owner: UInt32) -> Bool {
        let user = geteuid()
        if owner == user || owner == 0 { return true }
        return user == 0 && getenv("SUDO_UID").flatMap { UInt32(String(cString: $0)) } == owner
    }

    /// Whether a folder is trusted, and nobody but its owner's group may put anything into it.
    static func isTrusted(folder: String) -> Bool {
        var status = stat()
        return stat(folder, &status) == 0 && isTrusted(status.st_uid) && status.st_mode & S_IWOTH == 0
    }
}
