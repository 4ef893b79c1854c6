internal import Foundation

extension ServerConfiguration {
    /// The number of processors available to this process.
    public static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }
}
