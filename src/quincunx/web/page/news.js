// Announces a new version of the site. It is loaded only when the reader agrees: a game is never
// interrupted.

import { whenNewVersion } from "./ask.js";
import { button, h } from "./dom.js";
import { texts } from "./texts.js";

whenNewVersion((load) => {
  const notice = h("div", { class: "news", role: "status" }, h("p", {}, texts.news.text));
  notice.append(button(texts.news.load, load));
  document.body.append(notice);
}).catch(() => {}); // without a network or storage, there are no announcements
