import { MARK, type ProblemState, problemLook } from '../world/problems.ts';
import { type Brush, paintSign } from './brush.ts';

/** CSS px of the sign in a mark. */
const SIGN = 9;
/** Around the mark, for its outline. */
const EDGE = 1;

const stamps = new Map<string, HTMLCanvasElement>();

/** Draws a mark with its sign at the middle x, y. */
export function paintMark(
  brush: Brush,
  state: ProblemState,
  x: number,
  y: number,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const { context, colours } = brush;
  const { sign, colour } = problemLook(state, colours);
  context.beginPath();
  context.roundRect(x - width / 2, y - height / 2, width, height, 3);
  context.fillStyle = colour;
  context.fill();
  context.strokeStyle = colours.background;
  context.lineWidth = 1;
  context.stroke();
  paintSign(brush, sign, x - SIGN / 2, y - SIGN / 2, SIGN, colours.background, 2.2);
}

/** Draws a mark of the least size like `paintMark`, from a picture: strokes are slow, and from afar there may be thousands. */
export function stampMark(brush: Brush, state: ProblemState, x: number, y: number): void {
  const { context, colours } = brush;
  const scale = context.getTransform().a;
  const side = MARK + 2 * EDGE;
  const key = `${state} ${colours.background} ${problemLook(state, colours).colour} ${scale}`;
  let stamp = stamps.get(key);
  if (!stamp) {
    stamp = document.createElement('canvas');
    stamp.width = Math.ceil(side * scale);
    stamp.height = stamp.width;
    const own = stamp.getContext('2d');
    if (!own) return;
    own.scale(scale, scale);
    const size = { width: MARK, height: MARK };
    paintMark({ ...brush, context: own }, state, side / 2, side / 2, size);
    stamps.set(key, stamp);
  }
  // On whole px: between them the browser would blur it.
  const whole = (at: number): number => Math.round((at - side / 2) * scale) / scale;
  context.drawImage(stamp, whole(x), whole(y), stamp.width / scale, stamp.height / scale);
}
