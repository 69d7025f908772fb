/** A JSON object. Keys come from users: build new ones with `Object.fromEntries` or spread, never by assignment. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** Deeper JSON is refused: the functions here recurse. */
const DEEPEST = 500;

/** Values from `freezeJson`: they are deeply immutable, so they are shared instead of copied. */
const frozen = new WeakSet<object>();

/** Whether the value is a JSON object (not a list, not `null`). */
export function isJsonMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether lists and objects nest further than this server handles. */
export function isTooDeep(value: unknown, limit: number = DEEPEST): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some((part) => isTooDeep(part, limit - 1));
}

/** A deeply immutable copy of a JSON value; parts that are already such copies are shared. Absent fields are dropped. */
export function freezeJson<T>(value: T): T {
  if (typeof value !== 'object' || value === null || frozen.has(value)) return value;
  if (Array.isArray(value)) return freezeFlat(value.map(freezeJson)) as T;
  return freezeFlat(freezeParts(value as JsonMap, {})) as T;
}

/** The map with frozen copies of the parts beside those that it has. */
export function freezeParts<T extends JsonMap>(map: JsonMap, begun: T): T {
  const copy: Record<string, unknown> = begun;
  for (const key of Object.keys(map)) {
    const part = Object.hasOwn(begun, key) ? undefined : freezeJson(map[key]);
    if (part === undefined) continue;
    if (key === '__proto__') Object.defineProperty(copy, key, { ...OWN, value: part });
    else copy[key] = part;
  }
  return begun;
}

/** Whether the value is such a copy. */
export function isFrozenJson(value: object): boolean {
  return frozen.has(value);
}

/** The attributes of a field that is set by assignment. */
const OWN = { enumerable: true, configurable: true, writable: true };

/** Freezes what has only frozen parts: it is known as deeply immutable from then on. */
export function freezeFlat<T extends object>(value: T): T {
  frozen.add(Object.freeze(value));
  return value;
}

/** Whether two JSON values are equal; the order of keys does not matter, an absent key equals an undefined one. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  }
  if (!isJsonMap(a) || !isJsonMap(b)) return false;
  const isSame = (key: string): boolean => sameJson(field(a, key), field(b, key));
  const isAbsent = (key: string): boolean => Object.hasOwn(a, key) || b[key] === undefined;
  return Object.keys(a).every(isSame) && Object.keys(b).every(isAbsent);
}

/** A text that two JSON values have in common if and only if they are equal (`sameJson`). */
export function jsonKey(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** The value with the fields of all its maps in order, as the server writes what it has read without a type. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonMap(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}

/** An own field of a JSON object, never something inherited. */
export function field(map: JsonMap, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** The value if it is a JSON object, else an empty one. */
export function mapOf(value: unknown): JsonMap {
  return isJsonMap(value) ? value : {};
}

/** The map without a key. */
export function withoutField<T extends JsonMap>(map: T, key: string): Omit<T, typeof key> {
  return Object.fromEntries(Object.entries(map).filter(([name]) => name !== key)) as Omit<
    T,
    typeof key
  >;
}

/** These fields of the value, as far as they are there. */
export function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Partial<T> {
  const entries = keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]);
  return Object.fromEntries(entries) as Partial<T>;
}
