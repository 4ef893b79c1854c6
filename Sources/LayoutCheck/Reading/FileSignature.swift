/// A kind of file other than a layout, which its first bytes identify.
public struct FileSignature: Hashable, Sendable {
    /// The kind in a sentence, such as `a PNG picture`.
    public let noun: String
    /// The advice for such a file; nil if there is none.
    public let nextStep: String?
    private let start: [UInt8]

    private init(_ start: some Sequence<UInt8>, _ noun: String, _ nextStep: String? = nil) {
        self.start = Array(start)
        self.noun = noun
        self.nextStep = nextStep
    }

    /// Returns nil if the first bytes identify none.
    public init?(of bytes: [UInt8]) {
        guard let found = FileSignature.all.first(where: { bytes.starts(with: $0.start) }) else { return nil }
        self = found
    }

    private static let captured = "'plumbline help capture' says how to get the layout of a running app"
    private static let source = "give the .xib or .storyboard that it was compiled from"

    private static let all = [
        FileSignature([0x89, 0x50, 0x4E, 0x47], "a PNG picture", captured), FileSignature([0xFF, 0xD8, 0xFF], "a JPEG picture", captured),
        FileSignature("GIF8".utf8, "a GIF picture", captured), FileSignature("%PDF-".utf8, "a PDF", captured),
        FileSignature([0x1F, 0x8B], "compressed with gzip", "decompress it first, or over HTTP add the field Content-Encoding: gzip"),
        FileSignature("NIBArchive".utf8, "a compiled file", source), FileSignature("bplist00".utf8, "a compiled file", source),
        FileSignature("SQLite format 3".utf8, "a database", "'plumbline sessions list --database FILE' shows its sessions"),
        FileSignature([0x7F, 0x45, 0x4C, 0x46], "a program"), FileSignature([0xCF, 0xFA, 0xED, 0xFE], "a program"),
        FileSignature([0xCA, 0xFE, 0xBA, 0xBE], "a program"),
    ]
}
