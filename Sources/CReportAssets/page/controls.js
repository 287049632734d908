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
canvas.addEventListener("keydown", (event) => {
  const keys = {
    ArrowLeft: () => frame(-1), ArrowRight: () => frame(1), Home: () => go(0), End: () => go(end), " ": () => play(!state.playing),
    PageUp: () => go(state.t - (state.to - state.from) / 10), PageDown: () => go(state.t + (state.to - state.from) / 10),
    "+": () => zoom(0.7, state.t), "=": () => zoom(0.7, state.t), "-": () => zoom(1 / 0.7, state.t),
    "0": () => { state.from = 0; state.to = end; show(); }, x: () => axis("x"), y: () => axis("y"),
  };
  const action = keys[event.key];
  if (action && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); action(); }
});
const axis = (name) => { state.axis = name; $("axis").value = name; show(); };
$("play").addEventListener("click", () => play(!state.playing));
$("speed").addEventListener("change", (event) => { state.speed = Number(event.target.value); });
$("axis").addEventListener("change", (event) => axis(event.target.value));
$("in").addEventListener("click", () => zoom(0.6, state.t));
$("out").addEventListener("click", () => zoom(1 / 0.6, state.t));
$("all").addEventListener("click", () => { state.from = 0; state.to = end; show(); });
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
