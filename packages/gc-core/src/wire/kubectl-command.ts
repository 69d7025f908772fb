// Names and paths come from a cluster or a file: whatever they contain, a shell takes each as one word.

/** One word of a command line, quoted where a shell would read it otherwise. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * A command line that begins with `kubectl`, aimed at one cluster: `words` are what stands between `kubectl` and the verb,
 * unquoted, as `ClusterInfo.kubectl` has them. Without words the command goes to whatever context is the current one.
 */
export function aimKubectl(command: string, words: readonly string[] | undefined): string {
  if (words === undefined || words.length === 0) return command;
  return command.replace(/^kubectl(?= )/, () => `kubectl ${words.map(shellWord).join(' ')}`);
}

/** A command that shows one object. No word behind the verb is quoted, so the verb is not within a quoted word either. */
const READ =
  /^(kubectl (?:.* )?(?:get|describe)) ([\w./:@%+=,-]+\/[\w./:@%+=,-]+)((?: -n [\w./:@%+=,-]+)?(?: -o yaml)?)$/;

/** Objects of one command: more make a line that nobody can read. */
const JOINED = 50;

/** The commands, those that show objects of the same namespace in the same way as one: kubectl takes several objects, but one namespace. */
export function joinReads(commands: readonly string[]): readonly string[] {
  const joined: { start: string; objects: string[]; end: string }[] = [];
  const open = new Map<string, string[]>();
  for (const command of new Set(commands)) {
    const [, start = command, object, end = ''] = READ.exec(command) ?? [];
    const key = `${start}\n${end}`;
    const others = open.get(key);
    if (object !== undefined && others && others.length < JOINED) others.push(object);
    else {
      const objects = object === undefined ? [] : [object];
      joined.push({ start, objects, end });
      if (object !== undefined) open.set(key, objects);
    }
  }
  return joined.map(({ start, objects, end }) => [start, ...objects].join(' ') + end);
}
