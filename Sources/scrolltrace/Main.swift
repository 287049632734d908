import CommandLineKit
import ScrollTraceCLI

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@main
struct Main {
  static func main() {
    var console = Console.standard()
    let words = Array(CommandLine.arguments.dropFirst())
    exit(Tool.program().main(words, console: &console).rawValue)
  }
}
