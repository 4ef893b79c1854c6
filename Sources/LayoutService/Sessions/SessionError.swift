public import LayoutImport
internal import LayoutModel
public import SessionStore

/// The reason why an operation on a session failed.
public enum SessionError: Error, CustomStringConvertible {
    case store(StoreError)
    /// A malformed body or event.
    case input(ImportError)
    /// The session is at another step than the caller expected.
    case moved(to: Int)
    /// Other requests changed the session repeatedly.
    case contended
    /// The key was used for another request.
    case keyTaken
    /// There is no second session with that id.
    case noSession(String)
    /// The layout has no view with a name.
    ///
    /// - Parameter message: which view, and which are near.
    case noView(message: String)
    /// The report, or the exercise, has no alternate with that id.
    case noAlternate(String)
    /// The session is of a console log, which shows only part of a layout, so the query cannot be answered.
    case partial(String)
    case tooManySteps
    /// The process has too little memory left for work that reads much of a session.
    case shortOfMemory

    /// Returns the error of a source that cannot be read, or that nobody waits for.
    static func reading(_ error: ImportError) -> SessionError { error.isEnded ? .store(.overdue) : .input(error) }

    /// Returns the error for stored data that can't be read any more.
    ///
    /// - Parameter what: the kind of data, without its content, as operators read it too.
    static func damaged(_ id: String, _ what: String) -> SessionError {
        .store(.damagedSession(id: id, what))
    }

    /// Returns the error for a stored layout that cannot be read, or stored events that cannot be applied.
    ///
    /// - Parameter what: what happened, such as `its document can no longer be read`.
    static func unreadable(_ id: String, _ what: String, _ error: ImportError) -> SessionError {
        if error.isEnded { return .reading(error) }
        guard error.kind == .tooLarge else { return .damaged(id, "\(what) (\(error.code))") }
        // It was accepted under other limits, and is sound.
        let message = "the session was stored under greater limits than those of this process, under which \(error.message)"
        return .input(ImportError(.tooLarge, code: error.code, message))
    }

    public var description: String {
        switch self {
        case .store(let error): "\(error)"
        case .input(let error): "\(error)"
        case .moved(let step): "the session is at step \(step)"
        case .contended: "other requests changed the session at the same time"
        case .keyTaken: "a different request was sent with this key"
        case .noSession(let id): "there is no session '\(id)'"
        case .noView(let message): message
        case .noAlternate(let id): "there is no alternate '\(id)'"
        case .partial(let what): "a console log shows only part of a layout, \(what)"
        case .tooManySteps: "a session has at most \(StoredBounds.mostSteps) steps"
        case .shortOfMemory: "there is too little memory at the moment"
        }
    }
}

extension SessionError {
    /// Returns the error for a view that a layout does not have.
    static func noView(_ name: String, in document: LayoutDocument) -> SessionError {
        .noView(
            message: UnknownName.message("view", name.quotable, among: document.views.lazy.map(\.id), count: document.views.count, quote: "'"))
    }
}

/// Converts the store's errors.
func storing<T>(_ work: () throws(StoreError) -> T) throws(SessionError) -> T {
    do { return try work() } catch { throw .store(error) }
}

func importing<T>(_ work: () throws(ImportError) -> T) throws(SessionError) -> T {
    do { return try work() } catch { throw .reading(error) }
}
