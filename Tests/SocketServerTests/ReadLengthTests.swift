import CEpoll
import Testing

@testable import SocketServer

/// The length of a connection's reads, which depends on how long its input takes to be parsed.
@Suite struct ReadLengthTests {
    private func connection() -> Connection {
        Connection(id: 2, descriptor: Descriptor(-1), address: 0, ServerConfiguration())
    }

    @Test func `input that takes long to parse is read in short pieces`() {
        let connection = connection()
        #expect(connection.mostRead == Connection.longestRead)
        // 20 ns a byte, as chunks of one byte take.
        for _ in 0..<20 { connection.didParse(connection.mostRead, in: .nanoseconds(20 * connection.mostRead)) }
        #expect((2 << 10...16 << 10).contains(connection.mostRead), "\(connection.mostRead)")
        // However slow it is, connections make progress.
        for _ in 0..<20 { connection.didParse(connection.mostRead, in: .seconds(1)) }
        #expect(connection.mostRead >= 1 << 10)
    }

    @Test func `input that takes little time is read in long pieces again`() {
        let connection = connection()
        connection.didParse(connection.mostRead, in: .milliseconds(100))
        #expect(connection.mostRead < Connection.longestRead)
        for _ in 0..<20 { connection.didParse(connection.mostRead, in: .microseconds(10)) }
        #expect(connection.mostRead == Connection.longestRead)
    }
}
