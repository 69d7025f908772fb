import { type Box, contains, type Layout, type Size } from '@gcscope/picture';
import { fitCamera, LOWER_MARGIN, MARGIN } from './start-camera.ts';

/** Share of the world that a view shows: `most` where it keeps names rather than everything. */
export type InView = 'all' | 'most' | 'part';

/** The share that a view shows, a box of the world that may be `isFitted`. */
export function inViewOf(
  view: Box,
  size: Size,
  { bounds }: Pick<Layout, 'bounds'>,
  isFitted: boolean,
): InView {
  const zoom = size.width / view.width;
  // The statement and the controls cover the rest.
  const clear = { ...view, height: view.height - (LOWER_MARGIN - MARGIN) / zoom };
  const isNearer = zoom > 1.001 * fitCamera(bounds, size).zoom;
  if (isFitted && isNearer && !contains(clear, bounds)) return 'most';
  const [across, down] = [view.width / 100, view.height / 100];
  const around = {
    x: view.x - across,
    y: view.y - down,
    width: view.width + 2 * across,
    height: view.height + 2 * down,
  };
  return contains(around, bounds) ? 'all' : 'part';
}
