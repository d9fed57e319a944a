// The entry point of the page: reads the address, shows its view, and holds what all views share.

import { ask, callAllOff, isServed } from "./ask.js";
import { chooseView } from "./choose.js";
import { daysView } from "./days.js";
import { button, fill, h, s } from "./dom.js";
import { editView } from "./edit.js";
import { addressOf, decoded, readAddress } from "./links.js";
import { playView } from "./play.js";
import { settingsDialog } from "./settings.js";
import { fromStock } from "./stock.js";
import * as store from "./store.js";
import { teachView } from "./teach.js";
import { texts } from "./texts.js";

const MOST_TRIES = 5;
const LONG = 1500; // milliseconds after which one wonders

let chosen = store.settings();
let view = null;
let last = "";
let facts = {};
let opened = null;
let navigation = 0;
const warned = new Set();

const main = h("main", { id: "main", tabindex: "-1" });
const live = h("div", { class: "unseen", role: "status", "aria-live": "polite" });
const nav = h("nav", { "aria-label": texts.nav.label });

/** The interface for views. */
const page = {
  families: [],
  settings: () => chosen,
  setSettings(settings) {
    store.keepSettings(settings);
    useSettings(settings);
  },
  announce(text) {
    live.textContent = text;
  },
  warnOnce(text) {
    if (!warned.has(text)) view?.table?.say({ text, kind: "bad" });
    warned.add(text);
  },
  addressOf,
  /** Show a puzzle that is known already. */
  open(reply) {
    opened = reply;
    const address = addressOf(reply.puzzle, { grade: reply.grade, day: reply.date });
    if (location.hash === address) navigate();
    else location.hash = address;
  },
  replaceAddress(address) {
    history.replaceState(null, "", address);
  },
  /** Keep the grade of the puzzle that is shown in its address. */
  graded(reply) {
    facts = { grade: reply.grade, day: reply.date };
    page.replaceAddress(addressOf(reply.puzzle, facts));
    drawNav(decoded(location.hash.slice(1)));
  },
  /** Set the puzzle that is edited, for the address and the links. */
  edits(puzzle) {
    last = puzzle;
    facts = {};
    page.replaceAddress(`#edit=${encodeURIComponent(puzzle)}`);
    drawNav("edit");
  },
  /** Another puzzle like the solved one, with the same parameters if it was made to order. The
   * board stays until it is ready. */
  another(reply, element) {
    const family = page.families.find((one) => one.name === reply.family);
    if (!family?.generates) {
      location.hash = "";
      return;
    }
    const order = reply.question ?? { ask: "generate", family: family.name, parameters: {} };
    page.busy(element, async (signal) => {
      const isUsual = order.grade && Object.keys(order.parameters).length === 0;
      const stored = isUsual && (await fromStock(family.name, order.grade, signal));
      if (stored) page.open({ ...stored, question: order });
      for (let tries = 0; tries < MOST_TRIES && !stored; tries += 1) {
        const question = { ...order, seed: Math.floor(Math.random() * 1e9) };
        const made = await ask(question, { signal });
        if (made.puzzle === reply.puzzle) continue;
        page.open({ ...made, question });
        return;
      }
      if (!stored) throw new Error(texts.play.noOther);
    }, texts.choose.longest);
  },
  /** Do something that takes a while; the button that started it stops it. With `most`, show how
   * many of these seconds have passed, and what `work` reports. */
  async busy(element, work, most = 0) {
    if (element.stop) {
      element.stop();
      return;
    }
    const controller = new AbortController();
    const label = [...element.childNodes];
    element.stop = () => controller.abort();
    element.classList.add("busy");
    fill(element, texts.choose.cancel);
    page.announce(texts.loading);
    const { say, end } = showProgress(element, most);
    try {
      await work(controller.signal, say);
    } catch (error) {
      if (error.name !== "AbortError") showTrouble(element, error.message);
    } finally {
      end();
      delete element.stop;
      element.classList.remove("busy");
      fill(element, label);
    }
  },
};

/** Apply these settings from now on. */
function useSettings(settings) {
  chosen = settings;
  document.documentElement.dataset.theme = chosen.theme;
  view?.table?.tell("settings");
}

/** Shows beside an element how long it has been at work, once that is long. */
function showProgress(element, most) {
  const place = element.closest("form") ?? element.parentElement;
  place.querySelector(":scope > .trouble")?.remove();
  const bar = h("progress", { max: most, value: 0, "aria-label": texts.loading });
  const passed = h("span", {});
  const rare = h("span", { role: "status" });
  const line = h("p", { class: "progress quiet" }, rare, bar, passed);
  const began = Date.now();
  const timer = most && setInterval(() => {
    bar.value = (Date.now() - began) / 1000;
    passed.textContent = texts.choose.searching(Math.floor(bar.value), most);
    if (bar.value > LONG / 1000 && !line.isConnected) place.append(line);
  }, 500);
  return {
    say(warning) {
      rare.textContent = warning && texts.choose.rare(warning);
      if (warning) place.append(line);
    },
    end() {
      clearInterval(timer);
      line.remove();
    },
  };
}

function showTrouble(element, message) {
  const place = element.closest("form") ?? element.parentElement;
  let said = place.querySelector(":scope > .trouble");
  if (!said) {
    said = h("p", { class: "trouble", role: "alert" });
    place.append(said);
  }
  said.textContent = message;
}

/** Shows that something is in progress and, if Python has to start first, that this takes some
 * time. */
function showWaiting() {
  const waiting = h("p", { class: "waiting", role: "status" }, texts.loading);
  fill(main, h("h1", { class: "unseen" }, texts.title), waiting);
  setTimeout(async () => {
    if (!(await isServed)) waiting.textContent = texts.starting;
  }, LONG);
}

function showError(error) {
  if (error.name === "AbortError") return;
  fill(main, h("section", { class: "error" }, h("h1", {}, texts.errors.title),
    h("p", { role: "alert" }, error.message), h("a", { href: "#" }, texts.errors.back)));
}

/** The view that an address names. */
async function viewOf(hash) {
  const { name, puzzle: inside, grade, day } = readAddress(hash);
  if (name === "choose") return chooseView(page);
  if (name === "days") return daysView(page);
  if (name === "edit") {
    const begin = inside ? await ask({ ask: "blank", puzzle: inside }) : null;
    if (inside) last = inside;
    return editView(begin, page);
  }
  if (!inside) return { element: h("p", {}, texts.teach.noPuzzle), title: texts.teach.title };
  const known = opened?.puzzle === inside ? opened : null;
  opened = null;
  const reply = known ?? (await ask({ ask: "puzzle", puzzle: inside }));
  if (last !== reply.puzzle) facts = {};
  last = reply.puzzle;
  if (name === "teach") return teachView(reply, page);
  const kept = store.game(reply.puzzle);
  // The claims of a link about its puzzle are verified: see `gradeChip`.
  facts = { grade: reply.grade ?? kept?.grade, day: reply.date ?? kept?.day };
  if (!(facts.grade in texts.grades)) delete facts.grade;
  const claimed = { grade: facts.grade ? "" : grade, day: facts.day ? "" : day };
  if (reply.puzzle !== inside) page.replaceAddress(addressOf(reply.puzzle, facts));
  const isGraded = Boolean(reply.grade);
  return playView({ ...reply, grade: facts.grade, date: facts.day, claimed, isGraded }, page);
}

async function navigate() {
  navigation += 1;
  const mine = navigation;
  const first = view === null;
  view?.leave?.();
  callAllOff();
  const hash = decoded(location.hash.slice(1));
  const waiting = setTimeout(showWaiting, 150);
  try {
    if (page.families.length === 0) page.families = (await ask({ ask: "families" })).families;
    const next = await viewOf(hash);
    if (mine !== navigation) {
      next.leave?.();
      return;
    }
    view = next;
    fill(main, view.element);
    document.title = view.title ? `${view.title} · ${texts.title}` : texts.title;
    drawNav(hash);
    window.scrollTo(0, 0);
    if (view.ready) view.ready();
    else if (!first) main.focus({ preventScroll: true });
  } catch (error) {
    if (mine === navigation) showError(error);
    if (mine === navigation) drawNav(hash);
  } finally {
    clearTimeout(waiting);
  }
}

function drawNav(hash) {
  const address = last ? encodeURIComponent(last) : "";
  const kind = readAddress(hash).name;
  const links = [
    ["choose", "#"],
    last && ["play", addressOf(last, facts)],
    ["edit", last ? `#edit=${address}` : "#edit"],
    last && ["teach", `#teach=${address}`],
  ];
  fill(nav, links.filter(Boolean).map(([name, href]) =>
    h("a", { href, "aria-current": name === kind ? "page" : null }, texts.nav[name])));
}

/** Five dots: a quincunx. */
function logo() {
  const dots = [[4, 4], [16, 4], [10, 10], [4, 16], [16, 16]];
  return s("svg", { class: "logo", viewBox: "0 0 20 20", "aria-hidden": "true" },
    dots.map(([cx, cy], at) => s("circle", { cx, cy, r: 3, class: at === 2 ? "middle" : "" })));
}

/** Three sliders: settings. */
function sliders() {
  const lines = [[4, 13], [10, 6], [16, 11]];
  return s("svg", { class: "sliders", viewBox: "0 0 20 20", "aria-hidden": "true" },
    lines.map(([y, x]) => [
      s("line", { x1: 2, x2: 18, y1: y, y2: y }), s("circle", { cx: x, cy: y, r: 2.4 })]));
}

function begin() {
  document.documentElement.lang = texts.language;
  document.documentElement.dataset.theme = chosen.theme;
  const settings = button([sliders(), h("span", {}, texts.nav.settings)], () => {
    const dialog = settingsDialog(page);
    document.body.append(dialog);
    dialog.showModal();
  }, { class: "plain", "aria-label": texts.nav.settings });
  fill(document.body,
    h("a", { class: "skip", href: "#main", onclick: (event) => {
      event.preventDefault();
      (main.querySelector('[role="gridcell"][tabindex="0"]') ?? main).focus();
    } }, texts.skip),
    h("header", { class: "top" },
      h("a", { class: "brand", href: "#" }, logo(), texts.title), nav, settings),
    main, live);
  window.addEventListener("hashchange", navigate);
  // Another tab has stored something: the settings may have changed.
  window.addEventListener("storage", () => useSettings(store.settings()));
  navigate();
}

begin();
