/** With more pairs of lines than this, the shortest difference takes long to find and is too long to read. */
const MOST_PAIRS = 4_000_000;

/**
 * How two lists differ, as a unified diff with all of its context: `-` expected, `+` found, in the order of both; none when
 * they are the same in the same order.
 */
export function compareLists(
  key: string,
  wanted: readonly string[],
  found: readonly string[],
): string[] {
  if (wanted.length === found.length && wanted.every((each, i) => each === found[i])) return [];
  let start = 0;
  while (start < wanted.length && start < found.length && wanted[start] === found[start]) start++;
  let end = 0;
  const longest = Math.min(wanted.length, found.length) - start;
  while (end < longest && wanted.at(-1 - end) === found.at(-1 - end)) end++;
  return [
    `  ${key}:`,
    ...wanted.slice(0, start).map(same),
    ...changes(wanted.slice(start, wanted.length - end), found.slice(start, found.length - end)),
    ...wanted.slice(wanted.length - end).map(same),
  ];
}

const same = (line: string): string => `  ${line}`;

/** The shortest way from one list to the other, by their longest common part. */
function changes(wanted: readonly string[], found: readonly string[]): string[] {
  if (wanted.length * found.length > MOST_PAIRS) {
    return [...wanted.map((each) => `- ${each}`), ...found.map((each) => `+ ${each}`)];
  }
  const common = commonLines(wanted, found);
  const lines: string[] = [];
  let j = 0;
  for (const [i, line] of wanted.entries()) {
    while (j < found.length && found[j] !== line && common(i, j + 1) > common(i + 1, j)) {
      lines.push(`+ ${found[j++]}`);
    }
    if (found[j] === line) {
      lines.push(same(line));
      j++;
    } else lines.push(`- ${line}`);
  }
  return [...lines, ...found.slice(j).map((each) => `+ ${each}`)];
}

/** How many lines the rest of one list, from i on, has in common with that of the other, from j on, in the same order. */
function commonLines(
  wanted: readonly string[],
  found: readonly string[],
): (i: number, j: number) => number {
  const width = found.length + 1;
  const counts = new Uint32Array((wanted.length + 1) * width);
  const common = (i: number, j: number): number => counts[i * width + j] ?? 0;
  for (let i = wanted.length - 1; i >= 0; i--) {
    for (let j = found.length - 1; j >= 0; j--) {
      const isSame = wanted[i] === found[j];
      counts[i * width + j] = isSame
        ? common(i + 1, j + 1) + 1
        : Math.max(common(i + 1, j), common(i, j + 1));
    }
  }
  return common;
}
