import type { Brush } from './brush.ts';
import { towards, type Way } from './direct-ways.ts';

/** CSS px. */
const WIDTH = 1.75;
const HALO = 5;
const DOT = 3;
const TIP_LENGTH = 10;
const TIP_HALF = 5;
/** Last part of the line, before its arrowhead: names and marks lie on the rest. */
const TAIL = 6;

/** Draws straight lines that a person asks for from afar: from a dependent to its owner, or a Namespace to the objects it waits for. */
export function paintDirectLines(brush: Brush, ways: readonly Way[]): void {
  stroke(brush, ways);
}

/** Draws the ends of these lines, over names and marks: a dot at the dependent, at the owner an arrowhead and the last of the line. */
export function paintDirectEnds(brush: Brush, ways: readonly Way[]): void {
  const { context, colours } = brush;
  const tails = ways.map((way) => ({ ...way, from: towards(way.to, way.from, TIP_LENGTH + TAIL) }));
  stroke(brush, tails);
  context.save();
  context.strokeStyle = colours.frame.fill;
  context.lineWidth = HALO - WIDTH;
  for (const { from, to, colour } of ways) {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(from.x, from.y, DOT, 0, 2 * Math.PI);
    context.stroke();
    context.fill();
    context.save();
    context.translate(to.x, to.y);
    context.rotate(Math.atan2(from.y - to.y, from.x - to.x));
    context.beginPath();
    context.moveTo(0, 0);
    context.lineTo(TIP_LENGTH, TIP_HALF);
    context.lineTo(TIP_LENGTH, -TIP_HALF);
    context.closePath();
    context.stroke();
    context.fill();
    context.restore();
  }
  context.restore();
}

function stroke({ context, colours }: Brush, ways: readonly Way[]): void {
  context.save();
  context.lineCap = 'round';
  for (const width of [HALO, WIDTH]) {
    context.lineWidth = width;
    for (const { from, to, colour } of ways) {
      context.strokeStyle = width === HALO ? colours.frame.fill : colour;
      context.beginPath();
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
      context.stroke();
    }
  }
  context.restore();
}
