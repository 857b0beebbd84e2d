// The bot's slash commands as the message box offers them.

const CHAT_INPUT = 1;
const SUBCOMMAND = 1;
const SUBCOMMAND_GROUP = 2;

function isBranch(option) {
  return option.type === SUBCOMMAND || option.type === SUBCOMMAND_GROUP;
}

/** What a person with this language reads instead of a name and a description, and what is sent all the same. */
function worded(thing, locale) {
  return {
    label: thing.name_localizations?.[locale] ?? thing.name,
    description: thing.description_localizations?.[locale] ?? thing.description,
  };
}

function wordedOption(option, locale) {
  const choices = (option.choices ?? []).map((choice) => ({
    value: choice.value,
    name: worded(choice, locale).label,
  }));
  return { ...option, ...worded(option, locale), choices };
}

function leaves(command, option, path, locale) {
  const subpath = [...path, option];
  if (option.type === SUBCOMMAND_GROUP)
    return (option.options ?? []).flatMap((inner) => leaves(command, inner, subpath, locale));
  return [entry(command, subpath, option, locale)];
}

function entry(command, path, end, locale) {
  const options = (end.options ?? []).map((option) => wordedOption(option, locale));
  const parts = [command, ...path];
  return {
    name: command.name,
    subcommand: path.map(({ name }) => name).join(" ") || undefined,
    key: parts.map(({ name }) => name).join(" "),
    title: parts.map((part) => worded(part, locale).label).join(" "),
    description: worded(end, locale).description,
    options: options.sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false)),
  };
}

/**
 * What can follow the slash for a person with this language: {name, subcommand, key, title, description,
 * options}, required options first. What is shown is `title` and each option's `label`; the bot gets names.
 */
export function commandEntries(commands, locale) {
  const slash = commands.filter((command) => (command.type ?? CHAT_INPUT) === CHAT_INPUT);
  const entries = slash.flatMap((command) => {
    const branches = (command.options ?? []).filter(isBranch);
    return branches.length > 0
      ? branches.flatMap((branch) => leaves(command, branch, [], locale))
      : [entry(command, [], command, locale)];
  });
  return entries.sort((a, b) => a.title.localeCompare(b.title));
}

/** The entries that fit what was typed so far, in either language, those that begin with it first. */
export function matching(entries, typed) {
  const words = typed.toLowerCase();
  const fits = [
    ({ title }) => title.startsWith(words),
    ({ key }) => key.startsWith(words),
    ({ title }) => title.includes(words),
  ];
  return [...new Set(fits.flatMap((fit) => entries.filter(fit)))];
}
