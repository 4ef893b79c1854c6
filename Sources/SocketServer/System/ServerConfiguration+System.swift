internal import CEpoll
internal import Foundation

extension ServerConfiguration {
    /// The number of processors available to this process.
    public static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }

    /// The bytes of memory available to this process.
    public static var machineMemory: Int { Int(clamping: machine_memory()) }

    /// Returns unused memory to the system.
    public static func giveMemoryBack() { give_memory_back() }

    /// Lets each block of 4 MB or more return to the system as soon as it is freed.
    public static func returnLongBlocks() { return_long_blocks(4 << 20) }

    /// Files that are open besides connections: the database's, the listener's, and those of the system's libraries.
    private static let otherFiles = 128

    /// Raises the number of files that the process may have open, and lowers the number of connections if that is not enough.
    /// - Returns: Whether fewer connections fit than were asked for.
    public mutating func fitConnections() -> Bool {
        let files = Int(clamping: raise_open_files())
        let room = max(1, files - ServerConfiguration.otherFiles - EventLoop.newcomerPlaces)
        guard maximumConnections > room else { return false }
        maximumConnections = room
        return true
    }
}
