import ScrollModel
import TestSupport
import Testing
import TextKit
import TraceImport

@Suite("Perfetto's protobuf traces")
struct PerfettoTests {
  private func read(_ bytes: [UInt8]) throws -> CollectingSink {
    var sink = CollectingSink()
    _ = try CaptureFormat.perfetto.read(ByteSource(bytes: bytes), into: &sink)
    return sink
  }

  private func offsets(_ sink: CollectingSink) -> [Double] {
    sink.traces.first?.frames.map(\.offset.y) ?? []
  }

  @Test("a seed with interned names, delta clocks, packed packets and a reset gives all offsets")
  func seed() throws {
    let sink = try read(TracingCaptures.seed("perfetto/scroll.pftrace"))
    let trace = try #require(sink.traces.first)
    #expect(offsets(sink) == [0, 10.25, 20.5, 30.75, 41, 46, 51, 59])
    // The first begins 10 + 100 + 5 µs after the clock's snapshot at 6 ms; the mark 10 µs.
    #expect(trace.frames.dropFirst().first?.time == 105_000)
    #expect(trace.notes("mark").map(\.time) == [0])
    #expect(
      trace.notes("input").map(\.note.text) == ["touch-start", "scroll-begin", "touch-end"])
    #expect(trace.notes("input").first?.note.duration == 10_000)
    #expect(
      trace.notes("scroll-jank-v4").map(\.note.text) == [
        "janky: MISSED_VSYNC_DURING_FAST_SCROLL, 3 vsyncs missed"
      ])
    #expect(trace.notes("scroll-jank-v4").first?.note.duration == 50_000)
    #expect(trace.information.name == "scroller 4 of process 7")
    #expect(trace.information.app == "Chrome/156.0.0.0")
    #expect(trace.information.system == "Linux 6.1")
    #expect(trace.information.clock == SourceClock(name: "linux_monotonic", origin: "6010000 ns"))
  }

  @Test("two fingers and a wheel of Android's dispatcher are read in pixels of the display")
  func touches() throws {
    let sink = try read(TracingCaptures.seed("perfetto/touch.pftrace"))
    #expect(sink.traces.map(\.information.name) == ["display 0"])
    let trace = try #require(sink.traces.first)
    #expect(trace.information.coordinateSpace == .devicePixels)
    let samples = trace.events.compactMap { event -> String? in
      switch event {
      case .input(.touch(let touch)):
        "\(touch.pointer) \(touch.phase) \(touch.position.x) \(touch.position.y)"
      case .input(.wheel(let wheel)): "wheel \(wheel.delta.dx) \(wheel.delta.dy)"
      default: nil
      }
    }
    #expect(
      samples == [
        "0 began 100.0 200.0", "0 moved 101.5 190.0", "0 stationary 102.0 180.0",
        "1 began 300.0 400.0", "0 moved 103.0 170.0", "1 moved 301.0 390.0",
        "0 ended 103.0 170.0", "1 stationary 301.0 390.0", "1 ended 302.0 380.0",
        "wheel 0.0 1.0",
      ])
    #expect(trace.times.last?.nanoseconds == 100_000)
  }

  @Test("pixels of the device's display become points if both sizes are given")
  func points() throws {
    var options = ImportOptions()
    options.screen = Size(width: 500, height: 1000)
    options.panel = Size(width: 1000, height: 2000)
    var sink = CollectingSink()
    let source = ByteSource(bytes: try TracingCaptures.seed("perfetto/touch.pftrace"))
    _ = try CaptureFormat.perfetto.read(source, options: options, into: &sink)
    let trace = try #require(sink.traces.first)
    #expect(trace.information.coordinateSpace == .points)
    let places = trace.events.compactMap { event -> Point? in
      if case .input(.touch(let touch)) = event { touch.position } else { nil }
    }
    #expect(places.prefix(2) == [Point(x: 50, y: 100), Point(x: 50.75, y: 95)])
    let deltas = trace.events.compactMap { event -> Vector? in
      if case .input(.wheel(let wheel)) = event { wheel.delta } else { nil }
    }
    #expect(deltas == [Vector(dx: 0, dy: 1)])
  }

  @Test("displays have Android's numbers", arguments: [0, 1, 2, -1] as [Int64])
  func displays(_ display: Int64) throws {
    func axis(_ number: Int64, _ value: Double) -> [UInt8] {
      Packet.bytes(1, Packet.number(1, number), Packet.double(2, value))
    }
    let zigzag = display < 0 ? -2 * display - 1 : 2 * display
    let motion = Packet.bytes(
      1, Packet.number(2, 5_000), Packet.number(3, 0x1002), Packet.number(4, 0),
      Packet.number(6, zigzag), Packet.bytes(9, axis(0, 10), axis(1, 20)))
    let sink = try read(Packet.packet(Packet.bytes(112, Packet.bytes(5, motion))))
    #expect(sink.traces.map(\.information.name) == ["display \(display)"])
  }

  @Test("Android's input is read without the dispatcher, as in traces of 2024 and 2025")
  func inputAlone() throws {
    func axis(_ number: Int64, _ value: Double) -> [UInt8] {
      Packet.bytes(1, Packet.number(1, number), Packet.double(2, value))
    }
    func touch(_ time: Int64, _ action: Int64, _ places: [UInt8]...) -> [UInt8] {
      let motion = Packet.bytes(
        1, Packet.number(2, time), Packet.number(3, 0x1002), Packet.number(4, action),
        Packet.bytes(9, places.flatMap { $0 }))
      return Packet.packet(Packet.bytes(106, motion))
    }
    // At an edge of the screen a coordinate is missing; without both there is no position.
    let sink = try read(
      touch(1_000, 0, axis(1, 200)) + touch(2_000, 2, axis(0, 4)) + touch(2_500, 2)
        + touch(3_000, 1, axis(0, 5), axis(1, 190)))
    let places = try #require(sink.traces.first).events.compactMap { event -> Point? in
      if case .input(.touch(let touch)) = event { touch.position } else { nil }
    }
    #expect(places == [Point(x: 0, y: 200), Point(x: 4, y: 0), Point(x: 5, y: 190)])
    #expect(sink.traces.first?.events.count == 3)
  }

  @Test("lost and damaged packets leave a gap between Android's touches")
  func lostTouches() throws {
    func axis(_ number: Int64, _ value: Double) -> [UInt8] {
      Packet.bytes(1, Packet.number(1, number), Packet.double(2, value))
    }
    func touch(_ time: Int64, _ y: Double, _ action: Int64) -> [UInt8] {
      let motion = Packet.bytes(
        1, Packet.number(2, time), Packet.number(3, 0x1002), Packet.number(4, action),
        Packet.bytes(9, axis(0, 10), axis(1, y)))
      return Packet.packet(Packet.bytes(112, Packet.bytes(5, motion)))
    }
    let lost = Packet.packet(Packet.number(42, 1))
    let elsewhere =
      Packet.packet(sequence: 9, Packet.number(8, 1))
      + Packet.packet(sequence: 9, Packet.number(42, 1))
    let packed = Packet.packet(sequence: 9, Packet.bytes(50, [1, 2, 3]))
    let holes: [([UInt8], Int)] = [(lost, 1), ([0xFF, 0xFF], 1), (packed, 1), (elsewhere, 0)]
    for (hole, gaps) in holes {
      let sink = try read(
        touch(1_000, 200, 0) + touch(2_000, 190, 2) + hole + touch(9_000, 100, 2)
          + touch(9_500, 90, 1))
      let trace = try #require(sink.traces.first)
      let expected = TraceEvent.stream(
        .gap(from: TraceTime(nanoseconds: 1_000), to: TraceTime(nanoseconds: 8_000), count: nil))
      #expect(trace.events.count { $0 == expected } == gaps)
      #expect(trace.events.count == 4 + gaps)
      #expect(sink.violations == [])
    }
  }

  /// An event of Android's input: one finger at x 10, or none if its position was omitted.
  private func motion(
    _ time: Int64, _ y: Double?, _ action: Int64, flags: Int64 = 0
  ) -> [UInt8] {
    func axis(_ number: Int64, _ value: Double) -> [UInt8] {
      Packet.bytes(1, Packet.number(1, number), Packet.double(2, value))
    }
    let pointer = y.map { Packet.bytes(9, axis(0, 10), axis(1, $0)) } ?? Packet.bytes(9, [])
    let motion = Packet.bytes(
      y == nil ? 2 : 1, Packet.number(2, time), Packet.number(3, 0x1002),
      Packet.number(4, action), Packet.number(8, flags), pointer)
    return Packet.packet(Packet.bytes(112, Packet.bytes(5, motion)))
  }

  @Test("a finger that Android cancels is cancelled, whatever the action")
  func takenBack() throws {
    let sink = try read(
      motion(1_000, 200, 0) + motion(2_000, 190, 6, flags: 0x21) + motion(3_000, 180, 0)
        + motion(4_000, 170, 1, flags: 0x1))
    let phases = try #require(sink.traces.first).events.compactMap { event -> TouchPhase? in
      if case .input(.touch(let touch)) = event { touch.phase } else { nil }
    }
    #expect(phases == [.began, .cancelled, .began, .ended])
  }

  @Test("touches without positions are counted and leave a gap")
  func redacted() throws {
    let sink = try read(
      motion(1_000, 200, 0) + motion(2_000, nil, 2) + motion(3_000, nil, 2)
        + motion(4_000, 170, 1))
    let trace = try #require(sink.traces.first)
    let gap = TraceEvent.stream(
      .gap(from: .zero, to: TraceTime(nanoseconds: 3_000), count: nil))
    #expect(trace.events.count { $0 == gap } == 1)
    #expect(trace.events.count == 3)
    #expect(sink.kinds == ["redacted-input"])
    #expect(sink.diagnostics.first?.message.hasPrefix("2 input events") ?? false)
    let error = #expect(throws: ImportError.self) { try read(motion(1_000, nil, 0)) }
    #expect(error?.description.contains("TRACE_LEVEL_COMPLETE") ?? false)
  }

  @Test("a trace without a clock snapshot has one clock")
  func bareClock() throws {
    let sink = try read(Packet.move(5_000, 0, 3) + Packet.move(9_000, 3, 4))
    #expect(offsets(sink) == [0, 3, 4])
    #expect(sink.traces.first?.times.last?.nanoseconds == 4_000)
  }

  @Test("a packet on an unknown clock is counted and not guessed")
  func unknownClock() throws {
    let snapshot = Packet.packet(
      Packet.bytes(6, Packet.bytes(1, Packet.number(1, 3) + Packet.number(2, 1_000))))
    let sink = try read(
      snapshot + Packet.move(5_000, 0, 3) + Packet.move(6, 3, 4, clock: 64)
        + Packet.move(9_000, 3, 5))
    #expect(offsets(sink).last == 5)
    #expect(!offsets(sink).contains(4))
    #expect(sink.kinds.contains("missing-state"))
  }

  @Test("after lost packets, events with interned names are skipped until the next reset")
  func loss() throws {
    let reset = Packet.packet(Packet.number(13, 1))
    let lost = Packet.packet(Packet.number(42, 1))
    let sink = try read(
      reset + Packet.move(1_000, 0, 1, flags: 2) + lost + Packet.move(2_000, 1, 2, flags: 2)
        + reset + Packet.move(3_000, 2, 3, flags: 2))
    // The offset in between is known from the start of the next move, but its time is not.
    #expect(offsets(sink) == [0, 1, 2, 3])
    #expect(sink.traces.first?.frames.map(\.time).suffix(2) == [2_000, 2_000])
    #expect(sink.kinds.contains("packet-loss"))
    #expect(sink.kinds.contains("missing-state"))
    let gaps = sink.traces.first?.events.count {
      if case .stream(.gap) = $0 { true } else { false }
    }
    #expect(gaps == 1)
  }

  @Test("interned names are separate for every sequence and after every reset")
  func sequences() throws {
    func named(_ sequence: Int64, _ name: String) -> [UInt8] {
      Packet.packet(
        sequence: sequence, Packet.number(13, 1),
        Packet.bytes(12, Packet.bytes(2, Packet.number(1, 1), Packet.text(2, name))))
    }
    func touch(_ sequence: Int64, _ time: Int64) -> [UInt8] {
      Packet.packet(
        sequence: sequence, Packet.number(8, time), Packet.number(58, 3), Packet.number(13, 2),
        Packet.bytes(11, Packet.number(9, 3), Packet.number(10, 1)))
    }
    let sink = try read(
      named(2, "InputLatency::TouchStart") + named(3, "InputLatency::TouchEnd") + touch(2, 1_000)
        + touch(3, 2_000) + named(2, "Unrelated") + touch(2, 3_000)
        + named(2, "InputLatency::MouseWheel") + touch(2, 4_000))
    let trace = try #require(sink.traces.first)
    #expect(trace.notes("input").map(\.note.text) == ["touch-start", "touch-end", "wheel"])
  }

  @Test(
    "bytes between packets are skipped with their position, and the rest is read",
    arguments: [
      [0xFF], [0x0A], [0x0A, 0x05, 0x01], [0x00, 0x00], [0x12, 0x01, 0x00],
      [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x0A, 0x80, 0x80, 0x80, 0x04, 0x01],
    ] as [[UInt8]])
  func damage(_ bad: [UInt8]) throws {
    let before = Packet.move(1_000, 0, 1)
    let sink = try read(
      before + bad + Packet.move(2_000, 1, 2) + Packet.move(3_000, 2, 3)
        + Packet.move(4_000, 3, 4))
    #expect(offsets(sink).suffix(2) == [3, 4])
    #expect(sink.losses.contains { $0.kind == "damaged-packet" && $0.byte != nil })
    #expect(sink.violations == [])
  }

  @Test("packed packets that cannot be unpacked or use zstd are counted")
  func packed() throws {
    let sink = try read(
      Packet.packet(Packet.bytes(50, [1, 2, 3])) + Packet.packet(Packet.bytes(133, [1]))
        + Packet.move(1_000, 0, 1))
    #expect(offsets(sink).last == 1)
    #expect(sink.kinds.contains("zstd"))
    #expect(sink.losses.contains { $0.message.contains("do not unpack") })
  }

  /// Bytes as zlib stores data that it could not compress.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    let size = [
      UInt8(truncatingIfNeeded: bytes.count), UInt8(truncatingIfNeeded: bytes.count >> 8),
    ]
    var packed: [UInt8] = [0x78, 0x01, 0x01]
    packed += size
    packed += size.map { ~$0 }
    packed += bytes
    for half in [high, low] {
      packed += [UInt8(truncatingIfNeeded: half >> 8), UInt8(truncatingIfNeeded: half)]
    }
    return packed
  }

  @Test("a trace of packed packets alone is recognized, even if the first one is long")
  func allPacked() throws {
    let packets = (0..<3).flatMap { number in
      Packet.move(1_000 + Int64(number) * 1_000, Double(number), Double(number + 1))
    }
    let text = Packet.bytes(1, Packet.bytes(50, Self.stored(packets)))
    for head in [
      FormatHead(text, isWhole: true), FormatHead(Array(text.prefix(40)), isWhole: false),
    ] {
      #expect(CaptureFormat.recognize(head)?.format == .perfetto)
    }
    #expect(offsets(try read(text)) == [0, 1, 2, 3])
  }

  @Test("events in the format before 2020 are read")
  func legacy() throws {
    let event = Packet.packet(
      Packet.number(8, 1_000), Packet.number(58, 3),
      Packet.bytes(
        11, Packet.text(23, "ScrollTree::SetScrollOffset"),
        Packet.bytes(4, Packet.text(10, "x"), Packet.double(5, 0)),
        Packet.bytes(4, Packet.text(10, "y"), Packet.number(4, 6)),
        Packet.bytes(6, Packet.number(2, 0x58), Packet.number(3, 7))))
    let sink = try read(Packet.move(500, 0, 5) + event)
    #expect(offsets(sink) == [0, 5, 6])
  }

  /// A move in the format before 2020, which includes its time.
  private func oldMove(_ old: Double, _ new: Double, _ time: [UInt8]) -> [UInt8] {
    func corner(_ name: String, _ y: Double) -> [UInt8] {
      let place = Packet.bytes(11, Packet.text(10, "y"), Packet.double(5, y))
      return Packet.bytes(4, Packet.text(10, name), place)
    }
    return Packet.packet(
      Packet.number(13, 2),
      Packet.bytes(
        11, time, Packet.number(9, 3), Packet.text(23, "ScrollTree::ScrollBy"),
        corner("old_offset", old), corner("new_offset", new)))
  }

  @Test("times before 2020 are relative to the thread descriptor, and a loss invalidates them")
  func ownTimes() throws {
    let thread = Packet.packet(
      Packet.number(13, 1),
      Packet.bytes(
        44, Packet.number(1, 100), Packet.number(2, 101), Packet.text(5, "Compositor"),
        Packet.number(6, 900_000)))
    let step = Packet.number(1, 16_000)
    let moves =
      oldMove(0, 10, step) + oldMove(10, 20, step) + oldMove(20, 30, Packet.number(16, 940_000))
      + oldMove(30, 40, step)
    let sink = try read(thread + moves)
    let trace = try #require(sink.traces.first)
    #expect(trace.information.name == "scroller of process 100")
    #expect(trace.information.clock?.origin == "916000000 ns")
    #expect(offsets(sink) == [0, 10, 20, 30, 40])
    #expect(trace.frames.map(\.time) == [0, 0, 16_000_000, 24_000_000, 32_000_000])
    #expect(sink.losses == [])
    let reset = Packet.packet(Packet.number(42, 1)) + Packet.packet(Packet.number(13, 1))
    let torn = try read(thread + moves + reset + oldMove(40, 50, step))
    #expect(offsets(torn) == [0, 10, 20, 30, 40])
    #expect(torn.losses.map(\.kind) == ["packet-loss", "missing-state"])
  }

  @Test(
    "a mark is recognized whatever its name",
    arguments: ["Layout", "Presentation", "EventLatency", "ScrollTree::ScrollBy"])
  func markNames(_ name: String) throws {
    let mark = Packet.packet(
      Packet.number(8, 1_500), Packet.number(58, 3),
      Packet.bytes(
        11, Packet.number(9, 3), Packet.number(11, 7), Packet.text(22, "blink.user_timing"),
        Packet.text(23, name)))
    let sink = try read(Packet.move(1_000, 0, 1) + mark + Packet.move(2_000, 1, 2))
    let trace = try #require(sink.traces.first)
    #expect(trace.notes("mark").map(\.note.text) == [name])
    #expect(offsets(sink) == [0, 1, 2])
    #expect(trace.events.count == 4)
  }

  @Test("a trace without scrolling is refused with what to record")
  func nothing() throws {
    let error = #expect(throws: ImportError.self) {
      try read(Packet.packet(Packet.number(8, 5)) + Packet.packet(Packet.number(8, 6)))
    }
    #expect(error?.kind == .nothingWhole)
    #expect(error?.description.contains("android.input.inputevent") ?? false)
  }
}
