internal import Compression
internal import XML

/// The files of an exported view hierarchy: `metadata`, and `RequestResponses/Response_0` and so on, each usually gzipped JSON.
struct HierarchyFiles {
    struct Response {
        /// `Response_0`, as in messages.
        var name: String
        fileprivate var number: Int
        fileprivate var entry: ZipArchive.Entry
    }

    /// In the order of their numbers.
    private(set) var responses: [Response] = []
    private let archive: ZipArchive
    private var metadataEntry: ZipArchive.Entry?

    private static let folder = "RequestResponses/"
    private static let prefix = "Response_"

    init(zip bytes: [UInt8]) throws(ImportError) {
        do throws(ZipArchive.Failure) { archive = try ZipArchive(bytes) } catch { throw ImportError(error) }
        var roots: Set<Substring> = []
        for entry in archive.entries where !entry.path.hasPrefix("__MACOSX/") {
            guard let response = HierarchyFiles.response(entry) else { continue }
            roots.insert(response.root)
            responses.append(Response(name: "\(HierarchyFiles.prefix)\(response.number)", number: response.number, entry: entry))
        }
        guard let root = roots.first else {
            throw ImportError(
                .invalid, code: "no-view-hierarchy",
                "the zip archive does not contain an exported view hierarchy: it has no file RequestResponses/Response_0")
        }
        if roots.count > 1 {
            throw ImportError(
                .invalid, code: "several-view-hierarchies", "the zip archive contains \(roots.count) view hierarchies: use one archive for each")
        }
        responses.sort { $0.number < $1.number }
        metadataEntry = archive.entries.first { $0.path == root + "metadata" }
    }

    /// Returns the number of a response and the path before its folder.
    private static func response(_ entry: ZipArchive.Entry) -> (number: Int, root: Substring)? {
        let parts = entry.path.split(separator: "/", omittingEmptySubsequences: false)
        guard let name = parts.last, name.hasPrefix(prefix), parts.count >= 2, parts[parts.count - 2] + "/" == folder else { return nil }
        let digits = name.dropFirst(prefix.count)
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int(digits) else {
            return nil
        }
        return (number, entry.path.dropLast(folder.count + name.count))
    }

    /// Returns a response's JSON, at most `limit` bytes.
    func contents(of response: Response, limit: Int) throws(ImportError) -> [UInt8] {
        let packed = try read(response.entry, limit: limit)
        guard HierarchyFiles.isGzip(packed) else { return packed }
        do throws(Gzip.Failure) { return try Gzip.unpack(packed, limit: limit) } catch {
            switch error {
            case .malformed: throw ImportError(.malformed, code: "malformed-gzip", "\(response.name) is not in the gzip format, or is cut short")
            case .tooLarge: throw HierarchyFiles.tooLarge(limit)
            case .outOfMemory: throw ImportError(.tooLarge, code: "out-of-memory", "there is not enough memory to decompress \(response.name)")
            }
        }
    }

    /// Returns the length of a response's JSON, about `limit` if it is longer, and passes it on piece by piece.
    func measure(_ response: Response, limit: Int, _ look: ([UInt8]) -> Void) -> Int {
        // The bytes of both codings count, since either may consist of empty blocks.
        var (packed, count) = (0, 0)
        var inflater: Inflater?
        archive.pass(response.entry) { piece in
            if packed == 0, HierarchyFiles.isGzip(piece) { inflater = Inflater(.gzip) }
            packed += piece.count
            guard let inflater else {
                look(piece)
                return packed <= limit
            }
            inflater.feed(piece)
            // Errors are reported by the actual decompression.
            while count <= limit, let unpacked = try? inflater.next(limit: 65536), !unpacked.isEmpty {
                count += unpacked.count
                look(unpacked)
            }
            return max(packed, count) <= limit
        }
        return max(packed, count)
    }

    private static func isGzip(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    private func read(_ entry: ZipArchive.Entry, limit: Int) throws(ImportError) -> [UInt8] {
        do throws(ZipArchive.Failure) { return try archive.contents(of: entry, limit: limit) } catch {
            throw error.kind == .tooLarge ? HierarchyFiles.tooLarge(limit) : ImportError(error)
        }
    }

    private static func tooLarge(_ limit: Int) -> ImportError {
        ImportError(
            .tooLarge, code: "too-large",
            "the view hierarchy is too large when decompressed (the limit for all of its files is four times --max-bytes)")
    }

    /// Returns the text without its document type declaration, which every property list has but no reader needs.
    private static func withoutType(_ bytes: [UInt8]) -> [UInt8] {
        let word = Array("<!DOCTYPE".utf8)
        guard let start = bytes.indices.first(where: { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }),
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")), !bytes[start..<end].contains(UInt8(ascii: "["))
        else { return bytes }
        return Array(bytes[..<start] + bytes[(end + 1)...])
    }

    /// Returns the name of the app, from a property list.
    func metadata() -> (name: String?, warnings: [String]) {
        let longest = 1 << 20
        guard let entry = metadataEntry else { return (nil, ["the view hierarchy has no file \"metadata\""]) }
        guard let bytes = try? archive.contents(of: entry, limit: longest),
            let list = try? XMLReader(limits: XMLLimits(depth: 32, elements: 10_000)).read(HierarchyFiles.withoutType(bytes)).root.child("dict")
        else { return (nil, ["the view hierarchy's file \"metadata\" is not a property list"]) }
        var values: [String: String] = [:]
        var key: String?
        for element in list.children {
            if element.name == "key" {
                key = element.text
            } else if let name = key {
                values[name] = element.text
                key = nil
            }
        }
        let version = values["DocumentVersion"] ?? "1"
        let warning = "the view hierarchy has the version \(version.prefix(20)), but only version 1 is supported"
        let name = values["RunnableDisplayName"].flatMap { $0.isEmpty ? nil : String($0.prefix(100)) }
        return (name, version == "1" ? [] : [warning])
    }
}

extension ImportError {
    init(_ failure: ZipArchive.Failure) {
        switch failure.kind {
        case .malformed: self.init(.malformed, code: "malformed-zip", failure.message)
        case .unsupported: self.init(.invalid, code: "unsupported-zip", failure.message)
        case .tooLarge: self.init(.tooLarge, code: "too-large", failure.message)
        }
    }
}
