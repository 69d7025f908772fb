/** 32-bit numbers that make a uid. */
export const WORDS = 4;
/** The result of the last successful `readUid`. */
export const words: Int32Array = new Int32Array(WORDS);
/** Whose words they are: one change asks for its uid several times in a row. */
let wordsOf = '';
/** By character code; -1 is no digit. One entry for every code there is: the search for a uid reads nothing more often. */
const DIGITS = new Int8Array(65_536).fill(-1);
for (let digit = 0; digit < 16; digit++) DIGITS[digit.toString(16).charCodeAt(0)] = digit;
const HYPHEN = 45;
/** Characters of a uid as the API server makes them. */
const UID_LENGTH = 36;

/** Reads a uid as the API server makes them (RFC 9562, lower case) into `words`; false for any other text. */
export function readUid(uid: string): boolean {
  if (uid.length !== UID_LENGTH) return false;
  if (uid === wordsOf) return true;
  const a = readFour(uid, 0);
  const b = readFour(uid, 4);
  const c = readFour(uid, 9);
  const d = readFour(uid, 14);
  const e = readFour(uid, 19);
  const f = readFour(uid, 24);
  const g = readFour(uid, 28);
  const h = readFour(uid, 32);
  const hyphens =
    (uid.charCodeAt(8) ^ HYPHEN) |
    (uid.charCodeAt(13) ^ HYPHEN) |
    (uid.charCodeAt(18) ^ HYPHEN) |
    (uid.charCodeAt(23) ^ HYPHEN);
  if (hyphens !== 0 || (a | b | c | d | e | f | g | h) < 0) return false;
  words[0] = (a << 16) | b;
  words[1] = (c << 16) | d;
  words[2] = (e << 16) | f;
  words[3] = (g << 16) | h;
  wordsOf = uid;
  return true;
}

/** Puts the words at `at` into `words`, as if their uid were read. */
export function takeWords(rows: Int32Array, at: number): void {
  for (let word = 0; word < WORDS; word++) words[word] = rows[at + word] ?? 0;
  wordsOf = '';
}

/** Whether the words at `at` are those that were read last. */
export function hasWords(rows: Int32Array, at: number): boolean {
  return (
    rows[at] === words[0] &&
    rows[at + 1] === words[1] &&
    rows[at + 2] === words[2] &&
    rows[at + 3] === words[3]
  );
}

/** A number with 32 bits for the uid whose words stand at `at`: of its first and its last eight digits. */
export function hashWords(rows: Int32Array, at: number): number {
  return hash(rows[at] ?? 0, rows[at + 3] ?? 0);
}

function hash(first: number, last: number): number {
  const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(last, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** The number of four hexadecimal digits; negative for anything else. */
function readFour(text: string, at: number): number {
  return (
    (readDigit(text.charCodeAt(at)) << 12) |
    (readDigit(text.charCodeAt(at + 1)) << 8) |
    (readDigit(text.charCodeAt(at + 2)) << 4) |
    readDigit(text.charCodeAt(at + 3))
  );
}

function readDigit(code: number): number {
  return DIGITS[code] ?? -1;
}
