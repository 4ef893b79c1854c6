internal import Compression
internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import LayoutService

// The files that people keep and carry about: configurations, baselines, packed bodies.

extension FuzzTarget {
    // MARK: Configurations and baselines

    static func readConfiguration(_ bytes: [UInt8]) {
        func read() throws(ConfigurationError) -> Configuration { try ConfigurationReader.read(bytes, file: "a/.plumbline.json") }
        do throws(ConfigurationError) {
            let configuration = try read()
            guard try configuration == read(), configuration.folder == "a" else { fatalError("the same file gives another configuration") }
        } catch {
            check(error, file: "a/.plumbline.json", in: bytes)
            if error.line == nil { fatalError("no place: \(error)") }
        }
    }

    static func readBaseline(_ bytes: [UInt8]) {
        do throws(ConfigurationError) {
            let baseline = try Baseline(reading: bytes, name: "known.jsonl")
            let text = baseline.text
            let again: Baseline
            do throws(ConfigurationError) { again = try Baseline(reading: Array(text.utf8), name: "again") } catch {
                fatalError("a baseline cannot be read as it is written: \(error)\n\(text)")
            }
            func plain(_ entries: [Baseline.Entry]) -> [Baseline.Entry: Int] {
                var counts: [Baseline.Entry: Int] = [:]
                for var entry in entries {
                    entry.line = 0
                    counts[entry, default: 0] += 1
                }
                return counts
            }
            guard again.text == text, plain(again.entries) == plain(baseline.entries) else {
                fatalError("a baseline is not as it is written: \(text)")
            }
        } catch {
            check(error, file: "known.jsonl", in: bytes)
            if error.line == nil { fatalError("no line: \(error)") }
        }
    }

    private static func check(_ error: ConfigurationError, file: String, in bytes: [UInt8]) {
        if error.message.isEmpty || error.file != file { fatalError("an error without words, or of another file: \(error)") }
        if error.message.utf8.count > bytes.count + 2000 { fatalError("an error of excessive length: \(error)") }
        let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        if let line = error.line, line < 1 || line > lines { fatalError("line \(line) of \(lines): \(error)") }
        if let column = error.column, column < 1 || column > bytes.count + 1 { fatalError("column \(column): \(error)") }
    }

    // MARK: Packed bodies

    /// The first byte chooses how the rest is cut. It is taken as gzip, and as what is to be packed.
    static func readGzip(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let packed = Array(bytes.dropFirst())
        let (whole, pieces) = (unpacked(packed), unpacked(packed, cut: 1 + Int(first >> 4), room: 1 + Int(first & 15) * 97))
        guard whole == pieces else { fatalError("a body in pieces unpacks to something else") }
        guard let own = Gzip.pack(packed), unpacked(own) == packed else { fatalError("a body is not what was packed") }
    }

    private static let bodyLimit = 1 << 20

    /// Nil where it is no gzip, or unpacks to too much.
    private static func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
        try? Gzip.unpack(bytes, limit: bodyLimit)
    }

    private static func unpacked(_ bytes: [UInt8], cut: Int, room: Int) -> [UInt8]? {
        guard let reader = Inflater(.gzip) else { fatalError("no memory") }
        var output: [UInt8] = []
        do throws(Gzip.Failure) {
            for start in stride(from: 0, to: bytes.count, by: cut) {
                reader.feed(Array(bytes[start..<min(start + cut, bytes.count)]))
                while true {
                    let more = try reader.next(limit: room)
                    if more.isEmpty { break }
                    if more.count > room { fatalError("more than was asked for") }
                    output += more
                    if output.count > bodyLimit { return nil }
                }
            }
            try reader.finish()
            return output
        } catch {
            return nil
        }
    }

    // MARK: View hierarchies

    static func readViewHierarchy(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        var zip = Array(bytes.dropFirst())
        if first & 1 == 1 {
            var writer = ZipWriter()
            writer.add("RequestResponses/Response_0", zip)
            // A second capture, or a later part of the first.
            if first & 2 == 2 { writer.add("RequestResponses/Response_1", zip) }
            zip = writer.bytes
        }
        _ = ViewHierarchyImporter.isViewHierarchy(zip)
        let limits = ImportLimits(views: 2000, constraints: 5000, depth: 100, unpackedBytes: bodyLimit)
        func read() throws(ImportError) -> [LayoutDocument] { try ViewHierarchyImporter(limits: limits).read(zip: zip) }
        do throws(ImportError) {
            let documents = try read()
            for document in documents {
                Promises.check(sides: document)
                Promises.check(document)
            }
            guard try read() == documents else { fatalError("the same export gives other documents") }
        } catch {
            Promises.check(error, in: zip)
            if error.pointer != nil || error.line != nil { fatalError("a place in a text that nobody sees: \(error)") }
        }
    }
}
