internal import ExactArithmetic
internal import JSON
public import LayoutModel

/// A layout's frames as serialized in its report. The next layout's frames reuse them, so that unchanged frames are neither
/// rounded nor written again.
public struct RenderedFrames: Sendable {
    /// The ids of the views, in the report's order.
    public let views: [String]
    /// The `x y width height` of each view, in points, rounded as in the report.
    public private(set) var lengths: [SIMD4<Double>]
    /// The object with all frames as JSON.
    public private(set) var text: [UInt8]
    private var frames: [LayoutFrame]
    /// The end of each view's member in `text`. The first member begins at 1.
    private var ends: [Int]

    /// The maximum number of frames that are replaced in place.
    private static let fewChanges = 16

    /// - Parameter before: serialized frames of this or another layout, to reuse.
    public init(_ document: LayoutDocument, _ frames: [LayoutFrame], after before: RenderedFrames? = nil) {
        let both = min(frames.count, before?.frames.count ?? 0, document.views.count)
        var views: [String] = []
        var lengths: [SIMD4<Double>] = []
        var ends: [Int] = []
        views.reserveCapacity(frames.count)
        lengths.reserveCapacity(frames.count)
        ends.reserveCapacity(frames.count)
        var writer = JSONWriter(capacity: (before?.text.count ?? 96 * frames.count) + 256)
        writer.object { writer in
            var place = 0
            while place < frames.count {
                if let before {
                    var end = place
                    while end < both, before.frames[end] == frames[end], before.views[end] == document.views[end].id { end += 1 }
                    if end > place {
                        // Starts after the comma before the first of them.
                        let start = place == 0 ? 1 : before.ends[place - 1] + 1
                        writer.raw(before.text[start..<before.ends[end - 1]])
                        let shift = writer.byteCount - before.ends[end - 1]
                        views += before.views[place..<end]
                        lengths += before.lengths[place..<end]
                        for known in before.ends[place..<end] { ends.append(known + shift) }
                        place = end
                        continue
                    }
                }
                let id = document.views.indices.contains(place) ? document.views[place].id : "?"
                let frame = frames[place]
                writer.key(text: id)
                writer.frame(frame)
                views.append(id)
                lengths.append(RenderedFrames.rounded(frame))
                ends.append(writer.byteCount)
                place += 1
            }
        }
        self.views = views
        self.lengths = lengths
        self.ends = ends
        self.frames = frames
        text = writer.bytes
    }

    /// Replaces the frames of the same views in place, if few of them changed.
    ///
    /// - Returns: false if more than `fewChanges` changed. The value is then unchanged.
    public mutating func follow(_ next: [LayoutFrame]) -> Bool {
        guard next.count == frames.count else { return false }
        var moved: [Int] = []
        frames.withUnsafeBufferPointer { frames in
            next.withUnsafeBufferPointer { next in
                var place = 0
                while place < next.count, moved.count <= RenderedFrames.fewChanges {
                    if next[place] != frames[place] { moved.append(place) }
                    place += 1
                }
            }
        }
        if moved.count > RenderedFrames.fewChanges { return false }
        frames = next
        for place in moved.reversed() {
            var writer = JSONWriter()
            writer.object { writer in
                writer.key(text: views[place])
                writer.frame(next[place])
            }
            lengths[place] = RenderedFrames.rounded(next[place])
            // The member without the braces. The comma before it remains.
            let member = writer.bytes.dropFirst().dropLast()
            let start = place == 0 ? 1 : ends[place - 1] + 1
            let growth = member.count - (ends[place] - start)
            text.replaceSubrange(start..<ends[place], with: member)
            if growth != 0 { for later in place..<ends.count { ends[later] += growth } }
        }
        return true
    }

    /// Returns `x y width height` in points, rounded as in a report.
    public static func rounded(_ frame: LayoutFrame) -> SIMD4<Double> {
        func length(_ value: Rational) -> Double { value.double(places: 6) }
        return SIMD4(length(frame.x), length(frame.y), length(frame.width), length(frame.height))
    }
}
