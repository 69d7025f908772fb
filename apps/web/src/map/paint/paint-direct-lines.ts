import type { MapRoute } from '../edges/map-routes.ts';
import type { Brush } from './brush.ts';
import { colourOf } from './paint-routes.ts';

/** CSS px. */
const WIDTH = 1.75;
const HALO = 5;
const DOT = 3;
const TIP_LENGTH = 10;
const TIP_HALF = 5;

/** Draws lines straight across the map, from a dot at the dependent to an arrowhead at the owner, or at what a Namespace waits for: what a person asks for from afar. */
export function paintDirectLines(brush: Brush, routes: readonly MapRoute[]): void {
  const { context, colours, zoom, pan } = brush;
  const ways = routes.map((route) => {
    const [x0 = 0, y0 = 0] = route.points;
    const [x1 = 0, y1 = 0] = route.points.slice(-2);
    const [from, to] = [
      { x: x0 * zoom + pan.x, y: y0 * zoom + pan.y },
      { x: x1 * zoom + pan.x, y: y1 * zoom + pan.y },
    ];
    const colour = colourOf(route, colours, undefined);
    return route.look.waits ? { from: to, to: from, colour } : { from, to, colour };
  });
  context.save();
  context.lineCap = 'round';
  const stroke = (width: number, colour: (own: string) => string): void => {
    context.lineWidth = width;
    for (const { from, to, colour: own } of ways) {
      context.strokeStyle = colour(own);
      context.beginPath();
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
      context.stroke();
    }
  };
  stroke(HALO, () => colours.frame.fill);
  stroke(WIDTH, (own) => own);
  for (const { from, to, colour } of ways) {
    const angle = Math.atan2(from.y - to.y, from.x - to.x);
    context.fillStyle = colour;
    context.beginPath();
    context.arc(from.x, from.y, DOT, 0, 2 * Math.PI);
    context.fill();
    context.save();
    context.translate(to.x, to.y);
    context.rotate(angle);
    context.beginPath();
    context.moveTo(0, 0);
    context.lineTo(TIP_LENGTH, TIP_HALF);
    context.lineTo(TIP_LENGTH, -TIP_HALF);
    context.fill();
    context.restore();
  }
  context.restore();
}
