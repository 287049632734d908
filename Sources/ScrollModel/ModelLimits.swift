/// The limits of every value in a trace, and the check of an event against them.
///
/// Readers check before they append, and the store checks before it binds. `schema.sql` repeats the
/// limits, so that a missing check is an error and not invalid data.
public enum ModelLimits {
  /// The largest absolute value of a coordinate, a length or a velocity.
  public static let coordinate = 1e9
  /// The largest number of device pixels in a point.
  public static let scale = 1000.0
  /// The largest refresh rate in frames per second.
  public static let refreshRate = 10_000.0
  /// The most targets of a layout.
  public static let targets = 1_000_000
  /// The longest id in bytes of UTF-8.
  public static let idBytes = 1024
  /// The longest text in bytes of UTF-8.
  public static let textBytes = 65_536
  /// The largest time and duration in nanoseconds: 146 years, so that differences never overflow.
  public static let time: Int64 = 1 << 62
  /// The largest backward step in time, in nanoseconds, that is corrected to the time of the
  /// previous event.
  ///
  /// Sources timestamp touches and frames on different threads, so small disorder is normal. The
  /// order of arrival is kept, the time is raised, and a repair event records it. A larger step is
  /// damage.
  public static let disorder: Int64 = 250_000_000

  /// Returns the problem of an event at a time, as the end of a sentence; nil if it is valid.
  public static func problem(with event: TraceEvent, at time: TraceTime) -> String? {
    guard (0...Self.time).contains(time.nanoseconds) else {
      return "its time is outside 0 … \(Self.time) ns"
    }
    return switch event {
    case .input(let input): problem(with: input)
    case .observation(let observation): problem(with: observation)
    case .stream(let remark): problem(with: remark)
    }
  }

  /// Returns the problem of a trace's information, as the end of a sentence; nil if it is valid.
  public static func problem(with information: TraceInformation) -> String? {
    let texts: [(StaticString, String?)] = [
      ("its name", information.name), ("its parent's name", information.parentName),
      ("its device", information.device), ("its system", information.system),
      ("its app", information.app), ("its configuration", information.declaredConfiguration),
      ("its clock's name", information.clock?.name),
      ("its clock's origin", information.clock?.origin),
      ("its source's format", information.source?.format),
      ("its source's hash", information.source?.hash),
    ]
    for case (let name, let value?) in texts {
      if let problem = text(value, name) { return problem }
    }
    if let problem = information.scale.flatMap({ positive($0, scale, "its scale") }) {
      return problem
    }
    for quantity in Quantity.allCases {
      if case .throttled(let interval)? = information.qualities[quantity],
        let problem = positive(interval, 3_600_000, "its sampling interval")
      {
        return problem
      }
    }
    return first(information.metadata) { text($0.key, "a key") ?? text($0.json, "an entry") }
  }

  private static func problem(with input: Input) -> String? {
    switch input {
    case .touch(let sample):
      problem(with: sample.position, "its position")
        ?? sample.pressure.flatMap { range($0, 0, coordinate, "its pressure") }
    case .wheel(let sample):
      problem(with: sample.delta, "its delta")
        ?? sample.position.flatMap { problem(with: $0, "its position") }
    case .command(let command): problem(with: command)
    case .layout(let layout): problem(with: layout)
    case .edit(let edit): problem(with: edit)
    case .container(let change): problem(with: change)
    }
  }

  private static func problem(with observation: Observation) -> String? {
    switch observation {
    case .frame(let frame):
      problem(with: frame.offset, "its offset") ?? problem(with: frame.geometry)
    case .phase(let change):
      change.velocity.flatMap { problem(with: $0, "its velocity") }
    case .position(let report):
      report.id.flatMap(problem(with:))
    case .visibility(let event):
      problem(with: event.id)
        ?? event.threshold.flatMap { range($0, 0, 1, "its threshold") }
        ?? event.fraction.flatMap { range($0, 0, 1, "its fraction") }
    case .visibleSet(let set):
      first(set.ids, problem(with:)) ?? set.threshold.flatMap { range($0, 0, 1, "its threshold") }
    case .release(let report):
      report.velocity.flatMap { problem(with: $0, "its velocity") }
        ?? report.proposedOffset.flatMap { problem(with: $0, "its proposed offset") }
        ?? report.chosenOffset.flatMap { problem(with: $0, "its chosen offset") }
        ?? report.chosenID.flatMap(problem(with:))
    case .annotation(let annotation):
      text(annotation.kind, "its name") ?? annotation.text.flatMap { text($0, "its text") }
        ?? annotation.duration.flatMap { duration($0, "its duration") }
    }
  }

  private static func problem(with remark: StreamEvent) -> String? {
    switch remark {
    case .gap(let from, let to, let count):
      duration(from.nanoseconds, "the start of the gap")
        ?? duration(to.nanoseconds, "the end of the gap")
        ?? (from > to ? "the gap ends before it starts" : nil)
        ?? count.flatMap { $0 < 0 ? "its count is negative" : nil }
    case .repair(let kind, let detail):
      text(kind, "its kind") ?? text(detail, "its text")
    case .keyframe(let count):
      count < 0 ? "its count is negative" : nil
    }
  }

  private static func problem(with command: Command) -> String? {
    switch command {
    case .scroll(let destination, let anchor, let animation, _, _):
      problem(with: destination) ?? anchor.flatMap(problem(with:)) ?? problem(with: animation)
    case .write(let id, let anchor, let animation):
      id.flatMap(problem(with:)) ?? anchor.flatMap(problem(with:)) ?? problem(with: animation)
    case .cancel:
      nil
    }
  }

  private static func problem(with destination: ScrollDestination) -> String? {
    switch destination {
    case .id(let id): problem(with: id)
    case .edge: nil
    case .point(let point): problem(with: point, "its point")
    case .x(let x): range(x, -coordinate, coordinate, "its x")
    case .y(let y): range(y, -coordinate, coordinate, "its y")
    }
  }

  private static func problem(with animation: ScrollAnimation) -> String? {
    switch animation {
    case .none, .automatic: nil
    case .timed(let seconds, _): range(seconds, 0, 3600, "its animation's seconds")
    case .spring(let seconds, let bounce):
      range(seconds, 0, 3600, "its animation's seconds") ?? range(bounce, -1, 1, "its bounce")
    }
  }

  private static func problem(with layout: Layout) -> String? {
    layout.contentSize.flatMap { problem(with: $0, "its content size") }
      ?? (layout.targets.count > targets ? "it has more than \(targets) targets" : nil)
      ?? first(layout.targets) { target in
        problem(with: target.id) ?? problem(with: target.frame.origin, "a target's origin")
          ?? problem(with: target.frame.size, "a target's size")
      }
  }

  private static func problem(with edit: ContentEdit) -> String? {
    switch edit {
    case .insert(let id, let index, let size):
      problem(with: id) ?? problem(withIndex: index)
        ?? size.flatMap { problem(with: $0, "its size") }
    case .remove(let id, let index):
      problem(with: id) ?? index.flatMap(problem(withIndex:))
    case .move(let id, let index):
      problem(with: id) ?? problem(withIndex: index)
    case .resize(let id, let size):
      problem(with: id) ?? problem(with: size, "its size")
    }
  }

  private static func problem(with change: ContainerChange) -> String? {
    change.size.flatMap { problem(with: $0, "its size") }
      ?? change.insets.flatMap { problem(with: $0) }
      ?? change.scale.flatMap { positive($0, scale, "its scale") }
      ?? change.refreshRate.flatMap { positive($0, refreshRate, "its refresh rate") }
      ?? change.refreshOrigin.flatMap { duration($0.nanoseconds, "its refresh origin") }
  }

  private static func problem(with geometry: FrameGeometry) -> String? {
    geometry.contentSize.flatMap { problem(with: $0, "its content size") }
      ?? geometry.containerSize.flatMap { problem(with: $0, "its container size") }
      ?? geometry.insets.flatMap { problem(with: $0) }
  }

  private static func problem(with point: Point, _ name: StaticString) -> String? {
    range(point.x, -coordinate, coordinate, name) ?? range(point.y, -coordinate, coordinate, name)
  }

  private static func problem(with vector: Vector, _ name: StaticString) -> String? {
    range(vector.dx, -coordinate, coordinate, name)
      ?? range(vector.dy, -coordinate, coordinate, name)
  }

  private static func problem(with size: Size, _ name: StaticString) -> String? {
    range(size.width, 0, coordinate, name) ?? range(size.height, 0, coordinate, name)
  }

  private static func problem(with insets: Insets) -> String? {
    range(insets.top, -coordinate, coordinate, "its insets")
      ?? range(insets.left, -coordinate, coordinate, "its insets")
      ?? range(insets.bottom, -coordinate, coordinate, "its insets")
      ?? range(insets.right, -coordinate, coordinate, "its insets")
  }

  private static func problem(with point: UnitPoint) -> String? {
    range(point.x, -coordinate, coordinate, "its anchor")
      ?? range(point.y, -coordinate, coordinate, "its anchor")
  }

  private static func problem(withIndex index: Int64) -> String? {
    (0...Int64(coordinate)).contains(index) ? nil : "its index is outside 0 … 1e9"
  }

  private static func problem(with id: TargetID) -> String? {
    switch id.value {
    case .int, .uuid: nil
    case .string(let text):
      text.utf8.count > idBytes ? "an id is longer than \(idBytes) bytes" : nil
    case .other(let type, let text):
      text.utf8.count > idBytes || type.utf8.count > idBytes
        ? "an id is longer than \(idBytes) bytes" : nil
    }
  }

  /// NaN fails both comparisons, so it is reported like any other value out of range.
  private static func range(
    _ value: Double, _ low: Double, _ high: Double, _ name: StaticString
  ) -> String? {
    value >= low && value <= high ? nil : "\(name) is outside \(low) … \(high)"
  }

  private static func positive(_ value: Double, _ high: Double, _ name: StaticString) -> String? {
    value > 0 && value <= high ? nil : "\(name) is not above 0 and at most \(high)"
  }

  private static func duration(_ nanoseconds: Int64, _ name: StaticString) -> String? {
    (0...time).contains(nanoseconds) ? nil : "\(name) is outside 0 … \(time) ns"
  }

  private static func text(_ text: String, _ name: StaticString) -> String? {
    text.utf8.count > textBytes ? "\(name) is longer than \(textBytes) bytes" : nil
  }

  private static func first<Element>(
    _ elements: [Element], _ problem: (Element) -> String?
  ) -> String? {
    for element in elements {
      if let found = problem(element) { return found }
    }
    return nil
  }
}
