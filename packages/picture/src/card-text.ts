import {
  AUDIT_WORDS,
  counted,
  formatCount,
  type NodeRecord,
  type ReferenceFinding,
  type Uid,
  type VerdictSummary,
} from '@gcscope/gc-core/wire';

/** The blocker of an object, as short as a card needs it. */
export function blockerWord(blockedBy: string): string {
  return blockedBy.replace(/^finalizer /, '');
}

/** Fact of an owner in foreground deletion. */
export const WAITS_FOR_DEPENDENTS = 'waits for dependents';

/** Describes the faults of an object's references: all different ones, and for less room their number. */
export function describeFaults(findings: readonly ReferenceFinding[]): readonly string[] {
  return faultWords(findings.map((finding) => AUDIT_WORDS[finding]));
}

function faultWords(words: readonly string[]): readonly string[] {
  const different = [...new Set(words)];
  if (different.length < 2) return different;
  return [different.join('; '), `${formatCount(words.length)} wrong references`];
}

export function cardName(name: string, uid: Uid): string {
  return name === '' ? uid : name;
}

/** Characters of a fact that are measured: more are never seen. */
const MOST_SEEN = 200;
/** A kind cut shorter than this many font sizes says nothing. */
const SHORTEST_KIND = 3.2;

/**
 * The second line of the card, cut to about `width` px at `size` px: the kind and all facts, or the one that matters most. The
 * facts stay whole as long as they can: the sign beside them tells the kind, too.
 */
export function cardDetail(
  kind: string,
  facts: readonly string[],
  width: number,
  size: number,
): string {
  // The pill on the card says that it is blocked; the line adds the blocker.
  const [first] = facts;
  if (first === undefined) return shorten(kind, width, size);
  const faults = facts.filter((fact) => FAULTS.has(fact));
  const [allFaults, brief = first] = faultWords(faults);
  const others = facts.slice(1).filter((fact) => !FAULTS.has(fact));
  const isFault = FAULTS.has(first);
  const whole = isFault ? [allFaults, ...others] : [blockerWord(first), allFaults, ...others];
  const all = whole.filter((words) => words !== undefined).join(', ');
  const hasRoom = facts.length > 1 && widthOf(all.slice(0, MOST_SEEN)) * size <= width;
  const fact = hasRoom ? all : isFault ? brief : blockerWord(first);
  const room = width - widthOf(` · ${fact.slice(0, MOST_SEEN)}`) * size;
  const cut = endCut(kind, room, size);
  if (cut === undefined) return `${kind} · ${fact}`;
  if (room >= SHORTEST_KIND * size) return `${kind.slice(0, cut)}… · ${fact}`;
  return shorten(fact, width, size);
}

/** The facts that a card shows of an object besides its kind and mark, most important first. */
export function factsOf(
  { finalizers, deletingDependents }: Pick<NodeRecord, 'finalizers' | 'deletingDependents'>,
  summary: VerdictSummary | undefined,
): readonly string[] {
  const blockedBy = summary?.blockedBy;
  const wrong = summary?.wrong;
  if (!(blockedBy || wrong || deletingDependents || finalizers.length > 0)) return NO_FACTS;
  const facts: string[] = [];
  if (blockedBy !== undefined) facts.push(blockedBy);
  for (const { finding } of wrong ?? []) facts.push(AUDIT_WORDS[finding]);
  if (deletingDependents) facts.push(WAITS_FOR_DEPENDENTS);
  if (finalizers.length > 0 && blockedBy === undefined) {
    facts.push(counted(finalizers.length, 'finalizer'));
  }
  return facts;
}

/** All words that a card has for a wrong reference. */
const FAULTS: ReadonlySet<string> = new Set(Object.values(AUDIT_WORDS));

export const NO_FACTS: readonly string[] = [];

/**
 * The text cut in the middle so that it takes about `width` px at `size` px; both ends of a name tell
 * objects apart, its middle rarely does. Widths are estimates of a common sans, on the safe side.
 */
export function shorten(text: string, width: number, size: number): string {
  const cut = middleCut(text, width, size);
  return cut ? `${text.slice(0, cut.from)}…${text.slice(cut.to)}` : text;
}

/** The part to leave out of a text so that it fits with an ellipsis instead; `undefined` when all of it fits. */
export function middleCut(
  text: string,
  width: number,
  size: number,
): { readonly from: number; readonly to: number } | undefined {
  const room = Math.floor((100 * width) / size);
  const end = text.length;
  if (end * WIDEST <= room) return undefined;
  // Measures from both ends to the middle: of a name as long as an attacker likes it reads only the visible part.
  let head = 0;
  let tail = end;
  let from = 0;
  let to = end;
  let used = 0;
  while (head < tail) {
    if (used + ELLIPSIS <= room) {
      from = head;
      to = tail;
    }
    const code = text.charCodeAt(head <= end - tail ? head++ : --tail);
    used += code < WIDTHS.length ? (WIDTHS[code] as number) : WIDEST;
    if (used > room) return wholeLetters(text, from, to);
  }
  return undefined;
}

/** The place to cut the text so that it fits with an ellipsis behind it; `undefined` when all of it fits. */
function endCut(text: string, width: number, size: number): number | undefined {
  const room = Math.floor((100 * width) / size);
  if (fits(text, room)) return undefined;
  let used = ELLIPSIS;
  let at = 0;
  while (at < text.length) {
    used += WIDTHS[text.charCodeAt(at)] ?? WIDEST;
    if (used > room) break;
    at++;
  }
  return wholeLetters(text, at, text.length).from;
}

function fits(text: string, room: number): boolean {
  let used = 0;
  for (let at = 0; at < text.length && used <= room; at++) {
    const code = text.charCodeAt(at);
    used += code < WIDTHS.length ? (WIDTHS[code] as number) : WIDEST;
  }
  return used <= room;
}

/** The cut moved to the outside of letters that take two characters. */
function wholeLetters(text: string, from: number, to: number): { from: number; to: number } {
  return { from: splits(text, from) ? from - 1 : from, to: splits(text, to) ? to + 1 : to };
}

function splits(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/** Estimated width of a text in multiples of its font size. */
export function widthOf(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at++) {
    width += WIDTHS[text.charCodeAt(at)] ?? WIDEST;
  }
  return width / 100;
}

// Hundredths of the font size: whole numbers cost nothing before the code is compiled.
const WIDEST = 100;
const ELLIPSIS = 90;

/** Widths by character code up to Latin; beyond it letters may be as wide as they are high. */
const WIDTHS: Uint8Array = new Uint8Array(0x250).fill(58);
WIDTHS.fill(62, 0x30, 0x3a);
WIDTHS.fill(68, 0x41, 0x5b);
for (const letter of "iljtfrI.,:;-'|!()· ") WIDTHS[letter.charCodeAt(0)] = 36;
for (const letter of 'mwMW@%') WIDTHS[letter.charCodeAt(0)] = 90;
