/** The plural of an English noun as kinds are. */
export function pluralOf(kind: string): string {
  if (/[^aeiou]y$/.test(kind)) return `${kind.slice(0, -1)}ies`;
  if (/(?:ss|x|ch|sh)$/.test(kind)) return `${kind}es`;
  return kind.endsWith('s') ? kind : `${kind}s`;
}
