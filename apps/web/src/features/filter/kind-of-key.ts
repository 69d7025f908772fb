/** The kind behind a `kindKey`, with an API version good enough to find its glyph by. */
export function kindOfKey(key: string): {
  readonly kind: string;
  readonly group: string;
  readonly apiVersion: string;
} {
  const dot = key.indexOf('.');
  if (dot < 0) return { kind: key, group: '', apiVersion: 'v1' };
  const group = key.slice(dot + 1);
  return { kind: key.slice(0, dot), group, apiVersion: `${group}/v1` };
}
