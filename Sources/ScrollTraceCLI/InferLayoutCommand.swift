import CommandLineKit
import ScrollModel
import TextKit
import TraceStore

/// `infer-layout`: proposes a layout from resting offsets.
struct InferLayoutCommand: CommandLineKit.Command {
  static let name = "infer-layout"
  static let abstract = "Propose the pitch and the number of items from where a view came to rest."
  static let discussion = """
    The rests of a view that snaps are on the grid of its items. The pitch is the distance between \
    items that fits all rests best, in relation to its length. The output contains the number of \
    rests, their distance from the grid, and the probability that chance fits as well. With too few \
    rests, or \
    rests on no grid, nothing is proposed, and the exit code is 4.

    --output writes the proposal as a scene for 'attach --layout'.
    """
  static let examples = [
    Example("scrolltrace infer-layout 1", "the pitch of trace 1"),
    Example(
      "scrolltrace infer-layout 1 -o scene.json && scrolltrace attach 1 --layout scene.json",
      "give the trace the layout"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument("trace", \.trace, StorePath.traceHelp, completion: StorePath.completion),
    .option("axis", \.axis, "The axis along which items follow each other."),
    .option(
      "rest-ms", \.restMilliseconds, "How long an offset must stay the same to count as a rest.",
      limits: .range(1...60_000)),
    .option(
      "output", short: "o", \.output, "Write the proposal as a scene file.", valueName: "FILE",
      completion: .files),
    .store(\.database),
    .flag("json", \.isJSON, "Print the result as JSON."),
  ]

  enum AxisWord: String, CaseIterable, CommandValue {
    case vertical
    case horizontal
  }

  var trace = ""
  var axis: AxisWord?
  var restMilliseconds: Double?
  var output: String?
  var database: String?
  var isJSON = false

  /// The data of the trace's events.
  private struct Reading {
    var rests: [Rest]
    var contentSize: Size?
    var containerSize: Size?
    var axis: Axis

    func along(_ size: Size) -> Double { axis == .vertical ? size.height : size.width }
  }

  func run(_ console: inout Console) throws -> ExitCode {
    try failing {
      let store = try StorePath.openToRead(database, traces: [trace], &console)
      let record = try StorePath.selectOne(trace, in: store)
      let reading = try read(record, store)
      let offsets = reading.rests.map { reading.axis == .vertical ? $0.offset.y : $0.offset.x }
      let grid: InferredPitch
      do {
        grid = try PitchInference.infer(offsets)
      } catch let refusal as PitchRefusal {
        if isJSON { try printJSON(nil, reading, record, refusal: refusal.description, &console) }
        throw Failure(
          .nothingMatched,
          "trace \(record.id), \(counted(offsets.count, "rest")): \(refusal.description)")
      }
      if let output { try write(grid, reading, record, to: output) }
      try print(grid, reading, record, &console)
      try store.close()
      return .ok
    }
  }

  // MARK: Reading

  private func read(_ record: TraceRecord, _ store: TraceStore) throws -> Reading {
    var finder = RestFinder(minimum: minimum(record))
    var reading = Reading(rests: [], axis: .vertical)
    var extent: (low: Point, high: Point)?
    let reader = try store.pointReader(of: record.id)
    while let (time, event) = try reader.next() {
      finder.take(event, at: time)
      switch event {
      case .observation(.frame(let frame)):
        reading.contentSize = frame.geometry.contentSize ?? reading.contentSize
        reading.containerSize = frame.geometry.containerSize ?? reading.containerSize
        let (low, high) = extent ?? (frame.offset, frame.offset)
        extent = (
          Point(x: min(low.x, frame.offset.x), y: min(low.y, frame.offset.y)),
          Point(x: max(high.x, frame.offset.x), y: max(high.y, frame.offset.y))
        )
      case .input(.container(let change)):
        reading.containerSize = change.size ?? reading.containerSize
      case .input(.layout(let layout)):
        reading.contentSize = layout.contentSize ?? reading.contentSize
      default: break
      }
    }
    finder.finish()
    reading.rests = finder.rests
    reading.axis = chosenAxis(record.information.axes, extent)
    return reading
  }

  /// Several intervals of a source with few offsets, else 0.15 s.
  private func minimum(_ record: TraceRecord) -> Int64 {
    if let restMilliseconds { return Int64(restMilliseconds * 1e6) }
    guard case .throttled(let interval)? = record.information.qualities[.offset] else {
      return 150_000_000
    }
    return max(150_000_000, Int64(interval * 2.5 * 1e6))
  }

  /// The requested axis, else the trace's, else the one along which the offset moved more.
  private func chosenAxis(_ axes: ScrollAxes?, _ extent: (low: Point, high: Point)?) -> Axis {
    if let axis { return axis == .vertical ? .vertical : .horizontal }
    switch axes {
    case .vertical?: return .vertical
    case .horizontal?: return .horizontal
    case .both?, nil:
      guard let extent else { return .vertical }
      return extent.high.x - extent.low.x > extent.high.y - extent.low.y ? .horizontal : .vertical
    }
  }

  // MARK: The proposal

  /// The number of items: as many as fit the content, or at least those that were visited.
  private func itemCount(_ grid: InferredPitch, _ reading: Reading) -> (count: Int64, isExact: Bool)
  {
    let seen = grid.span.upperBound - min(0, grid.span.lowerBound) + 1
    guard let content = reading.contentSize.map(reading.along), content / grid.pitch < 1e6 else {
      return (seen, false)
    }
    return (max(1, Int64(content / grid.pitch + 0.5)), true)
  }

  private func print(
    _ grid: InferredPitch, _ reading: Reading, _ record: TraceRecord, _ console: inout Console
  ) throws {
    if isJSON { return try printJSON(grid, reading, record, refusal: nil, &console) }
    let items = itemCount(grid, reading)
    console.print(
      "trace \(record.id): items every \(Self.text(grid.pitch)) points "
        + (reading.axis == .vertical ? "vertically" : "horizontally")
        + ", the first rest of the grid at \(Self.text(grid.origin))")
    console.print(
      "  \(counted(grid.restCount, "rest")) at \(counted(grid.placeCount, "place")), "
        + "off the grid by \(Self.text(grid.residual)) on average (root mean square)")
    if !grid.outliers.isEmpty {
      let places = grid.outliers.map(Self.text).joined(separator: ", ")
      console.print("  not on the grid, such as the end of the content: \(places)")
    }
    console.print("  by chance as good in \(Self.text(grid.chance * 100)) % of cases")
    console.print(
      "  \(items.isExact ? "" : "at least ")\(counted(Int(items.count), "item"))"
        + (items.isExact ? " fill the content" : ", as far as was scrolled"))
    if let output {
      console.print(
        "  next: scrolltrace attach \(record.id) --layout "
          + DisplayText.escaped(ShellWord.quoted(output) + StorePath.words(database)))
    } else {
      console.print("  next: the same with -o scene.json, then scrolltrace attach")
    }
  }

  /// Without a grid, the document contains the reason.
  private func printJSON(
    _ grid: InferredPitch?, _ reading: Reading, _ record: TraceRecord, refusal: String?,
    _ console: inout Console
  ) throws {
    let items = grid.map { itemCount($0, reading) }
    try console.printJSON { json in
      json.member("trace", record.id)
      json.member("axis", reading.axis == .vertical ? "vertical" : "horizontal")
      try json.member("pitch", grid?.pitch)
      try json.member("origin", grid?.origin)
      try json.member("residual", grid?.residual)
      json.member("rests", Int64(grid?.restCount ?? reading.rests.count))
      json.member("places", grid.map { Int64($0.placeCount) })
      json.key("outliers")
      json.beginArray()
      for outlier in grid?.outliers ?? [] { try json.value(outlier) }
      json.endArray()
      try json.member("chance", grid?.chance)
      json.member("items", items?.count)
      json.member("items_is_exact", items?.isExact)
      json.member("refusal", refusal)
    }
  }

  private static func text(_ value: Double) -> String {
    guard value.magnitude < 1e12 else { return value.isNaN ? "nan" : "\(value)" }
    let hundredths = Int64(value * 100 + (value < 0 ? -0.5 : 0.5))
    return (Double(hundredths) / 100).commandText
  }

  /// Writes a scene of equal items, as long as the pitch.
  private func write(
    _ grid: InferredPitch, _ reading: Reading, _ record: TraceRecord, to path: String
  ) throws {
    let container = reading.containerSize ?? Size(width: 390, height: 844)
    var json = JSONWriter(layout: .pretty)
    json.beginObject()
    json.member("name", "\(record.information.name), inferred layout")
    json.member("axis", reading.axis == .vertical ? "vertical" : "horizontal")
    json.key("container")
    json.beginObject()
    try json.member("width", container.width)
    try json.member("height", container.height)
    json.endObject()
    json.key("items")
    json.beginObject()
    json.member("count", min(itemCount(grid, reading).count, 100_000))
    try json.member("size", grid.pitch)
    json.endObject()
    json.endObject()
    json.newline()
    _ = Interruption.install()
    try writeFile(json.bytes, to: path)
  }
}
