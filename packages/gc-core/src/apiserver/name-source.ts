import type { ApiResource } from '../meta/api-resource.ts';
import type { Manifest } from '../meta/object-meta.ts';
import type { Uid } from '../meta/object-reference.ts';

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

/** Makes uids `<kind>-<name>-<n>` in lower case, `n` counting the objects of that kind and name; none that is taken. */
export class UidSource {
  readonly #taken = new Set<Uid>();
  /** By kind and name: up to this number all are taken. */
  readonly #counts = new Map<string, number>();

  /** The uid will not be proposed again. */
  take(uid: Uid): void {
    this.#taken.add(uid);
  }

  /** The first free uid for an object of the resource's kind; the same again until it is taken. */
  propose(resource: ApiResource, name: string): Uid {
    const stem = `${resource.kind}-${name}`.toLowerCase();
    let count = this.#counts.get(stem) ?? 0;
    while (this.#taken.has(`${stem}-${count + 1}`)) count += 1;
    this.#counts.set(stem, count);
    return `${stem}-${count + 1}`;
  }
}
