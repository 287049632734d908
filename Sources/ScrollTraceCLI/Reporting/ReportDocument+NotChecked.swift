import Report
import ScrollModel

extension ReportDocument {
  /// The reason why the recording was not compared, the most basic one first; nil if it was
  /// compared.
  var gap: NotChecked? {
    guard hasRecording else { return noOffsets }
    if matrix.isEmpty { return noConfiguration }
    if matrix.count > 1, information.declaredConfiguration == nil {
      return NotChecked(
        "the trace declares no configuration, and of several that were given none is judged",
        nextCommand: "scrolltrace replay \(traceID) --config CONFIGURATION")
    }
    guard let judgedTrack else { return noReplay }
    return isJudged(by: judgedTrack) ? nil : nothingFree
  }

  private var noOffsets: NotChecked {
    guard !gestures.isEmpty else {
      let holds = marks.isEmpty ? "neither scroll offsets nor input" : "no scroll offsets"
      return NotChecked(
        "the trace has \(holds)", nextCommand: "scrolltrace import RECORDING")
    }
    let isPlaced = [.points, .cssPixels].contains(information.coordinateSpace)
    return NotChecked(
      "the trace has input, but no scroll offsets",
      nextCommand: isPlaced
        ? "scrolltrace attach OFFSETS --gestures \(traceID)"
        : "scrolltrace attach OFFSETS --gestures FILE --screen 390x844")
  }

  private var noConfiguration: NotChecked {
    guard !containers.isEmpty else {
      return NotChecked(
        "the trace declares no configuration and has no container size",
        nextCommand: "scrolltrace attach \(traceID) --container 390x844")
    }
    return NotChecked("the trace declares no configuration", nextCommand: tryBehaviors)
  }

  /// The command that replays the trace under built-in behaviors.
  private var tryBehaviors: String {
    let behaviors = layouts.isEmpty ? "none,paging" : "none,paging,view-aligned"
    return "scrolltrace replay \(traceID) --behavior \(behaviors)"
  }

  private var noReplay: NotChecked {
    NotChecked(
      "the trace cannot be replayed", detail: matrix.first?.settles,
      nextCommand: containers.isEmpty
        ? "scrolltrace attach \(traceID) --container 390x844" : tryBehaviors)
  }

  private var nothingFree: NotChecked {
    NotChecked(
      "every recorded frame drives the replay, so none can differ, and there is no rest, id, phase "
        + "or visibility to judge",
      nextCommand: gestures.isEmpty ? "scrolltrace attach \(traceID) --gestures FINGER" : nil)
  }

  /// Whether the checked replay had anything to compare: free frames, rests that detectors check,
  /// or reports.
  private func isJudged(by number: Int) -> Bool {
    guard tracks.indices.contains(number), let recording = tracks.first else { return false }
    let track = tracks[number]
    let hasReports =
      !recording.ids.isEmpty || !recording.phases.isEmpty || recording.reportsVisibility
    // After the last frame the content may have moved: only a rest confirmed by a later frame
    // counts.
    let end = recording.times.last ?? 0
    let hasRest = recording.settles.contains { $0.ending == "rested" && $0.restTime < end }
    return matrix.first { $0.name == track.name }?.worst != nil || hasRest
      || (track.notComparedBecause == nil && hasReports)
  }
}
