import LayoutCheck
internal import Glibc
internal import JSON
internal import LayoutImport
internal import LayoutService
internal import SessionStore

extension FuzzTarget {
    /// An exported session is refused at a place in it, or taken in and given out as it was.
    static func readSession(_ bytes: [UInt8]) {
        do throws(SessionError) { _ = try SessionService.replay(exported: bytes, limits: exchangeLimits) } catch { check(error, in: bytes) }
        do throws(SessionError) {
            let given = try exchange(bytes)
            compare(parsed(bytes), parsed(given.json))
            let again = try exchange(given.json)
            guard text(again.json).replacing(again.id, with: given.id) == text(given.json) else {
                fatalError("a session is another once it is given out:\n\(text(given.json))\n\(text(again.json))")
            }
        } catch {
            check(error, in: bytes)
        }
    }

    private static let exchangeLimits: InputLimits = {
        var limits = InputLimits()
        (limits.views, limits.constraints, limits.deadline) = (50, 100, 0.05)
        return limits
    }()

    /// Of the database, in a folder of its own, which goes with the process.
    private static let folder: String = {
        var template = Array(((getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") + "/plumbline-fuzz-XXXXXX").utf8CString)
        guard let made = mkdtemp(&template) else { fatalError("no folder can be made for the database") }
        return String(cString: made)
    }()

    private static let service: SessionService = {
        atexit {
            for end in ["", "-wal", "-shm"] { unlink(FuzzTarget.folder + "/db" + end) }
            rmdir(FuzzTarget.folder)
        }
        do throws(StoreError) { return SessionService(store: try SQLiteSessionStore(path: folder + "/db", readers: 1), limits: exchangeLimits) } catch
        {
            fatalError("\(error)")
        }
    }()

    /// Takes a session in and gives it out.
    private static func exchange(_ bytes: [UInt8]) throws(SessionError) -> (id: String, json: [UInt8]) {
        let id = try service.importSession(bytes).ids[0]
        guard let json = try service.export(id) else { fatalError("what was taken in is missing") }
        do throws(SessionError) { _ = try service.delete(id) } catch { fatalError("\(error)") }
        return (id, json)
    }

    private static func check(_ error: SessionError, in bytes: [UInt8]) {
        guard case .input(let error) = error else { fatalError("a session is not refused as bad input: \(error)") }
        Promises.check(error, in: bytes)
        if error.pointer == nil, error.line == nil { fatalError("no place: \(error)") }
    }

    private static func parsed(_ bytes: [UInt8]) -> JSONTree {
        do throws(JSONError) { return try JSONTree(parsing: bytes) } catch { fatalError("a session that was taken in is not valid JSON: \(error)") }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// What was taken in stands in what is given out, but for the spelling of times, for what is worked out of the document, and for the names of
    /// alternates, which follow from their places.
    private static func compare(_ taken: JSONTree, _ given: JSONTree) {
        func same(_ keys: [String], _ taken: JSONTree, _ given: JSONTree) {
            for key in keys {
                let (old, new) = (taken[key] ?? .null, given[key] ?? .null)
                if old != .null, written(unnamed(old)) != written(unnamed(new)) { fatalError("\(key): \(written(old)) is \(written(new))") }
            }
        }
        let (asked, stored) = (taken["options"]?.members ?? [], given["options"]?.members ?? [])
        // What goes for the options that were not told stands behind them.
        if written(.object(asked)) != written(.object(Array(stored.prefix(asked.count)))) || !stored.dropFirst(asked.count).allSatisfy(isStandard) {
            fatalError("options: \(written(.object(asked))) is \(written(.object(stored)))")
        }
        same(["name", "mediaType", "pinned"] + (taken["bodyHex"] == nil ? ["body"] : []), taken, given)
        for (list, keys) in [("steps", ["step", "engine", "verdict", "report", "events"]), ("exercises", ["step", "engine", "request", "answer"])] {
            var (old, new) = (taken[list]?.elements ?? [], given[list]?.elements ?? [])
            if list == "exercises" {
                if new.contains(where: { $0["answer"]?["id"] != given["id"] }) { fatalError("an exercise has the id of another session") }
                (old, new) = (ownerless(old), ownerless(new))
            }
            if old.count != new.count { fatalError("\(old.count) \(list) are \(new.count)") }
            for (place, (old, new)) in zip(old, new).enumerated() {
                same(keys.filter { $0 != "events" || place > 0 }, old, new)
            }
        }
        let tags = Set((taken["tags"]?.elements ?? []).compactMap(\.string))
        if tags.sorted() != (given["tags"]?.elements ?? []).compactMap(\.string) { fatalError("there are other tags") }
    }

    /// What goes where a session does not tell.
    private static let standardOptions = parsed(Array(#"{"policy":"uikit","alternates":2,"seed":1}"#.utf8)).members ?? []

    private static func isStandard(_ option: JSONTree.Member) -> Bool {
        standardOptions.contains { $0.key == option.key && written($0.value) == written(option.value) }
    }

    /// Returns exercises without the ids of their sessions; those that are the same then, once.
    private static func ownerless(_ exercises: [JSONTree]) -> [JSONTree] {
        var known: Set<String> = []
        return exercises.compactMap { each in
            let members = (each.members ?? []).map { member in
                guard member.key == "answer" else { return member }
                return JSONTree.Member(key: member.key, value: .object((member.value.members ?? []).filter { $0.key != "id" }))
            }
            let exercise = JSONTree.object(members)
            let key = "\(exercise["step"]?.integer ?? 0) \(written(exercise["request"] ?? .null)) \(written(exercise["answer"] ?? .null))"
            return known.insert(key).inserted ? exercise : nil
        }
    }

    private static func unnamed(_ answer: JSONTree) -> JSONTree {
        guard let members = answer.members else { return answer }
        return .object(
            members.map { member in
                guard member.key == "alternates", let list = member.value.elements else { return member }
                let alternates = list.map { each in each.members.map { .object($0.filter { $0.key != "id" }) } ?? each }
                return JSONTree.Member(key: member.key, value: .array(alternates))
            })
    }

    private static func written(_ tree: JSONTree) -> String {
        var writer = JSONWriter()
        writer.tree(tree)
        return text(writer.bytes)
    }
}
