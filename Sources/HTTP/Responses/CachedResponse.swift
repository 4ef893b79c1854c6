/// A prepared response that can be sent any number of times, serialized except for the fields that change.
public struct CachedResponse: Sendable {
    public let status: HTTPStatus
    public let body: [UInt8]
    /// The field lines, except those that depend on the time and the connection.
    let lines: [UInt8]

    /// - Parameter response: must not have a streamed body.
    public init(_ response: HTTPResponse) {
        status = response.status
        body = response.body
        lines = ResponseSerializer.lines(of: response)
    }

    /// The memory that it takes in bytes.
    public var byteCount: Int { lines.count + body.count }
}
