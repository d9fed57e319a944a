// Tells the reader when there is a new version of the site. Nothing is loaded before the reader says
// so: a game is never interrupted.

import { whenNewVersion } from "./ask.js";
import { button, h } from "./dom.js";
import { texts } from "./texts.js";

whenNewVersion((load) => {
  const told = h("div", { class: "news", role: "status" }, h("p", {}, texts.news.text));
  told.append(button(texts.news.load, load));
  document.body.append(told);
}).catch(() => {}); // without a network, or where nothing may be kept, there is no news
