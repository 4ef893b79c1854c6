internal import Glibc
internal import LayoutImport
internal import LayoutModel

/// A document to measure.
struct Workload {
    let path: String
    let bytes: [UInt8]
    let document: LayoutDocument

    /// The number of views without the root, as `gen.py` counts them.
    var views: Int { document.views.count - 1 }

    /// The limits are above those of the service, since `gen.py` writes about as many views as requested.
    static let importer = DocumentImporter(limits: ImportLimits(views: 2_000_000, constraints: 10_000_000))

    init(path: String) throws(Failure) {
        self.path = path
        bytes = try Workload.read(path)
        do throws(ImportError) {
            document = try Workload.importer.read(json: bytes)
        } catch {
            throw Failure("\(path): \(error)")
        }
    }

    private static func read(_ path: String) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure("\(path): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw Failure("\(path): \(String(cString: strerror(errno)))")
            }
            bytes += buffer[..<count]
        }
    }
}

/// An error with its message: why there is nothing to measure.
struct Failure: Error {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}
