import Analysis
import Replay
import ScrollEngine
import ScrollModel
import TextKit
import TraceStore

/// Replays and comparisons as JSON; every name contains its unit.
enum MatrixJSON {
  static func write(
    _ matrices: [TraceMatrix], _ json: inout JSONWriter
  ) throws {
    json.member("engine_version", ScrollEngine.version)
    json.key("traces")
    json.beginArray()
    for matrix in matrices {
      let (trace, result) = (matrix.trace, matrix.result)
      json.beginObject()
      json.member("trace", trace.id)
      json.member("name", trace.information.name)
      json.member("inputs_digest", hex: trace.digests?.inputs)
      json.key("cells")
      json.beginArray()
      for (index, cell) in result.cells.enumerated() {
        try write(cell, matrix.impressions[index], &json)
      }
      json.endArray()
      json.key("groups")
      json.beginArray()
      for group in result.groups {
        json.beginArray()
        for index in group { json.value(index) }
        json.endArray()
      }
      json.endArray()
      json.member("recording_group", result.recordingGroup.map(Int64.init))
      json.endObject()
    }
    json.endArray()
  }

  private static func write(
    _ cell: MatrixCell, _ impressions: ImpressionReport?, _ json: inout JSONWriter
  ) throws {
    json.beginObject()
    json.member("name", cell.configuration.name)
    json.member("configuration", cell.configuration.configuration.text)
    json.member("is_assumed", cell.configuration.isAssumed)
    json.member("group", cell.group.map(Int64.init))
    json.member("error", cell.obstacle)
    if let replay = cell.result {
      json.member("drive", replay.plan.drive.drive.rawValue)
      json.member("drive_reason", replay.plan.drive.reason)
      json.member("is_portable", replay.plan.isPortable)
      json.member("outcome_digest", hex: replay.tally.digest)
      json.member("frames", replay.tally.frames)
      json.member("id_changes", replay.tally.idChanges)
      json.member("inferred_releases", replay.tally.fittedReleases)
      json.member("derived_inputs", Int64(replay.tally.derivedInputs))
      json.member("gaps_crossed", replay.tally.gaps)
      json.member("assumes_endless_content", replay.tally.assumesContent)
      json.member("starts_from_recording", replay.tally.startedFromRecording)
      try writeInferred(replay.tally.inferredReleases, &json)
      writeNested(replay.tally.nestedEvents, &json)
      json.key("settles")
      json.beginArray()
      for settle in replay.tally.settles { try write(settle, &json) }
      json.endArray()
      if let impressions { write(impressions, &json) }
      json.member("not_compared_because", replay.obstacle)
      if let comparison = replay.comparison {
        json.key("comparison")
        try write(comparison, &json)
      }
    }
    if let physicsDifferences = cell.physicsDifferences {
      json.member("contrasted_with_cell", Int64(physicsDifferences.cell))
      json.key("settle_contrasts")
      try write(physicsDifferences.settles, &json)
    }
    json.endObject()
  }

  private static func writeInferred(
    _ releases: [InferredRelease], _ json: inout JSONWriter
  ) throws {
    guard !releases.isEmpty else { return }
    try json.objects("inferred", releases) { release, json in
      json.member("time_ns", release.time.nanoseconds)
      json.member("source", release.source.rawValue)
      try json.member("velocity_x_pt_s", release.velocity.dx)
      try json.member("velocity_y_pt_s", release.velocity.dy)
      try json.member("uncertainty_pt_s", release.uncertainty)
    }
  }

  private static func writeNested(_ moves: [NestedEvent], _ json: inout JSONWriter) {
    guard !moves.isEmpty else { return }
    json.objects("nested", moves) { move, json in
      json.member("time_ns", move.time.nanoseconds)
      json.member("kind", move.kind.rawValue)
      json.member("axis", move.axis == .horizontal ? "horizontal" : "vertical")
      json.member("view", move.view)
      json.member("from", move.from)
    }
  }

  private static func write(_ report: ImpressionReport, _ json: inout JSONWriter) {
    json.key("impressions")
    json.beginObject()
    json.member("policy", report.policy.name)
    json.member("not_measurable_because", report.notMeasurable)
    json.member("count", Int64(report.impressions.count))
    json.member("near_misses", Int64(report.nearMisses.count))
    json.texts("ids", report.impressions.map(\.id.displayText))
    json.endObject()
  }

  static func write(_ settle: Settle, _ json: inout JSONWriter) throws {
    json.beginObject()
    json.member("time_ns", settle.time.nanoseconds)
    json.member("axis", settle.axis == .vertical ? "vertical" : "horizontal")
    json.member("is_resize", settle.isResize)
    try json.member("velocity_pt_s", settle.velocity)
    try json.member("original_pt", settle.original)
    try json.member("natural_rest_pt", settle.natural)
    try json.member("proposed_rest_pt", settle.proposed)
    try json.member("chosen_rest_pt", settle.chosen)
    json.member("chosen_id", settle.chosenID?.displayText)
    json.member("rule", settle.rule.rawValue)
    json.member("peer_rule", settle.peerRule?.rawValue)
    json.member("clamp", settle.clamp.rawValue)
    json.member("limit", settle.limit.map(Int64.init))
    try json.member("flip_margin_pt", settle.flipMargin)
    json.member("curve", settle.curve.rawValue)
    try json.objects("candidates", settle.candidates) { try $1.members(of: $0) }
    json.endObject()
  }

  static func write(_ comparison: Comparison, _ json: inout JSONWriter) throws {
    json.beginObject()
    json.member("is_divergent", comparison.isDivergent)
    json.member("is_identical", comparison.isIdentical)
    try json.member("tolerance_pt", comparison.tolerance.points)
    try json.member("tolerance_ms", comparison.tolerance.milliseconds)
    json.member("compared_frames", comparison.comparedFrames)
    json.member("excluded_frames", comparison.excludedFrames)
    try json.member("would_pass_at_pt", comparison.wouldPassAt)
    try json.member("would_pass_at_ms", comparison.wouldPassAtMilliseconds)
    for space in ComparisonSpace.allCases {
      try json.member("max_\(space.rawValue)_pt", comparison.maxima[space])
    }
    json.member("divergence_count", Int64(comparison.divergenceCount))
    json.key("divergences")
    json.beginArray()
    for divergence in comparison.divergences { try write(divergence, &json) }
    json.endArray()
    json.endObject()
  }

  private static func write(_ divergence: Divergence, _ json: inout JSONWriter) throws {
    json.beginObject()
    json.member("kind", divergence.kind.rawValue)
    json.member("verdict", divergence.verdict.rawValue)
    json.member("from_ns", divergence.from.nanoseconds)
    json.member("to_ns", divergence.to.nanoseconds)
    json.member("first_frame", divergence.firstFrame)
    try json.member("maximum_pt", divergence.maximum)
    json.member("maximum_time_ns", divergence.maximumTime.nanoseconds)
    try json.member("area_pt_s", divergence.area)
    try json.member("rest_difference_pt", divergence.restDifference)
    json.member("first_rest", divergence.firstRest?.displayText)
    json.member("second_rest", divergence.secondRest?.displayText)
    json.member("stage", divergence.onset.stage.rawValue)
    json.member("cause", divergence.onset.sentence)
    json.texts("chain", divergence.onset.chain)
    json.endObject()
  }
}
