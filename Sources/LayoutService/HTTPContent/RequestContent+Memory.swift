internal import Compression
internal import HTTP
internal import JSON
internal import LayoutImport

extension RequestContent {
    /// The length in bytes up to which bodies count as small, independently of their contents.
    private static let smallBytes = 64 << 10
    /// The greatest compression ratio of deflate (RFC 1951: 258 bytes for two bits).
    private static let greatestRatio = 1032

    /// Estimates the memory in bytes needed to handle a request, from the decompressed length of its body.
    ///
    /// - Parameter limit: the greatest accepted length of a body in bytes.
    static func memory(for request: HTTPRequest, limit: Int) -> Int {
        let body = request.body
        let isPacked = (try? isPacked(request)) == true
        // Its length is not a bound either, since its files are compressed.
        if !isPacked, ViewHierarchyImporter.isZip(body) {
            var count = JSONValueCount()
            let most = limit > Int.max / 4 ? Int.max : 4 * limit
            let bytes = ViewHierarchyImporter.measure(zip: body, limit: most) { count.feed($0) }
            return MemoryNeed.bytes(body: max(bytes, body.count), values: min(count.values, ImportLimits.mostValues(bytes: bytes)))
        }
        if body.count <= (isPacked ? smallBytes / greatestRatio : smallBytes) { return MemoryNeed.bytes(body: body.count) }
        var count = JSONValueCount()
        guard isPacked else { return memory(forDocument: body) }
        let bytes = Gzip.measure(body, limit: limit) { count.feed($0) }
        return MemoryNeed.bytes(body: bytes, values: min(count.values, ImportLimits.mostValues(bytes: bytes)))
    }

    /// Estimates the memory in bytes needed to handle a document.
    static func memory(forDocument bytes: [UInt8]) -> Int {
        MemoryNeed.bytes(body: bytes.count, values: min(JSONValueCount.values(of: bytes), ImportLimits.mostValues(bytes: bytes.count)))
    }
}
