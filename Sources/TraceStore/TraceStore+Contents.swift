import SQLite
public import ScrollModel

extension TraceStore {
  /// Returns the number of length units per point of a trace; nil if unknown.
  public func pixelsPerPoint(of trace: Int64) throws -> Double? {
    try reading {
      let unit = try database.first(
        """
        SELECT coalesce(
          CASE WHEN coordinate_space IN ('points', 'css-px') THEN 1.0
            WHEN coordinate_space = 'device-px' THEN coalesce(
              scale,
              (SELECT container.scale FROM container
                WHERE container.trace_id = ?1 AND container.scale IS NOT NULL ORDER BY seq LIMIT 1))
          END, 0.0)
        FROM trace
        WHERE trace_id = ?1
        """, trace, as: Double.self)
      guard let unit, unit > 0, unit.isFinite else { return nil }
      return unit
    }
  }

  /// Returns the device pixels per point, from the trace's information or else its first container;
  /// nil if unknown.
  public func scale(of trace: TraceRecord) throws -> Double? {
    if let scale = trace.information.scale { return scale }
    return try reading {
      try database.first(
        """
        SELECT scale FROM container WHERE trace_id = ?1 AND scale IS NOT NULL ORDER BY seq LIMIT 1
        """, trace.id, as: Double.self)
    }
  }

  /// The axis of a trace: the declared one, else the one along which its frames move.
  ///
  /// A view that can scroll along both often moves along one: content that is a few points too long
  /// across is enough.
  public func mainAxis(of trace: TraceRecord) throws -> Axis {
    switch trace.information.axes {
    case .horizontal: return .horizontal
    case .vertical: return .vertical
    case .both, nil:
      return try reading {
        let (across, down) = try travel(of: trace.id)
        if trace.information.axes == .both { return ScrollAxes.main(across: across, down: down) }
        return across > down ? .horizontal : .vertical
      }
    }
  }

  /// Returns which kinds of entries a trace has, and what it is nested with.
  public func contents(of trace: Int64) throws -> TraceContents {
    var contents = try plainContents(of: trace)
    // Verification finds a damaged trace among the others; this trace then replays alone.
    contents.nested = (try? nestedTrace(of: trace)) ?? nil
    return contents
  }

  /// Returns which kinds of entries a trace has, without reading it.
  func plainContents(of trace: Int64) throws -> TraceContents {
    try reading {
      var contents = TraceContents()
      for table in try EventTable.filled(for: trace, in: database) { contents.note(table) }
      func exists(_ question: String) throws(DatabaseError) -> Bool {
        try database.first(question, trace, as: Bool.self) ?? false
      }
      contents.framesGiveContainer = try exists(
        "SELECT EXISTS (SELECT 1 FROM geometry WHERE trace_id = ?1 AND container_width IS NOT NULL)"
      )
      contents.containersGiveSize = try exists(
        "SELECT EXISTS (SELECT 1 FROM container WHERE trace_id = ?1 AND width IS NOT NULL)")
      contents.containersGiveInsets = try exists(
        "SELECT EXISTS (SELECT 1 FROM container WHERE trace_id = ?1 AND inset_top IS NOT NULL)")
      contents.containersHaveInsets = try exists(
        """
        SELECT EXISTS (
          SELECT 1 FROM container WHERE trace_id = ?1
            AND (inset_top <> 0 OR inset_left <> 0 OR inset_bottom <> 0 OR inset_right <> 0))
        """)
      contents.framesGiveInsets = try exists(
        """
        SELECT EXISTS (
          SELECT 1 FROM geometry WHERE trace_id = ?1
            AND (inset_top <> 0 OR inset_left <> 0 OR inset_bottom <> 0 OR inset_right <> 0))
        """)
      contents.framesGiveContent = try exists(
        "SELECT EXISTS (SELECT 1 FROM geometry WHERE trace_id = ?1 AND content_width IS NOT NULL)")
      if contents.hasFrames { contents.movedAxes = try movedAxes(of: trace) }
      if contents.hasFrames, !contents.hasLayouts, !contents.framesGiveContent {
        contents.movesHorizontally = try exists(
          "SELECT EXISTS (SELECT 1 FROM frame WHERE trace_id = ?1 AND x <> 0)")
        contents.movesVertically = try exists(
          "SELECT EXISTS (SELECT 1 FROM frame WHERE trace_id = ?1 AND y <> 0)")
      }
      if contents.hasFrames, !contents.hasPhases {
        // Checks all frames, because a source may report the phase of later ones only.
        contents.hasPhases = try exists(
          "SELECT EXISTS (SELECT 1 FROM frame WHERE trace_id = ?1 AND phase IS NOT NULL)")
      }
      contents.inferredTick = try inferredTick(of: trace)
      let showsGlides = contents.hasFrames && contents.hasPhases
      if showsGlides, !contents.hasTouches, !contents.hasReleases {
        contents.glides = try glides(of: trace, unit: pixelsPerPoint(of: trace) ?? 1)
      }
      return contents
    }
  }

  private func movedAxes(of trace: Int64) throws(DatabaseError) -> ScrollAxes? {
    let namesAxes = try database.first(
      "SELECT axes IS NOT NULL FROM trace WHERE trace_id = ?1", trace, as: Bool.self)
    guard namesAxes == false else { return nil }
    let (across, down) = try travel(of: trace)
    guard max(across, down) > 0 else { return nil }
    if min(across, down) > ScrollAxes.jitter { return .both }
    return across > down ? .horizontal : .vertical
  }

  /// The total movement of a trace's frames along each axis.
  private func travel(of trace: Int64) throws(DatabaseError) -> (across: Double, down: Double) {
    let travel = try database.first(
      """
      SELECT ifnull(max(x) - min(x), 0.0), ifnull(max(y) - min(y), 0.0) FROM frame
      WHERE trace_id = ?1
      """, trace
    ) { row throws(DatabaseError) in
      (across: try row.next(Double.self), down: try row.next(Double.self))
    }
    return travel ?? (0, 0)
  }

  private func inferredTick(of trace: Int64) throws(DatabaseError) -> TraceTime? {
    let isTold = try database.first(
      """
      SELECT EXISTS (SELECT 1 FROM container WHERE trace_id = ?1 AND refresh_origin_ns IS NOT NULL)
      """, trace, as: Bool.self)
    guard isTold != true else { return nil }
    let rate = try database.first(
      """
      SELECT refresh_hz FROM container WHERE trace_id = ?1 AND refresh_hz IS NOT NULL
      ORDER BY seq LIMIT 1
      """, trace, as: Double.self)
    let times = try database.rows(
      "SELECT time_ns FROM frame WHERE trace_id = ?1 ORDER BY seq LIMIT ?2",
      trace, Int64(InferredTick.frameCount), as: Int64.self)
    return InferredTick(among: times.map { TraceTime(nanoseconds: $0) }, rate: rate ?? 60).moment
  }
}

extension TraceContents {
  fileprivate mutating func note(_ table: EventTable) {
    switch table {
    case .touch: hasTouches = true
    case .wheel: hasWheel = true
    case .command: hasCommands = true
    case .layout: hasLayouts = true
    case .edit: hasEdits = true
    case .frame: hasFrames = true
    case .phase: hasPhases = true
    case .position: hasPositions = true
    case .visibility, .visibleSet: hasVisibility = true
    case .release: hasReleases = true
    case .container, .annotation, .gap, .repair, .keyframe: break
    }
  }
}
