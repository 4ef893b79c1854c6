internal import Glibc

/// What libFuzzer calls. `PLUMBLINE_FUZZ` names the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    EntryPoint.target.run(Array(UnsafeBufferPointer(start: data, count: size)))
    return 0
}

private enum EntryPoint {
    static let target: FuzzTarget = {
        guard let name = getenv("PLUMBLINE_FUZZ"), let target = FuzzTarget(rawValue: String(cString: name)) else {
            fatalError("PLUMBLINE_FUZZ must be one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return target
    }()
}
