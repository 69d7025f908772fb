import { hasWrongReference, type Mark, markOf, type NodeRecord } from '@gcscope/gc-core/wire';
import { widthOf } from './card-text.ts';
import { edgesOf } from './edge-look.ts';
import { markLook, WRONG_REFERENCE } from './mark-look.ts';

/** A strip of explanations, upper left corner at 0, 0. */
export interface Legend {
  readonly svg: string;
  readonly height: number;
}

interface Entry {
  readonly sample: string;
  readonly text: string;
}

const LINE = 26;
const SAMPLE = 40;

/** Explains what occurs in the picture, and nothing else; wraps at `width`. */
export function svgLegend(records: readonly NodeRecord[], width: number): Legend {
  const entries = [...markEntries(records), ...edgeEntries(records)];
  const parts: string[] = [];
  let x = 0;
  let y = 0;
  for (const { sample, text } of entries) {
    const size = SAMPLE + widthOf(text) * 12 + 24;
    if (x > 0 && x + size > width) {
      x = 0;
      y += LINE;
    }
    parts.push(
      `<g transform="translate(${Math.round(x)} ${y})">${sample}<text class="note" x="${SAMPLE}" y="12">${text}</text></g>`,
    );
    x += size;
  }
  return { svg: parts.join(''), height: entries.length > 0 ? y + LINE : 0 };
}

function markEntries(records: readonly NodeRecord[]): Entry[] {
  const marks = new Set<Mark>(records.map(markOf));
  const told: readonly Mark[] = ['terminating', 'blocked', 'goes', 'virtual', 'not-verified'];
  const entries = told
    .filter((mark) => marks.has(mark))
    .map((mark): Entry => {
      const { word, meaning, sign } = markLook(mark);
      return { sample: markSample(mark, sign), text: `${word}: ${meaning}` };
    });
  if (records.some(hasWrongReference)) {
    const { word, meaning, sign } = WRONG_REFERENCE;
    entries.push({ sample: markSample('calm wrong', sign), text: `${word}: ${meaning}` });
  }
  return entries;
}

function markSample(classes: string, sign: string): string {
  return `<g class="${classes}"><rect y="-1" width="32" height="18" rx="5"/><path class="sign" transform="translate(10 2)scale(.75)" d="${sign}"/></g>`;
}

function edgeEntries(records: readonly NodeRecord[]): Entry[] {
  const seen = { plain: false, blocking: false, further: false, invalid: false };
  for (const record of records) {
    for (const { look } of edgesOf(record)) {
      seen.blocking ||= look.blocking;
      seen.further ||= look.further;
      seen.invalid ||= look.invalid;
      seen.plain ||= !(look.blocking || look.further || look.invalid);
    }
  }
  const entries: Entry[] = [];
  const add = (classes: string, text: string, bar = ''): void => {
    entries.push({ sample: `<path class="e ${classes}" d="M0 8h32"/>${bar}`, text });
  };
  if (seen.plain) add('', 'owner');
  const bar = '<path class="e blocking bar" d="M31 1v14"/>';
  if (seen.blocking) add('blocking', 'owner, whose foreground deletion waits', bar);
  if (seen.further) add('further', 'further owner');
  if (seen.invalid) add('invalid', 'reference that does not hold');
  return entries;
}
