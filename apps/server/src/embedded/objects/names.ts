import { createHash } from 'node:crypto';

/** Chance as an argument: at least 0, below 1. */
export type Random = () => number;

/** Letters that cannot spell a word, as Kubernetes uses them in generated names. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** A random name suffix. */
export function randomSuffix(random: Random): string {
  const letter = (): string => ALPHABET[Math.floor(random() * ALPHABET.length)] ?? 'b';
  return Array.from({ length: 5 }, letter).join('');
}

/** JSON with sorted keys: their order says nothing. */
function canonicalJson(value: unknown): string {
  const sorted = (_key: string, part: unknown): unknown =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  return JSON.stringify(value, sorted) ?? '';
}

/** The `pod-template-hash` of a pod template: equal templates, equal hash. */
export function templateHash(template: unknown): string {
  const digest = createHash('sha256').update(canonicalJson(template)).digest();
  const letters = [...digest.subarray(0, 10)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return letters.join('');
}

/** A span between two bounds that is always the same for one uid, so that controllers need no memory of their own. */
export function spanOf(uid: string, purpose: string, least: number, most: number): number {
  const digest = createHash('sha256').update(`${purpose} ${uid}`).digest();
  return least + Math.floor((digest.readUInt32BE(0) / 2 ** 32) * (most - least));
}
