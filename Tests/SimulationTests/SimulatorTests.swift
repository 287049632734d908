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
  /// They were written down from the first run and change only with a change of what the
  /// simulation makes, which is then said in the change log.
  static let digests: [(name: String, perfect: UInt64, noisy: UInt64)] = [
    ("cards-paging", 0x80C9_D51F_9C77_E6DC, 0x8B40_5341_794B_6E48),
    ("cards-right-to-left", 0xE6D6_3FF9_77BC_80E7, 0x8C46_A90E_BB12_FA6A),
    ("chat-from-bottom", 0x7F6C_A481_8906_75E6, 0x09D6_CA0B_42D4_A0A6),
    ("feed-irregular", 0x39ED_F762_9D1D_8279, 0xE542_7F0B_A2B1_F666),
    ("grid-two-columns", 0x04C6_D8F3_F6AC_AB58, 0x782B_3480_51AE_FAAC),
    ("keyboard", 0x09A4_C6F8_4619_4602, 0x0C4B_45C7_4926_2E3E),
    ("lazy-estimates", 0xD157_C6BC_BD13_FDEB, 0xCD92_3374_C2E3_1D57),
    ("map-both-ways", 0xF821_9318_9224_AF3B, 0xF821_9318_9224_AF3B),
    ("nested-carousel", 0x8BB3_D97D_66A2_FFEC, 0x0035_9451_5BAC_8A71),
    ("pagination", 0x254E_2874_897C_81AF, 0x4F3D_0056_4DCA_D250),
    ("rotation", 0xB1C1_07A1_025E_0ED1, 0x3725_16EC_0309_F915),
    ("short-content", 0x52D0_AC1A_955F_1E8D, 0xF121_8963_10A4_B298),
  ]

  @Test("the same seed gives the same bytes as ever", arguments: digests)
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

  @Test("another seed moves noisy samples and nothing else")
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

  @Test("a send and a run give the same trace, with the labels of its scene")
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

  @Test("an option out of its range is named with its value and its range")
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

  @Test("a seed beyond what JSON numbers hold is written as text")
  func largeSeed() throws {
    var options = SimulationOptions()
    options.seed = .max
    let json = try simulate("", options: options).information.metadata.first?.json
    #expect(json == #"{"seed":"18446744073709551615","touch_hz":120}"#)
  }
}
