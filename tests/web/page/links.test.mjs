// What somebody means who pastes something, and where addresses lead.

import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, meant, readAddress } from "../../../src/quincunx/web/page/links.js";

test("whatever is pasted, the puzzle in it is meant", () => {
  const rows = [
    ["toy:5/__", "toy:5/__", "an identifier"],
    [" toy/3 \n", "toy/3", "a name, with spaces around it"],
    ['"toy:5"', "toy:5", "in quotes"],
    ["“toy:5”", "toy:5", "in curly quotes"],
    ["`toy:5`", "toy:5", "as in a text about it"],
    ["http://localhost:8000/#toy%3A5%2F__", "toy:5/__", "a link"],
    ["http://localhost:8000/#edit=toy%3A5", "toy:5", "a link to the editor"],
    ["https://example.org/q/#teach=toy%3A5", "toy:5", "a link to the search lab"],
    ["toy:4/#_/_#", "toy:4/#_/_#", "an identifier with # in it"],
    ["http://localhost:8000/#toy:4/#_/_#", "toy:4/#_/_#", "the same in a link that was typed"],
    ["#edit=toy:5", "toy:5", "the end of a link"],
    ["http://localhost:8000/#%zz", "%zz", "a link that cannot be decoded"],
    ['{"family": "toy", "text": "#edit=x"}', '{"family": "toy", "text": "#edit=x"}', "a document"],
  ];
  for (const [pasted, puzzle, why] of rows) assert.equal(meant(pasted), puzzle, why);
});

test("addresses lead to views", () => {
  const rows = [
    ["", "choose", ""],
    ["toy:5", "play", "toy:5"],
    ["edit", "edit", ""],
    ["edit=toy:5", "edit", "toy:5"],
    ["teach=toy:5", "teach", "toy:5"],
    ["editor:5", "play", "editor:5"],
    ["days", "days", ""],
  ];
  for (const [hash, name, puzzle] of rows) assert.deepEqual(readAddress(hash), { name, puzzle });
});

test("an address tells how hard a puzzle is and whose day's it is", () => {
  const rows = [[{}, {}], [{ grade: "easy" }, { grade: "easy" }], [{ grade: "hard", day: "2026-11-16" }, { grade: "hard", day: "2026-11-16" }]];
  for (const [told, read] of rows) {
    const address = decodeURIComponent(addressOf("toy:5/__", told)).slice(1);
    assert.deepEqual(readAddress(address), { name: "play", puzzle: "toy:5/__", ...read });
    assert.equal(meant(`http://localhost/${addressOf("toy:5/__", told)}`), "toy:5/__");
  }
});

test("a day that does not exist or has not come is none", () => {
  assert.deepEqual(readAddress("c-note:1&day=2024-02-28"), { name: "play", puzzle: "c-note:1", day: "2024-02-28" });
  for (const day of ["2031-99-99", "2999-01-01"]) {
    assert.deepEqual(readAddress(`c-note:1&day=${day}`), { name: "play", puzzle: "c-note:1" });
  }
});
