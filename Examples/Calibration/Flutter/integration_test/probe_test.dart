import 'dart:convert';
import 'dart:io';

import 'package:flutter/gestures.dart';
import 'package:flutter/material.dart';
import 'package:flutter/scheduler.dart';
import 'package:flutter_test/flutter_test.dart';
import 'package:integration_test/integration_test.dart';
import 'package:path_provider/path_provider.dart';

/// Plays the probes of suite.json (an asset of the app) and writes probes.jsonl.
void main() {
  final binding = IntegrationTestWidgetsFlutterBinding.ensureInitialized();
  binding.framePolicy = LiveTestWidgetsFlutterBindingFramePolicy.fullyLive;

  testWidgets('probes are recorded', (tester) async {
    final text = await DefaultAssetBundle.of(tester.binding.rootElement!).loadString('assets/suite.json');
    final suite = jsonDecode(text) as Map<String, dynamic>;
    expect(suite['platform'], 'flutter');
    final size = Size((suite['container_width'] as num).toDouble(), (suite['container_height'] as num).toDouble());
    final folder = await getApplicationDocumentsDirectory();
    final out = File('${folder.path}/probes.jsonl').openWrite();
    for (final probe in suite['probes'] as List) {
      await play(tester, probe as Map<String, dynamic>, size, out);
    }
    await out.close();
  });
}

Future<void> play(WidgetTester tester, Map<String, dynamic> probe, Size size, IOSink out) async {
  final scene = probe['scene'] as Map<String, dynamic>;
  final count = scene['count'] as int;
  final height = (scene['height'] as num).toDouble();
  final configuration = probe['configuration'] as String;
  final isPaged = configuration == 'behavior: paging';
  // The other probes have the physics of the platform.
  final physics = configuration.contains('physics: flutter,') ? const BouncingScrollPhysics() : null;
  final controller = isPaged ? PageController() : ScrollController();
  await tester.pumpWidget(MaterialApp(
    key: UniqueKey(),
    home: Align(
      alignment: Alignment.topLeft,
      child: SizedBox.fromSize(
        size: size,
        child: isPaged
            ? PageView.builder(
                controller: controller as PageController,
                scrollDirection: Axis.vertical,
                itemCount: count * height ~/ size.height,
                itemBuilder: (context, index) => Text('$index'))
            : ListView.builder(
                controller: controller,
                physics: physics,
                padding: EdgeInsets.zero,
                itemExtent: height,
                itemCount: count,
                itemBuilder: (context, index) => Text('$index')),
      ),
    ),
  ));
  await tester.pump();

  final log = ProbeLog(out, probe['name'] as String, configuration, count, height, size);
  var isOver = false;
  void frame(Duration _) {
    if (isOver) return;
    log.frame(controller.offset);
    SchedulerBinding.instance.scheduleFrameCallback(frame);
  }

  SchedulerBinding.instance.scheduleFrameCallback(frame);
  final corner = tester.getTopLeft(find.byType(isPaged ? PageView : ListView));
  TestGesture? gesture;
  for (final touch in probe['touches'] as List) {
    final time = Duration(microseconds: ((touch['t'] as num) * 1000).round());
    final wait = time - log.clock.elapsed;
    if (wait > Duration.zero) await Future<void>.delayed(wait);
    final place = Offset((touch['x'] as num).toDouble(), (touch['y'] as num).toDouble());
    log.touch(time, touch['phase'] as String, place);
    switch (touch['phase']) {
      case 'began':
        gesture = await tester.createGesture(kind: PointerDeviceKind.touch);
        await gesture.down(corner + place, timeStamp: time);
      case 'ended':
        await gesture?.up(timeStamp: time);
      case 'cancelled':
        await gesture?.cancel(timeStamp: time);
      default:
        await gesture?.moveTo(corner + place, timeStamp: time);
    }
  }
  // Nothing of the suite moves for longer.
  await Future<void>.delayed(const Duration(seconds: 4));
  isOver = true;
  controller.dispose();
}

/// Writes the log of one probe: its header, container and layout, then touches and frames.
class ProbeLog {
  ProbeLog(this.out, String name, String configuration, int count, double height, Size size) {
    out.writeln('{"scrolltrace":1,"name":${jsonEncode(name)},"axes":"vertical","time":"us",'
        '"configuration":${jsonEncode(configuration)}}');
    put(Duration.zero, '"k":"container","w":${size.width},"h":${size.height},"direction":"ltr"');
    final items = [
      for (var index = 0; index < count; index++) '["i$index",0,${index * height},${size.width},$height]'
    ].join(',');
    put(Duration.zero, '"k":"layout","cw":${size.width},"ch":${count * height},"items":[$items]');
    clock.start();
  }

  final IOSink out;
  final clock = Stopwatch();

  void put(Duration time, String rest) => out.writeln('{"t":${time.inMicroseconds},$rest}');
  void touch(Duration time, String phase, Offset place) =>
      put(time, '"k":"touch","id":1,"phase":"$phase","x":${place.dx},"y":${place.dy}');
  void frame(double offset) => put(clock.elapsed, '"k":"frame","x":0,"y":$offset');
}
