import { formatCount, visibleText } from '@gcscope/gc-core/wire';
import { AFAR_ZOOM } from '../view/measures.ts';
import {
  countProblems,
  type NamespaceSummary,
  type ProblemCount,
  problemLook,
} from '../world/problems.ts';
import { type Brush, paintSign, setFont, textWidth } from './brush.ts';
import { cutName } from './name-lines.ts';
import { paintHalo } from './name-plate.ts';

/** CSS px: a line in the usual letters, and the room before and behind it. */
export const LINE = 17;
export const PAD = 6;
const SIGN = 11;
/** Width of the sign before a name. */
const SIGNED = SIGN + 4;
/** Gap between a sign and its number. */
const SIGN_GAP = 3;
/** Least room for names in the usual size: in less they are smaller. */
export const NARROW = 90;
export const SIZE = 12;
export const SMALL = 10.5;

interface Part {
  /** The path of the sign before the text. */
  readonly sign?: string;
  readonly text: string;
  readonly colour: string;
  readonly weight: number;
  readonly width: number;
}

/** A line on a namespace: its name and numbers. */
export interface Line {
  readonly parts: readonly Part[];
  readonly size: number;
  /** Width of the sign before the name. */
  readonly signed: number;
  /** Width of all. */
  readonly width: number;
  readonly isCut: boolean;
  /** Whether the line has the number of objects, and that of each problem. */
  readonly isCounted: boolean;
  /** Whether it has these numbers with a word for each problem. */
  readonly isAllSaid: boolean;
}

/** The parts behind a name, and whether the sign of the worst stands before it. */
interface Numbers extends Pick<Line, 'isCounted' | 'isAllSaid'> {
  readonly parts: readonly Part[];
  readonly isSigned: boolean;
}

/** The name, cut if necessary, then its numbers while there is room, in letters of at `most` this size; `undefined` if too little of the name would be left. */
export function lineOf(
  brush: Brush,
  summary: NamespaceSummary,
  room: number,
  most: number = SIZE,
  isMarked = false,
): Line | undefined {
  const { colours } = brush;
  const { label, problems, apart } = summary;
  const size = room < NARROW ? Math.min(SMALL, most) : most;
  setFont(brush, size, 620);
  const name = cutName(brush, label, room, apart);
  if (name === undefined) return undefined;
  const isCut = name !== visibleText(label);
  const first = { text: name, colour: colours.text, weight: 620, width: textWidth(brush, name) };
  const left = room - first.width;
  const ways = isCut ? [] : numbersOf(brush, summary, size, isMarked);
  const { parts: numbers, ...said } =
    ways.find(({ parts, isSigned }) => (isSigned ? SIGNED : 0) + widthOf(parts) <= left) ??
    nameAlone(problems.length > 0 && !isMarked && SIGNED <= left);
  const signed = said.isSigned ? SIGNED : 0;
  const parts = [first, ...numbers];
  const { isCounted, isAllSaid } = said;
  return { parts, size, signed, width: signed + widthOf(parts), isCut, isCounted, isAllSaid };
}

function nameAlone(isSigned: boolean): Numbers {
  return { parts: [], isSigned, isCounted: false, isAllSaid: false };
}

/**
 * The number of objects, and that of each problem, in several lengths, the longest first. A shorter one shows signs instead of
 * words, from the last problem up; then the sign of the worst is not before the name as well, unless a mark stands for it anyway; then the
 * count of all objects is left out. Without room for each problem that sign tells of them, beside that count.
 */
function numbersOf(
  brush: Brush,
  { count, problems }: NamespaceSummary,
  size: number,
  isMarked: boolean,
): readonly Numbers[] {
  setFont(brush, size, 500);
  const part = (text: string, colour: string): Part => {
    return { text, colour, weight: 500, width: textWidth(brush, text) };
  };
  // A namespace with owners for context alone, as in a filtered view, has no number.
  const all = part(count === 0 ? '' : `  ${formatCount(count)}`, brush.colours.frame.text);
  const said = problems.map(([state, objects]): readonly Part[] => [
    part(` · ${countProblems(state, objects)}`, problemLook(state, brush.colours).colour),
  ]);
  const signed = ([state, objects]: ProblemCount, before: string): readonly Part[] => {
    const { sign, colour } = problemLook(state, brush.colours);
    const number = part(formatCount(objects), colour);
    return [part(before, colour), { ...number, sign, width: SIGN + SIGN_GAP + number.width }];
  };
  /** The first ones in words. */
  const worded = (words: number): readonly Part[] => [
    ...said.slice(0, words).flat(),
    ...problems.slice(words).flatMap((each, at) => signed(each, at === 0 ? ' · ' : '  ')),
  ];
  const isSigned = problems.length > 0 && !isMarked;
  const allSaid = { isSigned, isCounted: true, isAllSaid: true };
  const counted = { ...allSaid, isAllSaid: false };
  const shorter = problems.map((_, at) => ({
    parts: [all, ...worded(problems.length - 1 - at)],
    ...counted,
  }));
  const whole = { parts: [all, ...worded(problems.length)], ...allSaid };
  if (problems.length === 0) return [whole];
  const bare = problems.flatMap((each) => signed(each, '  '));
  return [
    whole,
    ...shorter,
    { ...counted, parts: [all, ...bare], isSigned: false },
    { ...nameAlone(false), parts: bare },
    // Nearer, the count alone would be read as that of the problems, or as a part of the name.
    ...(isMarked && brush.zoom >= AFAR_ZOOM ? [] : [{ ...nameAlone(isSigned), parts: [all] }]),
  ];
}

function widthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { width }) => sum + width, 0);
}

/** Writes it from `x` on; with a `halo` of that colour where a line may run under it. */
export function writeLine(
  brush: Brush,
  { problems: [worst] }: NamespaceSummary,
  { parts, size, signed }: Line,
  x: number,
  middle: number,
  halo?: string,
): void {
  const { context, colours } = brush;
  const mark = (path: string, from: number, colour: string): void => {
    if (halo) paintSign(brush, path, from, middle - SIGN / 2, SIGN, halo, 6);
    paintSign(brush, path, from, middle - SIGN / 2, SIGN, colour, 1.8);
  };
  if (worst && signed > 0) {
    const { sign, colour } = problemLook(worst[0], colours);
    mark(sign, x, colour);
  }
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  let at = x + signed;
  for (const { sign, text, colour, weight, width } of parts) {
    if (sign) mark(sign, at, colour);
    setFont(brush, size, weight);
    const from = sign ? at + SIGN + SIGN_GAP : at;
    if (halo) paintHalo(brush, text, from, middle + 0.5, halo);
    context.fillStyle = colour;
    context.fillText(text, from, middle + 0.5);
    at += width;
  }
}

interface ProblemLabel {
  readonly sign: string;
  readonly colour: string;
  readonly text: string;
  /** Start from the left, CSS px. */
  readonly start: number;
  readonly end: number;
}

/** Labels of the problems in a line: signs and numbers, the worst with their words while there is room. */
export function problemLabels(
  brush: Brush,
  problems: NamespaceSummary['problems'],
  room: number,
): readonly ProblemLabel[] {
  setFont(brush, 11, 550);
  const placed = (texts: readonly string[]): readonly ProblemLabel[] => {
    let start = 0;
    return texts.map((text, at) => {
      const { sign, colour } = problemLook(problems[at]?.[0] ?? 'blocked', brush.colours);
      const end = start + SIGN + SIGN_GAP + textWidth(brush, text);
      const word = { sign, colour, text, start, end };
      start = end + 8;
      return word;
    });
  };
  const said = (worded: number): readonly string[] =>
    problems.map(([state, count], at) =>
      at < worded ? countProblems(state, count) : formatCount(count),
    );
  const ways = [...problems.map((_, at) => said(problems.length - at)), said(0)];
  return ways.map(placed).find((words) => (words.at(-1)?.end ?? 0) <= room) ?? [];
}

/** Writes the problems, from `x` on. */
export function writeLabels(
  brush: Brush,
  words: readonly ProblemLabel[],
  x: number,
  middle: number,
): void {
  setFont(brush, 11, 550);
  for (const { start, sign, colour, text } of words) {
    paintSign(brush, sign, x + start, middle - SIGN / 2, SIGN, colour, 1.8);
    brush.context.fillStyle = colour;
    brush.context.fillText(text, x + start + SIGN + SIGN_GAP, middle + 0.5);
  }
}
