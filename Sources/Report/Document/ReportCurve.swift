/// A curve of the timeline, with the series of its outcome: a color and a dash.
///
/// Equal outcomes have one series, in the timeline, the legend and the table of configurations.
struct ReportCurve: Hashable {
  /// The number of series that color and dash distinguish, including the recording's.
  static let seriesLimit = 8

  /// The index of the track that is drawn.
  let track: Int
  /// The index of its series.
  let series: Int
  /// The index of its dash: none for the recording, a separate one for a replay in the recording's
  /// color.
  let dash: Int
  /// The group of configurations with this curve; nil for the recording.
  let group: Int?
  /// The names of the tracks with this outcome.
  var names: [String]
}

extension ReportDocument {
  /// Whether the first track is the recording.
  public var hasRecording: Bool { tracks.first?.name == ReportOutcome.recordingName }

  /// Whether any track has frames.
  var hasTimeline: Bool { tracks.contains { !$0.times.isEmpty } }

  /// The curves to draw: the recording, then one replay of each group, up to the number of series.
  var curves: [ReportCurve] {
    var curves: [ReportCurve] = []
    var next = 0
    for (number, track) in tracks.enumerated() where !track.times.isEmpty {
      if number == 0, hasRecording {
        curves.append(
          ReportCurve(track: 0, series: 0, dash: 0, group: nil, names: [track.name]))
        next = 1
        continue
      }
      let group = group(of: track)
      if let group, let known = curves.firstIndex(where: { $0.group == group }) {
        curves[known].names.append(track.name)
        continue
      }
      let isAsRecorded = hasRecording && group != nil && group == recordingGroup
      let series = isAsRecorded ? 0 : next
      guard series < ReportCurve.seriesLimit else { continue }
      if !isAsRecorded { next += 1 }
      let dash = series == 0 && hasRecording ? ReportCurve.seriesLimit : series
      curves.append(
        ReportCurve(track: number, series: series, dash: dash, group: group, names: [track.name]))
    }
    return curves
  }

  /// The number of groups of configurations without a curve, because no series is left.
  var undrawnGroups: Int {
    let drawn = Set(curves.compactMap(\.group))
    return Set(matrix.compactMap(\.group)).subtracting(drawn).count
  }

  private func group(of track: ReportOutcome) -> Int? {
    matrix.first { $0.name == track.name }?.group
  }
}
