internal import Glibc

/// Decides whose files are trusted without being named: those of the user and of root, who can change anything anyway, and under
/// sudo also those of its caller.
public enum Ownership {
    public static func isTrusted(_ owner: UInt32) -> Bool {
        let user = geteuid()
        if owner == user || owner == 0 { return true }
        return user == 0 && getenv("SUDO_UID").flatMap { UInt32(String(cString: $0)) } == owner
    }

    /// Returns whether a folder's owner is trusted and the folder is not world-writable.
    static func isTrusted(folder: String) -> Bool {
        var status = stat()
        return stat(folder, &status) == 0 && isTrusted(status.st_uid) && status.st_mode & S_IWOTH == 0
    }
}
