internal import Glibc
internal import SessionStore

/// The database of stored sessions, if the command line does not name it.
enum DatabasePlace {
    /// Returns the database that `--database` names, the one in the working directory, or the one that the service's script keeps
    /// for its user.
    static func find(_ arguments: ParsedArguments) -> StoreLocation {
        if let given = arguments.text("--database") { return StoreLocation(given) }
        let here = ServeCommand.standardDatabase
        // A link that leads nowhere is meant to be the database.
        var status = stat()
        guard lstat(here, &status) != 0, let own = ofUser, SessionFiles.exists(own) else { return .file(here) }
        return .file(own)
    }

    /// The database of `Scripts/serve.sh`, or nil without a home.
    static var ofUser: String? {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } }
        let data = variable("XDG_DATA_HOME") ?? variable("HOME").map { $0 + "/.local/share" }
        return data.map { "\($0)/plumbline/plumbline.db" }
    }

    /// The places that were searched, for the message that there is no database.
    static var looked: String {
        "there is no \(ServeCommand.standardDatabase) here" + (ofUser.map { ", and no \($0)" } ?? "")
    }
}

extension StoreLocation {
    /// Whether it is a file that does not exist.
    var isMissingFile: Bool {
        if let path { !SessionFiles.exists(path) } else { false }
    }
}
