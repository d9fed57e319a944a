// Celebrates a solved board: the cells light up in turn and dots fly above the page, which does not
// move. With reduced motion, only the colour of the board changes.

import { s } from "./dom.js";

const DOTS = 40;

export function celebrate(board, scene) {
  board.classList.add("solved");
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  [...board.querySelectorAll(".cell")].forEach((cell, at) => {
    cell.style.setProperty("--at", at / Math.max(1, scene.reachable.length - 1));
  });
  board.classList.add("celebrate");
  const { x, y, width, height } = scene.view;
  const dots = Array.from({ length: DOTS }, (_, at) => {
    const turn = (at / DOTS) * 2 * Math.PI * 7.3;
    const far = 0.25 + 0.4 * ((at * 7) % DOTS) / DOTS;
    const dot = s("circle", {
      class: `dot dot-${at % 5}`,
      cx: 40 * (x + width / 2),
      cy: 40 * (y + height / 2),
      r: 40 * 0.07 * (1 + (at % 3)),
    });
    dot.style.setProperty("--x", `${40 * width * far * Math.cos(turn)}px`);
    dot.style.setProperty("--y", `${40 * height * far * Math.sin(turn)}px`);
    return dot;
  });
  const layer = s("g", { class: "dots", "aria-hidden": "true" }, dots);
  board.append(layer);
  setTimeout(() => {
    layer.remove();
    board.classList.remove("celebrate");
  }, 2200);
}
