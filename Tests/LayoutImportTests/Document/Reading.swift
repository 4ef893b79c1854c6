internal import LayoutImport
internal import LayoutModel

func document(_ json: String, limits: ImportLimits = .init()) throws -> LayoutDocument {
    try DocumentImporter(limits: limits).read(json: Array(json.utf8))
}

func failure(_ json: String, limits: ImportLimits = .init()) -> ImportError? {
    do throws(ImportError) { _ = try DocumentImporter(limits: limits).read(json: Array(json.utf8)) } catch { return error }
    return nil
}

func equationFailure(_ text: String, limits: ImportLimits = .init()) -> ImportError? {
    do throws(ImportError) { _ = try DocumentImporter(limits: limits).read(equations: text) } catch { return error }
    return nil
}
