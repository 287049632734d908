import ScrollModel
import Simulation
import TestSupport
import Testing
import TextKit

@testable import TraceImport

@Suite("Layout lines beyond the length limit")
struct LongLayoutTests {
  private struct Outcome: Equatable {
    var events: [[TraceEvent]] = []
    var diagnostics: [Diagnostic] = []
    var lostLayouts: Int64 = 0
  }

  private func outcome(_ bytes: [UInt8], limit: Int? = nil, chunkSize: Int = .max) throws -> Outcome
  {
    var options = NativeReader.Options()
    if let limit { options.lineLimit = limit }
    var sink = CollectingSink()
    let source = ByteSource(bytes: bytes, chunkSize: chunkSize)
    let summary = try NativeImport.read(source, options: options, into: &sink)
    return Outcome(
      events: sink.traces.map(\.events), diagnostics: sink.diagnostics,
      lostLayouts: summary.lostLayouts)
  }

  /// Items with ids that contain the separators of items.
  private static let items = [
    #"["a",0,0,100,50]"#, #"[7,0,50,100,50,"estimated"]"#, #"["],[\"\\",0,100,1e2,50.5]"#,
    #" [ {"type":"T","text":"}],"} , 0, 150, 100, 50 ] "#,
    #"[{"uuid":"6F9619FF-8B86-D011-B42D-00C04FC964FF","optional":true},0,200,100,50]"#,
    #"["\u005d\u002c",0,250,100,50]"#,
  ]

  private func line(_ generator: inout SeededGenerator, count: Int) -> String {
    let items = (0..<count).map { _ in
      Self.items[Int(generator.below(UInt64(Self.items.count)))]
    }
    let array = #""items":["# + items.joined(separator: ",") + "]"
    let rest = [#""t":5"#, #""k":"layout""#, #""cw":100,"ch":900"#]
    let place = Int(generator.below(4))
    let members = rest[..<place] + [array] + rest[place...]
    return "{" + members.joined(separator: generator.chance(0.3) ? " ,\t" : ",") + "}"
  }

  private func log(_ line: String, end: String = "\n") -> [UInt8] {
    Array((Log.header + "\n" + line + end).utf8) + Log.bytes([touchLine(1, at: "6")])
  }

  @Test(
    "a layout read in parts equals one read in one piece, at any chunk size",
    arguments: Cases.seeds(oneIn: 4))
  func parts(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let count = 40 + Int(generator.below(60))
    let text = line(&generator, count: count)
    for end in ["\n", "\r\n"] {
      let bytes = log(text, end: end)
      let whole = try outcome(bytes)
      #expect(whole.events.first?.count == 2 && whole.diagnostics.isEmpty, "seed \(seed)")
      for (limit, chunk) in [(128, Int.max), (200, 1), (200, 7), (500, 64)] {
        #expect(
          try outcome(bytes, limit: limit, chunkSize: chunk) == whole,
          "seed \(seed), limit \(limit), \(chunk) bytes at a time")
      }
    }
  }

  @Test(
    "a damaged layout is lost or kept as when read in one piece, at any chunk size",
    arguments: Cases.seeds())
  func damage(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var text = Array(line(&generator, count: 40).utf8)
    let place = Int(generator.below(UInt64(text.count)))
    switch generator.below(4) {
    case 0: text.remove(at: place)
    case 1: text.insert(UInt8(ascii: ","), at: place)
    case 2: text[place] = [0x22, 0x5B, 0x5D, 0x7D, 0x2C, 0x5C][Int(generator.below(6))]
    default: text = Array(text[..<place])
    }
    // A changed line break would make it another line.
    let bytes = Array((Log.header + "\n").utf8) + text + Log.bytes(["", touchLine(1, at: "6")])
    let whole = try outcome(bytes)
    let parted = try outcome(bytes, limit: 200)
    #expect(parted.events == whole.events, "seed \(seed)")
    #expect(parted.diagnostics.isEmpty == whole.diagnostics.isEmpty, "seed \(seed)")
    for chunk in [1, 5, 100] {
      #expect(try outcome(bytes, limit: 200, chunkSize: chunk) == parted, "seed \(seed), \(chunk)")
    }
  }

  @Test("the position of a problem is its position in the line, before, in and after the items")
  func places() throws {
    let items = (0..<60).map { "[\($0),0,0,1,1]" }
    let good = items.joined(separator: ",")
    for text in [
      #"{"t":5,"k":"layout","cw":"x","ch":1,"items":[\#(good)]}"#,
      #"{"t":5,"k":"layout","items":[\#(good),[1,2,3],\#(good)]}"#,
      #"{"t":5,"k":"layout","items":[\#(good),]}"#,
      #"{"t":5,"k":"layout","items":[\#(good),,\#(good)]}"#,
      #"{"t":5,"k":"layout","items":[\#(good)],"cw":"x","ch":1}"#,
      #"{"t":5,"k":"layout","items":[\#(good)],"items":[]}"#,
    ] {
      let whole = try outcome(log(text))
      #expect(whole.diagnostics.count == 1 && whole.lostLayouts == 1, "\(text.suffix(40))")
      #expect(try outcome(log(text), limit: 200) == whole, "\(text.suffix(40))")
    }
  }

  @Test("a lost line of a layout makes the whole layout lost")
  func lostParts() throws {
    let good = #"{"t":5,"k":"layout","items":[["a",0,0,1,1]],"more":true}"#
    let bad = #"{"t":5,"k":"layout","items":[["a",0,0,1]],"more":true}"#
    let last = #"{"t":5,"k":"layout","items":[["c",0,0,1,1]]}"#
    for lines in [[bad, last], [good, bad, last], [bad, good, last]] {
      let result = try outcome(Log.bytes([Log.header] + lines + [touchLine(1, at: "6"), last]))
      let layouts = (result.events.first ?? []).filter {
        if case .input(.layout) = $0 { true } else { false }
      }
      #expect(layouts.count == 1)
      #expect(result.lostLayouts >= 2)
    }
  }

  @Test("a layout with too many targets is lost and counted")
  func tooMany() throws {
    let items = String(repeating: "[1,0,0,1,1],", count: ModelLimits.targets) + "[1,0,0,1,1]"
    let result = try outcome(log(#"{"t":5,"k":"layout","items":[\#(items)]}"#))
    #expect(result.diagnostics.map(\.kind) == ["layout-too-long"])
    #expect(result.lostLayouts == 1)
  }

  @Test("one line of 100,000 targets is read, and export and import preserve it")
  func large() throws {
    let items = (0..<100_000).map { "[\"card-\($0)\",0,\($0 * 100),390,92.5]" }
    let bytes = log(#"{"t":5,"k":"layout","items":[\#(items.joined(separator: ","))]}"#)
    #expect(bytes.count > NativeFormat.lineLimit)
    let read = try outcome(bytes)
    #expect(read.diagnostics.isEmpty)
    guard case .input(.layout(let layout))? = read.events.first?.first else {
      Issue.record("no layout")
      return
    }
    #expect(layout.targets.count == 100_000)
    #expect(layout.targets.last?.frame.origin.y == 9_999_900)
    let written = try Log.write(OneTrace(events: read.events.first ?? []))
    #expect(try outcome(written).events == read.events)
  }

  @Test("a long line of another kind is skipped, whatever its content")
  func otherKinds() throws {
    let ids = (0..<100).map(String.init).joined(separator: ",")
    for text in [
      #"{"t":5,"k":"visible","ids":[\#(ids)]}"#, #"{"t":5,"k":"note","items":[\#(ids)]}"#,
    ] {
      let result = try outcome(log(text), limit: 100)
      #expect(result.diagnostics.map(\.kind) == ["line-too-long"])
      #expect(result.lostLayouts == 0)
    }
  }
}
