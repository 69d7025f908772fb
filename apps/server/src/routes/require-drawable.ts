import { connectedNodes, type Graph } from '@gcscope/gc-core';
import type { Uid } from '@gcscope/gc-core/wire';
import { RequestError } from '../base/errors.ts';

/** More would keep all other requests waiting for seconds, and may be longer than any text can be. */
export const MOST_DRAWN = 250_000;

/** Throws `RequestError` when DOT of all that is connected with the objects is too large to be made in one go. */
export function requireDrawableFrom(graph: Graph, uids: readonly Uid[], most: number): void {
  requireDrawable(connectedNodes(graph, uids, most).length, most);
}

/** Throws `RequestError` when a picture, DOT or JSON of this many objects is too large to be made in one go. */
export function requireDrawable(objects: number, most: number): void {
  if (objects <= most) return;
  throw new RequestError(
    400,
    'picture-too-large',
    `This graph has more than ${most} objects, the most that gcscope draws at once.`,
    'Open the picture of one object or of one Namespace, read /api/v1/snapshot, or use the command gcscope graph.',
  );
}
