internal import EmbeddedFiles
internal import JSON

/// The worked examples that are shipped with the program: layouts and sessions, each with its lesson.
public struct ExampleCatalog: Sendable {
    public struct Example: Sendable {
        public let name: String
        public let title: String
        /// The lesson in one or two sentences.
        public let teaches: String
        /// The verdict of its document.
        public let verdict: String
        let tree: JSONTree

        /// The document, JSON.
        public var document: [UInt8] { ExampleCatalog.json(tree["document"] ?? .null) }

        /// The lists of events that follow, as request bodies, each with the verdict after it.
        public var steps: [(body: [UInt8], verdict: String)] {
            (tree["steps"]?.elements ?? []).map { step in
                let body = JSONTree.object([JSONTree.Member(key: "events", value: step["events"] ?? .array([]))])
                return (ExampleCatalog.json(body), step["verdict"]?.string ?? "")
            }
        }
    }

    public let examples: [Example]

    public init() {
        let list = (try? JSONTree(parsing: EmbeddedFile.examples.bytes))?.elements ?? []
        examples = list.map { entry in
            Example(
                name: entry["name"]?.string ?? "", title: entry["title"]?.string ?? "", teaches: entry["teaches"]?.string ?? "",
                verdict: entry["verdict"]?.string ?? "", tree: entry)
        }
    }

    /// The names of all examples.
    public static var names: [String] { ExampleCatalog().examples.map(\.name) }

    public func example(_ name: String) -> Example? {
        examples.first { $0.name == name }
    }

    /// `{"examples": [{"name", "title", "teaches", "verdict", "steps", "url"}]}`
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("examples")
            writer.array(examples) { writer, example in
                writer.object {
                    $0.member("name", example.name)
                    $0.member("title", example.title)
                    $0.member("teaches", example.teaches)
                    $0.member("verdict", example.verdict)
                    $0.member("steps", example.steps.count)
                    $0.member("url", "/v1/examples/\(example.name)")
                }
            }
        }
        return writer.bytes
    }

    static func json(_ tree: JSONTree) -> [UInt8] {
        var writer = JSONWriter()
        writer.tree(tree)
        return writer.bytes
    }
}
