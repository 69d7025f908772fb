/** 32-bit numbers that make a uid. */
export const WORDS = 4;
/** What the last `readUid` that succeeded has read. */
export const words: Int32Array = new Int32Array(WORDS);

const DIGITS = new Int32Array(128).fill(-1);
for (let digit = 0; digit < 16; digit++) DIGITS[digit.toString(16).charCodeAt(0)] = digit;
const HYPHEN = 45;

/** Reads a uid as the API server makes them (RFC 9562, lower case) into `words`; false for any other text. */
export function readUid(uid: string): boolean {
  if (uid.length !== 36) return false;
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
  return true;
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
  return code < DIGITS.length ? (DIGITS[code] ?? -1) : -1;
}
