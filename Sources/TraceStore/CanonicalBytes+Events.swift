package import ScrollModel

// One byte identifies the kind of an event; the codes are part of the layout and never reused.

extension CanonicalBytes {
  package mutating func add(_ input: Input) {
    switch input {
    case .touch(let sample):
      add(byte: 1)
      add(sample.pointer)
      add(byte: sample.phase.rawValue)
      add(byte: sample.delivery.rawValue)
      add(sample.position)
      add(optional: sample.pressure) { $0.add($1) }
    case .wheel(let sample):
      add(byte: 2)
      add(sample.delta)
      add(byte: sample.phase.rawValue)
      add(byte: sample.momentumPhase.rawValue)
      add(sample.isPrecise)
      add(optional: sample.position) { $0.add($1) }
    case .command(let command):
      add(byte: 3)
      add(command)
    case .layout(let layout):
      let hasPinned = layout.targets.contains { $0.pinned != nil }
      add(byte: hasPinned ? 8 : 4)
      add(optional: layout.contentSize) { $0.add($1) }
      add(Int64(layout.targets.count))
      for target in layout.targets {
        add(target.id)
        add(target.frame)
        add(target.isEstimated)
        if hasPinned { add(optional: target.pinned) { $0.add($1.rawValue) } }
      }
    case .edit(let edit):
      add(byte: 5)
      add(edit)
    case .container(let change):
      add(byte: change.isScrollDisabled == nil ? 6 : 7)
      add(optional: change.size) { $0.add($1) }
      add(optional: change.insets) { $0.add($1) }
      add(optional: change.layoutDirection) { $0.add($1.rawValue) }
      add(optional: change.scale) { $0.add($1) }
      add(optional: change.refreshRate) { $0.add($1) }
      add(optional: change.refreshOrigin) { $0.add($1) }
      if let isDisabled = change.isScrollDisabled { add(isDisabled) }
    }
  }

  private mutating func add(_ command: Command) {
    switch command {
    case .scroll(let destination, let anchor, let animation, let route, let preservesVelocity):
      add(byte: 1)
      add(destination)
      add(optional: anchor) { $0.add($1) }
      add(animation)
      add(route.rawValue)
      add(preservesVelocity)
    case .write(let id, let anchor, let animation):
      add(byte: 2)
      add(optional: id) { $0.add($1) }
      add(optional: anchor) { $0.add($1) }
      add(animation)
    case .cancel:
      add(byte: 3)
    }
  }

  private mutating func add(_ destination: ScrollDestination) {
    switch destination {
    case .id(let id):
      add(byte: 1)
      add(id)
    case .edge(let edge):
      add(byte: 2)
      add(edge.rawValue)
    case .point(let point):
      add(byte: 3)
      add(point)
    case .x(let x):
      add(byte: 4)
      add(x + 0.0)
    case .y(let y):
      add(byte: 5)
      add(y + 0.0)
    }
  }

  private mutating func add(_ animation: ScrollAnimation) {
    switch animation {
    case .none:
      add(byte: 0)
    case .automatic:
      add(byte: 1)
    case .timed(let seconds, let curve):
      add(byte: 2)
      add(seconds + 0.0)
      add(curve.rawValue)
    case .spring(let seconds, let bounce):
      add(byte: 3)
      add(seconds + 0.0)
      add(bounce + 0.0)
    }
  }

  private mutating func add(_ edit: ContentEdit) {
    switch edit {
    case .insert(let id, let index, let size):
      add(byte: 1)
      add(id)
      add(index)
      add(optional: size) { $0.add($1) }
    case .remove(let id, let index):
      add(byte: 2)
      add(id)
      add(optional: index) { $0.add($1) }
    case .move(let id, let index):
      add(byte: 3)
      add(id)
      add(index)
    case .resize(let id, let size):
      add(byte: 4)
      add(id)
      add(size)
    }
  }

  /// Adds an observation; the sizes of a frame only if they differ from `previous`.
  package mutating func add(_ observation: Observation, after previous: FrameGeometry?) {
    switch observation {
    case .frame(let frame):
      add(byte: 16)
      add(frame.offset)
      add(byte: frame.phase?.rawValue ?? 0xFF)
      add(optional: frame.geometry == previous ? nil : frame.geometry) { $0.add($1) }
    case .phase(let change):
      add(byte: 17)
      add(byte: change.old?.rawValue ?? 0xFF)
      add(byte: change.new.rawValue)
      add(optional: change.velocity) { $0.add($1) }
    case .position(let report):
      add(byte: 18)
      add(optional: report.id) { $0.add($1) }
      add(optional: report.isPositionedByUser) { $0.add($1) }
    case .visibility(let event):
      add(byte: 19)
      add(event.id)
      add(event.isVisible)
      add(optional: event.threshold) { $0.add($1) }
      add(optional: event.fraction) { $0.add($1) }
    case .visibleSet(let set):
      add(visible: set.ids[...], threshold: set.threshold)
    case .release(let report):
      add(byte: 21)
      add(optional: report.velocity) { $0.add($1) }
      add(optional: report.proposedOffset) { $0.add($1) }
      add(optional: report.chosenOffset) { $0.add($1) }
      add(optional: report.chosenID) { $0.add($1) }
    case .annotation(let annotation):
      add(byte: 22)
      add(annotation.kind)
      add(optional: annotation.text) { $0.add($1) }
      add(optional: annotation.duration) { $0.add($1) }
    }
  }

  /// Adds a visible set.
  package mutating func add(visible ids: ArraySlice<TargetID>, threshold: Double?) {
    add(byte: 20)
    add(Int64(ids.count))
    add(ids)
    add(optional: threshold) { $0.add($1) }
  }

  /// Adds frames with the sizes of the previous frame, each with its time.
  package mutating func add(_ steps: ArraySlice<FrameSample>, phase: ScrollPhase?) {
    let phase = phase?.rawValue ?? 0xFF
    extend(by: steps.count * 27) { room in
      var place = 0
      for step in steps {
        room.storeBytes(
          of: step.time.nanoseconds.littleEndian, toByteOffset: place, as: Int64.self)
        room[place + 8] = 16
        room.storeBytes(
          of: step.offset.x.bitPattern.littleEndian, toByteOffset: place + 9, as: UInt64.self)
        room.storeBytes(
          of: step.offset.y.bitPattern.littleEndian, toByteOffset: place + 17, as: UInt64.self)
        room[place + 25] = phase
        room[place + 26] = 0
        place += 27
      }
    }
  }

  /// Adds ids; a list of only integers, which is most common, reserves its space once.
  private mutating func add(_ ids: ArraySlice<TargetID>) {
    var integers = 0
    extend(by: ids.count * 10) { room in
      for id in ids {
        guard let integer = id.integer else { break }
        let place = integers * 10
        room[place] = id.isOptional ? 1 : 0
        room[place + 1] = 0
        room.storeBytes(of: integer.littleEndian, toByteOffset: place + 2, as: Int64.self)
        integers += 1
      }
    }
    guard integers < ids.count else { return }
    removeLast((ids.count - integers) * 10)
    for id in ids.dropFirst(integers) { add(id) }
  }

  private mutating func add(_ geometry: FrameGeometry) {
    add(optional: geometry.contentSize) { $0.add($1) }
    add(optional: geometry.containerSize) { $0.add($1) }
    add(optional: geometry.insets) { $0.add($1) }
  }

  package mutating func add(_ remark: StreamEvent) {
    switch remark {
    case .gap(let from, let to, let count):
      add(byte: 32)
      add(from)
      add(to)
      add(optional: count) { $0.add($1) }
    case .repair(let kind, let text):
      add(byte: 33)
      add(kind)
      add(text)
    case .keyframe(let count):
      add(byte: 34)
      add(count)
    }
  }

  package mutating func add(_ information: TraceInformation) {
    add(information.name)
    for text in [
      information.parentName, information.device, information.system, information.app,
      information.declaredConfiguration, information.axes?.rawValue,
    ] {
      add(optional: text) { $0.add($1) }
    }
    add(information.coordinateSpace.rawValue)
    add(optional: information.scale) { $0.add($1) }
    add(optional: information.clock) {
      $0.add($1.name)
      $0.add(optional: $1.origin) { $0.add($1) }
    }
    add(optional: information.source) {
      $0.add($1.format)
      $0.add(optional: $1.hash) { $0.add($1) }
    }
    for quantity in Quantity.allCases {
      add(information.qualities[quantity] ?? .exact)
    }
    add(Int64(information.metadata.count))
    for entry in information.metadata {
      add(entry.key)
      add(entry.json)
    }
  }

  private mutating func add(_ quality: SampleQuality) {
    switch quality {
    case .exact:
      add(byte: 0)
    case .throttled(let milliseconds):
      add(byte: 1)
      add(milliseconds)
    case .derived:
      add(byte: 2)
    }
  }
}

extension TargetID {
  /// The integer of the id, if it is one.
  fileprivate var integer: Int64? {
    if case .int(let integer) = value { integer } else { nil }
  }
}
