internal import StandardAdditions

extension Configuration {
    /// The identity of a configuration, and what of it concerns a whole run. It takes little memory, so that each file may have its own.
    public struct Reference: Sendable, Hashable {
        private let exactFile: ExactText
        /// The digest of the configuration's file.
        public let digest: String
        public let hasReporters: Bool
        public let hasBaseline: Bool
        public let hasAssertions: Bool
        /// The time limit of a file in seconds that the configuration asks for.
        public let deadline: Double?

        /// The configuration's file, or empty if there is none.
        public var file: String { exactFile.text }

        fileprivate init(_ configuration: Configuration) {
            exactFile = ExactText(configuration.file)
            digest = configuration.digest
            hasReporters = !configuration.reporters.isEmpty
            hasBaseline = configuration.baseline != nil
            hasAssertions = !configuration.assertions.isEmpty
            deadline = configuration.deadline
        }
    }

    public var reference: Reference { Reference(self) }

    /// The maximum cost of the configurations that are in memory for other files than the current one. Parsed, the costliest take seventy
    /// times as many bytes.
    public static let mostCost = 1 << 19

    /// The number of bytes of the configuration's file, and some for one that is almost empty.
    public var cost: Int { byteCount + 2048 }
}
