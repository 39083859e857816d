
"use strict";
for (const replay of document.querySelectorAll(".replay")) {
  const frames = [...replay.querySelectorAll(".frame")];
  const bar = replay.querySelector(".steps");
  const where = bar.querySelector("output");
  let now = 0;
  const show = (wanted) => {
    now = Math.max(0, Math.min(frames.length - 1, wanted));
    frames.forEach((frame, index) => { frame.hidden = index !== now; });
    where.textContent = `${now + 1} of ${frames.length}`;
    for (const button of bar.querySelectorAll("button")) {
      const by = Number(button.dataset.step || button.dataset.turn);
      button.disabled = by === -1 ? now === 0 : now === frames.length - 1;
    }
  };
  const turn = (by) => {
    const from = frames[now].dataset.turn;
    let at = now;
    while (frames[at] && frames[at].dataset.turn === from) at += by;
    show(at);
  };
  bar.addEventListener("click", ({ target }) => {
    if (target.dataset.step) show(now + Number(target.dataset.step));
    if (target.dataset.turn) turn(Number(target.dataset.turn));
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") show(now - 1);
    if (event.key === "ArrowRight") show(now + 1);
  });
  bar.hidden = false;
  show(Math.max(0, frames.findIndex((frame) => `#${frame.id}` === location.hash)));
}
