import type { NodeRecord, ReferenceFault } from '@gcscope/gc-core/wire';

/** The two lines of a card, unshortened and unescaped. */
export interface CardText {
  readonly name: string;
  /** The kind and the one fact that matters most. */
  readonly detail: string;
}

const FAULT_WORDS: Readonly<Record<ReferenceFault, string>> = {
  dangling: 'owner is missing',
  'stale-uid': 'owner was replaced',
  'wrong-kind': 'owner of wrong kind',
  'wrong-name': 'owner of wrong name',
  'wrong-version': 'owner of wrong version',
  'cross-namespace': 'owner elsewhere',
  'cluster-child-of-namespaced': 'owner is namespaced',
  unresolvable: 'owner kind unknown',
};

/** What to write on the card of a record. */
export function cardText(record: NodeRecord): CardText {
  const [first] = factsOf(record);
  return {
    name: nameOf(record),
    // The pill on the card says that it is blocked; what is left to say is by what.
    detail:
      first === undefined ? record.kind : `${record.kind} · ${first.replace(/^finalizer /, '')}`,
  };
}

/** What the card says, in full and one line a fact, for a tooltip. */
export function cardTooltip(record: NodeRecord): string {
  const { kind, namespace } = record;
  const place = namespace === '' ? nameOf(record) : `${namespace}/${nameOf(record)}`;
  return [`${kind} ${place}`, ...factsOf(record)].join('\n');
}

function nameOf(record: NodeRecord): string {
  return record.name === '' ? record.uid : record.name;
}

function factsOf(record: NodeRecord): string[] {
  const facts: string[] = [];
  const { standing, finalizers } = record;
  if (standing?.blockedBy !== undefined) facts.push(standing.blockedBy);
  for (const { fault } of standing?.wrong ?? []) facts.push(FAULT_WORDS[fault]);
  if (record.deletingDependents) facts.push('waits for dependents');
  if (finalizers.length > 0 && standing?.blockedBy === undefined) {
    facts.push(finalizers.length === 1 ? '1 finalizer' : `${finalizers.length} finalizers`);
  }
  return facts;
}

/**
 * The text cut in the middle so that it takes about `width` px at `size` px; both ends of a name tell
 * objects apart, its middle rarely does. Widths are estimates of a common sans, on the safe side.
 */
export function shorten(text: string, width: number, size: number): string {
  const room = width / size;
  if (text.length * WIDEST <= room || widthOf(text) <= room) return text;
  // What cannot be seen need not be looked at: names may be as long as an attacker likes.
  const letters = [...(text.length > 600 ? text.slice(0, 300) + text.slice(-300) : text)];
  let head = 0;
  let tail = letters.length;
  let used = ELLIPSIS;
  while (head < tail) {
    const atHead = head <= letters.length - tail;
    const letter = (atHead ? letters[head] : letters[tail - 1]) ?? '';
    used += letterWidth(letter);
    if (used > room) break;
    if (atHead) head++;
    else tail--;
  }
  return `${letters.slice(0, head).join('')}…${letters.slice(tail).join('')}`;
}

/** Estimated width of a text in multiples of its font size. */
export function widthOf(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at++) width += codeWidth(text.charCodeAt(at));
  return width;
}

const WIDEST = 1;
const ELLIPSIS = 0.9;

function letterWidth(letter: string): number {
  return codeWidth(letter.charCodeAt(0));
}

function codeWidth(code: number): number {
  return WIDTHS[code] ?? WIDEST;
}

/** By character code up to Latin; beyond it letters may be as wide as they are high. */
const WIDTHS: readonly number[] = Array.from({ length: 0x250 }, (_, code) => {
  const letter = String.fromCharCode(code);
  if ("iljtfrI.,:;-'|!()· ".includes(letter)) return 0.36;
  if ('mwMW@%'.includes(letter)) return 0.9;
  if (letter >= '0' && letter <= '9') return 0.62;
  return letter >= 'A' && letter <= 'Z' ? 0.68 : 0.58;
});
