import ScrollEngine
import TextKit

extension ConformanceReport {
  /// The report as a document: the rows, every miss with its reason, and the peers' constants.
  public var markdown: String {
    """
    # Conformance

    The engine is compared with test vectors of other projects and with measurements of real scroll views.
    Written by `scrolltrace conformance --vectors ../shared/vectors --vectors fixtures/vectors
    --markdown`; do not edit.

    Measured data comes first. Only rows with *must* decide the exit code:

    - families and single vectors that apply to an engine like UIKit;
    - in mode `uikit`, the CSS vectors that need no style engine;
    - in mode `css`, all CSS vectors on which browsers and editions of the standard agree. The others run as
      `css-editions` and pass if one edition agrees.

    The worst error is in the unit of the family. If the tolerance of the family is a share, it is a share.

    \(table)
    \(totals)

    ## What did not pass

    \(missText)

    ## What a passed row proves

    Only `uikit-decay-measured`, `uikit-bounce-measured` and the families that end in `-ios26` come from
    recordings of real scroll views. The first two are older than iOS 18; the others were logged on the
    simulator of iOS 26.5. Flings go farther there: their distance is (v − 0.01)/(−ln d) instead of
    (v − 0.01)·d/(1 − d), so profile `ios26` has that law and older profiles keep theirs. On iOS 26.5,
    content that is pulled beyond its end, held and released returns along the rubber band. The second case of
    `uikit-bounce-measured` starts slowly and contradicts that: it begins in another state, or the law changed.
    Older profiles follow it.

    `release-velocity-blend` and `decay-projection-formulas` check arithmetic on published formulas, so they prove
    consistency only. All other rows prove that the rules of another toolkit are reproduced, and nothing about
    UIKit. Recordings have no expected result. They are checked against laws: offsets stay finite, motions that
    cannot turn do not turn, and content rests within its range.

    ## Constants of the peers

    \(constants)
    """
  }

  private var table: String {
    var text = "| family | kind | mode | must | cases | passed | failed | not run | worst error |\n"
    text += "|---|---|---|---|---|---|---|---|---|\n"
    for row in rows {
      text += "| \(Self.cell(row.name)) | \(Self.cell(row.kind)) | \(row.modeText) "
      text += "| \(row.isMust ? "yes" : "no") | \(row.cases) | \(row.passed) | \(row.failed) "
      text += "| \(row.notRun) | \(row.errorText) |\n"
    }
    return text
  }

  private var totals: String {
    let must = rows.filter(\.isMust)
    let peers = rows.filter { $0.mode != nil && $0.mode != .uikit && $0.kind != "recording" }
    let recordings = rows.filter { $0.kind == "recording" }
    return """
      Must: \(Self.share(must)). Peer modes: \(Self.share(peers)). Recordings, which are
      checked against laws: \(Self.share(recordings)).
      """
  }

  private static func share(_ rows: [ConformanceRow]) -> String {
    let (passed, cases) = (
      rows.reduce(0) { $0 + $1.passed }, rows.reduce(0) { $0 + $1.cases }
    )
    guard cases > 0 else { return "no cases" }
    let tenths = passed * 1000 / cases
    return "\(passed) of \(cases) cases, \(tenths / 10).\(tenths % 10) %"
  }

  private var missText: String {
    var text = ""
    for row in rows {
      for miss in row.misses {
        let what = miss.isRun ? miss.isMust ? "failed, must pass" : "failed" : "not run"
        text +=
          "- `\(Self.cell(row.name))`, mode \(row.modeText), `\(Self.cell(miss.id))` (\(what)): "
        text += Self.cell(miss.reason)
        if let known = KnownMisses.reason(row.name, miss.id, row.mode) { text += ". \(known)" }
        text += "\n"
      }
    }
    for problem in problems { text += "- \(Self.cell(problem))\n" }
    return text.isEmpty ? "Everything passed.\n" : text
  }

  private var constants: String {
    var text = "| constant | value | unit | origin |\n|---|---|---|---|\n"
    for constant in PeerConstant.table {
      text += "| \(constant.name) | \(NumberText.plain(constant.value)) | \(constant.unit) "
      text += "| \(constant.origin) |\n"
    }
    return text
  }

  /// Escapes a text for a cell of a table.
  private static func cell(_ text: String) -> String {
    var cell = ""
    for character in DisplayText.escaped(text) {
      switch character {
      case "|": cell += "\\|"
      case "`": cell += "'"
      case "<": cell += "&lt;"
      default: cell.append(character)
      }
    }
    return cell
  }
}

/// The reasons why known cases do not pass.
enum KnownMisses {
  static func reason(_ family: String, _ id: String, _ mode: ConformanceMode?) -> String? {
    table.first { $0.family == family && $0.id == id && $0.mode == mode }?.reason
  }

  private static let table: [(family: String, id: String, mode: ConformanceMode, reason: String)] =
    []
}
