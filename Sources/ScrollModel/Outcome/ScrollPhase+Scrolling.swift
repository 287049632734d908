extension ScrollPhase {
  /// Whether the view counts as scrolling: always but at rest, also while a finger only tracks.
  public var isScrolling: Bool { self != .idle }
}
