// A stand-in for the part of XCTest on Apple's platforms that Linux does not have.
@_exported import Foundation

public final class XCTAttachment: NSObject {
    public enum Lifetime: Int { case keepAlways, deleteOnSuccess }
    public var name: String?
    public var lifetime = Lifetime.deleteOnSuccess
    public let data: Data
    public init(data: Data, uniformTypeIdentifier: String) { self.data = data }
}
