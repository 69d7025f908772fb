import { type Box, inflate, overlaps } from '@gcscope/picture';

/** Whether a line along the axes touches the box. */
export function crosses(points: readonly number[], box: Box): boolean {
  return partsIn(points, box).length > 0;
}

/** The parts of a line along the axes that touch the box, each from one bend to the next. */
export function partsIn(points: readonly number[], box: Box): readonly Box[] {
  const parts: Box[] = [];
  for (let at = 2; at < points.length; at += 2) {
    const [x1, y1] = [points[at - 2] ?? 0, points[at - 1] ?? 0];
    const [x2, y2] = [points[at] ?? 0, points[at + 1] ?? 0];
    const part = {
      x: Math.min(x1, x2),
      y: Math.min(y1, y2),
      width: Math.abs(x1 - x2),
      height: Math.abs(y1 - y2),
    };
    // A line has no area.
    if (overlaps(inflate(part, 0.5), box)) parts.push(part);
  }
  return parts;
}
