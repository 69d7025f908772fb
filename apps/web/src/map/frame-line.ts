import { visibleText } from '@gcscope/gc-core/wire';
import { formatCount } from '@gcscope/picture';
import { cutName } from './name-lines.ts';
import { type Brush, paintSign, setFont, textWidth } from './paint.ts';
import { countProblems, type NamespaceSummary, problemLook } from './problems.ts';

/** CSS px. */
export const SIGN = 11;
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
}

/** The name, cut if necessary, then its numbers while there is room, in letters of at `most` this size; `undefined` if too little of the name would be left. */
export function lineOf(
  brush: Brush,
  summary: NamespaceSummary,
  room: number,
  most: number = SIZE,
): Line | undefined {
  const { colours } = brush;
  const { label, count, problems } = summary;
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
  const parts: Part[] = [first];
  let width = signed + first.width;
  if (isCut) return { parts, size, signed, width, isCut };
  const numbers = [
    { text: `  ${formatCount(count)}`, colour: colours.frame.text },
    ...problems.map(([state, objects]) => {
      const { colour } = problemLook(state, colours);
      return { text: ` · ${countProblems(state, objects)}`, colour };
    }),
  ];
  setFont(brush, size, 500);
  for (const { text, colour } of numbers) {
    const wide = textWidth(brush, text);
    if (width + wide > room) break;
    parts.push({ text, colour, weight: 500, width: wide });
    width += wide;
  }
  return { parts, size, signed, width, isCut };
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
