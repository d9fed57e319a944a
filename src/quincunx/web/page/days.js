// The player's page: the puzzles of each day, streaks, and times, all stored in this browser.

import { ask, isAtHand } from "./ask.js";
import { button, fill, h } from "./dom.js";
import { download } from "./files.js";
import { recordOf, streaks, summary } from "./stats.js";
import * as store from "./store.js";
import { texts } from "./texts.js";
import { clock, dayOf } from "./time.js";

const named = (date, options) => date.toLocaleDateString(texts.language, options);

/** A day in words. */
export const dayInWords = (day) => {
  const [year, month, date] = day.split("-").map(Number);
  return named(new Date(year, month - 1, date), { day: "numeric", month: "long", year: "numeric" });
};

/** A button for each puzzle of a day, with its grade, and a tick if it was solved. */
export function dayPuzzles(page, day) {
  const records = store.records();
  const able = page.families.filter((family) => family.generates);
  const plays = able.map(({ name, title }) => {
    const about = h("small", {});
    const done = recordOf(records, day, name);
    let reply = null;
    const tell = (grade) => {
      const said = [done && `✓ ${clock(done.seconds)}`, texts.grades[grade]].filter(Boolean);
      about.textContent = said.join(" · ");
    };
    const find = async (signal) => {
      reply ??= await ask({ ask: "today", date: day, family: name }, { signal });
      tell(reply.grade);
    };
    tell(done?.grade);
    const play = button([h("span", {}, title), about], () =>
      page.busy(play, async (signal) => {
        await find(signal);
        page.open(reply);
      }, texts.choose.longest), { class: "daily" });
    play.classList.toggle("done", Boolean(done));
    return { play, find };
  });
  isAtHand(day).then(async (known) => {
    for (const { find } of known ? plays : []) await find().catch(() => {});
  });
  return h("div", { class: "row wrap" }, plays.map(({ play }) => play));
}

/** The view with the calendar and the times. */
export function daysView(page) {
  const today = dayOf(new Date());
  const records = store.records();
  const { now, longest } = streaks(records, today);
  const puzzles = h("section", { class: "today", "aria-live": "polite" });
  const show = (day) => fill(puzzles, h("h2", {}, dayInWords(day)), dayPuzzles(page, day));
  show(today);
  const element = h("article", { class: "days" },
    h("h1", {}, texts.days.title),
    h("p", {}, texts.days.streak(now, longest)),
    h("div", { class: "two" }, calendar(records, today, show), puzzles),
    h("h2", {}, texts.days.times), times(records, page),
    h("p", { class: "quiet" }, texts.settings.dataHelp),
    button(texts.settings.export, () => download("quincunx-games.json", store.exported(), "application/json")));
  return { element, title: texts.days.title };
}

/** A month; each day shows how many of its puzzles were solved. */
function calendar(records, today, show) {
  const box = h("div", { class: "calendar" });
  let month = new Date();
  month = new Date(month.getFullYear(), month.getMonth(), 1);
  const solved = (day) => new Set(records.filter((one) => one.day === day).map(({ family }) => family)).size;
  const go = (months) => {
    month = new Date(month.getFullYear(), month.getMonth() + months, 1);
    draw();
  };
  function draw() {
    const year = month.getFullYear();
    const count = new Date(year, month.getMonth() + 1, 0).getDate();
    const days = Array.from({ length: count }, (_, at) => new Date(year, month.getMonth(), at + 1));
    const weekdays = Array.from({ length: 7 }, (_, at) => named(new Date(2024, 0, at + 1), { weekday: "short" }));
    const weeks = [];
    for (const date of days) {
      const weekday = (date.getDay() + 6) % 7;
      if (weekday === 0 || weeks.length === 0) weeks.push(Array(7).fill(null));
      weeks.at(-1)[weekday] = dayOf(date);
    }
    const cell = (day) => {
      if (!day) return h("td", {});
      const many = solved(day);
      return h("td", {}, button([String(Number(day.slice(8))), many > 0 && h("small", {}, `✓${many}`)], () => show(day), {
        class: many > 0 ? "done" : "", disabled: day > today, "aria-current": day === today ? "date" : null,
        "aria-label": `${dayInWords(day)}${many > 0 ? `, ${texts.days.solved(many)}` : ""}`,
      }));
    };
    fill(box,
      h("div", { class: "row" },
        button("‹", () => go(-1), { "aria-label": texts.days.before }),
        h("h2", {}, named(month, { month: "long", year: "numeric" })),
        button("›", () => go(1), { "aria-label": texts.days.after, disabled: dayOf(month).slice(0, 7) >= today.slice(0, 7) })),
      h("table", {}, h("thead", {}, h("tr", {}, weekdays.map((one) => h("th", { scope: "col" }, one)))),
        h("tbody", {}, weeks.map((week) => h("tr", {}, week.map(cell))))));
  }
  draw();
  return box;
}

/** The times, by family, grade and size. */
function times(records, page) {
  if (records.length === 0) return h("p", { class: "quiet" }, texts.days.nothing);
  const titles = page.families.map(({ name }) => name);
  const order = Object.keys(texts.grades);
  const rows = summary(records).sort((a, b) =>
    titles.indexOf(a.family) - titles.indexOf(b.family) || order.indexOf(a.grade) - order.indexOf(b.grade) || a.size - b.size);
  const time = (seconds) => (seconds === null ? "–" : clock(seconds));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": texts.days.times },
    h("table", { class: "times" },
      h("thead", {}, h("tr", {}, texts.days.columns.map((one) => h("th", { scope: "col" }, one)))),
      h("tbody", {}, rows.map((row) => h("tr", {},
        h("th", { scope: "row" }, page.families.find(({ name }) => name === row.family)?.title ?? row.family),
        [texts.grades[row.grade] ?? "–", row.size || "–", row.solved, row.alone, time(row.best), time(row.mean)]
          .map((text) => h("td", {}, String(text))))))));
}
