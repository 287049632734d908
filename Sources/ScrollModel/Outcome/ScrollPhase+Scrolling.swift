extension ScrollPhase {
  /// Whether the view counts as scrolling: always but at rest, also while a finger only tracks.
  public var isScrolling: Bool { self != .idle }
  /// Whether the content may be in motion: under a finger that only tracks it is not (PHASE-3).
  public var movesContent: Bool { self != .idle && self != .tracking }
}
