/**
 * Reading `spec` and `status`, which may have been written by anything: a field that is missing or of another type counts
 * as the fallback, so nothing that a user creates can break a reader.
 */

/** A JSON object, or an empty one for anything else. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return value as Readonly<Record<string, unknown>>;
}

function at(value: unknown, path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    const fields = record(current);
    if (!Object.hasOwn(fields, key)) return undefined;
    current = fields[key];
  }
  return current;
}

/** The finite number at a path. */
export function number(value: unknown, path: readonly string[], fallback: number): number {
  const found = at(value, path);
  return typeof found === 'number' && Number.isFinite(found) ? found : fallback;
}

/** The string at a path. */
export function text(value: unknown, path: readonly string[], fallback: string): string {
  const found = at(value, path);
  return typeof found === 'string' ? found : fallback;
}

/** The list at a path. */
export function list(value: unknown, path: readonly string[]): readonly unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

/** The JSON object at a path. */
export function fields(value: unknown, path: readonly string[]): Readonly<Record<string, unknown>> {
  return record(at(value, path));
}
