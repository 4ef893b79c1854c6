internal import HTTP
internal import JSON
internal import LayoutImport

extension RequestContent {
    /// Bodies of so many bytes are small whatever is in them.
    private static let smallBytes = 64 << 10
    /// No byte of deflate unpacks to more (RFC 1951: 258 bytes for two bits).
    private static let greatestRatio = 1032

    /// Bytes of memory that it may take to handle a request, by what its body unpacks to and not by how few bytes it came in.
    ///
    /// - Parameter limit: bytes of a body that are taken.
    static func memory(for request: HTTPRequest, limit: Int) -> Int {
        let body = request.body
        let isPacked = (try? isPacked(request)) == true
        if body.count <= (isPacked ? smallBytes / greatestRatio : smallBytes) { return MemoryNeed.bytes(body: body.count) }
        var count = JSONValueCount()
        guard isPacked else {
            body.withUnsafeBufferPointer { count.feed($0) }
            return MemoryNeed.bytes(body: body.count, values: min(count.values, ImportLimits.mostValues(bytes: body.count)))
        }
        let bytes = Gzip.measure(body, limit: limit) { count.feed($0) }
        return MemoryNeed.bytes(body: bytes, values: min(count.values, ImportLimits.mostValues(bytes: bytes)))
    }
}
