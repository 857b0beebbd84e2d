// The fields of a modal. Each is {id, node, read(), problem()}; problem() is null when it may be sent.

import { markdown } from "./markdown/render.js";
import { boundsOf, optionsOf } from "./components/options.js";
import { selectButton } from "./components/select.js";
import { SelectPopup } from "./components/selectpopup.js";
import { Type, isSelect } from "./components/tree.js";
import { h, patch } from "./dom.js";

const REQUIRED = "This field is required.";
const PARAGRAPH = 2;

let fields = 0;

function newId() {
  fields += 1;
  return `field-${fields}`;
}

function heading(id, label, description, isRequired) {
  if (!label) return null;
  const star = isRequired ? h("span", { class: "required", "aria-hidden": "true" }, "*") : null;
  const note = description ? h("span", { class: "field-description", id: `${id}-note` }, description) : null;
  return [h("label", { class: "field-label", for: id, id: `${id}-label` }, h("bdi", {}, label), star), note];
}

function textInput(input, labels) {
  const isRequired = input.required ?? true;
  const id = newId();
  const box = h(input.style === PARAGRAPH ? "textarea" : "input", {
    id,
    class: "text-input",
    placeholder: input.placeholder,
    maxlength: input.max_length,
    required: isRequired,
    autocomplete: "off",
    rows: input.style === PARAGRAPH ? 4 : null,
    "aria-describedby": labels.description ? `${id}-note` : null,
  });
  box.value = input.value ?? "";
  const problem = () => {
    const { length } = box.value.trim();
    if (isRequired && length === 0) return REQUIRED;
    const least = input.min_length ?? 0;
    return length > 0 && length < least ? `Must be ${least} or more characters.` : null;
  };
  const node = h(
    "div",
    { class: "field" },
    heading(id, input.label ?? labels.label, labels.description, isRequired),
    box,
  );
  return { id: input.custom_id, node, read: () => box.value, problem };
}

function selectField(select, labels, view) {
  const id = newId();
  const isRequired = select.required ?? true;
  const least = isRequired ? boundsOf(select).least : 0;
  const menu = { ...select, min_values: least };
  const options = optionsOf(menu, view);
  let chosen = options.filter((option) => option.default).map((option) => option.value);
  const draw = () =>
    selectButton(menu, options, chosen, { id, "aria-label": labels.label ?? menu.placeholder });
  const button = draw();
  const onDone = (values) => {
    chosen = values ?? chosen;
    patch(button, draw());
  };
  button.addEventListener(
    "click",
    () => new SelectPopup({ anchorOf: () => button, select: menu, view, chosen, onDone }),
  );
  const problem = () => (chosen.length < least ? REQUIRED : null);
  const node = h(
    "div",
    { class: "field" },
    heading(id, labels.label, labels.description, isRequired),
    button,
  );
  return { id: select.custom_id, node, read: () => chosen, problem };
}

function choiceRow(type, name, { label, description, value }, isOn) {
  const box = h("input", { type, name, value, checked: isOn });
  const note = description ? h("bdi", { class: "option-description" }, description) : null;
  return h(
    "label",
    { class: "choice" },
    box,
    h("span", { class: "option-words" }, h("bdi", { class: "option-label" }, label), note),
  );
}

function choiceGroup(type, group, labels) {
  const name = newId();
  const rows = group.options.map((option) => choiceRow(type, name, option, Boolean(option.default)));
  const properties = {
    class: "field",
    role: type === "radio" ? "radiogroup" : "group",
    "aria-labelledby": `${name}-label`,
  };
  const node = h(
    "div",
    properties,
    heading(name, labels.label, labels.description, group.required ?? true),
    rows,
  );
  const read = () => [...node.querySelectorAll("input:checked")].map((box) => box.value);
  return { id: group.custom_id, node, read };
}

function radioGroup(group, labels) {
  const field = choiceGroup("radio", group, labels);
  const isRequired = group.required ?? true;
  const problem = () => (isRequired && field.read().length === 0 ? REQUIRED : null);
  return { ...field, read: () => field.read()[0] ?? null, problem };
}

function checkboxGroup(group, labels) {
  const field = choiceGroup("checkbox", group, labels);
  const isRequired = group.required ?? true;
  const least = isRequired ? (group.min_values ?? 1) : 0;
  const most = group.max_values ?? group.options.length;
  const problem = () => {
    const { length } = field.read();
    if (length < least) return least === 1 ? REQUIRED : `Choose at least ${least}.`;
    return length > most ? `Choose at most ${most}.` : null;
  };
  return { ...field, problem };
}

function checkbox(box, labels) {
  const row = choiceRow(
    "checkbox",
    "",
    { label: labels.label ?? "", description: labels.description },
    Boolean(box.default),
  );
  const node = h("div", { class: "field" }, row);
  return { id: box.custom_id, node, read: () => row.querySelector("input").checked, problem: () => null };
}

const FIELDS = {
  [Type.TEXT_INPUT]: textInput,
  [Type.RADIO_GROUP]: radioGroup,
  [Type.CHECKBOX_GROUP]: checkboxGroup,
  [Type.CHECKBOX]: checkbox,
};

function fieldOf(component, labels, view) {
  return isSelect(component)
    ? selectField(component, labels, view)
    : FIELDS[component.type]?.(component, labels);
}

/** The parts of a modal in order; words among the fields are parts without an id. */
export function fieldsOf(components, view) {
  return components.flatMap((component) => {
    if (component.type === Type.TEXT_DISPLAY) return { id: null, node: markdown(component.content, view) };
    if (component.type === Type.LABEL) return fieldOf(component.component, component, view) ?? [];
    if (component.type === Type.ACTION_ROW)
      return component.components.map((inner) => fieldOf(inner, {}, view));
    return fieldOf(component, {}, view) ?? [];
  });
}
