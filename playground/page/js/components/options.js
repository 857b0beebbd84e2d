// What a select menu offers, whatever its kind, in one form: {value, label, description, emoji, user}.

import { displayName } from "../people.js";
import { Type } from "./tree.js";

function userOptions(view) {
  return view.users.map((user) => ({
    value: user.id,
    label: displayName(user),
    description: user.username,
    user,
  }));
}

function channelOptions(select, view) {
  const isAllowed = (channel) => !select.channel_types?.length || select.channel_types.includes(channel.type);
  return view.channels.filter(isAllowed).map((channel) => ({ value: channel.id, label: `#${channel.name}` }));
}

/** The options of `select`; `view` knows people and channels. */
export function optionsOf(select, view) {
  switch (select.type) {
    case Type.STRING_SELECT:
      return select.options;
    case Type.USER_SELECT:
    case Type.MENTIONABLE_SELECT:
      return userOptions(view);
    case Type.CHANNEL_SELECT:
      return channelOptions(select, view);
    default:
      return [];
  }
}

/** How many options may be chosen: {least, most}. */
export function boundsOf(select) {
  return { least: select.min_values ?? 1, most: select.max_values ?? 1 };
}
