// Pointer, keyboard and buttons.

let drag = null;
canvas.addEventListener("pointerdown", (event) => {
  canvas.setPointerCapture(event.pointerId); canvas.focus({ preventScroll: true });
  drag = { pan: event.shiftKey || event.button === 1, x: event.offsetX };
  if (!drag.pan) go(moment(event.offsetX), false);
});
canvas.addEventListener("pointermove", (event) => {
  if (!drag) return;
  if (drag.pan) { pan(moment(drag.x) - moment(event.offsetX)); drag.x = event.offsetX; } else go(moment(event.offsetX), false);
});
for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, () => { drag = null; });
canvas.addEventListener("wheel", (event) => {
  if (!event.ctrlKey && !event.metaKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY) && !event.shiftKey) return;
  event.preventDefault();
  if (event.ctrlKey || event.metaKey) zoom(Math.exp(event.deltaY / 200), moment(event.offsetX));
  else pan(((event.deltaX || event.deltaY) / state.width) * (state.to - state.from));
}, { passive: false });
const all = () => { state.from = 0; state.to = end; show(); };
// The times of a list after and before the scrubber.
const jump = (times, direction) => {
  const found = direction > 0 ? times.find((t) => t > state.t + 0.001) : times.findLast((t) => t < state.t - 0.001);
  go(found ?? (direction > 0 ? end : 0));
};
const ordered = (times) => [...new Set(times)].sort((a, b) => a - b);
const eventTimes = () => ordered([...(tracks[1] || tracks[0]).settles.map((s) => s.release), ...data.findings.map((f) => f.from)].filter((t) => t > 0));
const divergenceTimes = () => ordered(data.divergences.map((d) => d.from));
const fullScreen = () => {
  if (document.fullscreenElement) document.exitFullscreen(); else canvas.closest(".panel").requestFullscreen().then(show, () => {});
};
// The keys, what they do, and whether they move the page itself, which they only do on the timeline.
const keys = [
  [["ArrowLeft"], "←", "one frame back", () => frame(-1)], [["ArrowRight"], "→", "one frame on", () => frame(1)],
  [[" "], "space", "play and pause", () => play(!state.playing)],
  [["n"], "n", "next release or finding", () => jump(eventTimes(), 1)], [["p"], "p", "previous release or finding", () => jump(eventTimes(), -1)],
  [["d"], "d", "next divergence", () => jump(divergenceTimes(), 1)], [["D"], "D", "previous divergence", () => jump(divergenceTimes(), -1)],
  [["Home"], "Home", "start", () => go(0)], [["End"], "End", "end", () => go(end)],
  [["PageUp"], "Page Up", "a tenth back, on the timeline", () => go(state.t - (state.to - state.from) / 10), true],
  [["PageDown"], "Page Down", "a tenth on, on the timeline", () => go(state.t + (state.to - state.from) / 10), true],
  [["+", "="], "+", "zoom in", () => zoom(0.7, state.t)], [["-"], "-", "zoom out", () => zoom(1 / 0.7, state.t)], [["0"], "0", "show everything", all],
  [["x"], "x", "horizontal offsets", () => axis("x")], [["y"], "y", "vertical offsets", () => axis("y")],
  [["i"], "i", "shorten idle time, or show it", () => shorten(!state.isShortened)], [["f"], "f", "full screen", fullScreen], [["?"], "?", "these keys", () => showKeys()],
];
const takesText = (element) => element.closest("input, textarea, select, dialog, [contenteditable]");
document.addEventListener("keydown", (event) => {
  const isOnTimeline = event.target === canvas;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return;
  // A button has its own use for space.
  if (event.key === " " && !isOnTimeline && event.target !== document.body) return;
  const found = keys.find(([names]) => names.includes(event.key));
  if (!found || ((found[4] || !state.hasKeys) && !isOnTimeline)) return;
  event.preventDefault(); found[3]();
});
const axis = (name) => { state.axis = name; $("axis").value = name; show(); };
$("play").addEventListener("click", () => play(!state.playing));
$("speed").addEventListener("change", (event) => { state.speed = Number(event.target.value); });
$("axis").addEventListener("change", (event) => axis(event.target.value));
$("in").addEventListener("click", () => zoom(0.6, state.t));
$("out").addEventListener("click", () => zoom(1 / 0.6, state.t));
$("all").addEventListener("click", all);
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-t]");
  if (!link) return;
  event.preventDefault(); go(Number(link.dataset.t)); canvas.focus({ preventScroll: true });
  canvas.scrollIntoView({ block: "center", behavior: reduced ? "auto" : "smooth" });
});
const fromFragment = () => {
  const match = /^#t=([0-9.]+)(?:&|$)/.exec(location.hash);
  if (match && Number.isFinite(Number(match[1]))) go(Number(match[1]) * 1000);
};
addEventListener("hashchange", fromFragment);
addEventListener("resize", show);
addEventListener("beforeprint", () => { for (const part of document.querySelectorAll("details")) part.open = true; });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColors(); show(); });
