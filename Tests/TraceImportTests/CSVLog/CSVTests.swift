import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("Scroll logs as tables")
struct CSVTests {
  static let table = "t_ms,offset_x,offset_y\n16.5,0,0\n32.75,0,1.5\n49,0,6\n"

  static func outcome(_ text: String, _ companion: String? = nil) -> ImportOutcome {
    ImportOutcome(.csv, Array(text.utf8), companions: companion.map { [Array($0.utf8)] } ?? [])
  }

  static func frames(_ outcome: ImportOutcome) -> [String] {
    zip(outcome.times.joined(), outcome.events.joined()).compactMap { time, event in
      guard case .observation(.frame(let frame)) = event else { return nil }
      return "\(time.nanoseconds): \(frame.offset.x) \(frame.offset.y)"
    }
  }

  @Test(
    "every spelling of programs and spreadsheets gives the same events",
    arguments: [
      table, "\u{FEFF}" + table, table.replacing("\n", with: "\r\n"), "\n# a comment\n" + table,
      table.replacing(",", with: ";"), table.replacing(",", with: "\t"),
      table.replacing(",", with: ";").replacing(".", with: ","),
      "time (ms),scrollX,scrollY\n16.5,+0,0.0\n\"32.75\",0,1.50\n49.,0,6e0\n",
      "\"t_ms\",\"offset_x\",\"offset_y\"\n\"16,5\",\"0\",\"0\"\n\"32,75\",\"0\",\"1,5\"\n49,0,6\n",
      "timestamp_s,x,y\n0.0165,0,0\n0.03275,0,1.5\n0.049,0,6\n",
      "t_us,contentOffset.x,contentOffset.y\n16500,0,0\n32750,0,1.5\n49000,0,6",
      "Time (\u{3BC}s),x,y\n16500,0,0\n32750,0,1.5\n49000,0,6\n",
      "elapsed_ns,scrollLeft,scrollTop,note\n16500000,0,0,\n32750000,0,1.5,a\n49000000,0,6,b\n",
      "offset_y,t,offset_x\n0,16.5,0\n1.5,32.75,0\n6,49,0\n",
      "t,offset_x,offset_y\n0.0165,0,0\n0.03275,0,1.5\n0.049,0,6\n",
      "16.5,0,0\n32.75,0,1.5\n49,0,6\n", "16.5,0\n32.75,1.5\n49,6\n",
      "sep=;\r\nt_ms;offset_y\r\n16,5;0\r\n32,75;1,5\r\n49;6\r\n",
      "sep=\t\n16,5\t0\n32,75\t1,5\n49\t6\n", "\"sep=,\"\n" + table,
      "t_ms,pageXOffset,pageYOffset\n16.5,0,0\n32.75,0,1.5\n49,0,6\n",
      "t_ms,offset\n16.5,0\n32.75,1.5\n49,6\n",
      "t_ms,offset,offset_y\n16.5,7,0\n32.75,7,1.5\n49,7,6\n",
      "timestamp,t_ms,y\n2026-01-01T08:00:00Z,16.5,0\n2026-01-01T08:00:00Z,32.75,1.5\n,49,6\n",
      "elapsed_time_ms,scroll_position\n16.5,0\n32.75,1.5\n49,6\n",
      "t_ms,x_offset,y_offset\n16.5,0,0\n32.75,0,1.5\n49,0,6\n",
      "t_ms,event,x,y\n16.5,scroll,0,0\n32.75,scroll,0,1.5\n49,scrollend,0,6\n",
      "t_ms,timestamp,y,elapsed_s\n16.5,1,0,1\n32.75,2,1.5,2\n49,3,6,3\n",
    ])
  func dialects(_ text: String) throws {
    let outcome = Self.outcome(text)
    let found = try #require(CaptureFormat.recognize(FormatHead(Array(text.utf8), isWhole: true)))
    #expect(found.format == .csv)
    #expect(
      Self.frames(outcome) == ["16500000: 0.0 0.0", "32750000: 0.0 1.5", "49000000: 0.0 6.0"])
    #expect(outcome.diagnostics.allSatisfy { $0.severity == .notice })
  }

  @Test("guessed columns or units are reported")
  func guesses() {
    #expect(Self.outcome(Self.table).kinds.isEmpty)
    #expect(Self.outcome("16.5,0,0\n32.75,0,1.5\n").kinds == ["no-header", "time-unit-guessed"])
    #expect(Self.outcome("t,y\n16.5,0\n32.75,1.5\n").kinds == ["time-unit-guessed"])
  }

  @Test(
    "nanoseconds since boot are not mistaken for Unix times",
    arguments: [
      7_234_567_890_123, 52_345_678_901_234, 1_234_567_890_123_456, 1_700_000_000_000_000_000,
    ] as [Int64])
  func nanosecondsSinceBoot(_ start: Int64) {
    let rows = (Int64(0)..<4).map { "\(start + $0 * 8_333_333),\($0)\n" }
    let outcome = Self.outcome("timestamp,scrollY\n" + rows.joined())
    #expect(
      Self.frames(outcome) == [
        "0: 0.0 0.0", "8333333: 0.0 1.0", "16666666: 0.0 2.0", "24999999: 0.0 3.0",
      ])
    #expect(outcome.kinds == ["time-unit-guessed"])
  }

  @Test(
    "sparse Unix times have the unit of their magnitude",
    arguments: ["1700000000000,0\n1700000004000,3\n", "1700000000000000,0\n1700000001500000,3\n"])
  func sparseUnixTimes(_ rows: String) throws {
    let outcome = Self.outcome("timestamp,scrollY\n" + rows)
    let last = try #require(outcome.times.first?.last)
    #expect(last.nanoseconds >= 1_500_000_000)
    #expect(outcome.information.first?.clock?.name == "unix_ms")
  }

  @Test("a microsecond sign in an older encoding is recognized")
  func oldMicroSign() {
    let bytes =
      Array("Time (".utf8) + [0xB5] + Array("s),y\n16500,0\n32750,1.5\n49000,6\n".utf8)
    let outcome = ImportOutcome(.csv, bytes)
    #expect(
      Self.frames(outcome) == ["16500000: 0.0 0.0", "32750000: 0.0 1.5", "49000000: 0.0 6.0"])
  }

  @Test("absolute times are counted from the first one, which is kept")
  func origin() throws {
    let outcome = Self.outcome("t_ms,y\n1700000000000.25,0\n1700000000016.25,3\n")
    #expect(outcome.times == [[.zero, TraceTime(nanoseconds: 16_000_000)]])
    let information = try #require(outcome.information.first)
    #expect(information.clock == SourceClock(name: "unix_ms", origin: "1700000000000.25 ms"))
    #expect(information.axes == .vertical)
  }

  @Test("every lost row before the first valid one is reported, and no other row is lost")
  func lostStart() {
    let lost = String(repeating: "?,1\n", count: 40_000)
    let outcome = Self.outcome("t_ms,y\n16,0\n" + lost + "32,3\n48,6\n")
    let early = Self.outcome("t_ms,y\n" + lost + "16,0\n32,3\n48,6\n")
    for outcome in [outcome, early] {
      #expect(Self.frames(outcome).count == 3)
      #expect(outcome.violations.isEmpty)
    }
    #expect(early.diagnostics.count == outcome.diagnostics.count)
    #expect(early.diagnostics.last?.message == outcome.diagnostics.last?.message)
  }

  @Test("a repeated header is no damage")
  func repeatedHeader() {
    let again = "sep=,\r\nt_ms,offset_y\r\n"
    let outcome = Self.outcome(again + "0,0\r\n16,1\r\n" + again + "32,2\r\n")
    #expect(Self.frames(outcome).count == 3)
    #expect(outcome.kinds.isEmpty)
    // It also shows that a single row starts a new recording.
    let brief = Self.outcome(again + "0,0\r\n16,1\r\n" + again + "0,2\r\n500,3\r\n")
    #expect(
      Self.frames(brief) == [
        "0: 0.0 0.0", "16000000: 0.0 1.0", "16000000: 0.0 2.0", "516000000: 0.0 3.0",
      ])
    #expect(brief.kinds == ["time-restart"])
  }

  @Test(
    "late rows do not start another recording",
    arguments: [
      // A single row with an earlier time, also as the last row.
      "0,,\n400,,\n800,,\n300,,\n900,,\n", "0,,\n400,,\n800,,\n300,,\n",
      // A single row with a time far ahead.
      "0,,\n16,,\n9000,,\n32,,\n48,,\n64,,\n",
      // Touches after all frames, and one finger's touches after the other's.
      "0,,\n400,,\n800,,\n0,1,down\n300,1,up\n0,2,down\n300,2,up\n",
    ])
  func lateRows(_ rows: String) {
    let text = rows.split(separator: "\n").map { row in
      row.hasSuffix(",,") ? "\(row),,,7" : "\(row),1,1,"
    }
    let outcome = Self.outcome(
      "t_ms,pointer,event,x,y,offset_y\n" + text.joined(separator: "\n") + "\n")
    let times = outcome.times.joined().map(\.nanoseconds)
    #expect(times.count == text.count)
    #expect(times == times.sorted())
    #expect(Set(outcome.kinds) == ["out-of-order"])
  }

  @Test("all tables start a new recording together")
  func recordingsOfTwo() {
    let outcome = Self.outcome(
      "t_ms,offset_y\n0,0\n500,1\n1000,2\n0,3\n500,4\n",
      "t_ms,event,id,x,y\n100,down,1,9,70\n600,up,1,9,60\n100,down,1,9,50\n600,up,1,9,40\n")
    #expect(
      Self.frames(outcome) == [
        "0: 0.0 0.0", "500000000: 0.0 1.0", "1000000000: 0.0 2.0", "1000000000: 0.0 3.0",
        "1500000000: 0.0 4.0",
      ])
    #expect(
      Self.timedTouches(outcome) == [
        "100 1 began 70.0", "600 1 ended 60.0", "1100 1 began 50.0", "1600 1 ended 40.0",
      ])
    #expect(outcome.kinds == ["time-restart"])
  }

  @Test(
    "a comma before three digits is read in the style of the table's other numbers",
    arguments: [
      ("\"1,200\"", "\"1,5\"", 1.2), ("\"1,200\"", "\"0,250\"", 1.2),
      ("\"1,200\"", "\"1,300.5\"", 1200), ("\"-1,200\"", "\"1,000,000\"", -1200),
      ("\"1,200\"", "7", nil), ("\"1,200.5\"", "7", 1200.5), ("\"1200,500\"", "7", 1200.5),
    ] as [(String, String, Double?)])
  func commas(_ cell: String, _ other: String, _ value: Double?) {
    let outcome = Self.outcome("t_ms,offset_x,offset_y\n0,\(other),0\n16,0,\(cell)\n32,0,3\n")
    let read = Self.frames(outcome).first { $0.hasPrefix("16000000: ") }
    #expect(read == value.map { "16000000: 0.0 \($0)" })
    #expect(outcome.kinds == (value == nil ? ["bad-number"] : []))
    if value == nil {
      #expect(outcome.diagnostics.first?.message.contains("may be 1200 or 1.200") == true)
    }
  }

  @Test("rows of separators alone are skipped")
  func emptyRows() {
    let outcome = Self.outcome(
      "t_ms;offset_x;offset_y\r\n0;0;0\r\n;;\r\n16,5;0;5\r\n; ;\r\n;;\r\n;;")
    #expect(Self.frames(outcome) == ["0: 0.0 0.0", "16500000: 0.0 5.0"])
    #expect(outcome.kinds.isEmpty)
    #expect(
      !outcome.events.joined().contains { if case .stream = $0 { true } else { false } })
  }

  @Test(
    "words for missing values are read as empty cells, and a missing offset is data loss",
    arguments: ["nil", "null", "NaN", "nan", "NA", "undefined", "None"])
  func missingValues(_ word: String) {
    let outcome = Self.outcome(
      "t_ms,offset_x,offset_y,content_w,content_h,event,x,y,force\n"
        + "0,0,0,390,900,\(word),\(word),\(word),\(word)\n"
        + "16,0,5,\(word),\(word),down,9,70,\(word)\n32,0,\(word),390,900,,,,\n")
    #expect(Self.frames(outcome) == ["0: 0.0 0.0", "16000000: 0.0 5.0"])
    let size = FrameGeometry(contentSize: Size(width: 390, height: 900))
    #expect(Self.sizes(outcome) == [size, size])
    #expect(Self.touches(outcome) == ["0 began 9.0 70.0"])
    #expect(outcome.kinds == ["missing-value"])
  }

  static func sizes(_ outcome: ImportOutcome) -> [FrameGeometry] {
    outcome.events.joined().compactMap { event in
      guard case .observation(.frame(let frame)) = event else { return nil }
      return frame.geometry
    }
  }

  @Test("missing sizes across the scroll axis are filled in and reported")
  func halfSizes() {
    func geometry(_ content: Size?, _ container: Size?) -> FrameGeometry {
      FrameGeometry(contentSize: content, containerSize: container)
    }
    let heights = Self.outcome(
      "t_ms,offset_y,content_h,container_h\n0,0,5000,844\n16,4,,\n20,5,6000,\n")
    let (short, long) = (Size(width: 0, height: 5000), Size(width: 0, height: 6000))
    let container = Size(width: 0, height: 844)
    #expect(
      Self.sizes(heights) == [
        geometry(short, container), geometry(short, container), geometry(long, container),
      ])
    #expect(heights.kinds == ["half-size"])
    #expect(heights.information.first?.qualities[.geometry] == .derived)
    let bounds = Self.outcome("t_ms,y,bounds.size.width,bounds.size.height\n0,0,390,844\n")
    #expect(Self.sizes(bounds) == [geometry(nil, Size(width: 390, height: 844))])
    let brief = Self.outcome("t_ms,x,y,cw,ch,vw,vh\n0,0,0,390,5000,390,844\n")
    #expect(
      Self.sizes(brief) == [
        geometry(Size(width: 390, height: 5000), Size(width: 390, height: 844))
      ])
    let equal = Self.outcome("t_ms,scrollX,scrollWidth,innerWidth,innerHeight\n0,0,900,390,844\n")
    #expect(
      Self.sizes(equal) == [
        geometry(Size(width: 900, height: 844), Size(width: 390, height: 844))
      ])
    // If both axes scroll, the other length cannot be inferred.
    let both = Self.outcome("t_ms,offset_x,offset_y,content_h\n0,0,0,5000\n16,1,1,5000\n")
    #expect(Self.sizes(both) == [.unknown, .unknown])
    #expect(both.kinds == ["half-size"])
    #expect(both.information.first?.qualities[.geometry] == nil)
    // A size may be split over two rows.
    let late = Self.outcome("t_ms,offset_y,content_w,content_h\n0,0,390,\n16,1,,900\n")
    #expect(Self.sizes(late).map(\.contentSize) == [nil, Size(width: 390, height: 900)])
    #expect(late.kinds.isEmpty)
  }

  @Test("text in UTF-16 is refused with a remedy", arguments: [true, false])
  func wide16(_ hasMark: Bool) {
    let mark: [UInt8] = hasMark ? [0xFF, 0xFE] : []
    let bytes = mark + Array(Self.table.utf8).flatMap { [$0, UInt8(0)] }
    #expect(ImportOutcome(.csv, bytes).error?.contains("is text in UTF-16") == true)
    #expect(CaptureFormat.recognize(FormatHead(bytes, isWhole: true)) == nil)
    let close = CaptureFormat.nearMiss(FormatHead(bytes, isWhole: true))
    #expect(close?.contains("save it as UTF-8") == true)
  }

  @Test(
    "a damaged row is lost alone, with its line and a gap",
    arguments: [
      ("32.75,0,x", "bad-number"), ("x,0,1.5", "bad-time"), ("32.75,0,", "missing-value"),
      ("32.75", "missing-value"), (",0,1.5", "bad-time"), ("32.75,0,1e99", "out-of-range"),
      ("-1e30,0,1", "bad-time"), ("32.75,0,1.5.5", "bad-number"),
    ])
  func damage(_ row: String, _ kind: String) {
    let outcome = Self.outcome(Self.table.replacing("32.75,0,1.5", with: row))
    #expect(Self.frames(outcome) == ["16500000: 0.0 0.0", "49000000: 0.0 6.0"])
    #expect(outcome.kinds == [kind])
    #expect(outcome.diagnostics.first?.line == 3)
    #expect(
      outcome.events.joined().contains { if case .stream(.gap) = $0 { true } else { false } })
  }

  @Test("phases and sizes are read from rows without an offset")
  func rowsOfChanges() throws {
    let outcome = Self.outcome(
      """
      t_ms,offset_y,content_h,container_h,phase
      0,0,9000,844,ScrollPhase.idle
      16,,9100,,
      32,5,,,interacting
      48,,,,decelerating
      64,9,,,

      """)
    let phases = outcome.events.joined().compactMap { event -> ScrollPhase? in
      switch event {
      case .observation(.phase(let change)): change.new
      case .observation(.frame(let frame)): frame.phase
      default: nil
      }
    }
    #expect(phases == [.idle, .interacting, .decelerating])
    let heights = outcome.events.joined().compactMap { event -> Double? in
      guard case .observation(.frame(let frame)) = event else { return nil }
      return frame.geometry.contentSize?.height
    }
    #expect(heights == [9000, 9100, 9100])
    #expect(outcome.kinds == ["half-size"])
  }

  @Test("coordinates in a table with scroll phases are offsets")
  func scrollPhases() {
    let outcome = Self.outcome("t_ms,x,y,phase\n0,0,0,idle\n16,0,5,interacting\n")
    #expect(Self.frames(outcome) == ["0: 0.0 0.0", "16000000: 0.0 5.0"])
    #expect(outcome.kinds.isEmpty)
  }

  @Test("late rows are sorted by time and reported")
  func disorder() {
    let outcome = Self.outcome("t_ms,y\n16,0\n48,2\n32,1\n64,3\n")
    #expect(
      Self.frames(outcome) == [
        "16000000: 0.0 0.0", "32000000: 0.0 1.0", "48000000: 0.0 2.0", "64000000: 0.0 3.0",
      ])
    #expect(outcome.kinds == ["out-of-order"])
  }

  @Test(
    "other text is not recognized as a table",
    arguments: [
      "hello, world\nthis is, text\n", "a,b,c\n1,2,3\n", "1,2,3\n2,x,3\n", "name,t_ms\nx,1\n",
      "5\n6\n",
      "{\"t\":1}\n", "[1,2]\n", "9,1\n8,2\n",
    ])
  func otherText(_ text: String) {
    #expect(CaptureFormat.csv.recognize(FormatHead(Array(text.utf8), isWhole: true)) == nil)
    #expect(Self.outcome(text).error != nil)
  }

  @Test(
    "captures give the values that the page logged",
    arguments: ["open-list-touch", "open-snapx-carousel"])
  func captures(_ name: String) throws {
    guard Captures.has("csv/\(name).offsets.csv") else { return }
    var options = ImportOptions()
    options.companions = [
      try ByteSource(path: "\(Captures.folder)/csv/\(name).touches.csv")
    ]
    let (_, sink, _) = try Captures.read("csv/\(name).offsets.csv", options: options)
    let trace = try #require(sink.traces.first)
    #expect(sink.traces.count == 1)
    let truth = try Truth(name)
    let start = truth.frames.first?.time ?? 0
    let first = trace.offsets.first?.time ?? 0
    #expect(trace.offsets.count > 290)
    for (time, offset) in trace.offsets {
      let unix = start + time - first
      #expect(truth.distance(of: offset, at: unix, within: 1) == 0, "\(time)")
    }
    #expect(trace.touches.count == truth.touches.count)
    for (time, touch) in trace.touches {
      #expect(
        truth.touches.contains {
          $0.phase == touch.phase && ($0.position.x - touch.position.x).magnitude < 0.001
            && ($0.position.y - touch.position.y).magnitude < 0.001
            && ($0.happened - start - time + first).magnitude < 0.2
        }, "\(touch) at \(time)")
    }
  }
}
