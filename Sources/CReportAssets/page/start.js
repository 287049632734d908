// Shows the page for the first time.

readColors();
canvas.setAttribute("aria-valuemax", String(end));
$("axis").value = state.axis; $("interactive").hidden = false; $("static").hidden = true;
makeToggles(); addControls(); shorten(idleTime > end / 3);
// The page opens at the time of its verdict: where an effect is visible, not where it was declared.
const worst = data.findings[0], apart = data.divergences.find((d) => d.kind === "offset" && d.track === 1);
go(worst && (!apart || worst.severity === "error" || worst.severity === "warning") ? worst.to : apart ? apart.to : 0); fromFragment(); show();
startPanel();
document.documentElement.dataset.ready = "yes";
