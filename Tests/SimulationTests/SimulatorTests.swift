import Foundation
import ScrollModel
import Simulation
import Testing

@Suite("Simulator")
struct SimulatorTests {
  /// A device with every kind of noise.
  static var noisy: SimulationOptions {
    var options = SimulationOptions()
    options.noise.positionJitter = 0.75
    options.noise.timeJitter = 1500
    options.noise.droppedShare = 0.1
    options.noise.coalescedShare = 0.2
    return options
  }

  // MARK: Determinism

  /// Digests of all events of each fixture, on a perfect device and on a noisy one.
  ///
  /// They were recorded in the first run and change only with a change of the simulation's output,
  /// which is then listed in the change log.
  static let digests: [(name: String, perfect: UInt64, noisy: UInt64)] = [
    ("cards-paging", 0x66D2_8A85_9919_A650, 0xCA5B_1062_614D_D0FE),
    ("cards-right-to-left", 0x8503_FA2F_703C_8891, 0x6A63_A2CD_EEBA_D4F9),
    ("chat-from-bottom", 0xED52_84D0_C784_FD74, 0x3180_10F4_C854_21BA),
    ("feed-irregular", 0xD99E_C20A_9A03_7ECA, 0xBDE0_044D_BBD6_5A6F),
    ("grid-two-columns", 0x4B84_1D7F_0BBF_8C6C, 0xAFE9_73B6_00E9_E160),
    ("hiding-bar", 0x9FF5_EA67_25AC_FC6E, 0x7ADB_0E74_A2B0_628E),
    ("keyboard", 0x77B1_12F5_1694_8042, 0x514F_303C_10A6_89BF),
    ("large-title", 0xA4CC_EA9B_74E0_AD0B, 0x9B2E_249D_67ED_873E),
    ("lazy-estimates", 0x4470_1E32_A238_046D, 0x7DD4_41CA_56DB_81C4),
    ("map-both-ways", 0x3D85_E2F3_8DA3_8713, 0x3D85_E2F3_8DA3_8713),
    ("nested-carousel", 0x0853_6257_BC83_EC5C, 0x4B3F_C722_B344_4FDB),
    ("pagination", 0x1678_0436_6350_035B, 0x76A0_2FA7_D125_B2E9),
    ("pull-to-refresh", 0xDCFE_2F38_5DE4_7F15, 0x58C1_7C3F_C6F6_FF5A),
    ("rotation", 0x09B4_80DC_C6DE_D229, 0x9329_CAF6_36AA_DE14),
    ("sections-pinned", 0xDF25_74DD_0A33_67B3, 0x6BD7_08E0_FBA0_FC92),
    ("sheet-detent", 0xFFA1_079E_8988_59BE, 0x2A11_51D0_E26B_5BF9),
    ("short-content", 0xD382_B182_C1A7_918F, 0x42ED_395C_7BF3_40EB),
    ("transcript-keyboard", 0xBEB8_E94E_F8B8_D76B, 0x4190_7C62_B65D_1FDF),
  ]

  @Test("the bytes of a seed are stable", arguments: digests)
  func golden(row: (name: String, perfect: UInt64, noisy: UInt64)) throws {
    let perfect = EventDigest.of(try Fixtures.simulator(row.name).events())
    let noisy = EventDigest.of(try Fixtures.simulator(row.name, options: Self.noisy).events())
    #expect(perfect == row.perfect)
    #expect(noisy == row.noisy)
  }

  @Test("every fixture has its digest, and every script its scene")
  func complete() throws {
    let scripts = try FileManager.default.contentsOfDirectory(
      atPath: Fixtures.root.path() + "/scripts")
    #expect(scripts.sorted() == Fixtures.names.map { $0 + ".script" })
    #expect(Fixtures.names.count >= 10)
    #expect(Self.digests.map(\.name) == Fixtures.names)
  }

  @Test("a finger sampled at the display's rate moves the content with each frame")
  func everyFrame() throws {
    var sink = Collector()
    try ObservedSimulation(
      try Fixtures.simulator("feed-irregular"), configuration: Configuration()
    ).send(to: &sink)
    var (last, phase): (TraceTime?, ScrollPhase?) = (nil, nil)
    var followed = 0
    for (time, event) in sink.traces[0].events {
      guard case .observation(.frame(let frame)) = event else { continue }
      if frame.phase == .interacting, phase == .interacting, let last {
        followed += 1
        #expect(time.nanoseconds - last.nanoseconds <= 8_333_334, "before \(time.milliseconds) ms")
      }
      (last, phase) = (time, frame.phase)
    }
    #expect(followed > 60)
  }

  @Test("another seed changes only noisy samples")
  func otherSeed() throws {
    var options = Self.noisy
    options.noise.droppedShare = 0
    let first = try Fixtures.simulator("cards-paging", options: options).events()
    options.seed = 2
    let second = try Fixtures.simulator("cards-paging", options: options).events()
    #expect(first.count == second.count)
    var moved = 0
    for (a, b) in zip(first, second) where a.event != b.event || a.time != b.time {
      guard case .input(.touch(let sample)) = a.event, sample.phase == .moved else {
        Issue.record("\(a) is not a sample in the middle of a contact")
        continue
      }
      moved += 1
    }
    #expect(moved > 50)
  }

  // MARK: Laws of every trace

  @Test("times never decrease and every event is within the model", arguments: Fixtures.names)
  func validity(name: String) throws {
    for options in [SimulationOptions(), Self.noisy] {
      let simulator = try Fixtures.simulator(name, options: options)
      var run = simulator.run()
      var last = TraceTime.zero
      while let (time, event) = try run.next() {
        #expect(time >= last && time <= run.now)
        #expect(ModelLimits.problem(with: event, at: time) == nil)
        last = time
      }
      #expect(run.now >= last)
      #expect(try run.next() == nil)
    }
  }

  @Test("a contact begins, moves or rests, and ends", arguments: Fixtures.names)
  func touchPhases(name: String) throws {
    for options in [SimulationOptions(), Self.noisy] {
      var isDown = false
      var owes = false
      for (_, sample) in try Fixtures.simulator(name, options: options).touches() {
        #expect(isDown == (sample.phase != .began))
        if owes { #expect(sample.delivery == .direct) }
        owes = sample.delivery == .coalesced
        if owes { #expect(sample.phase == .moved) }
        isDown = sample.phase != .ended
      }
      #expect(!isDown && !owes)
    }
  }

  @Test("send and run give the same trace with the labels of its scene")
  func sending() throws {
    let simulator = try Fixtures.simulator("nested-carousel", options: Self.noisy)
    var sink = Collector()
    try Fixtures.simulator("feed-irregular").send(to: &sink)
    try simulator.send(to: &sink)
    #expect(sink.traces.map(\.information.name) == ["Irregular feed", "Carousel in the feed"])
    let information = sink.traces[1].information
    #expect(information.parentName == "Irregular feed")
    #expect(information.declaredConfiguration == "behavior: interval(172)")
    #expect(information.axes == .horizontal && information.scale == 3)
    #expect(
      information.metadata == [
        MetadataEntry(
          key: "simulation",
          json: #"{"seed":1,"touch_hz":120,"jitter_pt":0.75,"jitter_us":1500,"dropped":0.1,"#
            + #""coalesced":0.2}"#)
      ])
    #expect(EventDigest.of(sink.traces[1].events) == EventDigest.of(try simulator.events()))
  }

  @Test("an option out of range is refused with its value and range")
  func options() throws {
    var options = SimulationOptions()
    options.touchRate = 0
    #expect(
      message { _ = try simulate("", options: options) }
        == "the touch rate is 0.0 samples per second; use 1.0 to 1000.0 samples per second")
    options = SimulationOptions()
    options.noise.droppedShare = .nan
    #expect(
      message { _ = try simulate("", options: options) }
        == "the share of dropped samples is nan; use 0.0 to 1.0")
  }

  @Test("a seed too large for a JSON number is written as text")
  func largeSeed() throws {
    var options = SimulationOptions()
    options.seed = .max
    let json = try simulate("", options: options).information.metadata.first?.json
    #expect(json == #"{"seed":"18446744073709551615","touch_hz":120}"#)
  }
}
