import ScrollModel

extension RandomTraces {
  mutating func touch() -> TouchSample {
    TouchSample(
      pointer: values.integer(), phase: values.word(), position: values.point(),
      delivery: values.word(), pressure: values.maybe { $0.length() })
  }

  mutating func wheel() -> WheelSample {
    WheelSample(
      delta: values.vector(), phase: values.word(),
      momentumPhase: values.word(), isPrecise: values.generator.chance(0.5),
      position: values.maybe { $0.point() })
  }

  mutating func command() -> Command {
    switch values.generator.below(8) {
    case 0: .cancel
    case 1..<4:
      .write(
        values.maybe { $0.id() }, anchor: values.maybe { $0.anchor() }, animation: animation())
    default:
      .scroll(
        to: destination(), anchor: values.maybe { $0.anchor() }, animation: animation(),
        route: values.word(), preservesVelocity: values.generator.chance(0.5))
    }
  }

  private mutating func destination() -> ScrollDestination {
    switch values.generator.below(6) {
    case 0: .point(values.point())
    case 1: .x(values.coordinate())
    case 2: .y(values.coordinate())
    case 3: .edge(values.word())
    default: .id(values.id())
    }
  }

  private mutating func animation() -> ScrollAnimation {
    switch values.generator.below(4) {
    case 0: .none
    case 1: .automatic
    case 2: .timed(seconds: values.number(in: 0...3600), curve: values.word())
    default:
      .spring(seconds: values.number(in: 0...3600), bounce: values.number(in: -1...1))
    }
  }

  mutating func layout() -> Layout {
    // Occasionally more targets than fit into one line of a log.
    let isLong = values.generator.chance(0.03)
    let count = isLong ? values.generator.int(in: 500...1500) : values.generator.int(in: 0...8)
    var targets: [TargetFrame] = []
    targets.reserveCapacity(count)
    for index in 0..<count {
      let frame = Rect(origin: values.point(), size: values.size())
      targets.append(
        TargetFrame(
          id: isLong ? TargetID(Int64(index)) : values.id(), frame: frame,
          isEstimated: values.generator.chance(0.3),
          // By the index, so that traces keep what they drew before.
          pinned: index % 5 == 1 ? .header : index % 5 == 3 ? .footer : nil))
    }
    return Layout(contentSize: values.maybe { $0.size() }, targets: targets)
  }

  mutating func edit() -> ContentEdit {
    switch values.generator.below(4) {
    case 0: .insert(values.id(), index: index(), size: values.maybe { $0.size() })
    case 1:
      values.generator.chance(0.5)
        ? .remove(values.id(), index: index()) : .remove(values.id(), index: nil)
    case 2: .move(values.id(), index: index())
    default: .resize(values.id(), size: values.size())
    }
  }

  private mutating func index() -> Int64 {
    values.generator.chance(0.1)
      ? Int64(ModelLimits.coordinate) : values.generator.int(in: 0...10_000)
  }

  mutating func container() -> ContainerChange {
    ContainerChange(
      size: values.maybe { $0.size() }, insets: values.maybe { $0.insets() },
      layoutDirection: values.maybe { $0.word() },
      scale: values.maybe { $0.number(in: .leastNonzeroMagnitude...ModelLimits.scale) },
      refreshRate: values.maybe { $0.number(in: .leastNonzeroMagnitude...ModelLimits.refreshRate) },
      refreshOrigin: values.maybe { TraceTime(nanoseconds: $0.nanoseconds()) },
      isScrollDisabled: values.maybe { $0.generator.chance(0.5) })
  }
}
