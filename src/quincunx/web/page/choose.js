// The choice of a puzzle: of the day, of a family, made to order, published, begun before, or
// pasted.

import { ask } from "./ask.js";
import { makePicture } from "./board.js";
import { dayInWords, dayPuzzles } from "./days.js";
import { button, field, fill, h } from "./dom.js";
import { meant } from "./links.js";
import { chosenParameters, parameterFields } from "./parameters.js";
import { readScene } from "./scene.js";
import { fromStock } from "./stock.js";
import * as store from "./store.js";
import { texts } from "./texts.js";
import { clock, dayOf } from "./time.js";

export function chooseView(page) {
  const element = h("div", { class: "choose" },
    h("header", { class: "hero" }, h("h1", {}, texts.title), h("p", {}, texts.tagline)),
    unfinished(page),
    today(page),
    h("section", { "aria-labelledby": "families-title" },
      h("h2", { id: "families-title" }, texts.choose.families),
      h("div", { class: "cards" }, page.families.map((family) => card(family, page)))),
    paste(page),
    gallery(page),
  );
  return { element, title: "" };
}

/** Games that were begun. */
function unfinished(page) {
  const games = store.games().filter((game) => !game.solved);
  if (games.length === 0) return null;
  const titles = Object.fromEntries(page.families.map(({ name, title }) => [name, title]));
  const list = h("ul", { class: "unfinished" }, games.slice(0, 8).map((game) => {
    const title = titles[game.family] ?? game.family;
    const item = h("li", {},
      h("a", { href: page.addressOf(game.puzzle, game) }, title,
        h("span", { class: "quiet" }, texts.choose.progress(clock(game.seconds), game.changes.length))),
      button("×", () => {
        store.dropGame(game.puzzle);
        item.remove();
      }, { class: "plain", "aria-label": texts.choose.forgetGame(title), title: texts.choose.forget }));
    return item;
  }));
  return h("section", { "aria-labelledby": "unfinished-title" },
    h("h2", { id: "unfinished-title" }, texts.choose.unfinished), list);
}

/** The puzzles of the day, one of each family, and a link to those of other days. */
function today(page) {
  if (!page.families.some((family) => family.generates)) return null;
  const day = dayOf(new Date());
  return h("section", { class: "today", "aria-labelledby": "today-title" },
    h("div", {}, h("h2", { id: "today-title" }, texts.choose.today),
      h("p", { class: "quiet" }, texts.choose.todayHelp(dayInWords(day)))),
    dayPuzzles(page, day),
    h("a", { class: "button", href: "#days" }, texts.days.title));
}

/** A family: what it looks like, its rules, and how to get a puzzle of it. */
function card(family, page) {
  const solved = store.records().filter((one) => one.family === family.name).length;
  const picture = h("a", { class: "example", href: page.addressOf(family.example), tabindex: "-1",
    "aria-hidden": "true" });
  ask({ ask: "puzzle", puzzle: family.example })
    .then((reply) => fill(picture, makePicture(readScene(reply.scene))))
    .catch(() => {});
  return h("article", { class: "card", "data-family": family.name },
    picture,
    h("h3", {}, family.title),
    solved > 0 && h("p", { class: "quiet" }, texts.choose.solved(solved)),
    family.generates ? grades(family, page) : h("p", { class: "quiet" }, texts.choose.noMaker),
    h("p", { class: "rules" }, family.rules),
    h("details", { class: "more" },
      h("summary", {}, texts.choose.more),
      h("a", { href: page.addressOf(family.example) }, texts.choose.example),
      family.generates && order(family, page)));
}

/** A button for each grade: a new puzzle of it, with parameters that have enough puzzles. */
function grades(family, page) {
  const offers = Object.entries(family.offers);
  const unknown = offers.filter(([, parameters]) => !parameters).map(([grade]) => texts.grades[grade] ?? grade);
  return h("div", { class: "grades", role: "group", "aria-label": texts.choose.grade },
    offers.map(([grade, parameters]) => {
      const play = button(texts.grades[grade] ?? grade, () => make(family, page, play, { grade, parameters }, true),
        { class: "grade", disabled: !parameters });
      return play;
    }),
    unknown.length > 0 && h("p", { class: "quiet" }, texts.choose.unknown(unknown)));
}

/** Make a puzzle, or take a prepared one, and show it. If such puzzles are rare, say so first. */
function make(family, page, element, { grade, parameters, seed = Math.floor(Math.random() * 1e9) }, stocked = false) {
  const asked = { family: family.name, parameters, ...(grade ? { grade } : {}) };
  return page.busy(element, async (signal, say) => {
    const question = { ask: "generate", ...asked, seed };
    let made = stocked && (await fromStock(family.name, grade, signal));
    if (!made && grade) {
      say((await ask({ ask: "odds", ...asked }, { signal })).warning.replace(`${family.name}: `, ""));
    }
    made ||= await ask(question, { signal });
    page.open({ ...made, question });
  }, texts.choose.longest);
}

/** A puzzle made to order. */
function order(family, page) {
  const fields = parameterFields([...family.parameters, ...family.wishes]);
  const grade = h("select", {},
    h("option", { value: "" }, texts.choose.anyGrade),
    Object.keys(family.offers).map((name) => h("option", { value: name }, texts.grades[name] ?? name)));
  const seed = h("input", { type: "number", min: "0", step: "1", placeholder: texts.choose.byChance });
  const go = h("button", { type: "submit", class: "strong" }, texts.choose.make);
  return h("form", {
    class: "order",
    onsubmit: (event) => {
      event.preventDefault();
      const chosen = { grade: grade.value, parameters: chosenParameters(fields) };
      make(family, page, go, seed.value === "" ? chosen : { ...chosen, seed: Number(seed.value) });
    },
  },
  field(texts.choose.grade, grade),
  fields.map(({ element }) => element),
  field(texts.choose.seed, seed, texts.choose.seedHelp),
  go);
}

/** A field for an identifier, a document or a gallery name. */
function paste(page) {
  const text = h("textarea", { rows: "2", spellcheck: "false", autocomplete: "off" });
  const open = h("button", { type: "submit" }, texts.choose.open);
  return h("section", { "aria-labelledby": "paste-title" },
    h("h2", { id: "paste-title" }, texts.choose.paste),
    h("form", {
      class: "paste",
      onsubmit: (event) => {
        event.preventDefault();
        page.busy(open, async (signal) => {
          page.open(await ask({ ask: "puzzle", puzzle: meant(text.value) }, { signal }));
        });
      },
    }, field(texts.choose.pasteHelp, text), open));
}

/** The published puzzles, by family. */
function gallery(page) {
  const box = h("div", { class: "gallery" });
  const details = h("details", {
    ontoggle: async () => {
      if (!details.open || box.childElementCount > 0) return;
      try {
        const { puzzles } = await ask({ ask: "gallery" });
        fill(box, page.families.map((family) => shelf(family, puzzles, page)));
      } catch (error) {
        fill(box, h("p", {}, error.message));
      }
    },
  }, h("summary", {}, texts.choose.gallery), box);
  return h("section", {}, details);
}

function shelf(family, puzzles, page) {
  const mine = puzzles.filter((one) => one.family === family.name);
  if (mine.length === 0) return null;
  return h("section", {}, h("h3", {}, family.title),
    h("ul", { class: "shelf" }, mine.map((one) =>
      h("li", {}, h("a", { href: page.addressOf(one.puzzle), title: one.source },
        one.name.split("/").slice(1).join("/"))))));
}
