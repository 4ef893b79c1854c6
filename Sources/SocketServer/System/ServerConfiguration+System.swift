internal import Foundation

extension ServerConfiguration {
    /// Processors that may run this process.
    public static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }
}
