extension TraceEvent {
  /// Returns the event with lengths and velocities converted from pixels to points.
  public func inPoints(of pixels: Double) -> TraceEvent {
    let unit = LengthUnit(pixels: pixels)
    switch self {
    case .input(let input): return .input(unit.points(input))
    case .observation(let observation): return .observation(unit.points(observation))
    case .stream: return self
    }
  }
}

/// A unit of length: the number of display pixels per point.
private struct LengthUnit {
  let pixels: Double

  func points(_ input: Input) -> Input {
    switch input {
    case .touch(var sample):
      sample.position = points(sample.position)
      return .touch(sample)
    case .wheel(var sample):
      sample.delta = points(sample.delta)
      sample.position = sample.position.map(points)
      return .wheel(sample)
    case .command(let command): return .command(points(command))
    case .layout(let layout): return .layout(points(layout))
    case .edit(let edit): return .edit(points(edit))
    case .container(var change):
      change.size = change.size.map(points)
      change.insets = change.insets.map(points)
      return .container(change)
    }
  }

  func points(_ observation: Observation) -> Observation {
    switch observation {
    case .frame(var frame):
      frame.offset = points(frame.offset)
      frame.geometry = points(frame.geometry)
      return .frame(frame)
    case .phase(var change):
      change.velocity = change.velocity.map(points)
      return .phase(change)
    case .release(var report):
      report.velocity = report.velocity.map(points)
      report.proposedOffset = report.proposedOffset.map(points)
      report.chosenOffset = report.chosenOffset.map(points)
      return .release(report)
    case .position, .visibility, .visibleSet, .annotation: return observation
    }
  }

  private func points(_ command: Command) -> Command {
    guard
      case .scroll(let destination, let anchor, let animation, let route, let keepsVelocity) =
        command
    else { return command }
    return .scroll(
      to: points(destination), anchor: anchor, animation: animation, route: route,
      preservesVelocity: keepsVelocity)
  }

  private func points(_ destination: ScrollDestination) -> ScrollDestination {
    switch destination {
    case .point(let point): .point(points(point))
    case .x(let place): .x(points(place))
    case .y(let place): .y(points(place))
    case .id, .edge: destination
    }
  }

  private func points(_ layout: Layout) -> Layout {
    Layout(
      contentSize: layout.contentSize.map(points),
      targets: layout.targets.map { target in
        var target = target
        target.frame = Rect(origin: points(target.frame.origin), size: points(target.frame.size))
        return target
      })
  }

  private func points(_ edit: ContentEdit) -> ContentEdit {
    switch edit {
    case .insert(let id, let index, let size): .insert(id, index: index, size: size.map(points))
    case .resize(let id, let size): .resize(id, size: points(size))
    case .remove, .move: edit
    }
  }

  private func points(_ geometry: FrameGeometry) -> FrameGeometry {
    FrameGeometry(
      contentSize: geometry.contentSize.map(points),
      containerSize: geometry.containerSize.map(points), insets: geometry.insets.map(points))
  }

  /// A length in points, clamped to the model's limits for very small pixels.
  private func points(_ length: Double) -> Double {
    min(max(length / pixels, -ModelLimits.coordinate), ModelLimits.coordinate)
  }

  private func points(_ point: Point) -> Point { Point(x: points(point.x), y: points(point.y)) }

  private func points(_ vector: Vector) -> Vector {
    Vector(dx: points(vector.dx), dy: points(vector.dy))
  }

  private func points(_ size: Size) -> Size {
    Size(width: points(size.width), height: points(size.height))
  }

  private func points(_ insets: Insets) -> Insets {
    Insets(
      top: points(insets.top), left: points(insets.left), bottom: points(insets.bottom),
      right: points(insets.right))
  }
}
