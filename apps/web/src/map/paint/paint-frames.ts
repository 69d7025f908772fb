import type { Layout } from '@gcscope/picture';
import { AFAR_ZOOM, READABLE_ZOOM } from '../view/measures.ts';
import { inView, onScreen } from '../view/on-screen.ts';
import {
  groundOf,
  type MapProblems,
  type NamespaceSummary,
  type ProblemCount,
  problemLook,
} from '../world/problems.ts';
import type { Brush } from './brush.ts';

/** Opacity that each doubling of the problems, and the first blocked object, adds to a shade. Deeper ones than the last hide reasons. */
const DEEPER = 0.07;
const DEEPEST = 0.28;
/** The shade where all objects have a wrong reference: lighter than that of one blocked object. */
const ALL_WRONG = 0.09;
/** Opacity of its dashed line: of hundreds side by side, full red would be all that is seen. */
const WRONG_LINE = 0.6;

/**
 * Draws the frames of the namespaces; each in the shade of its worst problem, which is deeper the more objects have it. Wrong
 * references shade it by their share alone, which is seldom seen: their sign is the dashed line. The shade fades until cards are readable.
 */
export function paintFrames(brush: Brush, layout: Layout, problems: MapProblems): void {
  const { context, colours, zoom } = brush;
  const shade = Math.min(1, (READABLE_ZOOM - zoom) / (READABLE_ZOOM - AFAR_ZOOM));
  layout.namespaces.forEach((frame, index) => {
    const box = onScreen(brush, frame);
    if (!inView(brush, box)) return;
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, Math.min(14, 14 * zoom + 3));
    context.fillStyle = colours.frame.fill;
    context.fill();
    context.strokeStyle = colours.frame.stroke;
    context.lineWidth = 1;
    const summary = problems.namespaces[index];
    const [worst] = summary?.problems ?? [];
    if (summary && worst && shade > 0) paintProblem(brush, summary, worst, shade);
    else context.stroke();
  });
}

/** Shades and outlines the frame whose path was begun. */
function paintProblem(
  { context, colours }: Brush,
  summary: NamespaceSummary,
  [state, count]: ProblemCount,
  shade: number,
): void {
  const { colour } = problemLook(state, colours);
  const isWrong = state === 'wrong';
  // Red cards stand out on it.
  context.globalAlpha = shade * shade;
  context.fillStyle = groundOf(summary.problems, colours);
  context.fill();
  const doublings = Math.log2(count) + (state === 'blocked' ? 1 : 0);
  context.globalAlpha *= isWrong
    ? ALL_WRONG * Math.min(1, count / Math.max(1, summary.count))
    : Math.min(DEEPEST, DEEPER * doublings);
  context.fillStyle = colour;
  context.fill();
  context.globalAlpha = isWrong ? shade * WRONG_LINE : shade;
  context.strokeStyle = colour;
  context.setLineDash(isWrong ? [5, 3] : []);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}
