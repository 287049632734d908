import ScrollModel
import Simulation
import TestSupport
import Testing
import TextKit

/// Which cases of enumerations occurred in values, and which optionals had and lacked a value.
struct Coverage {
  private(set) var cases: [String: Set<String>] = [:]
  private(set) var filled: Set<String> = []
  private(set) var empty: Set<String> = []
  private(set) var flags: [String: Set<Bool>] = [:]

  mutating func add(_ any: Any, _ path: String = "") {
    let mirror = Mirror(reflecting: any)
    // An optional flag would match as the flag.
    if mirror.displayStyle != .optional, let flag = any as? Bool {
      let label = path.split(separator: ".").last.map(String.init) ?? path
      flags[label, default: []].insert(flag)
      return
    }
    switch mirror.displayStyle {
    case .optional:
      guard let child = mirror.children.first else {
        empty.insert(path)
        return
      }
      filled.insert(path)
      add(child.value, path)
    case .enum:
      let name = mirror.children.first?.label ?? "\(any)"
      cases["\(mirror.subjectType)", default: []].insert(name)
      for child in mirror.children { add(child.value, "\(path).\(name)") }
    case .collection, .dictionary, .set:
      for child in mirror.children { add(child.value, path) }
    default:
      for child in mirror.children { add(child.value, "\(path).\(child.label ?? "")") }
    }
  }
}

@Suite("random traces")
struct RandomTracesTests {
  /// Every case of every enumeration that an event can hold.
  static let eventCases: [String: Set<String>] = [
    "TraceEvent": ["input", "observation", "stream"],
    "Input": ["touch", "wheel", "command", "layout", "edit", "container"],
    "Observation": [
      "frame", "phase", "position", "visibility", "visibleSet", "release", "annotation",
    ],
    "StreamEvent": ["gap", "repair", "keyframe"],
    "Command": ["scroll", "write", "cancel"],
    "ScrollDestination": ["id", "edge", "point", "x", "y"],
    "ScrollAnimation": ["none", "automatic", "timed", "spring"],
    "ContentEdit": ["insert", "remove", "move", "resize"],
    "Value": ["int", "string", "uuid", "other"],
    "TouchPhase": names(TouchPhase.self), "SampleDelivery": names(SampleDelivery.self),
    "WheelPhase": names(WheelPhase.self), "ScrollPhase": names(ScrollPhase.self),
    "Edge": names(Edge.self), "CommandRoute": names(CommandRoute.self),
    "AnimationCurve": names(AnimationCurve.self), "LayoutDirection": names(LayoutDirection.self),
    "PinnedRole": names(PinnedRole.self),
  ]

  static func names<Word: CaseIterable>(_ type: Word.Type) -> Set<String> {
    Set(type.allCases.map { "\($0)" })
  }

  @Test("every case and both states of every optional occur within 2,000 events", arguments: 0..<8)
  func eventCoverage(seed: Int) {
    var random = RandomTraces(seed: UInt64(seed))
    var coverage = Coverage()
    for (_, event) in random.trace(events: 2000).events { coverage.add(event) }
    #expect(coverage.cases == Self.eventCases)
    #expect(coverage.filled == coverage.empty)
    // One path for each optional of the model's events.
    #expect(coverage.filled.count == 34, "\(coverage.filled.sorted())")
    #expect(
      Set(coverage.flags.keys) == [
        "isOptional", "isPrecise", "isPositionedByUser", "isVisible", "isEstimated",
        "preservesVelocity", "isScrollDisabled",
      ])
    #expect(coverage.flags.values.allSatisfy { $0.count == 2 })
  }

  @Test("every field of a trace's information occurs with and without a value", arguments: 0..<4)
  func informationCoverage(seed: Int) {
    var random = RandomTraces(seed: UInt64(seed))
    var coverage = Coverage()
    var metadataCounts: Set<Int> = []
    for _ in 0..<200 {
      let information = random.information()
      coverage.add(information)
      metadataCounts.insert(information.metadata.count)
      #expect(!information.qualities.values.contains(.exact))
    }
    #expect(
      coverage.cases == [
        "CoordinateSpace": Self.names(CoordinateSpace.self),
        "ScrollAxes": Self.names(ScrollAxes.self),
        "Quantity": Self.names(Quantity.self), "SampleQuality": ["throttled", "derived"],
      ])
    #expect(coverage.filled == coverage.empty)
    #expect(
      coverage.filled == [
        ".parentName", ".device", ".system", ".app", ".declaredConfiguration", ".axes", ".scale",
        ".clock", ".clock.origin", ".source", ".source.hash",
      ])
    #expect(metadataCounts.isSuperset(of: [0, 1, 2, 3]))
  }

  @Test("every event is within the model and times never decrease")
  func validity() {
    for seed in Cases.seeds() {
      var random = RandomTraces(seed: seed)
      let events = random.trace(events: 200).events
      var last = TraceTime.zero
      #expect(events.first?.time == .zero)
      for (index, (time, event)) in events.enumerated() {
        #expect(ModelLimits.problem(with: event, at: time) == nil, "seed \(seed): \(event)")
        #expect(time >= last)
        last = time
        if case .stream(.keyframe(let count)) = event {
          #expect(count <= Int64(events.count - index - 1), "seed \(seed)")
        }
      }
    }
  }

  @Test("the values include known edge cases")
  func edges() {
    var random = RandomTraces(seed: 1)
    var numbers: Set<UInt64> = []
    var ids: Set<TargetID> = []
    var equalTimes = 0
    var last: TraceTime?
    for (time, event) in random.trace(events: 4000).events {
      if time == last { equalTimes += 1 }
      last = time
      switch event {
      case .input(.touch(let sample)): numbers.insert(sample.position.x.bitPattern)
      case .input(.wheel(let sample)): numbers.insert(sample.delta.dx.bitPattern)
      case .observation(.visibility(let event)): ids.insert(event.id)
      case .observation(.visibleSet(let set)): ids.formUnion(set.ids)
      case .input(.layout(let layout)): ids.formUnion(layout.targets.map(\.id))
      default: continue
      }
    }
    #expect(equalTimes > 500)
    let values = numbers.map(Double.init(bitPattern:))
    #expect(values.contains(1e9) && values.contains(-1e9) && values.contains(0))
    #expect(values.contains { $0.isSubnormal })
    #expect(!numbers.contains((-0.0).bitPattern))
    let texts = Set(
      ids.compactMap { id -> [UInt8]? in
        if case .string(let text) = id.value { Array(text.utf8) } else { nil }
      })
    for text in [
      "", "'; DROP TABLE frame;--", "</script>", "\u{202E}gnp.exe", "\u{0}", "caf\u{E9}",
      "cafe\u{301}", String(repeating: "x", count: 1024),
    ] {
      let isThere = texts.contains(Array(text.utf8))
      #expect(isThere, "\(text.debugDescription)")
    }
  }

  @Test("no hostile text exceeds the length limit of ids, and no two have the same bytes")
  func hostileTexts() {
    let texts = RandomValues.hostileTexts.map { Array($0.utf8) }
    #expect(texts.allSatisfy { $0.count <= ModelLimits.idBytes })
    #expect(texts.map(\.count).max() == ModelLimits.idBytes)
    #expect(Set(texts).count == texts.count)
  }

  @Test("metadata is compact JSON, and the hash of a source is 64 hexadecimal digits")
  func information() throws {
    var random = RandomTraces(seed: 6)
    for _ in 0..<Cases.count {
      let information = random.information()
      for entry in information.metadata {
        var scanner = JSONScanner(Array(entry.json.utf8))
        #expect(try scanner.rawValue().count == entry.json.utf8.count)
        try scanner.end()
      }
      if let hash = information.source?.hash {
        #expect(hash.utf8.count == 64 && hash.allSatisfy(\.isHexDigit))
      }
    }
  }

  @Test("a parent comes before its children in a capture")
  func captures() throws {
    for seed in Cases.seeds() {
      var random = RandomTraces(seed: seed)
      let capture = random.capture(traces: 4, events: 20)
      for (index, trace) in capture.traces.enumerated() {
        guard let parent = trace.information.parentName else { continue }
        let names = capture.traces.prefix(index).map { Array($0.information.name.utf8) }
        #expect(names.contains(Array(parent.utf8)), "seed \(seed)")
      }
      var sink = Collector()
      try capture.send(to: &sink)
      #expect(sink.traces.map(\.information) == capture.traces.map(\.information))
      for (sent, trace) in zip(sink.traces, capture.traces) {
        #expect(EventDigest.of(sent.events) == EventDigest.of(trace.events), "seed \(seed)")
      }
    }
  }

  @Test("the digest of a seed's events is stable, and another seed has another digest")
  func determinism() {
    func digest(_ seed: UInt64) -> UInt64 {
      var random = RandomTraces(seed: seed)
      return EventDigest.of(random.trace(events: 500).events)
    }
    #expect(digest(1) == 0xC143_E07C_8D93_F169)
    #expect(digest(2) != digest(1))
  }
}
