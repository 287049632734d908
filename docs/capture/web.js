// Records how an element scrolls, or the page: stop = recordScroll(); scroll; then save stop().
function recordScroll(view = document.scrollingElement, items = "[id]") {
  const start = performance.now(), lines = [], page = view === document.scrollingElement;
  const write = (line) => lines.push(JSON.stringify(line));
  const put = (k, rest, at = performance.now()) => write({ t: +Math.max(0, at - start).toFixed(3), k, ...rest });
  const box = () => {
    if (page) return { left: 0, top: 0, width: innerWidth, height: innerHeight };
    // Content scrolls inside the borders and next to the scrollbars.
    const { left, top, width, height } = view.getBoundingClientRect();
    return { left: left + view.clientLeft, top: top + view.clientTop,
      width: width - view.offsetWidth + view.clientWidth, height: height - view.offsetHeight + view.clientHeight };
  };
  const style = getComputedStyle(view), isRTL = style.direction === "rtl";
  // The log counts x from the left end of the content. In a right-to-left page scrollLeft counts down from 0.
  const offsetX = () => view.scrollLeft + (isRTL ? view.scrollWidth - view.clientWidth : 0);
  const isWide = view.scrollWidth > view.clientWidth && style.overflowX !== "hidden";
  const isTall = view.scrollHeight > view.clientHeight && style.overflowY !== "hidden";
  const axes = isWide ? (isTall ? "both" : "horizontal") : isTall ? "vertical" : undefined;
  const size = () => put("container",
    { w: box().width, h: box().height, scale: devicePixelRatio, direction: isRTL ? "rtl" : "ltr" });
  write({ scrolltrace: 1, name: document.title || "page", axes, time: "ms", space: "css-px", app: navigator.userAgent,
    clock: { name: "performance_now", origin: String(start) } });
  size();
  put("layout", { cw: view.scrollWidth, ch: view.scrollHeight, items: [...view.querySelectorAll(items)].map((item) => {
    const { left, top, width, height } = item.getBoundingClientRect();
    return [item.id, left - box().left + offsetX(), top - box().top + view.scrollTop, width, height];
  }) });
  const on = (type, act) => (page ? window : view).addEventListener(type, act, { passive: true });
  for (const [type, phase] of Object.entries({ start: "began", move: "moved", end: "ended", cancel: "cancelled" }))
    on("touch" + type, (event) => { for (const { identifier: id, clientX, clientY, force } of event.changedTouches)
      put("touch", { id, phase, x: clientX - box().left, y: clientY - box().top, p: force }, event.timeStamp); });
  on("wheel", (event) => put("wheel", { dx: event.deltaX, dy: event.deltaY, precise: event.deltaMode === 0 }, event.timeStamp));
  on("scrollsnapchange", (event) => put("position", { id: (event.snapTargetBlock || event.snapTargetInline || {}).id }));
  addEventListener("resize", size);
  // A frame has the time at which it began, also if the page was busy until this call.
  let frame = requestAnimationFrame(function tick(began) {
    put("frame", { x: offsetX(), y: view.scrollTop, cw: view.scrollWidth, ch: view.scrollHeight, vw: box().width, vh: box().height }, began);
    frame = requestAnimationFrame(tick);
  });
  return () => { cancelAnimationFrame(frame); return lines.join("\n") + "\n"; };
}
