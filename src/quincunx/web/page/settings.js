// The dialog with settings, games to export and import, and the keys.

import { button, field, h } from "./dom.js";
import { download } from "./files.js";
import * as store from "./store.js";
import { texts } from "./texts.js";

export function settingsDialog(page) {
  const inputs = [];
  /** An input for a setting; `key` is the property in which it has its value. */
  const setting = (name, key, input) => {
    input.addEventListener("change", () => page.setSettings({ ...page.settings(), [name]: input[key] }));
    inputs.push(() => (input[key] = page.settings()[name]));
    return input;
  };
  const choice = (name, options) =>
    setting(name, "value", h("select", {}, Object.entries(options).map(([value, label]) =>
      h("option", { value }, label))));
  const flag = (name) => setting(name, "checked", h("input", { type: "checkbox" }));
  const draw = () => inputs.forEach((show) => show());
  const said = h("p", { class: "quiet", role: "status" });
  const file = h("input", {
    type: "file",
    accept: "application/json,.json",
    class: "unseen",
    tabindex: "-1",
    "aria-hidden": "true",
    onchange: async () => {
      try {
        said.textContent = texts.settings.imported(store.imported(await file.files[0].text()));
        page.setSettings(store.settings());
        draw();
        // Views that show stored data are drawn again.
        window.dispatchEvent(new HashChangeEvent("hashchange"));
      } catch {
        said.textContent = texts.settings.notImported;
      }
      file.value = "";
    },
  });
  const dialog = h("dialog", { class: "settings", "aria-labelledby": "settings-title" },
    h("header", {}, h("h2", { id: "settings-title" }, texts.settings.title),
      button(texts.settings.close, () => dialog.close())),
    field(texts.settings.theme, choice("theme", texts.settings.themes)),
    field(texts.settings.check, choice("check", texts.settings.checks)),
    h("label", { class: "flag" }, flag("timer"), texts.settings.timer),
    h("label", { class: "flag" }, flag("autoMarks"), texts.settings.autoMarks),
    h("h3", {}, texts.settings.data),
    h("p", { class: "quiet" }, texts.settings.dataHelp),
    h("div", { class: "row" },
      button(texts.settings.export, () =>
        download("quincunx-games.json", store.exported(), "application/json")),
      button(texts.settings.import, () => file.click()), file),
    said,
    h("h3", {}, texts.settings.keys),
    h("dl", { class: "keys" }, texts.settings.keyList.map(([key, what]) => [
      h("dt", {}, key), h("dd", {}, what)])),
  );
  draw();
  dialog.addEventListener("close", () => dialog.remove());
  return dialog;
}
