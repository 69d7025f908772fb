/** The first segments of the paths of pages. */
export const PAGE_PATHS = [
  '',
  'o',
  'simulate',
  'scenes',
  'forecast',
  'findings',
  'terminating',
  'activity',
  'node',
  'picture',
] as const;

export type PagePath = (typeof PAGE_PATHS)[number];

/** Conversion of a value from and to an address. */
export interface Form<Value> {
  /** The value of the texts under the key; leaves out invalid ones and adds a sentence to `faults`. */
  readonly parse: (texts: readonly string[], key: string, faults: string[]) => Value | undefined;
  /** Inverse of `parse`: the texts under the key, none for a default. */
  readonly format: (value: Value) => readonly string[];
}

/** A parameter of the address. */
export interface Parameter<Value> extends Form<Value> {
  readonly key: string;
  /** The pages that read it. */
  readonly pages: 'every page' | readonly PagePath[];
  /** Whether a change of the page keeps the parameter, so that it still applies on the way back. */
  readonly goesAlong?: boolean;
}

/** A text without checks: its user reports what is wrong with it. */
export const TEXT: Form<string> = {
  parse: ([text]) => text || undefined,
  format: (text) => [text],
};

/** A text that `read` parses; `expected` ends the sentence about a text that it cannot parse. */
export function readAs<Value>(
  read: (text: string) => Value | undefined,
  textOf: (value: Value) => string,
  expected: string,
): Form<Value> {
  return {
    parse: ([text], key, faults) => {
      if (text === undefined) return undefined;
      const value = read(text);
      if (value === undefined) faults.push(`“${key}=${text}” is not valid${expected}`);
      return value;
    },
    format: (value) => [textOf(value)],
  };
}

/** Form of one of these values. The default is not written. */
export function oneOf<Value extends string | number>(
  values: readonly Value[],
  usual?: Value,
): Form<Value> {
  const known = `. Known: ${values.join(', ')}.`;
  const { parse } = readAs((text) => values.find((value) => String(value) === text), String, known);
  return { parse, format: (value) => (value === usual ? [] : [String(value)]) };
}

/** A whole number of at least `least`. */
export function wholeNumber(
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
  what: string = 'a number',
): Form<number> {
  const range = most < Number.MAX_SAFE_INTEGER ? `${least} to ${most}` : `${least}`;
  const read = (text: string): number | undefined => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  };
  return readAs(read, String, `: expected ${what} from ${range}.`);
}

/** Names between commas, each once. */
export const NAMES: Form<readonly string[]> = {
  parse: ([text = '']) => {
    const names = new Set(text.split(',').filter((name) => name !== ''));
    return names.size === 0 ? undefined : [...names];
  },
  format: (names) => (names.length === 0 ? [] : [names.join(',')]),
};

/** Form of some of these names between commas; `what` describes one name, `wordOf` gives its word on pages. */
export function namesOf<Name extends string>(
  known: readonly Name[],
  what: string,
  wordOf: (name: Name) => string = String,
): Form<readonly Name[]> {
  const listed = known.map((name) => (wordOf(name) === name ? name : `${name} (${wordOf(name)})`));
  return {
    parse: (texts, key, faults) => {
      const found = NAMES.parse(texts, key, faults)?.flatMap((text) => {
        const name = known.find((each) => each === text);
        if (name !== undefined) return [name];
        faults.push(`“${text}” is not a ${what}. Known: ${listed.join(', ')}.`);
        return [];
      });
      return found?.length === 0 ? undefined : found;
    },
    format: NAMES.format,
  };
}
