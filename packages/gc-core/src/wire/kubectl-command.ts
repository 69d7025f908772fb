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
