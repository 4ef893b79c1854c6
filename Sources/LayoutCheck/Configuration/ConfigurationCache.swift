internal import StandardAdditions

/// The configurations that were used last, by their files. Their number is bounded by `Configuration.mostCost`, since a checkout may
/// have one in each of its folders. Others are read again when they are needed.
final class ConfigurationCache {
    private var entries: [ExactText: (configuration: Configuration, lastUse: Int)] = [:]
    private var cost = 0
    /// The number of uses so far.
    private var uses = 0
    private let read: (String) throws(ConfigurationError) -> [UInt8]?

    /// - Parameter read: returns the bytes of a file, or nil if there is none.
    init(read: @escaping (String) throws(ConfigurationError) -> [UInt8]?) {
        self.read = read
    }

    /// Returns the bytes of a file, or nil if there is none.
    func bytes(_ file: String) throws(ConfigurationError) -> [UInt8]? { try read(file) }

    /// Returns the configuration in a file, or nil if there is no such file.
    func configuration(_ file: String) throws(ConfigurationError) -> Configuration? {
        uses += 1
        if let known = entries[ExactText(file)]?.configuration {
            entries[ExactText(file)]?.lastUse = uses
            return known
        }
        guard let bytes = try read(file) else { return nil }
        let configuration = try ConfigurationReader.read(bytes, file: file)
        makeRoom(for: configuration.cost)
        entries[ExactText(file)] = (configuration, uses)
        cost += configuration.cost
        return configuration
    }

    private func makeRoom(for new: Int) {
        while cost + new > Configuration.mostCost, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries[oldest.key] = nil
            cost -= oldest.value.configuration.cost
        }
    }
}
