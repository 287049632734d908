import ScrollModel

extension RandomTraces {
  mutating func frame() -> GeometryFrame {
    let geometry = FrameGeometry(
      contentSize: values.maybe { $0.size() }, containerSize: values.maybe { $0.size() },
      insets: values.maybe { $0.insets() })
    return GeometryFrame(
      offset: values.point(), phase: values.maybe { $0.word() },
      geometry: values.generator.chance(0.2) ? .unknown : geometry)
  }

  mutating func phase() -> PhaseChange {
    PhaseChange(
      old: values.maybe { $0.word() }, new: values.word(),
      velocity: values.maybe { $0.vector() })
  }

  mutating func position() -> PositionReport {
    PositionReport(
      id: values.maybe { $0.id() },
      isPositionedByUser: values.maybe { $0.generator.chance(0.5) })
  }

  mutating func visibility() -> VisibilityEvent {
    VisibilityEvent(
      id: values.id(), isVisible: values.generator.chance(0.5),
      threshold: values.maybe { $0.number(in: 0...1) },
      fraction: values.maybe { $0.number(in: 0...1) })
  }

  mutating func visibleSet() -> VisibleSet {
    let count = values.generator.int(in: 0...6)
    var ids: [TargetID] = []
    for _ in 0..<count { ids.append(values.id()) }
    return VisibleSet(ids: ids, threshold: values.maybe { $0.number(in: 0...1) })
  }

  mutating func release() -> ReleaseReport {
    ReleaseReport(
      velocity: values.maybe { $0.vector() }, proposedOffset: values.maybe { $0.point() },
      chosenOffset: values.maybe { $0.point() }, chosenID: values.maybe { $0.id() })
  }

  mutating func annotation() -> Annotation {
    Annotation(
      kind: values.text(),
      text: values.maybe {
        // Occasionally the longest possible text.
        $0.generator.chance(0.02)
          ? String(repeating: "\u{1F4CC}", count: ModelLimits.textBytes / 4) : $0.text()
      },
      duration: values.maybe { $0.nanoseconds() })
  }

  /// Returns a stream event; a gap ends at its own time, or before.
  mutating func remark(at time: TraceTime) -> StreamEvent {
    switch values.generator.below(3) {
    case 0:
      let first = values.generator.int(in: 0...time.nanoseconds)
      let last = values.generator.int(in: first...time.nanoseconds)
      let isKnown = values.generator.chance(0.5)
      let isLarge = values.generator.chance(0.1)
      let count = isLarge ? Int64.max : values.generator.int(in: 0...1000)
      return .gap(
        from: TraceTime(nanoseconds: first), to: TraceTime(nanoseconds: last),
        count: isKnown ? count : nil)
    case 1: return .repair(kind: values.text(), text: values.text())
    default: return .keyframe(count: values.generator.int(in: 0...6))
    }
  }
}
