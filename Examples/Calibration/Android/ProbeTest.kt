package org.scrolltrace.calibration

import android.os.SystemClock
import android.view.Choreographer
import android.view.InputDevice
import android.view.MotionEvent
import androidx.activity.ComponentActivity
import androidx.activity.compose.setContent
import androidx.compose.foundation.ScrollState
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Spacer
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.height
import androidx.compose.foundation.layout.size
import androidx.compose.foundation.pager.PagerState
import androidx.compose.foundation.pager.VerticalPager
import androidx.compose.foundation.verticalScroll
import androidx.compose.ui.Modifier
import androidx.compose.ui.unit.dp
import androidx.test.core.app.ActivityScenario
import androidx.test.ext.junit.runners.AndroidJUnit4
import androidx.test.platform.app.InstrumentationRegistry
import java.io.File
import org.json.JSONObject
import org.junit.Test
import org.junit.runner.RunWith

/** Plays the probes of suite.json (an asset of the test) and writes probes.jsonl. */
@RunWith(AndroidJUnit4::class)
class ProbeTest {
  private val instrumentation = InstrumentationRegistry.getInstrumentation()
  private val density = instrumentation.targetContext.resources.displayMetrics.density.toDouble()

  @Test
  fun probesAreRecorded() {
    val text = instrumentation.context.assets.open("suite.json").bufferedReader().readText()
    val suite = JSONObject(text)
    check(suite.getString("platform") == "compose") { "suite.json is of another platform" }
    val (width, height) = suite.getDouble("container_width") to suite.getDouble("container_height")
    val folder = instrumentation.targetContext.getExternalFilesDir(null)
    File(folder, "probes.jsonl").bufferedWriter().use { out ->
      val probes = suite.getJSONArray("probes")
      for (index in 0 until probes.length()) {
        val probe = read(probes.getJSONObject(index))
        play(probe, ProbeLog(out, probe, width, height, density), width, height)
      }
    }
  }

  private fun read(json: JSONObject): Probe {
    val scene = json.getJSONObject("scene")
    val touches = json.getJSONArray("touches")
    return Probe(
      json.getString("name"), json.getString("configuration"), scene.getInt("count"),
      scene.getDouble("height"),
      (0 until touches.length()).map {
        val touch = touches.getJSONObject(it)
        ProbeTouch(touch.getDouble("t"), touch.getString("phase"), touch.getDouble("x"), touch.getDouble("y"))
      })
  }

  private fun play(probe: Probe, log: ProbeLog, width: Double, height: Double) {
    ActivityScenario.launch(ComponentActivity::class.java).use { scenario ->
      val scroll = ScrollState(0)
      val pager = PagerState(currentPage = 0) { (probe.count * probe.itemHeight / height).toInt() }
      val isPaged = probe.configuration == "behavior: paging"
      scenario.onActivity { activity ->
        activity.setContent {
          if (isPaged) {
            VerticalPager(pager, Modifier.size(width.dp, height.dp)) { Spacer(Modifier.size(width.dp, height.dp)) }
          } else {
            Column(Modifier.size(width.dp, height.dp).verticalScroll(scroll)) {
              repeat(probe.count) { Spacer(Modifier.fillMaxWidth().height(probe.itemHeight.dp)) }
            }
          }
        }
      }
      instrumentation.waitForIdleSync()
      val place = IntArray(2)
      scenario.onActivity { it.findViewById<android.view.View>(android.R.id.content).getLocationOnScreen(place) }
      val frames = Frames(log) {
        if (isPaged) (pager.currentPage + pager.currentPageOffsetFraction) * height
        else scroll.value / density
      }
      instrumentation.runOnMainSync { frames.begin() }
      perform(probe, log, frames, place)
      // Nothing of the suite moves for longer.
      Thread.sleep(4000)
      instrumentation.runOnMainSync { frames.isOver = true }
    }
  }

  private fun perform(probe: Probe, log: ProbeLog, frames: Frames, place: IntArray) {
    var down = 0L
    for (touch in probe.touches) {
      val time = frames.start + touch.time.toLong()
      Thread.sleep(maxOf(0, time - SystemClock.uptimeMillis()))
      val action = when (touch.phase) {
        "began" -> MotionEvent.ACTION_DOWN
        "moved", "stationary" -> MotionEvent.ACTION_MOVE
        "ended" -> MotionEvent.ACTION_UP
        else -> MotionEvent.ACTION_CANCEL
      }
      if (action == MotionEvent.ACTION_DOWN) down = time
      val event = MotionEvent.obtain(
        down, time, action, (place[0] + touch.x * density).toFloat(), (place[1] + touch.y * density).toFloat(), 0)
      event.source = InputDevice.SOURCE_TOUCHSCREEN
      instrumentation.runOnMainSync { log.touch(touch.time, touch.phase, touch.x, touch.y) }
      instrumentation.uiAutomation.injectInputEvent(event, true)
      event.recycle()
    }
  }

  /** Writes the offset of every frame, with times since the start. */
  private class Frames(private val log: ProbeLog, private val offset: () -> Double) : Choreographer.FrameCallback {
    val start = SystemClock.uptimeMillis()
    var isOver = false

    fun begin() = Choreographer.getInstance().postFrameCallback(this)

    override fun doFrame(nanoseconds: Long) {
      if (isOver) return
      // Frames have the clock of touches: System.nanoTime(), which uptimeMillis() counts, too.
      log.frame(nanoseconds / 1e6 - start, offset())
      Choreographer.getInstance().postFrameCallback(this)
    }
  }
}
