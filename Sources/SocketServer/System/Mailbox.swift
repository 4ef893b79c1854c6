internal import CEpoll
internal import HTTP
internal import Synchronization

/// A queue of messages from other threads to the event loop.
final class Mailbox: Sendable {
    enum Message: Sendable {
        /// A worker's answer to a request of a connection.
        case answer(HTTPResponse, connection: UInt64, request: UInt64)
        /// A worker's piece of a streamed answer.
        case piece(BodyPiece, connection: UInt64, request: UInt64)
        /// A stream requests a call.
        case wake(connection: UInt64, request: UInt64)
        case stop
    }

    private let messages = Mutex<[Message]>([])
    private let waker: Descriptor

    init() throws(ServerError) {
        let number = waker_create()
        guard number >= 0 else { throw .system(lastSystemError()) }
        waker = Descriptor(number)
    }

    /// The descriptor that is readable while there are messages.
    var descriptor: Int32 { waker.number }

    func post(_ message: Message) {
        // If other messages are waiting, the loop was already signalled.
        let isFirst = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if isFirst { waker_signal(waker.number) }
    }

    func takeAll() -> [Message] {
        // Drain first, so that a message posted in between is either taken now or signalled again.
        waker_drain(waker.number)
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
