internal import Compression
internal import HTTP
internal import LayoutImport
internal import Synchronization

/// A stream that answers a batch while it arrives: one line for each line, in order, in constant memory.
///
/// A line is charged and ended like a request. A call answers short lines as they come; a longer one is put aside when it is whole, and is answered by the
/// next call, for which it counts by its length and its values. A call that is ended answers one line with the reason.
final class BatchStream: BodyStream {
    /// A call ends after this many bytes of answers or this much time, so that other requests are served.
    private static let turnBytes = 64 << 10
    private static let turnTime = Duration.milliseconds(50)
    private static let unpackedBytes = 64 << 10
    /// A call ends after this many decompressed bytes, so that they are counted before there are more.
    private static let mostUnpacked = 1 << 20

    private struct State {
        var lines: BatchLines
        /// Nil for a body that is not compressed.
        var unpacker: Inflater?
        /// Nil for an answer that is not compressed.
        var packer: GzipWriter?
        /// A line that is answered by the next call, and the memory that it needs.
        var next: (line: [UInt8], number: Int, memory: Int)?
        var unpackedByteCount = 0
        var inputIsComplete = false
        var isOver = false
        var output: [UInt8] = []

        /// The bytes of memory between calls.
        var heldByteCount: Int {
            lines.heldByteCount + (next?.line.count ?? 0) + (unpacker.map { $0.heldByteCount } ?? 0) + (packer == nil ? 0 : GzipWriter.byteCount)
        }
    }

    private let batch: BatchAnalyzer
    private let lineLimit: Int
    private let state: Mutex<State>

    init(_ batch: BatchAnalyzer, lineLimit: Int, unpacker: sending Inflater?, packer: sending GzipWriter?) {
        self.batch = batch
        self.lineLimit = lineLimit
        state = Mutex(State(lines: BatchLines(limit: lineLimit), unpacker: unpacker, packer: packer))
    }

    var isWork: Bool { true }

    var memory: Int { state.withLock { $0.next?.memory ?? 0 } }

    func next(_ input: BodyInput) -> BodyPiece {
        state.withLock { state in
            state.inputIsComplete = state.inputIsComplete || input.isEnd
            state.unpackedByteCount = 0
            if let unpacker = state.unpacker { unpacker.feed(input.bytes) } else { state.lines.feed(input.bytes) }
            if let (line, number, _) = state.next {
                state.next = nil
                answer(line, number, input.context, &state)
                return piece(&state, .again)
            }
            let begin = ContinuousClock.now
            while !state.isOver, state.output.count < BatchStream.turnBytes, state.unpackedByteCount < BatchStream.mostUnpacked,
                begin.duration(to: .now) < BatchStream.turnTime
            {
                if let line = state.lines.next() {
                    guard take(line, input.context, &state) else { break }
                } else if !unpack(&state) {
                    guard state.inputIsComplete else { return piece(&state, .wait) }
                    guard let line = state.lines.last() else {
                        state.isOver = true
                        break
                    }
                    guard take(line, input.context, &state) else { break }
                }
            }
            return piece(&state, state.isOver ? .end : .again)
        }
    }

    private func piece(_ state: inout State, _ continuation: BodyPiece.Continuation) -> BodyPiece {
        var bytes: [UInt8] = []
        swap(&bytes, &state.output)
        if let packer = state.packer { bytes = packer.pack(bytes, isLast: continuation == .end) }
        return BodyPiece(bytes, continuation, heldByteCount: state.heldByteCount)
    }

    /// Decompresses more input. Returns false if there is none.
    private func unpack(_ state: inout State) -> Bool {
        guard let unpacker = state.unpacker else { return false }
        do throws(Gzip.Failure) {
            let bytes = try unpacker.next(limit: BatchStream.unpackedBytes)
            if bytes.isEmpty, state.inputIsComplete { try unpacker.finish() }
            state.lines.feed(bytes)
            state.unpackedByteCount += bytes.count
            return !bytes.isEmpty
        } catch {
            // The answer has begun, so the error is its last line.
            append(ProblemDetails(error, limit: lineLimit).json, &state)
            state.isOver = true
            return true
        }
    }

    /// Answers a line, or stores it for the next call. Returns whether this call may answer more.
    private func take(_ line: BatchLines.Line, _ context: RequestContext?, _ state: inout State) -> Bool {
        switch line {
        case .text(let text, let number):
            let memory = RequestContent.memory(forDocument: text)
            if text.count > MemoryNeed.smallBody || memory > MemoryNeed.large {
                state.next = (text, number, memory)
                return false
            }
            answer(text, number, context, &state)
            // The next line is not ended with this one.
            return context?.isAwaited ?? true
        case .tooLong(let number):
            append(batch.refusal(number: number, limit: lineLimit), &state)
            return true
        }
    }

    private func answer(_ line: [UInt8], _ number: Int, _ context: RequestContext?, _ state: inout State) {
        if let answer = batch.answer(to: line, number: number, context: context) { append(answer, &state) }
    }

    /// Adds a line to the answer. The first one is not copied, as it may be long.
    private func append(_ line: consuming [UInt8], _ state: inout State) {
        if state.output.isEmpty { state.output = line } else { state.output += line }
        state.output.append(UInt8(ascii: "\n"))
    }
}
