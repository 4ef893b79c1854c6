internal import Compression
internal import Dispatch
internal import HTTP
internal import JSON
internal import LayoutCheck
internal import StandardAdditions
internal import Synchronization

/// The body of a long answer, of which only one part at a time is in memory.
final class AnswerStream: BodyStream {
    /// The length in bytes up to which an answer is not streamed: it has a length then, and an error in any part of it has a status.
    private static let shortBytes = 1 << 20
    /// A call ends after this many bytes or this much time, so that other requests are served.
    private static let turnBytes = 64 << 10
    private static let turnTime = Duration.milliseconds(50)
    /// The interval at which the memory is read again while it is short, and the time after which the answer ends then.
    private static let memoryInterval = DispatchTimeInterval.milliseconds(200)
    private static let memoryPatience = Duration.seconds(10)
    /// The bytes of memory that a byte of a part takes until it is sent: packed, unpacked, written, taken, coded, framed.
    private static let copies = 6

    private struct State: ~Copyable {
        var parts: any AnswerParts
        var writer = JSONWriter()
        /// Nil for an answer that is not compressed.
        var packer: GzipWriter?
        var isWritten = false
        /// The length of the longest part so far.
        var longest = 0
        /// The time since which memory is short.
        var shortSince: ContinuousClock.Instant?
        var wake: (@Sendable () -> Void)?

        init(_ parts: any AnswerParts) { self.parts = parts }

        mutating func writePart() throws(SessionError) {
            let before = writer.byteCount
            isWritten = !(try parts.write(to: &writer))
            longest = max(longest, writer.byteCount - before)
        }
    }

    private let limit: MemoryLimit?
    private let state: Mutex<State>

    private init(_ parts: any AnswerParts, limit: MemoryLimit?) {
        self.limit = limit
        state = Mutex(State(parts))
    }

    /// Returns the response with an answer, which is streamed if it is long.
    static func response(
        _ parts: some AnswerParts, to request: HTTPRequest, limits: InputLimits, for caller: Caller
    ) throws(SessionError) -> HTTPResponse {
        let stream = AnswerStream(parts, limit: limits.memory)
        if let whole = try stream.begin({ () throws(SessionError) in try caller.check(limits) }) { return .json(whole) }
        var response = HTTPResponse(contentType: "application/json", stream: stream)
        response.addVaryForCoding()
        if HTTPResponse.takesGzip(request.fields.tokens("Accept-Encoding")), stream.beginPacking() {
            response.fields.append("Content-Encoding", "gzip")
        }
        return response
    }

    /// Writes the first parts. Returns the answer if it is short.
    ///
    /// - Parameter check: called before each part; it ends the answer by an error.
    private func begin(_ check: () throws(SessionError) -> Void) throws(SessionError) -> [UInt8]? {
        try state.withLock { state throws(SessionError) in
            while !state.isWritten, state.writer.byteCount < AnswerStream.shortBytes {
                try check()
                try state.writePart()
            }
            return state.isWritten ? state.writer.take() : nil
        }
    }

    /// Returns false if memory is exhausted: the answer is not compressed then.
    private func beginPacking() -> Bool {
        state.withLock { state in
            state.packer = GzipWriter()
            return state.packer != nil
        }
    }

    var memory: Int { state.withLock { AnswerStream.copies * max($0.longest, $0.writer.byteCount) } }

    var heldByteCount: Int { state.withLock { $0.writer.byteCount } }

    func open(wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    func next(_ input: BodyInput) -> BodyPiece {
        state.withLock { state in
            let begin = ContinuousClock.now
            if limit?.isCritical == true {
                let since = state.shortSince ?? begin
                state.shortSince = since
                guard since.duration(to: begin) < AnswerStream.memoryPatience, let wake = state.wake else { return BodyPiece([], .fail) }
                DispatchQueue.global().asyncAfter(deadline: .now() + AnswerStream.memoryInterval) { wake() }
                return BodyPiece([], .wait, heldByteCount: state.packer == nil ? 0 : GzipWriter.byteCount)
            }
            state.shortSince = nil
            do throws(SessionError) {
                while !state.isWritten, state.writer.byteCount < AnswerStream.turnBytes, begin.duration(to: .now) < AnswerStream.turnTime {
                    try state.writePart()
                }
            } catch {
                // The status was sent, so the client can only notice that the answer has no end.
                return BodyPiece([], .fail)
            }
            var bytes = state.writer.take()
            // As other answers end.
            if state.isWritten { bytes.append(UInt8(ascii: "\n")) }
            if let packer = state.packer { bytes = packer.pack(bytes, isLast: state.isWritten) }
            return BodyPiece(bytes, state.isWritten ? .end : .again, heldByteCount: state.packer == nil ? 0 : GzipWriter.byteCount)
        }
    }
}
