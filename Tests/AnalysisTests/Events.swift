import Analysis
import ScrollModel

// Short functions for streams made by hand: a vertical list, time in milliseconds.

func milliseconds(_ count: Int) -> TraceTime {
  TraceTime(nanoseconds: Int64(count) * 1_000_000)
}

func milliseconds(_ count: Double) -> TraceTime {
  TraceTime(nanoseconds: Int64(count * 1_000_000))
}

func frame(
  _ y: Double, _ phase: ScrollPhase? = nil, container: Size? = nil, insets: Insets? = nil,
  content: Size? = nil
) -> TraceEvent {
  .observation(
    .frame(
      GeometryFrame(
        offset: Point(x: 0, y: y), phase: phase,
        geometry: FrameGeometry(contentSize: content, containerSize: container, insets: insets))))
}

func phase(_ new: ScrollPhase) -> TraceEvent { .observation(.phase(PhaseChange(new: new))) }

func note(_ kind: String, _ text: String?) -> TraceEvent {
  .observation(.annotation(Annotation(kind: kind, text: text)))
}

func touch(
  _ pointer: Int64, _ phase: TouchPhase, _ delivery: SampleDelivery = .direct, x: Double = 0,
  y: Double = 0
) -> TraceEvent {
  .input(
    .touch(
      TouchSample(
        pointer: pointer, phase: phase, position: Point(x: x, y: y), delivery: delivery)))
}

func jump(to y: Double) -> TraceEvent {
  .input(
    .command(
      .scroll(
        to: .y(y), anchor: nil, animation: .none, route: .offset, preservesVelocity: false)))
}

/// A column of targets that are 100 points wide, of which some may have other lengths.
func column(
  _ ids: [String], length: Double = 100, spacing: Double = 0, width: Double = 100,
  others: [Int: Double] = [:]
) -> Layout {
  var more = 0.0
  let targets = ids.enumerated().map { index, id in
    let own = others[index] ?? length
    defer { more += own - length }
    return TargetFrame(
      id: TargetID(id),
      frame: Rect(x: 0, y: Double(index) * (length + spacing) + more, width: width, height: own))
  }
  let count = Double(ids.count)
  let height = count > 0 ? count * length + (count - 1) * spacing + more : 0
  return Layout(contentSize: Size(width: width, height: height), targets: targets)
}

func layout(
  _ ids: [String], length: Double = 100, spacing: Double = 0, others: [Int: Double] = [:]
) -> TraceEvent {
  .input(.layout(column(ids, length: length, spacing: spacing, others: others)))
}

func container(_ height: Double, width: Double = 100, rate: Double? = nil) -> TraceEvent {
  .input(.container(ContainerChange(size: Size(width: width, height: height), refreshRate: rate)))
}
