import ScrollModel

extension Probe {
  /// Candidate probes of a platform.
  static func candidates(of platform: CalibrationPlatform) -> [Probe] {
    let drafts =
      switch platform {
      case .web: gestures(.init(count: 600))
      case .compose: gestures(.init(count: 600)) + pages
      case .flutter: gestures(.init(count: 600)) + pages + bouncing
      case .swiftui: swiftUI
      }
    return drafts.enumerated().map { index, draft in
      Probe(
        name: "probe-\(index + 1)", scene: draft.scene, configuration: draft.configuration,
        script: draft.script)
    }
  }

  private typealias Draft = (scene: ProbeScene, configuration: String, script: String)

  /// Flings, bursts of flings, drags, and pulls past the top, without a behavior.
  private static func gestures(_ scene: ProbeScene) -> [Draft] {
    var scripts: [String] = []
    let speeds = [250, 500, 900, 1500, 2200, 3000, 4500]
    for speed in speeds { scripts.append("wait 300ms\nfling up \(speed)") }
    for first in [900, 1500, 2200] {
      for count in [2, 3, 5] {
        let flings = Array(repeating: "fling up \(first)", count: count)
        scripts.append("wait 300ms\n" + flings.joined(separator: "\nwait 150ms\n"))
      }
    }
    for length in [40, 120, 260] {
      scripts.append("wait 300ms\ndrag from 195,600 to 195,\(600 - length) over 400ms ease out")
      // A pull past the top, held until it has stopped.
      scripts.append(
        "wait 300ms\npath 195,200@0ms 195,\(200 + length)@400ms 195,\(200 + length)@700ms")
      // Past the top and back.
      scripts.append(
        "wait 300ms\npath 195,200@0ms 195,\(200 + length)@400ms 195,150@800ms 195,150@1100ms")
    }
    return scripts.map { (scene, "behavior: none", $0) }
  }

  /// Releases between pages.
  private static var pages: [Draft] {
    [150, 320, 600, 1200, 2500].map { speed in
      (ProbeScene(count: 200), "behavior: paging", "wait 300ms\nfling up \(speed)")
    }
  }

  /// Releases without a velocity past the top of a view whose code chooses the physics of iOS; a
  /// second finger stops the return soon.
  private static var bouncing: [Draft] {
    [200, 320, 440].flatMap { length in
      [35, 50, 65].map { pause in
        let pull = "path 195,200@0ms 195,\(200 + length)@400ms 195,\(200 + length)@700ms"
        return (
          ProbeScene(count: 200), "behavior: none, physics: flutter, vertical-bounce: always",
          "wait 300ms\n\(pull)\nwait \(pause)ms\nhold 195,400 for 400ms"
        )
      }
    }
  }

  // MARK: SwiftUI

  private static let plain = ProbeScene()
  private static let bars = ProbeScene(insets: Insets(top: 60, left: 0, bottom: 40, right: 0))
  private static let cards = ProbeScene(height: 240, spacing: 12)
  private static let strip = ProbeScene(height: 60)
  private static let plane = ProbeScene(axis: "both", count: 20, width: 1200)
  private static let wide = ProbeScene(count: 60, width: 600)
  private static let sections = ProbeScene(count: 60, sectionLength: 6)
  private static let optional = ProbeScene(count: 60, hasOptionalIDs: true)
  /// The last page of 700 pt is not full.
  private static let uneven = ProbeScene(count: 30, height: 103)

  /// Candidates for SwiftUI.
  ///
  /// Each family concerns some rules; the engine finds which it separates.
  private static var swiftUI: [Draft] {
    (motion + behaviors + positions + anchors + layouts + observers).map { draft in
      (draft.scene, draft.configuration, "wait 300ms\n\(draft.script)\nwait 1s\nnote end")
    }
  }

  private static var motion: [Draft] {
    let pull = "drag from 195,200 to 195,460 over 400ms ease out"
    let flicks = Array(repeating: "fling up 1500\nwait 60ms", count: 6).joined(separator: "\n")
    var drafts: [Draft] = [200, 300, 600, 1500, 3000, 6000, 9000].map {
      (plain, "", "fling up \($0)")
    }
    drafts += [40, 120, 260].map {
      (plain, "", "drag from 195,600 to 195,\(600 - $0) over 400ms ease out")
    }
    drafts += [
      (plain, "", pull), (bars, "", pull), (plain, "", flicks),
      (plain, "", "fling down 900"), (plain, "", "fling up 500\nwait 2s\nfling down 2500"),
      // A hold past the edge, and a drag from there.
      (plain, "", "drag from 195,200 to 195,600 over 400ms ease out"),
      (plane, "", "drag from 300,600 to 240,400 over 400ms ease out"),
      (plane, "", "drag from 300,600 to 220,400 over 400ms ease out"),
      (plane, "", "fling from 300,600 to 280,420 over 200ms"),
    ]
    return drafts
  }

  private static var behaviors: [Draft] {
    var drafts: [Draft] = []
    for speed in [400, 900, 2500, 5000] {
      for limit in ["automatic", "always", "always-by-few", "always-by-one", "never"] {
        for scene in [cards, strip] {
          drafts.append((scene, "behavior: view-aligned(limit: \(limit))", "fling up \(speed)"))
        }
      }
      drafts += [
        (bars, "behavior: paging", "fling up \(speed)"),
        (uneven, "behavior: paging", "scroll to y 2100 via offset\nwait 300ms\nfling up \(speed)"),
        (plain, "behavior: interval(230)", "fling up \(speed)"),
        (plain, "behavior: custom(\"tenth-second\")", "fling up \(speed)"),
      ]
    }
    // A pull that is held past the edge and returns to a target.
    drafts.append(
      (cards, "behavior: view-aligned", "drag from 195,200 to 195,520 over 400ms ease out"))
    drafts.append((cards, "behavior: view-aligned", "fling up 900\nwait 1s\nfling down 3000"))
    for size in ["390,500", "390,640"] {
      for behavior in ["paging", "view-aligned"] {
        drafts.append(
          (cards, "behavior: \(behavior)", "fling up 900\nwait 2s\nresize \(size)"))
      }
    }
    return drafts
  }

  private static var positions: [Draft] {
    let value = "position: value(type: string)"
    let id = "position: id(type: string)"
    var drafts: [Draft] = []
    for scene in [plain, bars] {
      drafts += [
        (scene, "position: id(\"i20\")", "wait 100ms"),
        (scene, "position: value(id: \"i20\")", "wait 100ms"),
        (scene, value, "scroll to y 530"), (scene, value, "scroll to point 0,530"),
        (scene, value, "scroll to id i30"), (scene, id, "write i30"),
        (scene, id, "scroll to id i30 via reader"),
        (scene, id, "drag from 195,600 to 195,350 over 400ms ease out"),
      ]
      // A target that is partly in view, at the end and at the start.
      for target in [6, 7] { drafts.append((scene, id, "write i\(target)")) }
      drafts.append((scene, id, "scroll to y 1050 via offset\nwait 300ms\nwrite i10"))
      drafts.append((scene, value, "scroll to id i30\nwait 300ms\nscroll to id i3 animated"))
    }
    // The same request twice, with a change between.
    for change in [
      "insert new at 2 size 150", "grow i5 to 300", "resize 390,500", "insets 80,0,0,0",
    ] {
      for request in ["scroll to id i10", "scroll to y 900", "scroll to id i10 anchor center"] {
        drafts.append((plain, value, "\(request)\nwait 300ms\n\(change)\nwait 300ms\n\(request)"))
      }
    }
    drafts += [
      (plane, value, "scroll to point 300,500\nwait 300ms\nscroll to x 50"),
      (plane, value, "scroll to point 300,500\nwait 300ms\nscroll to y 50"),
      (optional, id, "drag from 195,600 to 195,350 over 400ms ease out"),
      (optional, "position: id(\"i20\")", "wait 100ms"),
      (
        plain, "position: id(optional(\"i20\"))", "drag from 195,600 to 195,350 over 400ms ease out"
      ),
      (optional, id, "write i30"), (optional, value, "scroll to id i30"),
      (plain, "position: id(type: optional(string))", "write i30?"),
      (sections, "\(id), position-anchor: top", "write i20"),
      (sections, "\(id), position-anchor: top", "drag from 195,600 to 195,330 over 400ms ease out"),
    ]
    return drafts
  }

  private static var anchors: [Draft] {
    let edits = ["insert new at 200 size 300", "grow i199 to 400", "insert new at 0 size 300"]
    let places = ["scroll to edge bottom via offset", "scroll to y 19230 via offset"]
    var drafts: [Draft] = []
    for edit in edits {
      for place in places {
        for text in [
          "size-changes-anchor: bottom", "default-anchor: bottom, size-changes-anchor: none",
        ] {
          drafts.append((plain, text, "\(place)\nwait 300ms\n\(edit)"))
        }
      }
      drafts.append(
        (
          plain, "position: value(type: string), size-changes-anchor: bottom",
          "scroll to id i190 anchor top\nwait 300ms\n\(edit)"
        ))
      drafts.append(
        (
          plain, "position: value(type: string), size-changes-anchor: bottom",
          "scroll to id i199 anchor bottom\nwait 300ms\n\(edit)"
        ))
    }
    drafts.append((plain, "default-anchor: bottom, initial-offset-anchor: none", "wait 100ms"))
    return drafts
  }

  private static var layouts: [Draft] {
    let changes = ["insets 140,0,40,0", "insets 20,0,40,0", "insets 60,0,340,0"]
    return changes.flatMap { change -> [Draft] in
      [
        (bars, "", "scroll to y 900 via offset\nwait 300ms\n\(change)"),
        (bars, "", "\(change) after 400ms\nfling up 1500"),
        (bars, "", "\(change) after 500ms\ndrag from 195,200 to 195,420 over 400ms ease out"),
        (bars, "", "\(change) after 450ms\ndrag from 195,200 to 195,420 over 400ms ease out"),
        (bars, "", "fling up 300\nwait 1s\n\(change) after 300ms\nfling down 2500"),
      ]
    }
  }

  private static var observers: [Draft] {
    let drag = "drag from 195,600 to 195,345 over 400ms ease out"
    let transition =
      "transition: sides(top-leading: animated(visible(0.5)), bottom-trailing: animated(visible(0.5)))"
    var drafts: [Draft] = []
    for threshold in ["0.5", "0.9", "1"] {
      for scene in [plain, bars, wide, sections] {
        drafts.append((scene, "view-visibility: \(threshold)", drag))
      }
      drafts.append(
        (
          plain, "view-visibility: \(threshold)",
          "scroll to y 50 via offset\nwait 300ms\nscroll to y 250 via offset"
        ))
      drafts.append((plain, "target-visibility: \(threshold)", "insert new at 2 size 150"))
      drafts.append((bars, "target-visibility: \(threshold)", drag))
    }
    drafts.append((bars, transition, drag))
    drafts.append((plain, transition, drag))
    return drafts
  }
}
