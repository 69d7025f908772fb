import { type Box, type Layout, layout, rowsOf, type Size } from '@gcscope/picture';
import type { Camera } from '../../src/address/view-search.ts';
import { ownedBy, record } from './record.ts';

export function viewOf({ x, y, zoom }: Camera, { width, height }: Size): Box {
  const [across, down] = [width / zoom, height / zoom];
  return { x: x - across / 2, y: y - down / 2, width: across, height: down };
}

export function holds(box: Box, { x, y }: Pick<Box, 'x' | 'y'>): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

/** A layout without cards. */
export function bare(bounds: Box): Pick<Layout, 'bounds' | 'x' | 'y' | 'namespaces'> {
  return { bounds, x: new Float32Array(), y: new Float32Array(), namespaces: [] };
}

export const NO_CARDS = bare({ x: 0, y: 0, width: 0, height: 0 });

/** An owner of so many ReplicaSets with two Pods each. */
export function treeOf(sets: number): Layout {
  const top = record({ uid: 'top', kind: 'Deployment' });
  const below = Array.from({ length: sets }, (_, at) => {
    const set = record({ uid: `set-${at}`, kind: 'ReplicaSet', owners: [ownedBy(top)] });
    return [
      set,
      ...[1, 2].map((pod) => record({ uid: `${set.uid}-${pod}`, owners: [ownedBy(set)] })),
    ];
  });
  return layout(rowsOf([top, ...below.flat()]));
}
