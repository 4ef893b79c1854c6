internal import Compression
public import LayoutModel

/// Reads Xcode's exported view hierarchies (`.viewhierarchy`), packed as a zip archive, and converts each window to a document.
public struct ViewHierarchyImporter: Sendable {
    public var limits: ImportLimits

    public init(limits: ImportLimits = ImportLimits()) {
        self.limits = limits
    }

    /// Returns the layouts of the windows in the export's order.
    ///
    /// - Throws: `ImportError` for an archive that is damaged, hostile or too large, and for one without views.
    public func read(zip bytes: [UInt8]) throws(ImportError) -> [LayoutDocument] {
        let files = try HierarchyFiles(zip: bytes)
        var graph = HierarchyGraph(limits: limits)
        var left = limits.unpackedBytes
        for response in files.responses {
            let json = try files.contents(of: response, limit: left)
            left -= json.count
            try graph.take(json, name: response.name)
        }
        let scenes = try HierarchySceneFinder(graph).scenes()
        guard !scenes.isEmpty else {
            throw ImportError(
                .invalid, code: "no-views",
                "the view hierarchy contains no view: export it with Editor > Export View Hierarchy when Xcode's debugger shows the views")
        }
        let metadata = files.metadata()
        var documents: [LayoutDocument] = []
        for scene in scenes {
            let writer = HierarchySceneWriter(graph, scene, application: metadata.name)
            var document: LayoutDocument
            do throws(ImportError) { document = try DocumentImporter(limits: limits).read(json: writer.json()) } catch {
                // The error's place is in a generated text, which users cannot see.
                throw ImportError(error.kind, code: error.code, "a window of the view hierarchy is not a valid layout: \(error.message)")
            }
            document.warnings = metadata.warnings + graph.warnings + writer.warnings + document.warnings
            documents.append(document)
        }
        return documents
    }

    /// Returns whether bytes are a zip archive of a view hierarchy, or the beginning of one.
    public static func isViewHierarchy(_ bytes: [UInt8]) -> Bool {
        ZipArchive.begins(bytes) && holdsResponse(bytes)
    }

    /// Returns whether a part of an archive names a response of a view hierarchy.
    public static func holdsResponse(_ bytes: [UInt8]) -> Bool {
        let word = Array("RequestResponses/Response_".utf8)
        guard let first = word.first, bytes.count >= word.count else { return false }
        var place = 0
        while let next = bytes[place...].firstIndex(of: first), next <= bytes.count - word.count {
            if bytes[next..<next + word.count].elementsEqual(word) { return true }
            place = next + 1
        }
        return false
    }

    /// Returns whether bytes begin as a zip archive does.
    public static func isZip(_ bytes: some Collection<UInt8>) -> Bool { ZipArchive.begins(bytes) }

    /// Returns the length of the unpacked responses, computed in little memory; about `limit` if it is longer.
    ///
    /// - Parameter look: receives the unpacked bytes piece by piece.
    public static func measure(zip bytes: [UInt8], limit: Int, _ look: ([UInt8]) -> Void) -> Int {
        guard let files = try? HierarchyFiles(zip: bytes) else { return 0 }
        var count = 0
        for response in files.responses where count < limit {
            count += files.measure(response, limit: limit - count, look)
        }
        return count
    }
}
