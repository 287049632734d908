import Foundation
import ScrollProbe
import SwiftUI
import TraceRecorder

/// A feed of cards that records itself; the UI test scrolls it, and the tool replays the store.
@main
struct ProbeApp: App {
  @State private var recording = Recording()

  var body: some Scene {
    WindowGroup {
      CardFeed(recording: recording)
    }
  }
}

/// The store of one launch.
@MainActor
final class Recording {
  /// Nil if the store cannot be made; `failure` has the reason.
  let recorder: TraceRecorder?
  let failure: String?

  /// A UI test names the file, so that it can attach it.
  init() {
    let path =
      ProcessInfo.processInfo.environment["SCROLLTRACE_STORE"]
      ?? NSTemporaryDirectory() + "feed.sqlite"
    do {
      recorder = try TraceRecorder(path: path)
      failure = nil
    } catch {
      recorder = nil
      failure = "\(error)"
    }
  }

  /// Ends the recording and returns what was stored, in words.
  func end() -> String {
    guard let recorder else { return failure ?? "nothing was recorded" }
    do {
      return "\(try recorder.close().committedEvents) events recorded"
    } catch {
      return "\(error)"
    }
  }
}

struct CardFeed: View {
  static let card = CGSize(width: 300, height: 200)
  static let spacing: CGFloat = 12
  static let count = 40

  let recording: Recording
  @State private var result = "recording"

  var body: some View {
    VStack {
      if let recorder = recording.recorder {
        ScrollView(.horizontal) {
          LazyHStack(spacing: Self.spacing) {
            ForEach(0..<Self.count, id: \.self) { number in
              Text("Card \(number)")
                .frame(width: Self.card.width, height: Self.card.height)
            }
          }
          .scrollTargetLayout()
        }
        .scrollTargetBehavior(.viewAligned)
        .recordScroll(
          to: recorder, name: "cards", configuration: "behavior: view-aligned; axes: horizontal",
          items: Self.items
        )
        .accessibilityIdentifier("cards")
      }
      Button("End the recording") { result = recording.end() }
        .accessibilityIdentifier("end")
      Text(recording.failure ?? result)
        .accessibilityIdentifier("result")
    }
  }

  /// The frames of the cards in the content, which SwiftUI does not report.
  private static var items: [RecordedItem] {
    (0..<count).map { number in
      let place = CGFloat(number) * (card.width + spacing)
      return RecordedItem(
        id: "\(number)", frame: CGRect(x: place, y: 0, width: card.width, height: card.height))
    }
  }
}
