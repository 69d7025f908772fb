import { formatCount, visibleText } from '@gcscope/gc-core/wire';
import {
  countProblems,
  type NamespaceSummary,
  type ProblemState,
  problemLook,
} from '../world/problems.ts';
import { type Brush, paintSign, setFont, textWidth } from './brush.ts';
import { cutName } from './name-lines.ts';

/** CSS px. */
const SIGN = 11;
/** In less room names are smaller. */
export const NARROW = 90;
const SIZE = 12;
export const SMALL = 10.5;

interface Part {
  readonly text: string;
  readonly colour: string;
  readonly weight: number;
  readonly width: number;
}

/** What is written of a namespace in one line. */
export interface Line {
  readonly parts: readonly Part[];
  readonly size: number;
  /** Of the sign before the name. */
  readonly signed: number;
  /** Of all. */
  readonly width: number;
  readonly isCut: boolean;
  /** Whether it says all that is wrong. */
  readonly isAllSaid: boolean;
}

/** The name, cut if necessary, then its numbers while there is room, and how many objects have the other problems, in letters of at `most` this size; `undefined` if too little of the name would be left. */
export function lineOf(
  brush: Brush,
  summary: NamespaceSummary,
  room: number,
  most: number = SIZE,
): Line | undefined {
  const { colours } = brush;
  const { label, problems } = summary;
  const size = room < NARROW ? SMALL : most;
  setFont(brush, size, 620);
  const whole = visibleText(label);
  const isCut = textWidth(brush, whole) > room;
  const name = isCut ? cutName(brush, summary, room) : whole;
  if (name === undefined) return undefined;
  // The sign of the worst stands before the name, where there is room for both.
  const isSigned = problems.length > 0 && SIGN + 4 + textWidth(brush, name) <= room;
  const signed = isSigned ? SIGN + 4 : 0;
  const first = { text: name, colour: colours.text, weight: 620, width: textWidth(brush, name) };
  const left = room - signed - first.width;
  const [all = [], ...shorter] = isCut ? [] : numbersOf(brush, summary, size);
  const numbers = [all, ...shorter].find((each) => widthOf(each) <= left) ?? [];
  const parts = [first, ...numbers];
  const width = signed + widthOf(parts);
  return { parts, size, signed, width, isCut, isAllSaid: !isCut && numbers === all };
}

/** How many objects there are, and how many of them have each problem; then the same for less room, with a sum of the last ones, or the worst alone. */
function numbersOf(
  brush: Brush,
  { count, problems }: NamespaceSummary,
  size: number,
): readonly (readonly Part[])[] {
  setFont(brush, size, 500);
  const part = (text: string, colour: string): Part => {
    return { text, colour, weight: 500, width: textWidth(brush, text) };
  };
  const all = part(`  ${formatCount(count)}`, brush.colours.frame.text);
  const problem = (words: string, state: ProblemState): Part =>
    part(` · ${words}`, problemLook(state, brush.colours).colour);
  const said = problems.map(([state, objects]) => problem(countProblems(state, objects), state));
  const summed = problems.slice(1).map(([state], at) => {
    const others = problems.slice(at + 1).reduce((sum, [, objects]) => sum + objects, 0);
    const word = others === 1 ? 'problem' : 'problems';
    return [...said.slice(0, at + 1), problem(`+${formatCount(others)} ${word}`, state)];
  });
  return [said, ...summed.toReversed(), said.slice(0, 1), []].map((line) => [all, ...line]);
}

function widthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { width }) => sum + width, 0);
}

export function writeLine(
  brush: Brush,
  { problems: [worst] }: NamespaceSummary,
  { parts, size, signed }: Line,
  x: number,
  middle: number,
): void {
  const { context, colours } = brush;
  if (worst && signed > 0) {
    const { sign, colour } = problemLook(worst[0], colours);
    paintSign(brush, sign, x, middle - SIGN / 2, SIGN, colour, 1.8);
  }
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  let at = x + signed;
  for (const { text, colour, weight, width } of parts) {
    setFont(brush, size, weight);
    context.fillStyle = colour;
    context.fillText(text, at, middle + 0.5);
    at += width;
  }
}

interface ProblemWord {
  readonly sign: string;
  readonly colour: string;
  readonly text: string;
  /** From the left, CSS px. */
  readonly start: number;
  readonly end: number;
}

/** What is wrong in a line, as far as there is room: signs and numbers, the worst with their words. */
export function wordsOf(
  brush: Brush,
  problems: NamespaceSummary['problems'],
  room: number,
): readonly ProblemWord[] {
  setFont(brush, 11, 550);
  for (let worded = problems.length; ; worded--) {
    let start = 0;
    const words = problems.map(([state, count], at) => {
      const { sign, colour } = problemLook(state, brush.colours);
      const text = at < worded ? countProblems(state, count) : formatCount(count);
      const end = start + SIGN + 3 + textWidth(brush, text);
      const placed = { sign, colour, text, start, end };
      start = end + 8;
      return placed;
    });
    if ((words.at(-1)?.end ?? 0) <= room) return words;
    if (worded === 0) return words.filter(({ end }) => end <= room);
  }
}

/** Writes what is wrong, from `x` on. */
export function writeWords(
  brush: Brush,
  words: readonly ProblemWord[],
  x: number,
  middle: number,
): void {
  setFont(brush, 11, 550);
  for (const { start, sign, colour, text } of words) {
    paintSign(brush, sign, x + start, middle - SIGN / 2, SIGN, colour, 1.8);
    brush.context.fillStyle = colour;
    brush.context.fillText(text, x + start + SIGN + 3, middle + 0.5);
  }
}
