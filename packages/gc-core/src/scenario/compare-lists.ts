/** How two lists differ, as diff lines: `-` expected, `+` found; none when they are the same in the same order. */
export function compareLists(
  key: string,
  wanted: readonly string[],
  found: readonly string[],
): string[] {
  if (wanted.length === found.length && wanted.every((each, i) => each === found[i])) return [];
  const rest = [...found];
  const expected = wanted.map((each) => {
    const at = rest.indexOf(each);
    if (at >= 0) rest.splice(at, 1);
    return `${at >= 0 ? ' ' : '-'} ${each}`;
  });
  const isOrder = rest.length === 0 && wanted.length === found.length;
  return [
    `  ${key}:`,
    ...expected,
    ...rest.map((each) => `+ ${each}`),
    ...(isOrder ? [`  (same entries, found in this order: ${found.join(', ')})`] : []),
  ];
}
