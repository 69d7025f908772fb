import { visibleText } from '@gcscope/gc-core/wire';
import type { Box, Layout } from '@gcscope/picture';
import { LINES_ZOOM } from '../view/measures.ts';
import { onScreen } from '../view/on-screen.ts';
import type { MapProblems } from '../world/problems.ts';
import { type Brush, setFont, textWidth } from './brush.ts';
import { cornerMark, hasOneMark } from './corner-mark.ts';
import { LINE, NARROW, PAD, SIZE, SMALL } from './frame-line.ts';
import { lettersAbove } from './line-above.ts';
import { TINY } from './name-lines.ts';
import { tinyName } from './paint-tiny-name.ts';

interface Known {
  readonly problems: MapProblems;
  readonly zoom: number;
  readonly mostOf: (frame: number) => number;
}

/** Letters of the last picture of a layout: where it is dragged, they stay as they are. */
const known = new WeakMap<Layout, Known>();

/** The share of small calm namespaces for which the letters of all others do not get smaller: one long name would make all tiny. */
const LONG_NAMES = 0.1;

/**
 * Largest letters of the name of a namespace, CSS px, whatever is in view. From afar all small namespaces have letters of
 * one size: the largest in which none of their names is cut that need not be, but a few long ones of calm namespaces, which have the
 * smallest. No name without a problem is larger than one with.
 */
export function mostLetters(
  brush: Brush,
  layout: Layout,
  problems: MapProblems,
): (frame: number) => number {
  const last = known.get(layout);
  if (last?.problems === problems && last.zoom === brush.zoom) return last.mostOf;
  const { zoom } = brush;
  // Takes all of the world into view: the edge of the screen cuts no name.
  const { bounds } = layout;
  const pan = { x: -bounds.x * zoom, y: -bounds.y * zoom };
  const whole = { ...brush, pan, width: bounds.width * zoom, height: bounds.height * zoom };
  const mostOf =
    zoom < LINES_ZOOM ? fromAfar(whole, layout, problems) : nearer(whole, layout, problems);
  known.set(layout, { problems, zoom, mostOf });
  return mostOf;
}

/** Gives all small namespaces the same letters; large ones as they have room, but no calm one larger than a small one with a problem. */
function fromAfar(brush: Brush, layout: Layout, problems: MapProblems): Known['mostOf'] {
  const isSmall = layout.namespaces.map((frame) => hasOneMark(brush.zoom, frame));
  const hasProblem = problems.namespaces.map((summary) => summary.problems.length > 0);
  const calm: number[] = [];
  let small: number = SIZE;
  for (const [at, frame] of layout.namespaces.entries()) {
    if (small === TINY) break;
    if (!isSmall[at]) continue;
    const own = ownLetters(brush, frame, problems, at);
    if (hasProblem[at]) small = Math.min(small, own);
    else calm.push(own);
  }
  calm.sort((one, other) => one - other);
  small = Math.min(small, calm[Math.floor(calm.length * LONG_NAMES)] ?? SIZE);
  const hasSmallProblem = isSmall.some((each, at) => each && hasProblem[at]);
  return (frame) => (isSmall[frame] || (hasSmallProblem && !hasProblem[frame]) ? small : SIZE);
}

/** The largest letters in which the name of a small namespace is as whole as in the smallest. */
function ownLetters(brush: Brush, frame: Box, { namespaces }: MapProblems, at: number): number {
  const summary = namespaces[at];
  const box = onScreen(brush, frame);
  if (!summary) return SIZE;
  const corner = cornerMark(brush, frame, summary.problems);
  const tiny = tinyName(brush, box, summary, corner);
  if (!tiny?.isWhole) return tiny ? TINY : SIZE;
  const pad = box.width < NARROW ? 3 : PAD;
  const room = (corner?.left ?? box.x + box.width) - box.x - 2 * pad;
  return box.height < LINE ? TINY : lettersIn(brush, summary.label, room);
}

/** Gives names above cards one size: the one that each with a problem has room for; calm ones may be smaller. */
function nearer(brush: Brush, layout: Layout, { namespaces }: MapProblems): Known['mostOf'] {
  let least: number = SIZE;
  for (const [at, frame] of layout.namespaces.entries()) {
    const summary = namespaces[at];
    if (!summary || summary.problems.length === 0) continue;
    least = Math.min(least, lettersAbove(brush, onScreen(brush, frame), summary));
  }
  return () => least;
}

/** The largest letters in which a name is whole in one line. */
function lettersIn(brush: Brush, label: string, room: number): number {
  for (const size of [SIZE, SMALL]) {
    if (size > SMALL && room < NARROW) continue;
    setFont(brush, size, 620);
    if (textWidth(brush, visibleText(label)) <= room) return size;
  }
  return TINY;
}
