internal import Compression
internal import HTTP
internal import LayoutImport
internal import SessionStore

// The single place that maps errors to statuses.

extension ProblemDetails {
    init(_ status: HTTPStatus, _ code: String, _ detail: String) {
        self.init(status: status, code: code, detail: detail)
    }

    static func badRequest(_ code: String, _ detail: String) -> ProblemDetails {
        ProblemDetails(.badRequest, code, detail)
    }

    static func notFound(_ detail: String) -> ProblemDetails {
        ProblemDetails(.notFound, "not-found", detail)
    }

    /// Creates the problem of a body that cannot be decompressed.
    init(_ error: Gzip.Failure, limit: Int) {
        switch error {
        case .malformed: self = .badRequest("malformed-gzip", "The body is not in the gzip format, or is incomplete.")
        case .tooLarge:
            let tooLarge = RequestError.bodyTooLarge(limit: limit)
            self.init(tooLarge.status, tooLarge.code, tooLarge.detail)
        case .outOfMemory:
            self.init(
                .serviceUnavailable, "out-of-memory", "There is not enough memory to decompress the body; try again later, or send it uncompressed.")
        }
    }

    /// Creates the problem of a body that is not a layout.
    init(_ error: ImportError) {
        let status: HTTPStatus =
            switch error.kind {
            case .malformed: .badRequest
            case .invalid: .unprocessableContent
            case .tooLarge: .contentTooLarge
            case .unsupported: .unsupportedMediaType
            }
        self.init(status: status, code: error.code, detail: error.message, pointer: error.pointer, line: error.line, column: error.column)
    }

    /// Creates the problem of a store error: of the caller's query, or of the disk.
    init(_ error: StoreError) {
        if error == .searchTooLong {
            self.init(.serviceUnavailable, "search-too-long", "\(error)")
        } else if error == .tooLong {
            self.init(.contentTooLarge, "session-too-long", "\(error)")
        } else if error.isCallersFault {
            self.init(.badRequest, "invalid-parameter", "\(error)")
        } else if error == .outcomeUnknown || error == .notReplicated {
            self.init(status: .serviceUnavailable, code: "outcome-unknown", detail: "\(error)", retryAfter: 1)
        } else if error == .overdue {
            self.init(status: .serviceUnavailable, code: "deadline", detail: "\(error)", retryAfter: 1)
        } else if error.isTemporary {
            self.init(
                status: .serviceUnavailable, code: "store-unavailable", detail: "\(error)", retryAfter: error.isOfDisk ? 30 : 1)
        } else if case .damagedSession(_, let what, _) = error {
            self.init(.internalServerError, "session-damaged", "The stored data of this session is damaged: \(what).")
        } else {
            // Details about the file are for the operator; the caller cannot fix it.
            self.init(.internalServerError, "store-failed", "The database failed; the service's log says why.")
        }
    }

    /// Creates the problem of an error about a session.
    init(_ error: SessionError) {
        switch error {
        case .store(let error): self.init(error)
        case .input(let error): self.init(error)
        case .moved(let step):
            self.init(.preconditionFailed, "step-moved", "The session is at step \(step) now: read it again, and send If-Match: \"\(step)\".")
        case .contended: self.init(.conflict, "step-contended", "Other requests changed the session at the same time: send this one again.")
        case .keyTaken:
            self.init(
                .unprocessableContent, "idempotency-key-reused", "A different request was sent with this Idempotency-Key; use a new key.")
        case .noSession(let id): self = LayoutApplication.absent(id)
        case .noView(let message): self.init(.notFound, "unknown-item", message.prefix(1).uppercased() + message.dropFirst() + ".")
        case .noAlternate(let id): self.init(.notFound, "unknown-alternate", "There is no alternate '\(id.quotable)'.")
        case .partial: self.init(.conflict, "fragment", "\(error)")
        case .shortOfMemory:
            self.init(
                status: .serviceUnavailable, code: "memory",
                detail: "The service has too little memory for this at the moment; try again later, or raise its --max-memory.", retryAfter: 1)
        case .tooManySteps:
            self.init(
                .conflict, "too-many-steps",
                "A session has at most \(StoredBounds.mostSteps) steps: export it, or start a new session with its current document."
            )
        }
    }
}
