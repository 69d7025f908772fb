import type { Layout } from '@gcscope/picture';
import { AFAR_ZOOM, READABLE_ZOOM } from '../view/measures.ts';
import { inView, onScreen } from '../view/on-screen.ts';
import { type MapProblems, problemLook } from '../world/problems.ts';
import type { Brush } from './brush.ts';

/** How much deeper each doubling of the problems makes the shade of a namespace. Deeper than the last, a reason could not be read. */
const DEEPER = 0.07;
const DEEPEST = 0.28;

/**
 * Draws the frames of the namespaces; each in the shade of the worst that is in it, which is deeper the more objects have it. The
 * shade fades until cards are readable.
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
    const [worst] = problems.namespaces[index]?.problems ?? [];
    if (worst && shade > 0) {
      const [state, count] = worst;
      const look = problemLook(state, colours);
      // Red cards stand out on it.
      context.globalAlpha = shade * shade;
      context.fillStyle = look.fill;
      context.fill();
      context.globalAlpha *= Math.min(DEEPEST, DEEPER * Math.log2(count));
      context.fillStyle = look.colour;
      context.fill();
      context.globalAlpha = shade;
      context.strokeStyle = look.colour;
      context.setLineDash(state === 'wrong' ? [5, 3] : []);
      context.stroke();
      context.setLineDash([]);
      context.globalAlpha = 1;
      return;
    }
    context.stroke();
  });
}
