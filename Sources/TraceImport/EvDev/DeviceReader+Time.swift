import ScrollModel

// The times of a device's events, and the beginning of its trace.

extension DeviceReader {
  /// Returns the time of a frame in its trace.
  ///
  /// The time of a frame is that of its last event. If it is far from that of the first, one of the
  /// two is damaged, and the one nearer to the previous frame is used. After a clock that was set
  /// back, or a second recording, time continues from the last one.
  mutating func moment<Sink: TraceSink>(
    of end: Int64, startingAt start: Int64, _ index: Int, _ place: Place, _ sink: inout Sink
  ) throws -> TraceTime {
    let last = tracks[index].lastTime
    var time = relative(end, index)
    let other = relative(start, index)
    if Self.distance(time, other) > ModelLimits.disorder {
      if Self.distance(other, last) < Self.distance(time, last) { time = other }
      try report(
        "time-jump", .notice, place, 0,
        "the time of this frame jumps between its events; the one nearer to the frame before was "
          + "taken", &sink)
    }
    guard tracks[index].number != nil || time < .zero else { return time }
    let deficit = last.nanoseconds(since: time)
    guard deficit > 0 else { return time }
    if deficit > ModelLimits.disorder {
      try restart(by: deficit, index, place, &sink)
    } else {
      try raise(by: deficit, index, place, &sink)
    }
    return last
  }

  /// Returns the distance of a time before the last frame of a begun trace.
  func deficit(of time: Int64, _ index: Int) -> Int64 {
    guard tracks[index].number != nil else { return 0 }
    return tracks[index].lastTime.nanoseconds(since: relative(time, index))
  }

  /// Cancels open contacts at the start of another recording, and shifts its times after the last
  /// one.
  mutating func cutOff<Sink: TraceSink>(
    _ index: Int, at time: Int64, _ place: Place, _ sink: inout Sink
  ) throws {
    tracks[index].frameStart = nil
    tracks[index].decoder?.cutOff()
    let moment = tracks[index].lastTime
    for sample in tracks[index].decoder?.samples ?? [] {
      try deliver(sample, at: moment, index, place, &sink)
    }
    try restart(by: deficit(of: time, index), index, place, &sink)
  }

  private mutating func restart<Sink: TraceSink>(
    by deficit: Int64, _ index: Int, _ place: Place, _ sink: inout Sink
  ) throws {
    let (shift, overflow) = tracks[index].shift.addingReportingOverflow(deficit)
    tracks[index].shift = overflow ? .max : shift
    tracks[index].hasHole = true
    try report(
      "time-restart", .notice, place, 0,
      "the time runs backwards by \(ClockText.tenths(deficit)) ms; the clock was set "
        + "back or another recording starts here, times go on from the event before", &sink)
  }

  private mutating func raise<Sink: TraceSink>(
    by deficit: Int64, _ index: Int, _ place: Place, _ sink: inout Sink
  ) throws {
    let text = "ran backwards by \(ClockText.tenths(deficit)) ms"
    if let number = tracks[index].number {
      try sink.append(
        .stream(.repair(kind: "time-raised", text: "the time \(text) and was raised")),
        at: tracks[index].lastTime, to: number)
    }
    try report(
      "time-raised", .notice, place, 0,
      "the time \(text); it was raised to that of the event before", &sink)
  }

  private func relative(_ time: Int64, _ index: Int) -> TraceTime {
    let start = TraceTime(nanoseconds: origin ?? 0)
    return TraceTime(nanoseconds: TraceTime(nanoseconds: time).nanoseconds(since: start))
      .advanced(byNanoseconds: tracks[index].shift)
  }

  private static func distance(_ first: TraceTime, _ second: TraceTime) -> Int64 {
    max(first, second).nanoseconds(since: min(first, second))
  }

  // MARK: Traces

  /// Begins the trace of a device at its first relevant event.
  mutating func begin<Sink: TraceSink>(
    _ index: Int, touches: Bool, notches: Bool = false, _ place: Place, _ sink: inout Sink
  ) throws {
    if tracks[index].number == nil {
      let description = front.devices.descriptions[index]
      // A device whose first event is a wheel step is a mouse, and its contacts are not on the
      // screen.
      let screen = touches ? options.screen : nil
      let plane =
        format == .libinputDebugEvents
        ? DevicePlane(fractionsOf: options.screen)
        : DevicePlane(description, screen: screen, panel: options.panel)
      tracks[index].plane = plane
      tracks[index].pressureRange = description.pressureRange
      tracks[index].number = try sink.beginTrace(
        information(of: index, plane, touches: touches, notches: notches))
      if touches {
        try tellUnits(description, plane, place, &sink)
        if let screen, plane.space == .points {
          try tellScreen(screen, of: index, description, place, &sink)
        }
      }
    }
  }

  private func information(
    of index: Int, _ plane: DevicePlane, touches: Bool, notches: Bool
  ) -> TraceInformation {
    let description = front.devices.descriptions[index]
    var information = TraceInformation(name: name(of: index))
    information.coordinateSpace = space(plane, touches: touches, notches: notches)
    information.device = description.name
    information.system = front.system
    let reading = origin.map { ClockText.milliseconds($0) + " ms" }
    information.clock = SourceClock(name: "\(front.clock)", origin: reading)
    information.setMetadata(
      MetadataEntry(
        key: "input-device",
        json: touches ? (description.isTouchpad ? "\"touchpad\"" : "\"touchscreen\"") : "\"wheel\"")
    )
    if touches, let ranges = description.positionRanges {
      information.setMetadata(
        MetadataEntry(
          key: "device-range",
          json: "[\(ranges.x.minimum),\(ranges.x.maximum),\(ranges.y.minimum),\(ranges.y.maximum)]"
        ))
    }
    return information
  }

  /// The coordinate space: finger scrolls of libinput are in points, and so are touches on a known
  /// screen.
  ///
  /// Notches of a wheel are no points.
  private func space(_ plane: DevicePlane, touches: Bool, notches: Bool) -> CoordinateSpace {
    if touches { return plane.space }
    return format == .libinputDebugEvents && !notches ? .points : .deviceUnits
  }

  private func tellUnits<Sink: TraceSink>(
    _ description: DeviceDescription, _ plane: DevicePlane, _ place: Place, _ sink: inout Sink
  ) throws {
    if description.isSemiMultitouch {
      try report(
        "semi-multitouch", .notice, place, 0,
        "the device reports a box around two fingers, not the fingers", &sink)
    }
    guard plane.space != .points else { return }
    let (kind, message) = unitProblem(description, plane)
    try report(kind, .notice, place, 0, message, &sink)
  }

  /// Reports a screen that is probably another one than that of the device.
  private mutating func tellScreen<Sink: TraceSink>(
    _ screen: Size, of index: Int, _ description: DeviceDescription, _ place: Place,
    _ sink: inout Sink
  ) throws {
    let isSecond = tracks.indices.contains {
      $0 != index && tracks[$0].isOnScreen
    }
    tracks[index].isOnScreen = true
    if isSecond {
      try report(
        "second-screen", .notice, place, 0,
        "'\(name(of: index))' is a second touchscreen; its positions were converted with the same "
          + "--screen, which may be the size of the other one", &sink)
    }
    guard let ranges = description.positionRanges, screen.width > 0, screen.height > 0 else {
      return
    }
    let (x, y) = (ranges.x.count, ranges.y.count)
    // Some panels have the same range on both axes, whatever the proportions of the screen.
    guard x != y, !Self.isSimilar(x / y, screen.width / screen.height) else { return }
    try report(
      "screen-proportions", .notice, place, 0,
      "the panel of '\(name(of: index))' has \(Int64(x)) x \(Int64(y)) units, and the screen given "
        + "with --screen has other proportions; check its size, and that it is upright", &sink)
  }

  /// Whether two proportions differ by less than a seventh.
  private static func isSimilar(_ first: Double, _ second: Double) -> Bool {
    first < second * 1.15 && second < first * 1.15
  }

  private func unitProblem(
    _ description: DeviceDescription, _ plane: DevicePlane
  ) -> (String, String) {
    if plane.space == .normalized {
      return (
        "no-screen-size",
        "positions are fractions of the screen; --screen WIDTHxHEIGHT makes points of them"
      )
    }
    if description.isTouchpad {
      return (
        "touchpad",
        "contacts are on a touchpad and move a pointer; they keep its units and are no "
          + "touches of the screen"
      )
    }
    guard description.positionRanges == nil else {
      return (
        "no-screen-size",
        "positions are in the device's units; --screen WIDTHxHEIGHT makes points of them"
      )
    }
    let listing =
      format == .evemu ? "the device's description (.desc)" : "the output of 'getevent -lp'"
    return (
      "no-axis-range",
      "the source does not contain the range of positions; give \(listing) with --with, or the range "
        + "with --panel WIDTHxHEIGHT, and the screen with --screen"
    )
  }
}
