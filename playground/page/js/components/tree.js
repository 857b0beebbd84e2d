// Looking through the components of a message.

/** Component types by the names that Discord's documentation gives them. */
export const Type = Object.freeze({
  ACTION_ROW: 1,
  BUTTON: 2,
  STRING_SELECT: 3,
  TEXT_INPUT: 4,
  USER_SELECT: 5,
  ROLE_SELECT: 6,
  MENTIONABLE_SELECT: 7,
  CHANNEL_SELECT: 8,
  SECTION: 9,
  TEXT_DISPLAY: 10,
  THUMBNAIL: 11,
  MEDIA_GALLERY: 12,
  FILE: 13,
  SEPARATOR: 14,
  CONTAINER: 17,
  LABEL: 18,
  RADIO_GROUP: 21,
  CHECKBOX_GROUP: 22,
  CHECKBOX: 23,
});

const SELECTS = [
  Type.STRING_SELECT,
  Type.USER_SELECT,
  Type.ROLE_SELECT,
  Type.MENTIONABLE_SELECT,
  Type.CHANNEL_SELECT,
];

/** Whether a component is one of the select menus. */
export function isSelect(component) {
  return SELECTS.includes(component.type);
}

/** Every component of a message, the nested ones included, in the order in which they are seen. */
export function* walk(components) {
  for (const component of components ?? []) {
    yield component;
    yield* walk(component.components);
    if (component.accessory) yield component.accessory;
    if (component.component) yield component.component;
  }
}

/** The component of `message` with this custom_id, or undefined. */
export function findComponent(message, customId) {
  return [...walk(message?.components)].find((component) => component.custom_id === customId);
}

/** The component of `message` that looks like one which was there before, or undefined. */
export function findAlike(message, { type, placeholder }) {
  return [...walk(message?.components)].find(
    (other) => other.type === type && other.placeholder === placeholder,
  );
}

/** What names one component among all messages. */
export function componentKey(message, customId) {
  return `${message.id}/${customId}`;
}
