import CommandLineKit
import Replay
import ScrollTraceCLI
import ScrollUI

var behaviors = BehaviorRegistry()
behaviors.register("my-snap", version: "1") { numbers in
  engineBehavior(MySnap(interval: numbers["interval"] ?? 200))
}
var console = Console.standard()
let tool = Tool.program(name: "my-scrolltrace", behaviors: behaviors)
exit(tool.main(Array(CommandLine.arguments.dropFirst()), console: &console).rawValue)
