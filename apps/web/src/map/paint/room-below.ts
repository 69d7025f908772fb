import { type Box, overlaps } from '@gcscope/picture';
import { inWorld, onScreen } from '../view/on-screen.ts';
import { ownersOf } from '../world/owners-of.ts';
import type { Brush } from './brush.ts';
import { crosses } from './line-parts.ts';
import type { NamedTrees } from './name-rooms.ts';

/** Whether a name may be so much `higher`, CSS px, and yet cover no card of a lower row, no other name and no line. */
export function isFreeBelow(
  brush: Brush,
  { layout, index, routes }: Pick<NamedTrees, 'layout' | 'index' | 'routes'>,
  slot: number,
  name: Box,
  higher: Box,
  names: ReadonlyMap<number, Box>,
): boolean {
  const frame = layout.namespaces[layout.frames[slot] ?? -1];
  if (!frame) return false;
  const { y, height } = onScreen(brush, frame);
  if (higher.y + higher.height > y + height) return false;
  for (const [other, box] of names) if (other !== slot && overlaps(box, higher)) return false;
  const owners = ownersOf(layout);
  // Lines lead down from owners.
  const isLower = (other: number): boolean =>
    owners.has(other) || (layout.y[other] ?? 0) > (layout.y[slot] ?? 0);
  if (index.inBox(inWorld(brush, higher)).some(isLower)) return false;
  const below = { ...higher, y: name.y + name.height, height: higher.height - name.height };
  return !routes.some(({ points }) => crosses(points, inWorld(brush, below)));
}
