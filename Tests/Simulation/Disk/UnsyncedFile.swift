/// A file as the disk has it: the content of the last sync, and the changes since then, of which a power loss keeps any.
struct UnsyncedFile {
    private enum Change {
        case write(offset: Int, bytes: [UInt8])
        case size(Int)
    }

    /// The synced content; nil if not even the file's name is.
    private(set) var durable: [UInt8]?
    private var changes: [Change] = []
    /// Whether a sync that failed lost changes, which processes still read.
    private(set) var hasLostChanges = false

    /// Whether a power loss changes nothing.
    var isSynced: Bool { durable != nil && changes.isEmpty }

    /// - Parameter durable: the content of a file that existed before.
    init(durable: [UInt8]? = nil) {
        self.durable = durable
    }

    mutating func write(_ bytes: [UInt8], at offset: Int) {
        changes.append(.write(offset: offset, bytes: bytes))
    }

    /// Records the size after a change.
    mutating func resize(to size: Int) {
        changes.append(.size(size))
    }

    /// - Parameter cached: the content that processes read, which is asked for if it may be another.
    mutating func sync(_ cached: () -> [UInt8]?) {
        durable = whole
        changes = []
        if hasLostChanges { hasLostChanges = durable != cached() }
    }

    /// The content if all changes reach the disk.
    var whole: [UInt8] {
        var content = durable ?? []
        for change in changes { UnsyncedFile.apply(change, to: &content) }
        return content
    }

    /// Forgets which changes are not synced, after a sync that failed: some of them reached the disk, and the system takes all
    /// for written.
    mutating func syncPartly(sector: Int, _ random: inout SplitMix) {
        let wanted = whole
        durable = durable == nil && random.happens(perMille: 500) ? nil : survivor(sector: sector, &random) ?? []
        changes = []
        if durable != wanted { hasLostChanges = true }
    }

    /// Returns the content after a power loss, or nil if the file is gone. Each sector that was written since the last sync has
    /// any of its states, or parts of two.
    ///
    /// - Parameter sector: the sector's size in bytes.
    func survivor(sector: Int, _ random: inout SplitMix) -> [UInt8]? {
        if durable == nil, random.happens(perMille: 300) { return nil }
        // A size is a change of the folder's journal, which keeps the order.
        let sizes = changes.indices.filter { if case .size = changes[$0] { true } else { false } }
        let lastSize = random.below(4) == 0 ? sizes.last ?? -1 : ([-1] + sizes)[random.below(sizes.count + 1)]
        var content = durable ?? []
        var size = content.count
        var versions: [Int: [(at: Int, bytes: ArraySlice<UInt8>)]] = [:]
        for (place, change) in changes.enumerated() {
            switch change {
            case .size(let new):
                guard place <= lastSize else { continue }
                size = new
                if new < content.count { content.removeSubrange(new...) }
                for key in versions.keys where key * sector >= new { versions[key] = nil }
            case .write(let offset, let bytes):
                UnsyncedFile.cut(bytes, at: offset, into: sector) { number, at, part in versions[number, default: []].append((at, part)) }
            }
        }
        // All disks lose something, but some lose nearly all and some nearly nothing.
        let kept = random.one(of: [0, 30, 500, 970, 1000])
        for number in versions.keys.sorted() {
            let list = versions[number] ?? []
            guard random.happens(perMille: kept) else { continue }
            let count = 1 + random.below(list.count)
            for (place, version) in list.prefix(count).enumerated() {
                let isTorn = place == count - 1 && random.happens(perMille: 100)
                let part = isTorn ? version.bytes.prefix(random.below(version.bytes.count + 1)) : version.bytes
                UnsyncedFile.apply(.write(offset: version.at, bytes: Array(part)), to: &content)
            }
        }
        UnsyncedFile.apply(.size(size), to: &content)
        return content
    }

    private static func cut(_ bytes: [UInt8], at offset: Int, into sector: Int, _ take: (Int, Int, ArraySlice<UInt8>) -> Void) {
        var place = 0
        while place < bytes.count {
            let at = offset + place
            let end = min(bytes.count, place + sector - at % sector)
            take(at / sector, at, bytes[place..<end])
            place = end
        }
    }

    private static func apply(_ change: Change, to content: inout [UInt8]) {
        switch change {
        case .size(let size):
            if size < content.count { content.removeSubrange(size...) }
            if size > content.count { content += [UInt8](repeating: 0, count: size - content.count) }
        case .write(let offset, let bytes):
            let end = offset + bytes.count
            if end > content.count { content += [UInt8](repeating: 0, count: end - content.count) }
            content.replaceSubrange(offset..<end, with: bytes)
        }
    }
}
