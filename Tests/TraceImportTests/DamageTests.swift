import ScrollModel
import Simulation
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("Damaged logs")
struct DamageTests {
  /// The lines of a log of 40 lines whose events are distinguishable without their times.
  static let lines: [String] =
    [#"{"scrolltrace":1,"name":"feed","device":"iPhone17,1","axes":"vertical"}"#]
    + (0..<39).map { index -> String in
      let (number, time) = (Int64(index), "\(Double(index) * 8.25)")
      return switch index % 4 {
      case 0: touchLine(number, at: time)
      case 1: #"{"t":\#(time),"k":"phase","to":"interacting","vx":\#(number),"vy":0.125}"#
      case 2: #"{"t":\#(time),"k":"position","id":"card-\#(number)"}"#
      default: #"{"t":\#(time),"k":"note","name":"mark","text":"caf\u00e9 \#(number)"}"#
      }
    }

  /// The event of each line after the header.
  static let events: [TraceEvent] = {
    let sink = try? Log.read(lines)
    return sink?.traces.first?.events ?? []
  }()

  @Test("the log that the tests damage is intact at first")
  func whole() throws {
    #expect(try Log.read(Self.lines).diagnostics.isEmpty)
    #expect(Self.events.count == 39)
    #expect(Set(Self.events).count == 39)
  }

  @Test("a log truncated at any byte gives every line before the cut and no other", .promise(9))
  func truncation() throws {
    let bytes = Log.bytes(Self.lines)
    let ends = Self.lines.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.utf8.count + 1) }
    for count in 0..<bytes.count {
      // A last line that only lacks its line break is complete.
      let whole = ends.dropFirst().count { $0 - 1 <= count }
      let expected = Array(Self.events.prefix(max(0, whole - 1)))
      let isHalfLine = !ends.contains(count) && !ends.contains(count + 1)
      do {
        let (sink, _) = try Log.read(bytes: Array(bytes[..<count]))
        let events = sink.traces.first?.eventsWithoutRemarks
        #expect(events == expected, "cut at \(count)")
        #expect(sink.losses.map(\.kind) == (isHalfLine ? ["cut-off-line"] : []), "cut at \(count)")
        #expect(sink.violations.isEmpty)
      } catch let error as ImportError {
        #expect(whole == 0, "cut at \(count): \(error)")
      }
    }
  }

  @Test("every line unchanged by random bit flips is read", .promise(9), arguments: Cases.seeds())
  func bitFlips(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var bytes = Log.bytes(Self.lines)
    for _ in 0..<10 {
      bytes[Int(generator.below(UInt64(bytes.count)))] ^= 1 << UInt8(generator.below(8))
    }
    let sink: CollectingSink
    do {
      sink = try Log.read(bytes: bytes).sink
    } catch let error as ImportError {
      // One damaged digit makes the version newer, which is rejected before anything else.
      #expect(error.kind == .newer)
      #expect(!bytes.starts(with: Array(Self.lines[0].utf8)))
      return
    }
    #expect(sink.violations.isEmpty, "seed \(seed)")
    var arrived = Set(sink.traces.flatMap(\.events))
    let damaged = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let whole = Set(damaged.map { String(decoding: $0, as: UTF8.self) })
    for (index, line) in Self.lines.enumerated().dropFirst() where whole.contains(line) {
      // Next to an incomplete line, a correct time may look damaged.
      let isBeside = [index - 1, index + 1].contains { place in
        Self.lines.indices.contains(place) && place > 0 && !whole.contains(Self.lines[place])
      }
      let hasArrived = arrived.remove(Self.events[index - 1]) != nil
      if !hasArrived && !isBeside {
        Issue.record("seed \(seed): line \(index + 1) is whole and did not arrive: \(line)")
      }
    }
  }

  @Test(
    "random logs with flipped, removed or inserted bytes never trap", .promise(9),
    arguments: Cases.seeds()
  )
  func anyDamage(_ seed: UInt64) throws {
    var random = RandomTraces(seed: seed)
    var generator = SeededGenerator(seed: seed)
    var bytes = try Log.write(random.capture(traces: 2, events: 20))
    for _ in 0...generator.below(20) {
      let place = Int(generator.below(UInt64(max(1, bytes.count))))
      guard bytes.indices.contains(place) else { break }
      switch generator.below(4) {
      case 0: bytes[place] ^= 1 << UInt8(generator.below(8))
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + 40))
      case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 40)], at: place)
      default:
        bytes[place] =
          Array("{}[]\",:0-e\n".utf8).randomElement(using: &generator) ?? 0
      }
    }
    var sink = CollectingSink()
    do {
      _ = try NativeImport.read(ByteSource(bytes: bytes), into: &sink)
    } catch is ImportError {
      // Nothing of it could be read, which is a valid result.
    }
    #expect(sink.violations.isEmpty, "seed \(seed)")
  }

  @Test(
    "a bad value in the header is skipped and named, and every other key is kept",
    arguments: [
      #""clock":{"name":1}"#, #""clock":{"name":"a","origin":7}"#, #""clock":5"#, #""clock":[]"#,
      #""source":{"format":"a","hash":5}"#, #""source":"x""#, #""quality":{"touch":"bogus"}"#,
      #""quality":{"touch":{}}"#, #""quality":{"touch":-1}"#, #""quality":{"bogus":"exact"}"#,
      #""quality":{"touch":[1],"wheel":"derived"}"#, #""quality":7"#, #""metadata":[]"#,
      #""metadata":"x""#, #""axes":"up""#, #""axes":{}"#, #""space":"miles""#, #""space":1"#,
      #""scale":0"#, #""scale":-1"#, #""scale":1001"#, #""scale":"3""#, #""scale":1e400"#,
      #""time":"hours""#, #""time":1"#, #""origin":"x""#, #""origin":1e300"#, #""origin":{}"#,
      #""device":1"#, #""device":{}"#, #""system":[]"#, #""app":true"#, #""parent":1"#,
      #""configuration":{}"#, #""device":"\ud800""#,
    ])
  func badHeaderValues(_ member: String) throws {
    let sink = try Log.read([
      #"{"scrolltrace":1,"name":"feed",\#(member),"other":{"kept":true},"k":"header"}"#,
      touchLine(1, at: "5"), touchLine(2, at: "6"),
    ])
    let trace = try #require(sink.traces.first)
    #expect(sink.diagnostics.count == 1)
    #expect(sink.diagnostics.first?.line == 1)
    #expect((sink.diagnostics.first?.column ?? 0) >= 1)
    #expect(trace.information.name == "feed")
    #expect(trace.information.metadata == [MetadataEntry(key: "other", json: #"{"kept":true}"#)])
    #expect(trace.events == [touch(1), touch(2)])
    #expect(trace.times.map(\.nanoseconds) == [5_000_000, 6_000_000])
  }

  @Test(
    "a damaged first line does not hide the rest",
    arguments: [
      #"{"scrolltrace":1,"name":"feed""#, #"{"scrolltrace":1,"name":feed}"#, #"{"scr"#, "garbage",
      #"{"scrolltrace":1,}"#, #"{"scrolltrace":}"#, "\u{0}\u{0}\u{0}", "[]", "{}",
      #"{"name":"feed"}"#,
    ])
  func damagedFirstLine(_ line: String) throws {
    let sink = try Log.read([line, touchLine(1, at: "5"), touchLine(2, at: "6")])
    #expect(sink.traces.first?.eventsWithoutRemarks == [touch(1), touch(2)])
    #expect(!sink.diagnostics.isEmpty)
    #expect(sink.diagnostics.allSatisfy { $0.line == 1 })
    #expect(sink.violations.isEmpty)
  }

  @Test("a log without a header is read as milliseconds of an unnamed trace, with a notice")
  func noHeader() throws {
    let sink = try Log.read([touchLine(1, at: "5"), touchLine(2, at: "6")])
    #expect(sink.traces.first?.events == [touch(1), touch(2)])
    #expect(sink.traces.first?.times.map(\.nanoseconds) == [5_000_000, 6_000_000])
    #expect(sink.kinds == ["no-header"])
    #expect(sink.losses.isEmpty)
  }

  @Test("lost lines are part of a gap before the next event of their trace")
  func gaps() throws {
    let sink = try Log.read([
      Log.header, touchLine(1, at: "1"), "damage", "damage", touchLine(2, at: "2"), "damage",
    ])
    let (first, second) = (TraceTime(nanoseconds: 1_000_000), TraceTime(nanoseconds: 2_000_000))
    #expect(
      sink.traces.first?.events == [
        touch(1), .stream(.gap(from: first, to: second, count: 2)), touch(2),
        .stream(.gap(from: second, to: second, count: 1)),
      ])
    #expect(sink.losses.map(\.line) == [3, 4, 6])
  }
}
