public import LayoutImport
public import SessionStore

/// Why something could not be done with a session.
public enum SessionError: Error, CustomStringConvertible {
    case store(StoreError)
    /// A body or event that is none.
    case input(ImportError)
    /// The session is at another step than the caller thinks.
    case moved(to: Int)
    /// Others kept changing the session.
    case contended
    /// The key was used for another request.
    case keyTaken
    /// There is no second session of that id.
    case noSession(String)
    /// The layout has no view of that name.
    case noView(String)
    /// The report, or the exercise, has no alternate of that id.
    case noAlternate(String)
    /// The session is of a console log, which shows only part of a layout: what is asked cannot be said of it.
    case partial(String)
    case tooManySteps

    /// What is stored of a session can't be read any more.
    ///
    /// - Parameter what: what it is, without anything of what it holds, as operators read it too.
    static func damaged(_ id: String, _ what: String) -> SessionError {
        .store(.damagedSession(id: id, what))
    }

    public var description: String {
        switch self {
        case .store(let error): "\(error)"
        case .input(let error): "\(error)"
        case .moved(let step): "the session is at step \(step)"
        case .contended: "other requests kept changing the session"
        case .keyTaken: "another list of events had this key"
        case .noSession(let id): "there is no session '\(id)'"
        case .noView(let name): "there is no view '\(name)'"
        case .noAlternate(let id): "there is no alternate '\(id)'"
        case .partial(let what): "a console log shows only part of a layout: \(what)"
        case .tooManySteps: "a session has at most \(SessionStore.mostSteps) steps"
        }
    }
}

/// Gives the store's errors a place among the others.
func storing<T>(_ work: () throws(StoreError) -> T) throws(SessionError) -> T {
    do { return try work() } catch { throw .store(error) }
}

func importing<T>(_ work: () throws(ImportError) -> T) throws(SessionError) -> T {
    do { return try work() } catch { throw .input(error) }
}
