import type { Manifest } from '../meta/object-meta.ts';

/** Letters of generated names: no vowels, so that no words come about. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const LONGEST_NAME = 63;

/** Gives new objects their names. */
export class NameSource {
  #generated = 0;

  /** The manifest's name, or the next free one that its `generateName` gives; `undefined` when it has neither. */
  nameFor({ metadata }: Manifest, isTaken: (name: string) => boolean): string | undefined {
    const { name, generateName } = metadata;
    if (name !== undefined || generateName === undefined) return name;
    let generated: string;
    do generated = generatedName(generateName, ++this.#generated);
    while (isTaken(generated));
    return generated;
  }
}

/** The `n`th name generated from the prefix; the first 14 million differ. */
export function generatedName(prefix: string, n: number): string {
  const count = ALPHABET.length ** SUFFIX_LENGTH;
  // Any factor without a divisor of the count (27⁵) visits every suffix once, in an order that looks mixed.
  let rest = (n * 6_364_136) % count;
  let suffix = '';
  for (let i = 0; i < SUFFIX_LENGTH; i++) {
    suffix += ALPHABET.charAt(rest % ALPHABET.length);
    rest = Math.floor(rest / ALPHABET.length);
  }
  return `${prefix.slice(0, LONGEST_NAME - SUFFIX_LENGTH)}${suffix}`;
}
