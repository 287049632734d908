import ScrollModel

/// The drawings of the view for a verdict: before and after, or recording and replay.
struct Pictures {
  /// The view of one track at one time.
  struct Picture {
    let track: Int
    let time: Int64
    let caption: String
  }

  /// The smallest visible distance, in points.
  private static let visible = 0.5

  let document: ReportDocument

  /// The pictures of the worst finding, else of the first divergence; none without movement.
  var pictures: [Picture] {
    guard document.tracks.first?.name == ReportOutcome.recordingName else { return [] }
    if let finding = document.pictured {
      return pictures(from: finding.from, to: finding.to)
    }
    let apart = document.divergences.first {
      $0.kind == "offset" && $0.track == document.judgedTrack
    }
    return apart.flatMap { sideBySide(at: $0.to) } ?? []
  }

  private func pictures(from: Int64, to: Int64) -> [Picture] {
    guard from > 0 || to > 0, let after = frame(0, atOrAfter: max(from, to)) else { return [] }
    if let both = sideBySide(at: after) { return both }
    let caption = "recording at \(ReportNumber.seconds(after))"
    let single = [Picture(track: 0, time: after, caption: caption)]
    guard from > 0, let before = frame(0, before: from), isChanged(from: before, to: after) else {
      return single
    }
    return [Picture(track: 0, time: before, caption: "before, at \(ReportNumber.seconds(before))")]
      + [Picture(track: 0, time: after, caption: "after, at \(ReportNumber.seconds(after))")]
  }

  /// Recording and checked replay at one time, if they differ there.
  private func sideBySide(at time: Int64) -> [Picture]? {
    guard document.judgedTrack == 1, document.tracks.count > 1, let here = offset(0, at: time),
      let there = offset(1, at: time),
      Self.areApart(here, there)
    else { return nil }
    return [0, 1].map {
      let caption = "\(document.tracks[$0].name) at \(ReportNumber.seconds(time))"
      return Picture(track: $0, time: time, caption: caption)
    }
  }

  // MARK: Moments

  private func isChanged(from before: Int64, to after: Int64) -> Bool {
    guard let here = offset(0, at: before), let there = offset(0, at: after) else { return false }
    return Self.areApart(here, there)
      || document.layouts.contains { before < $0.time && $0.time <= after }
      || document.containers.contains { before < $0.time && $0.time <= after }
  }

  private static func areApart(_ here: Point, _ there: Point) -> Bool {
    (here.x - there.x).magnitude > visible || (here.y - there.y).magnitude > visible
  }

  private func frame(_ track: Int, before time: Int64) -> Int64? {
    document.tracks[track].times.last { $0 < time }
  }

  /// The time of the first frame at or after a time; nil after the last frame.
  private func frame(_ track: Int, atOrAfter time: Int64) -> Int64? {
    let times = document.tracks[track].times
    guard let last = times.last else { return nil }
    return times.first { $0 >= time } ?? max(last, time)
  }

  /// The offset of a track at a time.
  func offset(_ track: Int, at time: Int64) -> Point? {
    let track = document.tracks[track]
    guard let place = track.times.lastIndex(where: { $0 <= time }) ?? track.times.indices.first,
      track.xs.indices.contains(place), track.ys.indices.contains(place)
    else { return nil }
    return Point(x: track.xs[place], y: track.ys[place])
  }
}

extension ReportDocument {
  /// The finding of the pictures: the worst effect of a cause, else the worst finding.
  fileprivate var pictured: ReportFinding? {
    guard diagnosis?.leadCause != nil else { return leadFinding }
    return findings.first { $0.isEffect && $0.severity >= .notice } ?? leadFinding
  }
}

extension HTMLReport {
  /// Writes the pictures next to the verdict.
  func writePictures(_ page: inout HTMLText) {
    let pictures = Pictures(document: document).pictures
    guard !pictures.isEmpty, !document.containers.isEmpty else { return }
    page.raw("<div class=\"pictures\">")
    for picture in pictures {
      ViewDrawing(document: document, picture: picture, target: document.pictured?.target)
        .write(&page)
    }
    page.raw("</div>")
  }
}
