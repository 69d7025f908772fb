import { valueForm } from './json-types.ts';
import { field, isJsonMap } from './json-value.ts';

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
  const keys = Object.keys(value).sort();
  return `map[${keys.map((key) => `${key}:${printed(field(value, key), scalar)}`).join(' ')}]`;
}

function scalarText(value: unknown): string {
  if (value === null) return '<nil>';
  if (typeof value !== 'number') return String(value);
  return valueForm(value) === 'float64' ? floatText(value) : String(BigInt(value));
}

function markedText(value: unknown): string {
  const isMarked = typeof value === 'number' || typeof value === 'boolean';
  return isMarked ? `%!s(${valueForm(value)}=${scalarText(value)})` : scalarText(value);
}

/** Digits as few as tell the number apart, with an exponent from a million on and below a ten thousandth. */
function floatText(value: number): string {
  const text = value.toExponential();
  const exponent = Number(text.slice(text.indexOf('e') + 1));
  if (exponent >= -4 && exponent < 6) return String(value);
  return text.replace(/(?<=e[+-])(?=\d$)/, '0');
}
