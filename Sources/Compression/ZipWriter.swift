/// Writes a zip archive of stored files, in the order given and without times, so that the same files give the same bytes.
package struct ZipWriter {
    private var files: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    package init() {}

    /// Adds a file. Does nothing beyond the format's limits.
    package mutating func add(_ path: String, _ bytes: [UInt8]) {
        guard let size = UInt32(exactly: bytes.count), let offset = UInt32(exactly: files.count), let length = UInt16(exactly: path.utf8.count),
            count < 0xFFFF
        else { return }
        // Version 1.0, names in UTF-8, stored, the first day of the format's calendar.
        var common: [UInt8] = []
        for value in [10, 0x0800, 0, 0, 0x21] as [UInt16] { common.put(value) }
        common.put(Inflation.checksum(bytes))
        common.put(size)
        common.put(size)
        common.put(length)
        common.put(UInt16(0))
        files.put(0x0403_4B50 as UInt32)
        files += common
        files += path.utf8
        files += bytes
        directory.put(0x0201_4B50 as UInt32)
        directory.put(10 as UInt16)
        directory += common
        // No comment, the first disk, no attributes.
        directory += [UInt8](repeating: 0, count: 10)
        directory.put(offset)
        directory += path.utf8
        count += 1
    }

    /// The whole archive.
    package var bytes: [UInt8] {
        var all = files + directory
        all.put(0x0605_4B50 as UInt32)
        all.put(0 as UInt32)
        all.put(UInt16(count))
        all.put(UInt16(count))
        all.put(UInt32(directory.count))
        all.put(UInt32(files.count))
        all.put(0 as UInt16)
        return all
    }
}

extension [UInt8] {
    fileprivate mutating func put(_ value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
}
