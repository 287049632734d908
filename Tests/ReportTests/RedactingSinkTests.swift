import ScrollModel
import TestSupport
import Testing

@testable import Report

@Suite("Redacted traces")
struct RedactingSinkTests {
  private let redaction = Redaction(salt: "salt")

  private func redacted(
    _ events: [TraceEvent], _ information: TraceInformation = TraceInformation(name: "SECRET"),
    _ redaction: Redaction? = nil
  ) throws -> (trace: CollectingSink.Trace, sink: CollectingSink, statements: [String]) {
    var sink = RedactingSink(CollectingSink(), redaction ?? self.redaction)
    let number = try sink.beginTrace(information)
    for event in events { try sink.append(event, at: .zero, to: number) }
    return (sink.sink.traces[0], sink.sink, sink.statements)
  }

  @Test("every event keeps its kind and is accepted by any sink", arguments: EventVariations.all)
  func kinds(variations: Variations<TraceEvent>) throws {
    let events = variations.all
    let result = try redacted(events)
    #expect(result.trace.events.count == events.count)
    #expect(result.sink.violations.isEmpty)
    for (before, after) in zip(events, result.trace.events) {
      switch (before, after) {
      case (.input(.touch), _), (.input(.wheel), _), (.input(.container), _),
        (.observation(.frame), _), (.observation(.phase), _), (.stream(.gap), _),
        (.stream(.keyframe), _):
        #expect(before == after)
      case (.input(.layout(let before)), .input(.layout(let after))):
        #expect(before.contentSize == after.contentSize)
        #expect(before.targets.map(\.frame) == after.targets.map(\.frame))
        #expect(before.targets.map(\.isEstimated) == after.targets.map(\.isEstimated))
        #expect(before.targets.map(\.pinned) == after.targets.map(\.pinned))
      case (.observation(.release(var before)), .observation(.release(let after))):
        before.chosenID = before.chosenID.map(redaction.id)
        #expect(before == after)
      default: break
      }
    }
  }

  @Test("no id, name or text remains")
  func secrets() throws {
    let secret = TargetID("SECRET 1")
    let other = TargetID(.other(type: "SECRETType", text: "SECRET(2)"), isOptional: true)
    var information = TraceInformation(name: "SECRET")
    information.parentName = "SECRET"
    information.app = "SECRET"
    information.declaredConfiguration =
      "position: id(\"a\\\"SECRET\"), behavior: custom(\"SECRET\\\\\")"
    information.clock = SourceClock(name: "SECRET", origin: "SECRET")
    information.source = SourceOrigin(format: "rrweb", hash: "SECRET")
    information.setMetadata(MetadataEntry(key: "SECRET", json: "\"SECRET\""))
    let events: [TraceEvent] = [
      .input(
        .layout(
          Layout(targets: [TargetFrame(id: secret, frame: Rect(x: 0, y: 0, width: 1, height: 1))]))),
      .input(.edit(.insert(other, index: 0, size: nil))), .input(.edit(.move(other, index: 0))),
      .input(.edit(.remove(secret, index: 0))), .input(.edit(.resize(secret, size: .zero))),
      .input(.command(.write(secret, anchor: nil, animation: .none))),
      .input(
        .command(
          .scroll(
            to: .id(other), anchor: nil, animation: .none, route: .reader, preservesVelocity: false)
        )),
      .observation(.position(PositionReport(id: other))),
      .observation(.visibility(VisibilityEvent(id: secret, isVisible: true))),
      .observation(.visibleSet(VisibleSet(ids: [secret, other]))),
      .observation(.release(ReleaseReport(chosenID: secret))),
      .observation(.annotation(Annotation(kind: "SECRET", text: "SECRET"))),
      .observation(.annotation(Annotation(kind: "app-state", text: "SECRET"))),
      .stream(.repair(kind: "SECRET", text: "SECRET")),
    ]
    let result = try redacted(events, information)
    #expect("\(result.trace)".count(of: "SECRET") == 0)
    #expect("\(result.statements)".count(of: "SECRET") == 0)
    #expect(result.trace.information.metadata == [MetadataEntry(key: "redacted", json: "true")])
    #expect(result.statements.count == 4)
  }

  @Test("words that analyses use stay, and so do durations")
  func notes() throws {
    let notes = [
      Annotation(kind: "app-state", text: "background"),
      Annotation(kind: "play-state", text: "playing"),
      Annotation(kind: "hitch", duration: 12), Annotation(kind: "note", duration: 3),
    ]
    let result = try redacted(notes.map { .observation(.annotation($0)) })
    #expect(result.trace.events == notes.map { .observation(.annotation($0)) })
  }

  @Test(
    "an id keeps its kind and matches the redacted id of a report with the same salt",
    arguments: [
      TargetID(12), TargetID(-3), TargetID("12"), TargetID("card"), TargetID(""), TargetID("f(x)"),
      TargetID(.uuid(1, 2)), TargetID(TargetID.uuidText(1, 2)),
      TargetID(.other(type: "Page", text: "home")), TargetID(.int(.max), isOptional: true),
    ])
  func ids(id: TargetID) {
    let standIn = redaction.id(id)
    #expect(standIn != id)
    #expect(standIn.isOptional == id.isOptional)
    #expect(redaction.id(id.displayText) == standIn.displayText)
    switch (id.value, standIn.value) {
    case (.int, .int), (.string, .string), (.uuid, .uuid), (.other, .other): break
    default: Issue.record("the kind changed")
    }
    #expect(IDType(of: id).isOptional == IDType(of: standIn).isOptional)
  }

  @Test("two ids with the same pseudonym are refused")
  func collision() throws {
    let short = Redaction(salt: "salt", digits: 1)
    let ids = (0..<20).map { TargetID("\($0) of many") }
    #expect(throws: RedactionError.self) {
      try redacted(
        [.observation(.visibleSet(VisibleSet(ids: ids)))], TraceInformation(name: ""), short)
    }
  }
}
