public import ScrollModel

/// Passes traces on with pseudonyms for ids and without free text, so that their replays are
/// unchanged.
///
/// Geometry, times, gestures, commands, phases and their order are unchanged. Kind and optionality
/// of ids are unchanged too, because the matching of positions depends on them.
public struct RedactingSink<Sink: TraceSink>: TraceSink {
  /// The receiver of the redacted traces.
  public var sink: Sink
  private let redaction: Redaction
  private var standIns: [TargetID: TargetID] = [:]
  private var owners: [TargetID: TargetID] = [:]
  private var textCount = 0
  private var entryCount = 0
  private var unreadableCount = 0

  /// Creates a sink that forwards to another one.
  public init(_ sink: Sink, _ redaction: Redaction) {
    self.sink = sink
    self.redaction = redaction
  }

  /// The removed data so far, as sentences.
  public var statements: [String] {
    var statements = [
      "\(ReportText.counted(standIns.count, "id")), the names of traces and behaviors are replaced by "
        + "salted hashes",
      "app, clock and the source's hash are removed; device, system and the source's format stay",
    ]
    if entryCount > 0 {
      statements.append(
        "\(ReportText.counted(entryCount, "metadata entry", "metadata entries")) removed")
    }
    if textCount > 0 {
      statements.append("\(ReportText.counted(textCount, "note")) and repairs lost their text")
    }
    if unreadableCount > 0 {
      statements.append(
        "\(ReportText.counted(unreadableCount, "declared configuration")) removed: it cannot be read"
      )
    }
    return statements
  }

  /// Starts a trace with a pseudonym as its name.
  public mutating func beginTrace(_ information: TraceInformation) throws -> TraceNumber {
    var redacted = redaction.information(information)
    if information.declaredConfiguration != nil, redacted.declaredConfiguration == nil {
      unreadableCount += 1
    }
    entryCount += information.metadata.count
    redacted.setMetadata(MetadataEntry(key: "redacted", json: "true"))
    return try sink.beginTrace(redacted)
  }

  /// Passes an event on.
  public mutating func append(
    _ event: TraceEvent, at time: TraceTime, to trace: TraceNumber
  ) throws {
    try sink.append(redacted(event), at: time, to: trace)
  }

  /// Drops a diagnostic, because it quotes the file.
  public mutating func report(_ diagnostic: Diagnostic) throws {}

  // MARK: Events

  private mutating func redacted(_ event: TraceEvent) throws(RedactionError) -> TraceEvent {
    switch event {
    case .input(let input): return .input(try redacted(input))
    case .observation(let observation): return .observation(try redacted(observation))
    case .stream(.repair):
      textCount += 1
      return .stream(.repair(kind: "repair", text: ""))
    case .stream(.gap), .stream(.keyframe): return event
    }
  }

  private mutating func redacted(_ input: Input) throws(RedactionError) -> Input {
    switch input {
    case .touch, .wheel, .container, .command(.cancel): return input
    case .command(.write(let id, let anchor, let animation)):
      return .command(.write(try standIn(id), anchor: anchor, animation: animation))
    case .command(.scroll(.id(let id), let anchor, let animation, let route, let keeps)):
      return .command(
        .scroll(
          to: .id(try standIn(id)), anchor: anchor, animation: animation, route: route,
          preservesVelocity: keeps))
    case .command(.scroll): return input
    case .layout(var layout):
      for place in layout.targets.indices {
        layout.targets[place].id = try standIn(layout.targets[place].id)
      }
      return .layout(layout)
    case .edit(let edit): return .edit(try redacted(edit))
    }
  }

  private mutating func redacted(_ edit: ContentEdit) throws(RedactionError) -> ContentEdit {
    switch edit {
    case .insert(let id, let index, let size): .insert(try standIn(id), index: index, size: size)
    case .remove(let id, let index): .remove(try standIn(id), index: index)
    case .move(let id, let index): .move(try standIn(id), index: index)
    case .resize(let id, let size): .resize(try standIn(id), size: size)
    }
  }

  private mutating func redacted(
    _ observation: Observation
  ) throws(RedactionError) -> Observation {
    switch observation {
    case .frame, .phase: return observation
    case .position(var report):
      report.id = try standIn(report.id)
      return .position(report)
    case .visibility(var event):
      event.id = try standIn(event.id)
      return .visibility(event)
    case .visibleSet(var set):
      for place in set.ids.indices { set.ids[place] = try standIn(set.ids[place]) }
      return .visibleSet(set)
    case .release(var report):
      report.chosenID = try standIn(report.chosenID)
      return .release(report)
    case .annotation(let note): return .annotation(redacted(note))
    }
  }

  /// Keeps the words that analyses use, and durations.
  private mutating func redacted(_ note: Annotation) -> Annotation {
    let texts = RedactedNotes.texts[note.kind]
    let text = note.text.flatMap { texts?.contains($0) == true ? $0 : nil }
    let kind = texts == nil ? "note" : note.kind
    if text != note.text || kind != note.kind { textCount += 1 }
    return Annotation(kind: kind, text: text, duration: note.duration)
  }

  // MARK: Ids

  private mutating func standIn(_ id: TargetID?) throws(RedactionError) -> TargetID? {
    guard let id else { return nil }
    return try standIn(id) as TargetID
  }

  private mutating func standIn(_ id: TargetID) throws(RedactionError) -> TargetID {
    if let known = standIns[id] { return known }
    let new = redaction.id(id)
    guard owners[new] == nil else { throw RedactionError() }
    owners[new] = id
    standIns[id] = new
    return new
  }
}

/// The annotations that analyses use, with their allowed words.
private enum RedactedNotes {
  static let texts: [String: Set<String>] = [
    "app-state": [
      "active", "foreground", "resumed", "visible", "background", "hidden", "inactive", "paused",
      "suspended",
    ],
    "play-state": ["playing", "paused", "stopped"], "hitch": [],
  ]
}

/// An error: two ids of a trace have the same pseudonym, so its replay would change.
public struct RedactionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    "two ids have the same hash with this salt; give another one with --salt"
  }
}
