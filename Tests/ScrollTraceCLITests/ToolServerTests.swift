import CommandLineKit
import Foundation
import TestSupport
import Testing
import TextKit

@testable import ScrollTraceCLI

@Suite("mcp: verbs as tools")
struct ToolServerTests {
  private let folder: TemporaryDirectory
  private let program = Tool.program()

  init() throws { folder = try TemporaryDirectory() }

  private func server(isWritable: Bool = false) throws -> ToolServer {
    for name in ["served", "session"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    return ToolServer(
      program, try ConfinedPaths(root: folder.file("served")), isWritable: isWritable,
      folder: folder.file("session"))
  }

  private func answer(_ server: inout ToolServer, _ text: String) throws -> [String: Any]? {
    guard let bytes = server.answer(Array(text.utf8)[...]) else { return nil }
    #expect(bytes.last == 0x0A && bytes.count { $0 == 0x0A } == 1, "an answer is one line")
    return try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
  }

  private func code(_ answer: [String: Any]?) -> Int? {
    (answer?["error"] as? [String: Any])?["code"] as? Int
  }

  private static let hello =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#

  private func started(isWritable: Bool = false) throws -> ToolServer {
    var server = try server(isWritable: isWritable)
    #expect(try answer(&server, Self.hello)?["result"] != nil)
    return server
  }

  /// Calls a tool; returns its text, and whether it succeeded.
  private func call(
    _ server: inout ToolServer, _ tool: String, _ arguments: String
  ) throws -> (isResult: Bool, text: String) {
    let found = try answer(
      &server,
      #"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
    )
    let result = try #require(found?["result"] as? [String: Any], "\(found ?? [:])")
    let content = try #require(result["content"] as? [[String: Any]])
    let isError = try #require(result["isError"] as? Bool)
    #expect((result["structuredContent"] == nil) == isError)
    return (!isError, content.compactMap { $0["text"] as? String }.joined(separator: "\n"))
  }

  @Test("every tool is a verb with existing parameters and a schema of docs/json")
  func table() throws {
    #expect(Set(ServedTool.all.map(\.name)).count == ServedTool.all.count)
    for tool in ServedTool.all {
      let verb = try #require(program.description(ofVerb: tool.verb), "\(tool.name)")
      let names = verb.parameters.map(\.name)
      for name in tool.parameters { #expect(names.contains(name), "\(tool.name): \(name)") }
      for name in tool.required { #expect(tool.parameters.contains(name), "\(tool.name): \(name)") }
      let file = tool.schema == "report" ? "docs/report" : "docs/json/\(tool.schema)"
      let schema = try Files.read(Repository.path("\(file).schema.json"))
      #expect(tool.outputSchema == RPCResponse.oneLine(schema), "\(tool.name)")
    }
  }

  @Test(
    "a known protocol version is accepted, and otherwise the newest is offered",
    arguments: [
      ("2025-11-25", "2025-11-25"), ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25"),
    ])
  func version(_ wanted: String, _ given: String) throws {
    var server = try server()
    let answer = try answer(
      &server,
      #"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"\#(wanted)"}}"#
    )
    let result = try #require(answer?["result"] as? [String: Any])
    #expect(result["protocolVersion"] as? String == given)
    #expect(answer?["id"] as? String == "a")
  }

  @Test(
    "a malformed message gets a protocol error",
    arguments: [
      ("nonsense", -32700), ("{\"jsonrpc\":", -32700), ("\u{0}", -32700),
      (String(repeating: "[", count: 100_000), -32700), ("[]", -32600), ("7", -32600),
      (#"{"id":1,"method":"ping"}"#, -32600), (#"{"jsonrpc":"2.0","id":1}"#, -32600),
      (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#, -32601),
      (#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":[1]}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#, -32602),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list","arguments":[]}}"#,
        -32602
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list","arguments":{"html":"x"}}}"#,
        -32602
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"probe","arguments":{}}}"#,
        -32602
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"show","arguments":{"trace":{}}}}"#,
        -32602
      ),
    ])
  func malformed(_ text: String, _ expected: Int) throws {
    var server = try started()
    #expect(code(try answer(&server, text)) == expected, "\(text.prefix(80))")
    #expect(try answer(&server, #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)?["result"] != nil)
  }

  @Test("notifications and responses of the client get no response, and tools require 'initialize'")
  func silence() throws {
    var server = try server()
    #expect(
      code(try answer(&server, #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)) == -32600)
    for text in [
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","method":"nonsense"}"#, #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
    ] {
      #expect(try answer(&server, text) == nil)
    }
  }

  @Test("damaged messages of any kind never end the server")
  func damaged() throws {
    var server = try started()
    let text = Array(
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"show","arguments":{"trace":["a",1],"db":"x"}}}"#
        .utf8)
    var random = SystemSeed(state: UInt64(Cases.firstSeed) + 1)
    for _ in 0..<Cases.count * 20 {
      var damaged = text
      for _ in 0..<(1 + random.next() % 3) {
        let place = Int(random.next() % UInt64(damaged.count))
        switch random.next() % 3 {
        case 0: damaged[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: damaged.remove(at: place)
        default: damaged.insert(damaged[Int(random.next() % UInt64(damaged.count))], at: place)
        }
      }
      if let bytes = server.answer(damaged[...]) {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(bytes)) }
      }
    }
  }

  @Test("only files below the root are read, and a link outside it is refused")
  func confinement() throws {
    var server = try started()
    let log = try Files.read(Repository.path("fixtures/traces/two-flings.jsonl"))
    try Files.write(log, to: folder.file("served/in.jsonl"))
    try Files.write(log, to: folder.file("out.jsonl"))
    try Files.write(log, to: folder.file("served-out.jsonl"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("served/link.jsonl"), withDestinationPath: folder.file("out.jsonl"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("served/up"), withDestinationPath: folder.file(""))
    #expect(mkfifo(folder.file("served/pipe"), 0o600) == 0)
    for path in [
      "../out.jsonl", "link.jsonl", "up/out.jsonl", folder.file("out.jsonl"), "pipe", "missing",
      folder.file("served-out.jsonl"), "/etc/passwd", "-", "in.jsonl\\u0000", "", ".", "up",
    ] {
      for tool in ["import", "recognize"] {
        let refused = try call(&server, tool, #"{"file":["\#(path)"]}"#)
        #expect(!refused.isResult, "\(tool) \(path): \(refused.text)")
      }
      let refused = try call(&server, "list", #"{"db":"\#(path)"}"#)
      #expect(!refused.isResult, "\(path): \(refused.text)")
    }
    #expect(try call(&server, "import", #"{"file":["in.jsonl"]}"#).isResult)
    let inside = folder.file("served/up/served/in.jsonl")
    #expect(try call(&server, "import", #"{"file":["\#(inside)"]}"#).isResult)
    #expect(try !call(&server, "explain", #"{"trace":"1","config":"../c.json"}"#).isResult)
    #expect(try !call(&server, "compare", #"{"side":["1","1@/etc/c.json:a"]}"#).isResult)
    #expect(try !call(&server, "query", #"{"sql":"-"}"#).isResult)
    #expect(try !call(&server, "query", #"{"sql":"ATTACH '\#(folder.file("x"))' AS x"}"#).isResult)
  }

  @Test("without --write, nothing below the root changes")
  func readOnly() throws {
    let log = try Files.read(Repository.path("fixtures/traces/card-carousel.jsonl"))
    var server = try started()
    try Files.write(log, to: folder.file("served/cards.jsonl"))
    let store = folder.file("served/kept.sqlite")
    #expect(scrolltrace("import", "--db", store, folder.file("served/cards.jsonl")).code == .ok)
    let before = try contents()
    for (tool, arguments) in [
      ("import", #"{"file":["cards.jsonl"]}"#), ("diagnose", #"{"db":"kept.sqlite"}"#),
      ("replay", #"{"db":"kept.sqlite"}"#), ("findings", #"{"db":"kept.sqlite"}"#),
      ("report", #"{"db":"kept.sqlite","trace":["1"]}"#), ("settles", #"{"db":"kept.sqlite"}"#),
    ] {
      let run = try call(&server, tool, arguments)
      #expect(run.isResult, "\(tool): \(run.text)")
    }
    #expect(try contents() == before)
    #expect(
      code(
        try answer(
          &server,
          #"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"import","arguments":{"file":["cards.jsonl"],"db":"new.sqlite"}}}"#
        )) == -32602)
    var writer = try started(isWritable: true)
    #expect(try call(&writer, "import", #"{"file":["cards.jsonl"],"db":"new.sqlite"}"#).isResult)
    #expect(Files.exists(folder.file("served/new.sqlite")))
    #expect(
      try !call(&writer, "import", #"{"file":["cards.jsonl"],"db":"../new.sqlite"}"#).isResult)
    #expect(!Files.exists(folder.file("new.sqlite")))
  }

  /// The bytes of every file below the root.
  private func contents() throws -> [String: [UInt8]] {
    let root = folder.file("served")
    var found: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: root) {
      found[name] = try Files.read("\(root)/\(name)")
    }
    return found
  }

  @Test("a message or result that is too long is refused with the reason")
  func limits() throws {
    let input = Array(
      (Self.hello + "\n" + String(repeating: " ", count: ToolServer.messageLimit + 1) + "\n").utf8)
    let lines = LineReader(ByteSource(bytes: input), limit: ToolServer.messageLimit)
    var server = try server()
    _ = try lines.next().map { server.answer($0) }
    let line = try #require(try lines.next())
    let answer = server.answer(line)
    let refused = try #require(answer)
    #expect(String(decoding: refused, as: UTF8.self).contains("at most 4 MiB"))
    #expect(
      scrolltrace(
        "import", "--db", ToolServer.storePath(in: folder.file("session")),
        Repository.path("fixtures/traces/two-flings.jsonl")
      ).code == .ok)
    let long = try call(
      &server, "query",
      #"{"sql":"WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i+1 FROM n LIMIT 300) SELECT hex(zeroblob(50000)) FROM n"}"#
    )
    #expect(!long.isResult && long.text.contains("more than 16 MiB"), "\(long.text.prefix(200))")
  }
}

/// A small generator of numbers, the same on every machine.
private struct SystemSeed {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
