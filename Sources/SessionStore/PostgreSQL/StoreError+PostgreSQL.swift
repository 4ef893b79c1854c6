internal import PostgreSQL

extension StoreError {
    /// Converts an error of PostgreSQL in an open store.
    init(_ error: PostgreSQLError) {
        let text = error.description
        self =
            switch error {
            case _ where error.isOfStandby: .unavailable("the server only reads at present: another one is the primary")
            case _ where error.isLost: .unavailable("the connection to the PostgreSQL server was lost: \(error.message)")
            case _ where error.isWaitCancelled: .notReplicated
            case _ where error.isFull: .full
            case _ where error.isInputOutput: .inputOutput(text)
            case _ where error.isLocked: .busy(text)
            case _ where error.isCollision || error.isDuplicate || error.isShortage || error.isCancelled: .unavailable(text)
            case _ where error.isForbidden: .readOnly(text)
            case _ where error.isCorrupt || error.isMismatch: .damaged(text)
            case _ where error.isTooBig: .invalidSession(text)
            default: .refused(text)
            }
    }

    /// Converts an error of PostgreSQL during opening.
    init(opening place: String, _ error: PostgreSQLError) {
        self =
            switch error {
            case _ where error.isOfConnection: .cannotOpen(path: place, error.message)
            case _ where error.isForbidden: .cannotOpen(path: place, "the role may not do what is needed: \(error.message)")
            case _ where error.isExistingTable: .foreignDatabase(path: place)
            default: StoreError(error)
            }
    }

    init(_ failure: ConnectionPool.Failure) {
        self =
            switch failure {
            case .closed: .closed
            case .server(let error): .unavailable("the PostgreSQL server cannot be reached: \(error.message)")
            }
    }
}
