// Sharing and saving a puzzle: as a link, a picture, a document, or on paper.

import { ask, isServed } from "./ask.js";
import { button, h } from "./dom.js";
import * as games from "./game.js";
import { documentText } from "./numbers.js";
import { texts } from "./texts.js";

/** Download something as a file. */
export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

export function filesPanel(table) {
  const { reply } = table;
  // The page may be scrolled far down, so bring the message into view.
  const say = (text, kind) => table.say({ text, kind, actions: [] });
  const failing = (act) => async () => {
    try {
      await act();
    } catch (error) {
      say(error.message, "bad");
    }
  };
  const drawn = (format) =>
    ask({ ask: "draw", puzzle: table.puzzle, state: games.stateOf(table.content), format, theme: "light" });
  const link = failing(async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      say(texts.files.copied);
    } catch {
      say(texts.files.notCopied);
    }
  });
  const svg = failing(async () => {
    download(`${reply.family}.svg`, (await drawn("svg")).svg, "image/svg+xml");
  });
  const pdf = failing(async () => {
    const bytes = Uint8Array.from(atob((await drawn("pdf")).pdf), (c) => c.charCodeAt(0));
    download(`${reply.family}.pdf`, bytes, "application/pdf");
  });
  const pdfButton = button(texts.files.pdf, pdf, { hidden: true });
  isServed.then((served) => (pdfButton.hidden = !served));
  const json = () =>
    download(`${reply.family}.json`, documentText(reply.document), "application/json");
  const address = encodeURIComponent(table.puzzle);
  return h("details", {}, h("summary", {}, texts.files.label),
    h("div", { class: "row wrap" },
      button(texts.files.link, link),
      button(texts.files.print, () => window.print()),
      button(texts.files.svg, svg),
      pdfButton,
      button(texts.files.json, json)),
    h("p", { class: "links" },
      h("a", { href: `#edit=${address}` }, texts.files.edit),
      h("a", { href: `#teach=${address}` }, texts.files.teach)),
    h("label", { class: "field" }, h("span", { class: "label" }, texts.files.identifier),
      h("input", { readonly: true, value: table.puzzle, onfocus: (event) => event.target.select() })),
  );
}
