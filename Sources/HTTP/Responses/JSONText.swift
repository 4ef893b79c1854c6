/// Appends a JSON string literal. The HTTP layer writes no JSON but small objects of strings and numbers.
func appendJSONString(_ text: String, to bytes: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(ASCII.quote)
    for byte in text.utf8 {
        switch byte {
        case ASCII.quote, ASCII.backslash:
            bytes.append(ASCII.backslash)
            bytes.append(byte)
        case ASCII.lineFeed: bytes.append(contentsOf: "\\n".utf8)
        case ASCII.carriageReturn: bytes.append(contentsOf: "\\r".utf8)
        case ASCII.tab: bytes.append(contentsOf: "\\t".utf8)
        case 0..<ASCII.space, ASCII.delete:
            bytes.append(contentsOf: "\\u00".utf8)
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        default: bytes.append(byte)
        }
    }
    bytes.append(ASCII.quote)
}
