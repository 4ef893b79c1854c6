/// The length of a page's texts, beyond which the page ends: names and sentences may have any length.
struct PageLength {
    private static let mostBytes = 4 << 20

    private let limit: Int
    private var bytes = 0
    private var isCut = false

    /// - Parameter limit: the maximum number of the page's items. One more is read, which shows whether there is a next page.
    init(limit: Int) {
        self.limit = limit
    }

    /// Counts the texts of an item. Returns whether those before it were long enough for a page, so that this one belongs to the next and is
    /// the last to be read.
    mutating func isPassed(_ texts: [String]) -> Bool {
        isCut = bytes > PageLength.mostBytes
        bytes += texts.reduce(0) { $0 + $1.utf8.count }
        return isCut
    }

    /// Whether the items make a whole page, which has a next one.
    func isWhole(_ found: some Collection) -> Bool { isCut || found.count > limit }

    /// Returns those of the items that are on the page.
    func page<Item>(of found: [Item]) -> ArraySlice<Item> {
        found.prefix(isCut ? found.count - 1 : limit)
    }
}

extension StoredSession {
    /// The texts on a page that may have any length.
    var pageTexts: [String] { [root, firstFinding ?? ""] + tags }
}
