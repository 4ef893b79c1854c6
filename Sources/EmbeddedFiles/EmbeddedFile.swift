internal import CEmbeddedFiles

/// A file of the repository that is built into the program.
public struct EmbeddedFile: Sendable {
    /// The name without its folder, such as `app.js`.
    public let name: String
    public let bytes: [UInt8]

    private init(_ file: embedded_file) {
        name = String(cString: file.name)
        bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }

    /// The scripts, style sheets, markup and pictures of the web page.
    public static let page = list(embedded_page_files())
    /// The chapters of the manual, in reading order.
    public static let chapters = list(embedded_chapters())

    /// The commands for a debugger that capture layouts.
    public static let lldbCapture = EmbeddedFile(embedded_lldb_capture())
    /// The source code for apps and tests that captures layouts.
    public static let swiftCapture = EmbeddedFile(embedded_swift_capture())
    /// The schema of a SQLite database.
    public static let schema = EmbeddedFile(embedded_schema())
    /// The schema of a PostgreSQL database.
    public static let postgreSQLSchema = EmbeddedFile(embedded_postgresql_schema())
    /// The dictionary by which stored bytes are compressed.
    public static let packingDictionary = EmbeddedFile(embedded_packing_dictionary())
    /// The description of the HTTP interface.
    public static let openAPI = EmbeddedFile(embedded_openapi())
    /// The layouts that the service has as examples.
    public static let examples = EmbeddedFile(embedded_examples())

    private static func list(_ files: UnsafePointer<embedded_file>?) -> [EmbeddedFile] {
        var result: [EmbeddedFile] = []
        var next = files
        while let file = next?.pointee, file.name != nil {
            result.append(EmbeddedFile(file))
            next = next?.successor()
        }
        return result
    }
}
