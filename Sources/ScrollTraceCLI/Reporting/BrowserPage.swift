import CommandLineKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Opens a report in the default browser.
enum BrowserPage {
  /// Opens a page, or prints why that is impossible; the page exists in either case.
  static func open(_ path: String, _ console: inout Console) {
    guard let real = realPath(path) else { return }
    let shown = ShellWord.quoted(path)
    #if canImport(Darwin)
      let program = "open"
    #else
      let program = "xdg-open"
      let desktops: [String] = ["DISPLAY", "WAYLAND_DISPLAY"]
      guard desktops.contains(where: { (getenv($0)?.pointee ?? 0) != 0 }) else {
        return console.printError("no desktop is running here; open \(shown) in a browser")
      }
    #endif
    // Not waited for, because some browsers run as long as their window is open.
    guard (try? ChildProcess.start([program, real])) != nil else {
      return console.printError("'\(program)' cannot be started; open \(shown) in a browser")
    }
    console.printError("opened \(console.errorStyle.link(shown, toFile: real))")
  }
}
