import CommandLineKit
import ScrollModel
import TextKit
import Triage

/// The changes that result in another target of a settle.
enum CounterfactualResult {
  /// Prints one line for each quantity; nil means that the decision cannot be repeated.
  static func print(_ changes: [Counterfactual]?, _ console: inout Console) {
    guard let changes else {
      console.print("no change leads to another target that the configuration decides")
      return
    }
    var table = TextTable([
      .init("changed"), .init("less", .right), .init("leads to"), .init("more", .right),
      .init("leads to"),
    ])
    for change in changes where change.obstacle == nil {
      let unit = change.quantity.unit
      func cells(_ turn: Counterfactual.Change?) -> [TextTable.Cell] {
        guard let turn else { return [.init("none", .dim), .init("")] }
        return [
          .init("\(pointsText(turn.turns)) \(unit)"),
          .init(turn.id?.displayText ?? "\(pointsText(turn.rest)) pt"),
        ]
      }
      table.add([.init(change.quantity.rawValue)] + cells(change.less) + cells(change.more))
    }
    table.print(to: &console)
    if changes.contains(where: { $0.quantity == .offset && $0.obstacle == nil }) {
      console.print(
        "each change is simulated to its rest: content past an end returns before it is aligned")
    }
    for change in changes {
      guard let obstacle = change.obstacle else { continue }
      console.print("\(change.quantity.rawValue): not examined: \(obstacle)")
    }
  }

  /// Writes the member `counterfactuals`, which is null if there are none.
  static func write(_ changes: [Counterfactual]?, _ json: inout JSONWriter) throws {
    guard let changes else {
      json.key("counterfactuals")
      return json.null()
    }
    try json.objects("counterfactuals", changes) { change, json in
      json.member("quantity", change.quantity.rawValue)
      json.member("unit", change.quantity.unit)
      json.member("not_examined", change.obstacle)
      try write("less", change.less, &json)
      try write("more", change.more, &json)
    }
  }

  private static func write(
    _ name: String, _ turn: Counterfactual.Change?, _ json: inout JSONWriter
  ) throws {
    json.key(name)
    guard let turn else { return json.null() }
    json.beginObject()
    try json.member("turns", turn.turns)
    try json.member("stays", turn.stays)
    json.member("id", turn.id?.displayText)
    try json.member("rest_pt", turn.rest)
    try json.member("rest_before_pt", turn.restBefore)
    json.endObject()
  }
}
