import Analysis
import Replay
import Report
import ScrollModel
import Triage

extension ReportSettle {
  /// Creates a settle for a report.
  init(_ report: SettleReport) {
    self.init(
      number: report.number, isHorizontal: report.axis == .horizontal,
      releaseTime: report.release.time.nanoseconds, restTime: report.restTime.nanoseconds,
      releaseOffset: report.release.offset, rest: report.rest, ending: report.ending.rawValue,
      sentence: report.sentence)
    velocity = report.release.velocity?.pointsPerSecond
    velocityEvidence = report.release.velocity?.evidence.rawValue
    projected = report.projected
    flipMargin = report.flipMargin
    deceleration = report.fit?.ratePerMillisecond
    candidates = report.candidates.prefix(40).map {
      Candidate(
        id: $0.candidate.id?.displayText, place: $0.candidate.offset,
        distance: $0.candidate.distance, verdict: $0.verdict.rawValue)
    }
  }
}

extension ReportPolicy {
  /// Creates impressions for a report.
  init(_ report: ImpressionReport) {
    let made = report.impressions.map { impression in
      Impression(
        id: impression.id.displayText, from: impression.enter.time.nanoseconds,
        to: impression.exit.time.nanoseconds, qualified: impression.qualified.nanoseconds,
        peakFraction: impression.peakFraction, lack: nil, certainty: impression.certainty.rawValue)
    }
    let missed = report.nearMisses.map { miss in
      let lack =
        switch miss.lack {
        case .time(let nanoseconds): "\(pointsText(Double(nanoseconds) / 1e6)) ms short"
        case .fraction(let missing): "\(pointsText(missing * 100)) % short"
        }
      return Impression(
        id: miss.id.displayText, from: miss.start.nanoseconds, to: miss.stop.nanoseconds,
        qualified: nil, peakFraction: miss.peakFraction, lack: lack,
        certainty: miss.certainty.rawValue)
    }
    self.init(
      name: report.policy.name,
      settings: report.policy.settings.map { "\($0.name): \($0.value)" }
        + report.assumptions.map { "assumed: \($0)" },
      impressions: (made + missed).sortedStably { $0.from < $1.from })
    notMeasurable = report.notMeasurable
  }
}

extension ReportFigure {
  /// The smoothness metrics of all gestures.
  static func figures(_ report: SmoothnessReport) -> [ReportFigure] {
    guard let total = report.total else { return [] }
    func figure<Value>(
      _ name: String, _ unit: String, _ meaning: String, _ measured: Measured<Value>,
      _ number: (Value) -> Double
    ) -> ReportFigure {
      switch measured {
      case .value(let value, let n):
        ReportFigure(
          name: name, value: number(value), unit: unit, detail: "n = \(n)", meaning: meaning)
      case .notComputed(let reason):
        ReportFigure(name: name, value: nil, unit: unit, detail: reason, meaning: meaning)
      }
    }
    var figures = [
      figure(
        "hitch time ratio", "ms/s", "total lateness of frames per second; up to 5 is good",
        total.hitches
      ) { $0.ratioMillisecondsPerSecond },
      figure("longest hitch", "ms", "the largest lateness of a frame", total.hitches) {
        $0.longestMilliseconds
      },
      figure(
        "scroll jank v3", "%",
        "frames that missed their refresh although input was in time, as Chromium counts them",
        total.jankV3
      ) { $0.percent },
      figure(
        "scroll jank v4", "%",
        "the same by a newer Chromium rule, which counts fast scrolls and flings", total.jankV4
      ) { $0.percent },
      figure(
        "predictor jank", "frames", "frames whose step does not match the steps before and after",
        total.predictor
      ) { Double($0.jankyCount) },
      figure(
        "average absolute jerk", "pt/frame²", "how unevenly the content moves from frame to frame",
        total.jerk
      ) { $0.averageAbsoluteJerk },
    ]
    if case .value(let percentiles, let n) = total.intervals {
      for percentile in percentiles {
        figures.append(
          ReportFigure(
            name: "frame interval p\(pointsText(percentile.share * 100))",
            value: percentile.milliseconds, unit: "ms",
            detail: "\(pointsText(percentile.lowMilliseconds)) to "
              + "\(pointsText(percentile.highMilliseconds)), n = \(n)",
            meaning:
              "\(pointsText(percentile.share * 100)) % of the frames come within this time after the previous one"
          ))
      }
    }
    return figures
  }
}

extension ReportSeverity {
  init(_ severity: FindingSeverity) {
    switch severity {
    case .info: self = .info
    case .notice: self = .notice
    case .warning: self = .warning
    case .error: self = .error
    }
  }
}

extension ReportFinding {
  /// Creates a finding for a report.
  init(_ found: TriagedFinding) {
    let finding = found.finding
    let entry = DetectorEntry.named(finding.detector)
    self.init(
      detector: finding.detector, name: entry?.name ?? finding.detector,
      severity: ReportSeverity(finding.severity), from: finding.place.start.nanoseconds,
      to: finding.place.end.nanoseconds, target: finding.place.target?.displayText,
      count: finding.count, message: finding.message, cause: finding.cause,
      measures: finding.measures.map { Measure(name: $0.name, value: $0.value, unit: $0.unit) },
      links: entry?.reports.compactMap(\.link) ?? [], repair: found.repair,
      repairObstacle: found.obstacle,
      fingerprint: finding.fingerprint)
    page = entry?.markdown ?? ""
    expected = DetectorEntry.expectation(of: finding.detector) ?? ""
    repairLines = found.changes.flatMap { change in
      [
        change.note.map { RepairLine($0, isCode: false) },
        change.code.map { RepairLine($0, isCode: true) },
      ].compactMap(\.self)
    }
  }

  /// Whether it is a lint rather than an observed defect.
  var isLint: Bool { detector.hasPrefix("L") }
}

extension ReportDivergence {
  /// Creates a divergence for a report.
  init(_ divergence: Divergence, track: Int) {
    self.init(
      track: track, kind: divergence.kind.rawValue, verdict: divergence.verdict.rawValue,
      headline: ComparisonText.headline(divergence), stage: divergence.onset.stage.rawValue,
      matter: divergence.onset.stage.summary, cause: divergence.onset.sentence,
      from: divergence.from.nanoseconds,
      to: divergence.to.nanoseconds, maximum: divergence.maximum)
  }
}

extension ReportCell {
  /// Creates a cell of a matrix for a report.
  init(_ cell: MatrixCell, _ seen: ImpressionReport?) {
    let comparison = cell.result?.comparison
    self.init(
      name: cell.configuration.name, group: cell.group,
      settles: cell.result.map { MatrixTable.settles($0.tally) } ?? cell.obstacle ?? "",
      firstDivergence: comparison.map { comparison in
        comparison.first.map {
          "\(secondsText($0.from.nanoseconds)) \($0.onset.stage.rawValue)"
        } ?? "none"
      } ?? "not compared",
      worst: comparison.flatMap { $0.comparedFrames > 0 ? $0.wouldPassAt : nil })
    physicsDifferences = cell.physicsDifferences?.settles.map(ContrastText.line) ?? []
    if let seen, seen.notMeasurable == nil { impressions = seen.impressions.count }
  }
}
