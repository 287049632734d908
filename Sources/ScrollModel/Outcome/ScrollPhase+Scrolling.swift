extension ScrollPhase {
  /// Whether the view counts as scrolling: in every phase except idle, including tracking.
  public var isScrolling: Bool { self != .idle }
  /// Whether the content may move: tracking only follows a finger that has not moved it yet
  /// (PHASE-3).
  public var movesContent: Bool { self != .idle && self != .tracking }
}
