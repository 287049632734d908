import ScrollModel

/// One number of a case that may be rounded.
struct CaseNumber: Sendable {
  /// The smallest container and the smallest item: smaller ones are unrealistic.
  private static let (leastContainer, leastItem) = (100.0, 10.0)

  /// Whether it is a length of the scene: a card longer than its container would no longer be the
  /// reported card.
  var isLength = true
  let get: @Sendable (ScrollCase) -> Double
  let set: @Sendable (inout ScrollCase, Double) -> Void

  /// Returns the nearest multiple of a step.
  static func nearest(_ value: Double, _ step: Double) -> Double { (value / step).rounded() * step }

  /// Rounder numbers than a value, the roundest first; a length changes by at most a quarter.
  func rounder(than value: Double) -> [Double] {
    var values: [Double] = []
    for step in [1000, 500, 100, 50, 10, 1, 0.5] {
      let rounded = Self.nearest(value, step)
      let isNear =
        isLength
        ? (rounded - value).magnitude <= value.magnitude / 4
        : rounded != 0 || value.magnitude < step
      if rounded != value, !values.contains(rounded), isNear {
        values.append(rounded)
      }
    }
    return values
  }

  /// All numbers of the scene, then those of the script.
  static func all(of example: ScrollCase) -> [CaseNumber] {
    var numbers = containerNumbers
    switch example.scene.content {
    case .items(let items):
      numbers.append(allLengths)
      numbers += items.indices.map { length(ofItem: $0) }
    case .frames(let targets, _):
      numbers += contentNumbers
      numbers += targets.indices.flatMap { frameNumbers(ofTarget: $0) }
    case .generated: break
    }
    let actions = example.script.actions
    for (index, action) in actions.enumerated() {
      for place in action.numbers.indices {
        numbers.append(
          CaseNumber(
            isLength: false,
            get: { $0.script.actions[index].numbers[place] },
            set: { example, value in
              var values = example.script.actions[index].numbers
              values[place] = value
              let changed = example.script.actions[index].withNumbers(values)
              example.script = example.script.replacing(index, with: changed)
            }))
      }
    }
    return numbers
  }

  private static let containerNumbers: [CaseNumber] =
    [
      CaseNumber(
        get: { $0.scene.container.width },
        set: {
          $0.scene.container = Size(
            width: max(leastContainer, $1), height: $0.scene.container.height)
        }),
      CaseNumber(
        get: { $0.scene.container.height },
        set: {
          $0.scene.container = Size(
            width: $0.scene.container.width, height: max(leastContainer, $1))
        }),
      CaseNumber(
        get: { $0.scene.stack.spacing }, set: { $0.scene.stack.spacing = max(0, $1) }),
    ]
    + (0..<4).flatMap { side in
      [
        CaseNumber(
          get: { $0.scene.insets.sides[side] },
          set: { $0.scene.insets = $0.scene.insets.replacing(side, with: $1) }),
        CaseNumber(
          get: { $0.scene.stack.padding.sides[side] },
          set: { $0.scene.stack.padding = $0.scene.stack.padding.replacing(side, with: max(0, $1)) }
        ),
      ]
    }

  /// The common length of all items; without effect if they have several.
  private static let allLengths = CaseNumber(
    get: { example in
      guard case .items(let items) = example.scene.content, let first = items.first,
        items.allSatisfy({ $0.size == first.size }), case .length(let length) = first.size
      else { return 0 }
      return length
    },
    set: { example, value in
      guard case .items(let items) = example.scene.content else { return }
      example.scene.content = .items(
        items.map {
          SceneFile.Item(id: $0.id, size: .length(max(leastItem, value)), pinned: $0.pinned)
        })
    })

  private static func length(ofItem index: Int) -> CaseNumber {
    CaseNumber(
      get: { example in
        guard case .items(let items) = example.scene.content, items.indices.contains(index),
          case .length(let length) = items[index].size
        else { return 0 }
        return length
      },
      set: { example, value in
        guard case .items(var items) = example.scene.content, items.indices.contains(index) else {
          return
        }
        items[index].size = .length(max(leastItem, value))
        example.scene.content = .items(items)
      })
  }

  private static let contentNumbers: [CaseNumber] = [true, false].map { isWidth in
    CaseNumber(
      get: { example in
        guard case .frames(_, let size?) = example.scene.content else { return 0 }
        return isWidth ? size.width : size.height
      },
      set: { example, value in
        guard case .frames(let targets, let size?) = example.scene.content else { return }
        example.scene.content = .frames(
          targets,
          contentSize: isWidth
            ? Size(width: value, height: size.height) : Size(width: size.width, height: value))
      })
  }

  private static func frameNumbers(ofTarget index: Int) -> [CaseNumber] {
    (0..<4).map { place in
      CaseNumber(
        get: { example in
          guard case .frames(let targets, _) = example.scene.content,
            targets.indices.contains(index)
          else { return 0 }
          return targets[index].frame.numbers[place]
        },
        set: { example, value in
          guard case .frames(var targets, let size) = example.scene.content,
            targets.indices.contains(index)
          else { return }
          var numbers = targets[index].frame.numbers
          numbers[place] = value
          targets[index].frame = Rect(
            x: numbers[0], y: numbers[1], width: max(0, numbers[2]), height: max(0, numbers[3]))
          example.scene.content = .frames(targets, contentSize: size)
        })
    }
  }
}

extension Insets {
  fileprivate var sides: [Double] { [top, left, bottom, right] }

  fileprivate func replacing(_ side: Int, with value: Double) -> Insets {
    var sides = sides
    sides[side] = value
    return Insets(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
  }
}

extension Rect {
  fileprivate var numbers: [Double] { [origin.x, origin.y, size.width, size.height] }
}
