// One frame at a time: buttons, arrow keys, Home and End, and the address (#frame-3).
(() => {
  "use strict";
  const frames = [...document.querySelectorAll("main > section")];
  const button = (name) => document.getElementById(name);
  let at = 0;
  let all = false;

  function show(place, say = true) {
    at = Math.max(0, Math.min(frames.length - 1, place));
    frames.forEach((frame, index) => { frame.hidden = !all && index !== at; });
    button("first").disabled = button("back").disabled = at === 0;
    button("next").disabled = button("last").disabled = at === frames.length - 1;
    button("progress").value = at;
    if (all) frames[at].scrollIntoView({ block: "nearest" });
    if (!say) return;
    history.replaceState(null, "", `#frame-${at}`);
    const words = frames[at].querySelector(".words").textContent.replace(/\s+/g, " ").trim();
    button("live").textContent = `${at + 1} of ${frames.length}. ${words}`;
  }

  // A button that is disabled while it has the focus would lose it, and the keys with it.
  function move(place) {
    show(place);
    if (document.activeElement === document.body || document.activeElement.disabled) {
      document.getElementById("frames").focus({ preventScroll: true });
    }
  }

  const moves = {
    first: () => 0, back: () => at - 1, next: () => at + 1, last: () => frames.length - 1,
  };
  const keys = { ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last" };
  for (const [name, place] of Object.entries(moves)) {
    button(name).addEventListener("click", () => move(place()));
  }
  button("all").addEventListener("click", () => {
    all = !all;
    button("all").setAttribute("aria-pressed", String(all));
    document.body.classList.toggle("stepping", !all);
    show(at, false);
  });
  document.addEventListener("keydown", (event) => {
    const name = keys[event.key];
    if (!name || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    move(moves[name]());
  });
  const asked = () => Number((/^#frame-(\d+)$/.exec(location.hash) || [0, 0])[1]);
  window.addEventListener("hashchange", () => show(asked(), false));
  document.querySelector("nav").hidden = false;
  document.body.classList.add("stepping");
  show(asked(), false);
})();
