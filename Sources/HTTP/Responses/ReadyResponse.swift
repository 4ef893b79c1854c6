/// An answer that is made already and can be sent any number of times, with all of its head but for what is another each time.
public struct ReadyResponse: Sendable {
    public let status: HTTPStatus
    public let body: [UInt8]
    /// The field lines but for those of the moment and of the connection.
    let lines: [UInt8]

    /// - Parameter response: one whose body is there.
    public init(_ response: HTTPResponse) {
        status = response.status
        body = response.body
        lines = ResponseSerializer.lines(of: response)
    }

    /// Bytes of memory that it holds.
    public var byteCount: Int { lines.count + body.count }
}
