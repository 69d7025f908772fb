import { isJsonMap } from './json-value.ts';

/** A JSON value as the server prints it in errors. */
export function goText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (!isJsonMap(value)) return value === null ? '<nil>' : String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, part]) => `${key}:${goText(part)}`).join(' ')}]`;
}

/** A JSON value where the server's message has a place for a text: what is none is marked as such. */
export function goVerb(value: unknown): string {
  if (value === null) return '%!s(<nil>)';
  if (typeof value === 'boolean') return `%!s(bool=${value})`;
  if (typeof value !== 'number') return goText(value);
  return `%!s(${Number.isInteger(value) ? 'int64' : 'float64'}=${value})`;
}

/** The server's name for the type of a JSON value. */
export function goType(value: unknown): string {
  if (value === null) return goVerb(value);
  if (Array.isArray(value)) return '[]interface {}';
  if (isJsonMap(value)) return 'map[string]interface {}';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}
