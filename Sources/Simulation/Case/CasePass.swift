public import ScrollModel

/// One pass of a reduction.
public struct CasePass: Sendable {
  /// The name, such as `drop items`.
  public let name: String
  private let make: @Sendable (ScrollCase) -> [ScrollCase]

  init(_ name: String, _ make: @escaping @Sendable (ScrollCase) -> [ScrollCase]) {
    self.name = name
    self.make = make
  }

  /// The cases after a single step, those with the largest reduction first.
  public func candidates(of example: ScrollCase) -> [ScrollCase] {
    make(example).filter { $0.weight < example.weight }
  }

  /// All passes, the most effective first.
  public static let all: [CasePass] = [
    CasePass("drop labels") { $0.withoutLabels },
    CasePass("drop steps") { $0.droppingSteps },
    CasePass("drop items") { $0.droppingItems },
    CasePass("drop time") { $0.droppingTime },
    CasePass("straighten gestures") { $0.straightening },
    CasePass("drop options of commands") { $0.droppingOptions },
    CasePass("plain ids") { $0.withPlainIDs },
    CasePass("equal sizes") { $0.withEqualSizes },
    CasePass("drop lengths") { $0.droppingLengths },
    CasePass("one axis") { $0.withOneAxis },
    CasePass("drop keys") { $0.droppingKeys },
    CasePass("join items") { $0.joiningItems },
    CasePass("drop pairs") { $0.droppingPairs },
    CasePass("round numbers") { $0.rounding },
  ]

  /// The ranges of positions to remove: halves, quarters and so on down to single ones, the last
  /// first.
  public static func runs(of count: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var length = count
    while length > 0 {
      var end = count
      while end > 0 {
        runs.append(max(0, end - length)..<end)
        end -= length
      }
      // The same length from the other end, if the count is no multiple of it.
      if count % length != 0 { runs.append(0..<length) }
      length /= 2
    }
    return runs
  }
}

extension GestureScript {
  /// The script with a preceding jump of the content to an offset.
  public func beginning(at offset: Point) -> GestureScript {
    let jump = Command.scroll(
      to: .point(offset), anchor: nil, animation: .none, route: .offset, preservesVelocity: false)
    return GestureScript([.command(jump)] + actions)
  }

  /// The script without some actions; adjacent waits are merged.
  func without(_ range: Range<Int>) -> GestureScript {
    var kept = actions
    kept.removeSubrange(range)
    return GestureScript(joining: kept)
  }

  /// The script with another action at an index.
  func replacing(_ index: Int, with action: Action) -> GestureScript {
    var changed = actions
    changed[index] = action
    return GestureScript(joining: changed)
  }

  /// The script with `append` for items that a scene's rule inserts at the end.
  fileprivate func appending(to scene: SceneFile) -> GestureScript {
    guard case .items(let items) = scene.content, let rule = SceneFile.ItemRule(items),
      case .same(let size) = rule.size
    else { return self }
    var made = items.count
    var count = items.count
    var joined: [Action] = []
    for action in actions {
      switch action {
      case .insert(let id, let index, let length):
        guard index == count, made == count, id == rule.id(made), length == nil || length == size
        else {
          count += 1
          joined.append(action)
          continue
        }
        (made, count) = (made + 1, count + 1)
        if case .append(let before)? = joined.last {
          joined[joined.count - 1] = .append(before + 1)
        } else {
          joined.append(.append(1))
        }
      case .append(let more):
        (made, count) = (made + more, count + more)
        joined.append(action)
      case .remove:
        count -= 1
        joined.append(action)
      default: joined.append(action)
      }
    }
    return GestureScript(joining: joined)
  }

  init(joining actions: [Action]) {
    var joined: [Action] = []
    for action in actions {
      if case .wait(let duration) = action, case .wait(let before)? = joined.last {
        joined[joined.count - 1] = .wait(min(before + duration, ScriptNumbers.longestWait))
      } else {
        joined.append(action)
      }
    }
    self.init(joined)
  }
}

extension ScrollCase {
  private func changed(_ change: (inout ScrollCase) -> Void) -> ScrollCase {
    var copy = self
    change(&copy)
    return copy
  }

  // MARK: Steps and time

  fileprivate var withoutLabels: [ScrollCase] {
    [changed { $0.scene.labels = SceneFile.Labels(name: "case") }]
  }

  fileprivate var droppingSteps: [ScrollCase] {
    let actions = script.actions
    let runs = CasePass.runs(of: actions.count).map { range in
      changed { $0.script = script.without(range) }
    }
    // A step with the wait before it, and with the wait after it.
    let withTime = actions.indices.filter { !actions[$0].isWait }.flatMap { index in
      [index - 1..<index + 1, index..<index + 2]
        .filter { $0.lowerBound >= 0 && $0.upperBound <= actions.count }
        .map { range in changed { $0.script = script.without(range) } }
    }
    return runs + withTime
  }

  /// Durations that waits are reduced to, in milliseconds.
  private static let plainWaits: [Int64] = [100, 200, 300, 500, 1000, 2000, 3000, 5000, 10_000]

  fileprivate var droppingTime: [ScrollCase] {
    script.actions.enumerated().flatMap { index, action -> [ScrollCase] in
      guard case .wait(let duration) = action else { return [] }
      let shorter = Self.plainWaits.map { $0 * 1_000_000 }.filter { $0 < duration }
      let rounded = [1000, 100, 10, 1].map { step in
        Int64(CaseNumber.nearest(Double(duration) / 1e6, step)) * 1_000_000
      }
      return (shorter + rounded).filter { $0 > 0 && $0 != duration }.map { time in
        changed { $0.script = script.replacing(index, with: .wait(time)) }
      }
    }
  }

  fileprivate var straightening: [ScrollCase] {
    let middle = Point(x: scene.container.width / 2, y: scene.container.height / 2)
    return script.actions.enumerated().flatMap { index, action in
      action.straightened(in: middle).map { simpler in
        changed { $0.script = script.replacing(index, with: simpler) }
      }
    }
  }

  fileprivate var droppingOptions: [ScrollCase] {
    script.actions.enumerated().flatMap { index, action -> [ScrollCase] in
      guard case .command(let command) = action else { return [] }
      return command.simpler.map { simpler in
        changed { $0.script = script.replacing(index, with: .command(simpler)) }
      }
    }
  }

  // MARK: Content

  fileprivate var droppingItems: [ScrollCase] {
    switch scene.content {
    case .items(let items):
      return CasePass.runs(of: items.count).map { range in
        changed {
          var kept = items
          kept.removeSubrange(range)
          $0.scene.content = .items(kept)
          $0.script = GestureScript(script.actions.map { $0.afterRemoving(range) })
        }
      }
    case .frames(let targets, let size):
      return CasePass.runs(of: targets.count).map { range in
        changed {
          var kept = targets
          kept.removeSubrange(range)
          $0.scene.content = .frames(kept, contentSize: size)
        }
      }
    case .generated: return []
    }
  }

  fileprivate var withPlainIDs: [ScrollCase] {
    var plain: [TargetID: TargetID] = [:]
    func add(_ id: TargetID) {
      if plain[id] == nil { plain[id] = TargetID(Int64(plain.count)) }
    }
    switch scene.content {
    case .items(let items): for item in items { add(item.id) }
    case .frames(let targets, _): for target in targets { add(target.id) }
    case .generated: return []
    }
    for action in script.actions { action.ids.forEach(add) }
    // Strings may keep their prefix: `card-0` for `card-17`.
    var named: [TargetID: TargetID] = [:]
    for (id, number) in plain {
      guard case .string(let text) = id.value, case .int(let count) = number.value else { continue }
      named[id] = TargetID(String(text.prefix { !$0.isNumber }) + "\(count)")
    }
    return [plain, named].map { names in changed { $0.rename(names) } }
      + [changed { $0.script = script.appending(to: scene) }]
  }

  private mutating func rename(_ names: [TargetID: TargetID]) {
    switch scene.content {
    case .items(let items):
      scene.content = .items(
        items.map {
          SceneFile.Item(id: names[$0.id] ?? $0.id, size: $0.size, pinned: $0.pinned)
        })
    case .frames(let targets, let size):
      scene.content = .frames(
        targets.map {
          TargetFrame(id: names[$0.id] ?? $0.id, frame: $0.frame, pinned: $0.pinned)
        }, contentSize: size)
    case .generated: break
    }
    script = GestureScript(script.actions.map { $0.renamed(names) })
  }

  fileprivate var withEqualSizes: [ScrollCase] {
    guard case .items(let items) = scene.content, items.count > 1 else { return [] }
    var sizes: [SceneFile.ItemSize] = []
    for item in items where !sizes.contains(item.size) && sizes.count < 4 {
      sizes.append(item.size)
    }
    guard sizes.count > 1 else { return [] }
    return sizes.map { size in
      changed {
        $0.scene.content = .items(
          items.map { SceneFile.Item(id: $0.id, size: size, pinned: $0.pinned) })
      }
    }
  }

  // MARK: The scene

  fileprivate var droppingLengths: [ScrollCase] {
    var cases = [
      changed { $0.scene.insets = .zero }, changed { $0.scene.stack.spacing = 0 },
      changed { $0.scene.stack.padding = .zero }, changed { $0.scene.stack.alignment = .center },
      changed { $0.scene.direction = .leftToRight }, changed { $0.scene.lazy = nil },
      changed { $0.scene.scale = 3 }, changed { $0.scene.refreshRate = 60 },
      changed { $0.scene.seed = nil },
    ]
    // Without insets, the content gets their space.
    let insets = scene.insets
    cases.append(
      changed {
        $0.scene.insets = .zero
        $0.scene.container = Size(
          width: max(1, scene.container.width - insets.left - insets.right),
          height: max(1, scene.container.height - insets.top - insets.bottom))
      })
    if case .items(let items) = scene.content, scene.axes != .both {
      // An item that fills the stack needs no second number.
      cases.append(
        changed {
          $0.scene.content = .items(
            items.map { item in
              guard case .fixed(let size) = item.size else { return item }
              return SceneFile.Item(
                id: item.id, size: .length(scene.axes == .horizontal ? size.width : size.height))
            })
        })
    }
    return cases
  }

  fileprivate var withOneAxis: [ScrollCase] {
    guard scene.axes == .both else { return [] }
    return [ScrollAxes.vertical, .horizontal].map { axes in changed { $0.scene.axes = axes } }
  }

  /// Cases without single keys; keys that the fix changes are kept.
  fileprivate var droppingKeys: [ScrollCase] {
    var keys: [String] = []
    for pair in (declared?.pairs ?? []) + ran.pairs where !keys.contains(pair.key) {
      keys.append(pair.key)
    }
    return keys.filter { fixed == nil || fixed?[$0] == ran[$0] }.map { key in
      changed {
        $0.declared = declared?.without(key)
        $0.ran = ran.without(key)
        $0.fixed = fixed?.without(key)
      }
    }
  }

  fileprivate var rounding: [ScrollCase] {
    CaseNumber.all(of: self).flatMap { number in
      number.rounder(than: number.get(self)).map { value in changed { number.set(&$0, value) } }
    }
  }
}

extension Configuration {
  /// The text of a key's value; nil for its default.
  fileprivate subscript(key: String) -> String? { pairs.first { $0.key == key }?.value }

  /// The configuration with the default of a key.
  fileprivate func without(_ key: String) -> Configuration {
    let kept = pairs.filter { $0.key != key }.map { "\($0.key): \($0.value)" }
    return (try? Configuration(text: kept.joined(separator: ", "))) ?? self
  }
}
