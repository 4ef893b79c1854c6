/// Choices that are the same for the same seed.
struct RandomChoices {
    var state: UInt64

    mutating func below(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(max(1, count)))
    }

    mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }
}
