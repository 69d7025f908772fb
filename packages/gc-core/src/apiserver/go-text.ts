import { valueForm } from './json-types.ts';
import { isJsonMap } from './json-value.ts';

/** A JSON value as the server prints it in errors. */
export function goText(value: unknown): string {
  return printed(value, scalarText);
}

/** A JSON value where the server's message has a place for a text: what is none is marked as such, also in lists and maps. */
export function goVerb(value: unknown): string {
  return value === null ? '%!s(<nil>)' : printed(value, markedText);
}

/** The server's name for the type of a JSON value that is no list. */
export function goType(value: unknown): string {
  if (value === null) return goVerb(value);
  return isJsonMap(value) ? 'map[string]interface {}' : valueForm(value);
}

function printed(value: unknown, scalar: (value: unknown) => string): string {
  if (Array.isArray(value)) return `[${value.map((item) => printed(item, scalar)).join(' ')}]`;
  if (!isJsonMap(value)) return scalar(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, part]) => `${key}:${printed(part, scalar)}`).join(' ')}]`;
}

function scalarText(value: unknown): string {
  if (value === null) return '<nil>';
  return valueForm(value) === 'float64' ? floatText(Number(value)) : String(value);
}

function markedText(value: unknown): string {
  const isMarked = typeof value === 'number' || typeof value === 'boolean';
  return isMarked ? `%!s(${valueForm(value)}=${scalarText(value)})` : scalarText(value);
}

/** Digits as few as tell the number apart, with an exponent from a million on and below a ten thousandth. */
function floatText(value: number): string {
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  if (Number(exponent) >= -4 && Number(exponent) < 6) return String(value);
  return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}
