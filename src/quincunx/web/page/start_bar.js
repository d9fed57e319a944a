// A bar that shows the progress of starting Python while an answer is awaited.

import { h } from "./dom.js";
import { texts } from "./texts.js";

let bar = null;

/** Show the share that is done, from 0 to 1. */
export function showStarting(part) {
  if (part >= 1) {
    bar?.remove();
    bar = null;
    return;
  }
  if (!bar) {
    bar = h("div", { class: "starting", role: "status" }, h("span", {}, texts.starting),
      h("progress", { max: 1, "aria-label": texts.starting }));
    document.body.append(bar);
  }
  if (part > 0) bar.querySelector("progress").value = part;
}
