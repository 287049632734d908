import Foundation
import ScrollModel
import Testing

@testable import Simulation

@Suite("the page docs/simulating.md")
struct DocumentationTests {
  private func page() throws -> String {
    let place = Fixtures.root.deletingLastPathComponent().appending(path: "docs/simulating.md")
    return try String(contentsOf: place, encoding: .utf8)
  }

  private func example(_ language: String) throws -> String {
    let start = try #require(try page().split(separator: "```\(language)\n").dropFirst().first)
    return String(try #require(start.split(separator: "```").first))
  }

  @Test("the script of the page runs in its scene")
  func examples() throws {
    let events = try simulate(try example("script"), in: try example("json")).events()
    #expect(events.count > 100)
  }

  @Test("the fling of the page's script is along the scene's axis")
  func fling() throws {
    let events = try simulate(try example("script"), in: try example("json")).events()
    let places: [Point] = events.compactMap {
      guard case .input(.touch(let sample)) = $0.event else { return nil }
      return sample.position
    }
    let (start, later) = (try #require(places.first), try #require(places.dropFirst(10).first))
    #expect(start.x - later.x > 50 && start.y == later.y, "\(start) \(later)")
  }

  @Test("the page lists every step and every key of a scene")
  func completeness() throws {
    let page = try page()
    for form in StepForm.allCases { #expect(page.contains("`\(form.rawValue)"), "\(form)") }
    for key in SceneFile.keys { #expect(page.contains("`\(key)`"), "\(key)") }
  }

  @Test("fixtures/scenes/README.md describes every scene")
  func scenes() throws {
    let place = Fixtures.root.appending(path: "scenes/README.md")
    let page = try String(contentsOf: place, encoding: .utf8)
    for name in Fixtures.names { #expect(page.contains("| `\(name)` |"), "\(name)") }
  }
}
