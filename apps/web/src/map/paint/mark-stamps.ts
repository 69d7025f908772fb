import { problemLook } from '../world/problems.ts';
import { type Brush, paintSign } from './brush.ts';
import { isStacked, type PaintedMark, STACKED } from './painted-mark.ts';

/** CSS px of the sign in a mark. */
const SIGN = 9;
/** Margin around the mark, for its outline. */
const EDGE = 1;

type Looked = Pick<PaintedMark, 'state' | 'count' | 'isBeside'>;

const stamps = new Map<string, HTMLCanvasElement>();

/**
 * Draws a mark with its sign at the middle x, y. That of a wrong reference is an outline, so that those of what is blocked stand out,
 * also without colours. One whose number has no room has the edge of another one behind it.
 */
export function paintMark(
  brush: Brush,
  mark: Looked,
  x: number,
  y: number,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const { context, colours } = brush;
  const { sign, colour } = problemLook(mark.state, colours);
  const isHollow = mark.state === 'wrong';
  const [ground, line] = isHollow ? [colours.background, colour] : [colour, colours.background];
  context.fillStyle = ground;
  context.strokeStyle = line;
  context.lineWidth = 1;
  // The outline of a hollow one is within it.
  const inset = isHollow ? 0.5 : 0;
  for (const behind of isStacked(mark) ? [STACKED, 0] : [0]) {
    const [left, top] = [x - width / 2 + behind + inset, y - height / 2 + behind + inset];
    context.beginPath();
    context.roundRect(left, top, width - 2 * inset, height - 2 * inset, 3);
    context.fill();
    context.stroke();
  }
  const side = Math.min(SIGN, width - 4, height - 4);
  paintSign(brush, sign, x - side / 2, y - side / 2, side, line, isHollow ? 1.8 : 2.2);
}

/** Draws a square mark like `paintMark`, from a picture: strokes are slow, and from afar there may be thousands. */
export function stampMark(brush: Brush, mark: Looked, x: number, y: number, width: number): void {
  const { context, colours } = brush;
  const scale = context.getTransform().a;
  const { state } = mark;
  const side = width + 2 * EDGE;
  const key = `${state} ${width} ${isStacked(mark)} ${colours.background} ${problemLook(state, colours).colour} ${scale}`;
  let stamp = stamps.get(key);
  if (!stamp) {
    stamp = document.createElement('canvas');
    stamp.width = Math.ceil((side + STACKED) * scale);
    stamp.height = stamp.width;
    const own = stamp.getContext('2d');
    if (!own) return;
    own.scale(scale, scale);
    const size = { width, height: width };
    paintMark({ ...brush, context: own }, mark, side / 2, side / 2, size);
    stamps.set(key, stamp);
  }
  // The stamp stands on whole px: between them the browser would blur it.
  const whole = (at: number): number => Math.round((at - side / 2) * scale) / scale;
  context.drawImage(stamp, whole(x), whole(y), stamp.width / scale, stamp.height / scale);
}
