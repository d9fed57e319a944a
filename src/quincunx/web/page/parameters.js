// Fields for the parameters of a family's generator, built from their description.

import { field, h } from "./dom.js";

/** A field for each parameter: { name, element, value() }. */
export function parameterFields(parameters) {
  return parameters.map((parameter) => {
    const input = inputFor(parameter);
    return {
      name: parameter.name,
      element: field(parameter.label, input, parameter.help),
      value: () => valueOf(parameter, input),
    };
  });
}

/** The chosen values, without those left open. */
export function chosenParameters(fields) {
  const chosen = {};
  for (const { name, value } of fields) {
    const there = value();
    if (there !== null) chosen[name] = there;
  }
  return chosen;
}

function inputFor({ kind, least, most, choices, default: usual }) {
  if (kind === "choice") {
    return h("select", { value: usual }, choices.map((one) =>
      h("option", { value: one, selected: one === usual }, one)));
  }
  if (kind === "flag") return h("input", { type: "checkbox", checked: usual });
  if (kind === "integer") {
    return h("input", { type: "number", min: least, max: most, step: "1", value: usual ?? "" });
  }
  return h("input", { type: "text", value: usual ?? "" });
}

function valueOf({ kind }, input) {
  if (kind === "flag") return input.checked;
  if (kind === "integer") return input.value === "" ? null : Number(input.value);
  return input.value === "" ? null : input.value;
}
