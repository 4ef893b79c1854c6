internal import Glibc
internal import LayoutCheck
internal import StandardAdditions

/// The files that a continuing check has seen, so that it reads only those that changed.
final class CheckMemory {
    /// The state of a file, which changes whenever the file is written.
    private struct State: Equatable {
        var device: UInt64
        var inode: UInt64
        var size: Int
        var modified: Int
        var changed: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
            size = Int(status.st_size)
            modified = Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec)
            changed = Int(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int(status.st_ctim.tv_nsec)
        }
    }

    /// The folders of the last search.
    var folders: [String] = []
    private var layouts: [ExactText: (state: State, isLayout: Bool)] = [:]
    /// The files with the content of reusable views, which are part of the files that contain the views.
    private var contents: [ExactText: State] = [:]
    private var checked: [ExactText: (state: State, configuration: Configuration.Reference)] = [:]

    /// Returns whether a file is a layout. It is read only if it is not known or has changed.
    func isLayout(_ path: String, otherwise read: () -> Bool) -> Bool {
        // The state from before reading: a file that is being written is read again.
        guard let state = State(path) else { return read() }
        if let known = layouts[ExactText(path)], state == known.state { return known.isLayout }
        let isLayout = read()
        layouts[ExactText(path)] = (state, isLayout)
        return isLayout
    }

    /// Returns the files of the last call that are not among these, sorted.
    func missing(from inputs: [CheckPlan.Input]) -> [String] {
        Set(checked.keys).subtracting(inputs.map { ExactText($0.found.path) }).map(\.text).sorted()
    }

    /// Returns the files that changed since the last call, or whose configuration did.
    ///
    /// - Parameter contents: the files with the content of reusable views. If one of them changed, every file did.
    func changed(_ inputs: [CheckPlan.Input], contents paths: [String]) -> [CheckPlan.Input] {
        let contents = Dictionary(paths.compactMap { path in State(path).map { (ExactText(path), $0) } }, uniquingKeysWith: { first, _ in first })
        if contents != self.contents { checked = [:] }
        self.contents = contents
        var now: [ExactText: (state: State, configuration: Configuration.Reference)] = [:]
        var changed: [CheckPlan.Input] = []
        for input in inputs {
            guard let state = State(input.found.path) else {
                changed.append(input)
                continue
            }
            if let known = checked[ExactText(input.found.path)], known.state == state, known.configuration == input.configuration {
                now[ExactText(input.found.path)] = known
                continue
            }
            now[ExactText(input.found.path)] = (state, input.configuration)
            changed.append(input)
        }
        checked = now
        return changed
    }
}
