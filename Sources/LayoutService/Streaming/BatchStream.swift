internal import Compression
internal import HTTP
internal import LayoutImport
internal import Synchronization

/// A stream that answers a batch while it arrives: one line for each line, in order, in constant memory.
final class BatchStream: BodyStream {
    /// A call ends after this many bytes of answers or this much time, so that other requests are served.
    private static let turnBytes = 64 << 10
    private static let turnTime = Duration.milliseconds(50)
    private static let unpackedBytes = 64 << 10

    private struct State {
        var lines: BatchLines
        /// Nil for a body that is not compressed.
        var unpacker: GzipReader?
        /// Nil for an answer that is not compressed.
        var packer: GzipWriter?
        var inputIsComplete = false
        var isOver = false
        var output: [UInt8] = []
    }

    private let batch: BatchAnalyzer
    private let lineLimit: Int
    private let state: Mutex<State>

    init(_ batch: BatchAnalyzer, lineLimit: Int, unpacker: sending GzipReader?, packer: sending GzipWriter?) {
        self.batch = batch
        self.lineLimit = lineLimit
        state = Mutex(State(lines: BatchLines(limit: lineLimit), unpacker: unpacker, packer: packer))
    }

    /// A buffered line is parsed when its end arrives, possibly in the next piece.
    var memory: Int {
        let held = state.withLock { $0.lines.heldByteCount }
        return MemoryNeed.bytes(body: held, values: min(held / 2, ImportLimits.mostValues(bytes: held)))
    }

    func next(_ input: BodyInput) -> BodyPiece {
        state.withLock { state in
            state.inputIsComplete = state.inputIsComplete || input.isEnd
            if let unpacker = state.unpacker { unpacker.feed(input.bytes) } else { state.lines.feed(input.bytes) }
            let begin = ContinuousClock.now
            while !state.isOver, state.output.count < BatchStream.turnBytes, begin.duration(to: .now) < BatchStream.turnTime {
                if let line = state.lines.next() {
                    answer(line, &state)
                } else if !unpack(&state) {
                    guard state.inputIsComplete else { return piece(&state, .wait) }
                    if let line = state.lines.last() { answer(line, &state) }
                    state.isOver = true
                }
            }
            return piece(&state, state.isOver ? .end : .again)
        }
    }

    private func piece(_ state: inout State, _ continuation: BodyPiece.Continuation) -> BodyPiece {
        defer { state.output = [] }
        let bytes = state.packer?.pack(state.output, isLast: continuation == .end) ?? state.output
        return BodyPiece(bytes, continuation, heldByteCount: state.lines.heldByteCount)
    }

    /// Decompresses more input. Returns false if there is none.
    private func unpack(_ state: inout State) -> Bool {
        guard let unpacker = state.unpacker else { return false }
        do throws(Gzip.Failure) {
            let bytes = try unpacker.next(limit: BatchStream.unpackedBytes)
            if bytes.isEmpty, state.inputIsComplete { try unpacker.finish() }
            state.lines.feed(bytes)
            return !bytes.isEmpty
        } catch {
            // The answer has begun, so the error is its last line.
            append(ProblemDetails(error, limit: lineLimit).json, &state)
            state.isOver = true
            return true
        }
    }

    private func answer(_ line: BatchLines.Line, _ state: inout State) {
        switch line {
        case .text(let text, let number):
            if let answer = batch.answer(to: text, number: number) { append(answer, &state) }
        case .tooLong(let number):
            append(batch.refusal(number: number, limit: lineLimit), &state)
        }
    }

    private func append(_ line: [UInt8], _ state: inout State) {
        state.output += line
        state.output.append(UInt8(ascii: "\n"))
    }
}
