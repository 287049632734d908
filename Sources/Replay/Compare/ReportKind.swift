/// The kinds of reports besides offsets.
enum ReportKind: Int, CaseIterable {
  case id, phase, visibleSet, visibleViews, transitions

  /// The kind of divergence of different reports.
  var divergence: DivergenceKind {
    switch self {
    case .id: .id
    case .phase: .phase
    case .visibleSet, .visibleViews: .visibility
    case .transitions: .transition
    }
  }

  /// The cause of different reports with equal offsets.
  func onset(of ended: ReportComparison.Ended, _ sides: SideNames) -> DivergenceCause {
    let stage: DecisionStep =
      switch self {
      case .id: .position
      case .visibleSet, .visibleViews: .visibility
      case .transitions: .transition
      case .phase:
        ended.difference.phaseStage ?? ended.moment?.onset().stage ?? .gestureRecognition
      }
    return DivergenceCause(
      stage: stage, sentence: ended.longest.sentence(sides), chain: ended.moment?.chain ?? [])
  }
}
