/// One message of JSON-RPC 2.0 from a client.
public struct RPCMessage: Sendable {
  /// The id as JSON; nil for a notification, which has no response.
  public let id: ArraySlice<UInt8>?
  /// The name of the method.
  public let method: String
  /// The parameters as JSON.
  public let parameters: ArraySlice<UInt8>?

  /// Parses a message; nil if it is an unexpected response of the client.
  public init?(_ text: ArraySlice<UInt8>) throws(RPCFailure) {
    let members: Members
    do throws(JSONError) {
      members = try Members(text)
    } catch {
      throw RPCFailure(.parse, "the message is not JSON: \(error)")
    }
    guard members.isObject else {
      throw .invalidRequest("a message is one JSON object; batches are not supported")
    }
    if members.isAnswer, members.method == nil { return nil }
    guard members.hasGoodID else { throw .invalidRequest("'id' is a string or a number") }
    guard members.version == "2.0", let method = members.method else {
      throw RPCFailure(
        .invalidRequest, "a message has \"jsonrpc\": \"2.0\" and a \"method\"", id: members.id)
    }
    id = members.id
    self.method = method
    parameters = members.parameters
  }

  /// The members of a message, before their combination is checked.
  private struct Members {
    var isObject = false
    var version: String?
    var method: String?
    var id: ArraySlice<UInt8>?
    var hasGoodID = true
    var parameters: ArraySlice<UInt8>?
    var isAnswer = false

    init(_ text: ArraySlice<UInt8>) throws(JSONError) {
      var scanner = JSONScanner(text)
      isObject = try scanner.peek() == .object
      guard isObject else {
        try scanner.end()
        return
      }
      try scanner.beginObject()
      while try scanner.nextKey() != nil {
        let kind = try scanner.peek()
        switch scanner.keyText {
        case "jsonrpc" where kind == .string: version = try scanner.string()
        case "method" where kind == .string: method = try scanner.string()
        case "id" where kind == .string || kind == .number: id = try scanner.rawValue()
        case "id": hasGoodID = false
        case "params": parameters = try scanner.rawValue()
        case "result", "error": isAnswer = true
        default: break
        }
      }
      try scanner.end()
    }
  }
}

/// An error response to an invalid message.
public struct RPCFailure: Error, Sendable {
  /// The codes of JSON-RPC 2.0.
  public enum Code: Int64, Sendable {
    /// The message is not JSON.
    case parse = -32700
    /// The JSON is no message.
    case invalidRequest = -32600
    /// No such method exists.
    case unknownMethod = -32601
    /// The parameters do not fit the method.
    case invalidParameters = -32602
  }

  /// The kind of the error.
  public let code: Code
  /// The problem in words.
  public let message: String
  /// The id of the message, if it was read.
  public var id: ArraySlice<UInt8>?

  /// Creates an error.
  public init(_ code: Code, _ message: String, id: ArraySlice<UInt8>? = nil) {
    self.code = code
    self.message = message
    self.id = id
  }

  /// The JSON is no message of the protocol.
  public static func invalidRequest(_ message: String) -> RPCFailure {
    RPCFailure(.invalidRequest, message)
  }

  /// The parameters are invalid for the method.
  public static func invalid(_ message: String) -> RPCFailure {
    RPCFailure(.invalidParameters, message)
  }
}

/// The responses to messages, each one line.
public enum RPCResponse {
  /// The response to a request, with the result that `body` writes.
  public static func result(
    _ id: ArraySlice<UInt8>, _ body: (inout JSONWriter) throws(RPCFailure) -> Void
  ) throws(RPCFailure) -> [UInt8] {
    var json = begin(id)
    json.key("result")
    json.beginObject()
    try body(&json)
    json.endObject()
    return end(&json)
  }

  /// The response to a request that failed.
  public static func failure(_ failure: RPCFailure, _ id: ArraySlice<UInt8>?) -> [UInt8] {
    var json = begin(id ?? failure.id)
    json.key("error")
    json.beginObject()
    json.key("code")
    json.value(failure.code.rawValue)
    json.member("message", failure.message)
    json.endObject()
    return end(&json)
  }

  private static func begin(_ id: ArraySlice<UInt8>?) -> JSONWriter {
    var json = JSONWriter()
    json.beginObject()
    json.member("jsonrpc", "2.0")
    json.key("id")
    if let id { json.raw(oneLine(id)[...]) } else { json.null() }
    return json
  }

  private static func end(_ json: inout JSONWriter) -> [UInt8] {
    json.endObject()
    json.newline()
    return json.bytes
  }

  /// JSON without line breaks and indentation; strings contain none.
  public static func oneLine(_ json: some Sequence<UInt8>) -> [UInt8] {
    var line: [UInt8] = []
    var isIndent = false
    for byte in json {
      if byte == 0x0A || byte == 0x0D {
        isIndent = true
      } else if !isIndent || byte != 0x20 {
        isIndent = false
        line.append(byte)
      }
    }
    return line
  }
}
