import ScrollModel

/// The columns of a command, and conversions in both directions.
struct StoredCommand {
  var kind = ""
  var id: TargetID?
  var edge: Edge?
  var x: Double?
  var y: Double?
  var anchor: UnitPoint?
  var animation: String?
  var seconds: Double?
  var curve: AnimationCurve?
  var bounce: Double?
  var route: CommandRoute?
  var preservesVelocity: Bool?

  init() {}

  init(_ command: Command) {
    switch command {
    case .scroll(let destination, let anchor, let animation, let route, let preservesVelocity):
      set(destination)
      set(animation)
      self.anchor = anchor
      self.route = route
      self.preservesVelocity = preservesVelocity
    case .write(let id, let anchor, let animation):
      kind = "write"
      self.id = id
      self.anchor = anchor
      set(animation)
    case .cancel:
      kind = "cancel"
    }
  }

  private mutating func set(_ destination: ScrollDestination) {
    switch destination {
    case .id(let id): (kind, self.id) = ("to-id", id)
    case .edge(let edge): (kind, self.edge) = ("to-edge", edge)
    case .point(let point): (kind, x, y) = ("to-point", point.x, point.y)
    case .x(let x): (kind, self.x) = ("to-x", x)
    case .y(let y): (kind, self.y) = ("to-y", y)
    }
  }

  private mutating func set(_ animation: ScrollAnimation) {
    switch animation {
    case .none: self.animation = "none"
    case .automatic: self.animation = "automatic"
    case .timed(let seconds, let curve):
      (self.animation, self.seconds, self.curve) = ("timed", seconds, curve)
    case .spring(let seconds, let bounce):
      (self.animation, self.seconds, self.bounce) = ("spring", seconds, bounce)
    }
  }

  /// The command of the columns; nil if they are invalid.
  var command: Command? {
    switch kind {
    case "cancel":
      return .cancel
    case "write":
      guard let animation = scrollAnimation else { return nil }
      return .write(id, anchor: anchor, animation: animation)
    default:
      guard let destination, let animation = scrollAnimation, let route, let preservesVelocity
      else { return nil }
      return .scroll(
        to: destination, anchor: anchor, animation: animation, route: route,
        preservesVelocity: preservesVelocity)
    }
  }

  private var destination: ScrollDestination? {
    switch kind {
    case "to-id": id.map(ScrollDestination.id)
    case "to-edge": edge.map(ScrollDestination.edge)
    case "to-x": x.map { .x($0 + 0.0) }
    case "to-y": y.map { .y($0 + 0.0) }
    case "to-point":
      if let x, let y { .point(Point(x: x, y: y)) } else { nil }
    default: nil
    }
  }

  private var scrollAnimation: ScrollAnimation? {
    switch animation {
    case "none": ScrollAnimation.none
    case "automatic": .automatic
    case "timed":
      if let seconds, let curve { .timed(seconds: seconds, curve: curve) } else { nil }
    case "spring":
      if let seconds, let bounce { .spring(seconds: seconds, bounce: bounce) } else { nil }
    default: nil
    }
  }
}

/// The columns of a content edit, and conversions in both directions.
struct StoredEdit {
  var kind: String
  var id: TargetID
  var position: Int64?
  var size: Size?

  init(kind: String, id: TargetID, position: Int64?, size: Size?) {
    self.kind = kind
    self.id = id
    self.position = position
    self.size = size
  }

  init(_ edit: ContentEdit) {
    switch edit {
    case .insert(let id, let index, let size):
      self.init(kind: "insert", id: id, position: index, size: size)
    case .remove(let id, let index):
      self.init(kind: "remove", id: id, position: index, size: nil)
    case .move(let id, let index):
      self.init(kind: "move", id: id, position: index, size: nil)
    case .resize(let id, let size):
      self.init(kind: "resize", id: id, position: nil, size: size)
    }
  }

  /// The edit of the columns; nil if they are invalid.
  var edit: ContentEdit? {
    switch (kind, position, size) {
    case ("insert", let index?, let size): .insert(id, index: index, size: size)
    case ("remove", let index, nil): .remove(id, index: index)
    case ("move", let index?, nil): .move(id, index: index)
    case ("resize", nil, let size?): .resize(id, size: size)
    default: nil
    }
  }
}
