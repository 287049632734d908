import ScrollModel
import Simulation
import TestSupport
import Testing

@testable import TraceStore

@Suite("Digests")
struct DigestTests {
  let stores: Stores

  init() throws {
    stores = try Stores()
  }

  private func digests(_ sources: [OneTrace]) throws -> [TraceDigests] {
    let store = try stores.open("digests-\(stores.directory.names.count).sqlite")
    for source in sources { try store.add(source) }
    return try store.allDigests().compactMap { $0 }
  }

  @Test(
    "import, export and import again give the same three digests", arguments: Cases.seeds(oneIn: 5))
  func routes(_ seed: UInt64) throws {
    var random = RandomTraces(seed: seed)
    let capture = random.capture(traces: 2, events: 80)
    let first = try stores.open("first.sqlite")
    try first.add(LogSource(bytes: try log(of: capture)))
    let exported = try log(of: first.source(of: try first.traces()))
    let second = try stores.open("second.sqlite")
    try second.add(OneTrace.ofEveryKind)
    try second.add(LogSource(bytes: exported))
    let digests = try first.allDigests()
    #expect(digests.count == 2)
    #expect(digests.allSatisfy { $0 != nil })
    #expect(try second.allDigests().dropFirst() == digests[...])
    #expect(try log(of: second.source(of: Array(try second.traces().dropFirst()))) == exported)
  }

  @Test("digesting takes constant memory, whatever the order of events")
  func memory() {
    let repair = TraceEvent.stream(
      .repair(kind: "time-raised", text: String(repeating: "x", count: 99)))
    var digester = TraceDigester(TraceInformation(name: "feed"))
    for _ in 0..<1000 {
      digester.add(repair, at: .zero)
      #expect(digester.waitingByteCount < 10_000)
    }
  }

  @Test("an event added separately changes only one of two digests, whatever its position")
  func apart() {
    let phase = Observation.phase(PhaseChange(old: .idle, new: .idle))
    func frame(_ number: Int) -> Observation {
      .frame(GeometryFrame(offset: Point(x: 0, y: Double(number)), phase: .idle))
    }
    for (before, after) in [(0, 0), (0, 3), (2, 1), (500, 700)] {
      var (with, without) = (ObservationDigester(), ObservationDigester())
      var both = ObservationDigester(hasOther: true)
      for number in 0..<(before + after) {
        let time = TraceTime(nanoseconds: Int64(number))
        if number == before {
          with.add(phase, at: time)
          both.addApart(phase, at: time)
        }
        with.add(frame(number), at: time)
        without.add(frame(number), at: time)
        both.add(frame(number), at: time)
      }
      #expect(both.digest == with.digest && both.otherDigest == without.digest)
      #expect((with.digest == without.digest) == (after == 0))
      #expect(with.otherDigest == nil)
    }
  }

  @Test("a run of frames has the digest of its frames and sets added one by one")
  func stretches() {
    let ids = [TargetID(1), TargetID(2), TargetID("three"), TargetID(4)]
    let geometries = [
      FrameGeometry(), FrameGeometry(contentSize: Size(width: 1, height: 2)),
      FrameGeometry(contentSize: Size(width: 1, height: 2)),
    ]
    // Sets before, between and after all frames, several at one position, and without frames.
    for (frames, places) in [(0, [0]), (3, []), (3, [0, 1, 1, 3]), (700, [2, 699, 700])] {
      var (whole, apart) = (ObservationDigester(), ObservationDigester())
      for geometry in geometries {
        var stretch = FrameRun(
          like: GeometryFrame(offset: .zero, phase: .decelerating, geometry: geometry),
          threshold: 0.5)
        stretch.steps = (0..<frames).map {
          FrameSample(
            time: TraceTime(nanoseconds: Int64($0)), offset: Point(x: 0, y: Double($0)))
        }
        for (number, place) in places.enumerated() {
          let set = VisibleSetOutcome(
            time: TraceTime(nanoseconds: Int64(place)), targets: ids[(number % 4)...])
          stretch.sets.append(VisibleSetChange(set, behind: place))
        }
        whole.add(stretch)
        var told = 0
        stretch.forEach {
          apart.add($0, at: $1)
          told += 1
        }
        #expect(told == frames + places.count)
      }
      #expect(whole.digest == apart.digest, "\(frames) frames, sets at \(places)")
    }
  }

  @Test("digests do not depend on row numbers or other traces of the file")
  func independence() throws {
    let trace = OneTrace.ofEveryKind
    let alone = try digests([trace])
    let among = try digests([OneTrace.long(10), trace, OneTrace.long(3), trace])
    #expect(alone.count == 1)
    #expect(among[1] == alone[0])
    #expect(among[3] == alone[0])
  }

  @Test("any different value gives a different digest", arguments: EventVariations.all)
  func values(_ variations: Variations<TraceEvent>) throws {
    let values = Array(Set(variations.all))
    let digests = try digests(values.map { OneTrace(events: [$0]) })
    #expect(Set(digests).count == values.count)
    switch variations.base {
    case .input:
      #expect(Set(digests.map(\.inputs)).count == values.count)
      #expect(Set(digests.map(\.observations)).count == 1)
      #expect(Set(digests.map(\.information)).count == 1)
    case .observation:
      #expect(Set(digests.map(\.inputs)).count == 1)
      #expect(Set(digests.map(\.observations)).count == values.count)
      #expect(Set(digests.map(\.information)).count == 1)
    case .stream:
      #expect(Set(digests.map(\.inputs)).count == 1)
      #expect(Set(digests.map(\.observations)).count == 1)
      #expect(Set(digests.map(\.information)).count == values.count)
    }
  }

  @Test("any different field of the information gives a different information digest")
  func information() throws {
    let values = informationVariations.all
    let digests = try digests(values.map { OneTrace(information: $0, events: []) })
    #expect(Set(digests.map(\.information)).count == values.count)
    #expect(Set(digests.map(\.inputs)).count == 1)
    #expect(Set(digests.map(\.observations)).count == 1)
  }

  @Test("a quality of exact has the digest of no quality")
  func exactQuality() throws {
    var information = TraceInformation(name: "feed")
    let without = try digests([OneTrace(information: information, events: [])])
    information.qualities[.touch] = .exact
    #expect(try digests([OneTrace(information: information, events: [])]) == without)
  }

  @Test("unusual ids have different digests")
  func ids() throws {
    let digests = try digests(
      hostileIDs.map { OneTrace(events: [.observation(.position(PositionReport(id: $0)))]) })
    #expect(Set(digests).count == Set(hostileIDs).count)
  }

  @Test("a nanosecond, the order and a repetition change the digest")
  func order() throws {
    let (first, second) = (OneTrace.ofEveryKind.events[0], EventVariations.all[0].others[0].value)
    let base = OneTrace(events: [first, second], times: [1, 1])
    let digests = try digests([
      base, OneTrace(events: [first, second], times: [1, 2]),
      OneTrace(events: [second, first], times: [1, 1]), OneTrace(events: [first], times: [1]),
      OneTrace(events: [first, second, second], times: [1, 1, 1]),
    ])
    #expect(Set(digests.map(\.inputs)).count == 5)
  }

  @Test("the order of inputs, observations and remarks is part of the information digest")
  func alternation() throws {
    let input = TraceEvent.input(.command(.cancel))
    let observation = TraceEvent.observation(.annotation(Annotation(kind: "mark")))
    let remark = TraceEvent.stream(.keyframe(count: 0))
    let orders = [
      [input, input, observation, remark], [input, observation, input, remark],
      [observation, input, input, remark], [input, input, remark, observation],
      [remark, input, observation, input],
    ]
    let digests = try digests(orders.map { OneTrace(events: $0, times: [0, 0, 0, 0]) })
    #expect(Set(digests.map(\.inputs)).count == 1)
    #expect(Set(digests.map(\.observations)).count == 1)
    #expect(Set(digests.map(\.information)).count == orders.count)
  }
}
