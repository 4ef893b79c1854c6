internal import Compression
internal import HTTP
internal import JSON
internal import LayoutCheck
internal import LayoutImport
internal import Synchronization

extension RequestContent {
    /// Estimates the memory in bytes needed to handle a request, from the decompressed length and the contents of its body.
    ///
    /// - Parameter limit: the greatest accepted length of a body in bytes.
    static func memory(for request: HTTPRequest, limit: Int) -> Int {
        let body = request.body
        if request.head.mediaType == "multipart/form-data" {
            return max(MemoryNeed.bytes(body: body.count), memory(forPartOf: request, limit: limit))
        }
        // A text may begin like a document.
        let kind: SourceKind? = request.head.mediaType == "text/plain" ? .text : nil
        guard (try? isPacked(request)) == true else {
            if ViewHierarchyImporter.isZip(body) { return memory(forArchive: body, limit: limit) }
            var count = ContentCount(of: kind)
            count.feed(body)
            return count.memory
        }
        var count = ContentCount(of: kind)
        var isZip: Bool?
        _ = Gzip.measure(body, limit: limit) { piece in
            isZip = isZip ?? ViewHierarchyImporter.isZip(piece)
            count.feed(piece)
        }
        return isZip == true ? max(count.memory, memory(forPartOf: request, limit: limit)) : count.memory
    }

    /// Permits to unpack a body only to measure what is in it. One at a time, since nothing is reserved for that.
    private static let unpacking = Mutex(())

    /// Estimates the memory in bytes needed for the file of a form, or for an archive that is packed once more.
    private static func memory(forPartOf request: HTTPRequest, limit: Int) -> Int {
        unpacking.withLock { _ in
            guard var bytes = try? decoded(request, limit: limit) else { return 0 }
            if request.head.mediaType == "multipart/form-data" {
                guard let part = try? file(of: bytes, contentType: request.fields["Content-Type"] ?? "") else { return 0 }
                bytes = part.bytes
            }
            if ViewHierarchyImporter.isZip(bytes) { return memory(forArchive: bytes, limit: limit) }
            var count = ContentCount()
            count.feed(bytes)
            return count.memory
        }
    }

    /// Estimates the memory in bytes needed for a zip archive. Its length is no bound, since its files are compressed.
    private static func memory(forArchive body: [UInt8], limit: Int) -> Int {
        var count = JSONValueCount()
        let most = limit > Int.max / 4 ? Int.max : 4 * limit
        let bytes = ViewHierarchyImporter.measure(zip: body, limit: most) { piece in piece.withUnsafeBufferPointer { count.feed($0) } }
        return MemoryNeed.bytes(body: max(bytes, body.count), values: min(count.values, ImportLimits.mostValues(bytes: bytes)))
    }

    /// Estimates the memory in bytes needed to handle a document.
    static func memory(forDocument bytes: [UInt8]) -> Int {
        var count = ContentCount(of: .document)
        count.feed(bytes)
        return count.memory
    }
}

/// A count of the parts of a layout in any format, by which the memory that reading it takes is estimated: the intermediate form of each
/// value of JSON, of each element and attribute of XML, and of each equation and printed constraint of a text. The views and constraints that few
/// bytes of visual formats make are reserved as they grow. A body may be fed in pieces.
struct ContentCount {
    private var kind: SourceKind?
    private var bytes = 0
    private var values = JSONValueCount()
    private var angles = 0
    private var equals = 0

    /// Bytes for each part, measured for the parts that take most of their kind.
    private static let element = 160
    private static let equation = 300
    private static let printedConstraint = 3000

    /// - Parameter kind: the kind of the content; nil if its first piece shows it.
    init(of kind: SourceKind? = nil) {
        self.kind = kind
    }

    mutating func feed(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { feed($0) } }

    private mutating func feed(_ piece: UnsafeBufferPointer<UInt8>) {
        guard !piece.isEmpty else { return }
        bytes += piece.count
        values.feed(piece)
        // A first piece of blanks or of a mark of its encoding shows nothing.
        if kind == nil, piece.allSatisfy({ $0 <= 0x20 || $0 >= 0xfe || [0xef, 0xbb, 0xbf].contains($0) }) { return }
        kind = kind ?? SourceKind(contentOf: piece)
        if kind == .document { return }
        for byte in piece {
            angles += byte == UInt8(ascii: "<") ? 1 : 0
            equals += byte == UInt8(ascii: "=") ? 1 : 0
        }
    }

    /// The estimate in bytes.
    var memory: Int {
        let body = MemoryNeed.bytes(body: bytes, values: min(values.values, ImportLimits.mostValues(bytes: bytes)))
        if kind == .interfaceBuilder { return body + ContentCount.element * angles + ContentCount.equation * equals }
        return body + ContentCount.printedConstraint * angles + ContentCount.equation * equals
    }
}
