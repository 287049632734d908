/// A curve of the timeline, and the series that stands for what it does: a color and a dash.
///
/// What behaves the same has one series, in the timeline, the legend and the table of configurations.
struct ReportCurve: Hashable {
  /// How many series can be distinguished by color and dash, the recording's included.
  static let seriesLimit = 8

  /// The number of the track that is drawn.
  let track: Int
  /// The number of its series, from 0.
  let series: Int
  /// The number of its dash: none for the recording, one of its own for a replay in the recording's
  /// color.
  let dash: Int
  /// The group of configurations that it stands for; nil for the recording.
  let group: Int?
  /// The names of the tracks that behave this way.
  var names: [String]
}

extension ReportDocument {
  /// Whether the first track is what was recorded.
  public var hasRecording: Bool { tracks.first?.name == ReportOutcome.recordingName }

  /// Whether there is anything to draw over time.
  var hasTimeline: Bool { tracks.contains { !$0.times.isEmpty } }

  /// The curves to draw: the recording, then one replay of each group, as far as series reach.
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

  /// How many groups of configurations have no curve, because the series are used up.
  var undrawnGroups: Int {
    let drawn = Set(curves.compactMap(\.group))
    return Set(matrix.compactMap(\.group)).subtracting(drawn).count
  }

  private func group(of track: ReportOutcome) -> Int? {
    matrix.first { $0.name == track.name }?.group
  }
}
