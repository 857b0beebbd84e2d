// The bot's slash commands as the message box offers them.

const CHAT_INPUT = 1;
const SUBCOMMAND = 1;
const SUBCOMMAND_GROUP = 2;

function isBranch(option) {
  return option.type === SUBCOMMAND || option.type === SUBCOMMAND_GROUP;
}

function leaves(command, option, path) {
  const subpath = [...path, option.name];
  if (option.type === SUBCOMMAND_GROUP)
    return (option.options ?? []).flatMap((inner) => leaves(command, inner, subpath));
  return [entry(command, subpath, option)];
}

function entry(command, path, { description, options = [] }) {
  const sorted = [...options].sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
  const title = [command.name, ...path].join(" ");
  return { name: command.name, subcommand: path.join(" ") || undefined, title, description, options: sorted };
}

/** What can follow the slash: {name, subcommand, title, description, options}, required options first. */
export function commandEntries(commands) {
  const slash = commands.filter((command) => (command.type ?? CHAT_INPUT) === CHAT_INPUT);
  const entries = slash.flatMap((command) => {
    const branches = (command.options ?? []).filter(isBranch);
    return branches.length > 0
      ? branches.flatMap((branch) => leaves(command, branch, []))
      : [entry(command, [], command)];
  });
  return entries.sort((a, b) => a.title.localeCompare(b.title));
}

/** The entries that fit what was typed so far, those that begin with it first. */
export function matching(entries, typed) {
  const words = typed.toLowerCase();
  const starting = entries.filter(({ title }) => title.startsWith(words));
  const holding = entries.filter(({ title }) => !title.startsWith(words) && title.includes(words));
  return [...starting, ...holding];
}
