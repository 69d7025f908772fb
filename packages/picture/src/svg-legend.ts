import type { Mark } from '@gcscope/gc-core/wire';
import { widthOf } from './card-text.ts';

import { WAITS_MEANING } from './edge-look.ts';
import { markLook, WRONG_REFERENCE } from './mark-look.ts';
import { STACKED } from './stack.ts';
import type { SvgEdges } from './svg-edges.ts';

/** A strip of explanations, upper left corner at 0, 0. */
export interface Legend {
  readonly svg: string;
  readonly height: number;
}

export const NO_LEGEND: Legend = { svg: '', height: 0 };

/** One explanation: a sample, at most 32 x 16, and its meaning; both XML. */
export interface LegendEntry {
  readonly sample: string;
  readonly text: string;
}

/** An arrowhead at the end of a sample. */
const TIP = '<path class="e waits tip" d="M32 8l-8-4v8z"/>';
const LINE = 26;
const SAMPLE = 40;

/** Explains the marks and edges that occur in the picture, and nothing else; wraps at `width`. */
export function svgLegend(
  marks: ReadonlySet<Mark | 'wrong' | 'stack'>,
  edges: Pick<SvgEdges, 'looks' | 'waited'>,
  width: number,
): Legend {
  return wrapLegend([...markEntries(marks), ...edgeEntries(edges)], width);
}

/** The entries in lines no wider than `width`, as far as one entry fits. */
export function wrapLegend(entries: readonly LegendEntry[], width: number): Legend {
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

function markEntries(marks: ReadonlySet<Mark | 'wrong' | 'stack'>): LegendEntry[] {
  const shown: readonly Mark[] = [
    'terminating',
    'blocked',
    'goes',
    'virtual',
    'not-verified',
    'removed',
    'forgotten',
    'gone',
  ];
  const entries = shown
    .filter((mark) => marks.has(mark))
    .map((mark): LegendEntry => {
      const { word, meaning, sign } = markLook(mark);
      return { sample: markSample(mark, sign), text: `${word}: ${meaning}` };
    });
  if (marks.has('wrong')) {
    const { word, meaning, sign } = WRONG_REFERENCE;
    entries.push({ sample: markSample('calm wrong', sign), text: `${word}: ${meaning}` });
  }
  if (marks.has('stack')) {
    const sheet = '<rect x="3" y="2" width="26" height="18" rx="5"/>';
    const sample = `<g class="calm">${sheet}<rect y="-1" width="32" height="18" rx="5"/></g>`;
    entries.push({ sample, text: STACKED });
  }
  return entries;
}

function markSample(classes: string, sign: string): string {
  return `<g class="${classes}"><rect y="-1" width="32" height="18" rx="5"/><path class="sign" transform="translate(10 2)scale(.75)" d="${sign}"/></g>`;
}

function edgeEntries({ looks: all, waited }: Pick<SvgEdges, 'looks' | 'waited'>): LegendEntry[] {
  const looks = [...all];
  const entries: LegendEntry[] = [];
  const add = (classes: string, text: string, bar = ''): void => {
    entries.push({ sample: `<path class="e ${classes}" d="M0 8h32"/>${bar}`, text });
  };
  const plain = looks.some(
    ({ blocking, further, invalid, waits }) => !(blocking || further || invalid || waits),
  );
  if (plain) add('', 'owner');
  const bar = (classes: string): string => `<path class="e ${classes} bar" d="M31 1v14"/>`;
  const blocking = looks.some((look) => look.blocking);
  if (blocking) add('blocking', 'owner, whose foreground deletion waits', bar('blocking'));
  if (waited)
    add(
      'blocking waited',
      'dependent that a foreground deletion waits for now',
      bar('blocking waited'),
    );
  if (looks.some(({ waits }) => waits)) add('waits', WAITS_MEANING, TIP);
  if (looks.some(({ further }) => further)) add('further', 'further owner');
  if (looks.some(({ invalid }) => invalid)) add('invalid', 'invalid reference');
  return entries;
}
