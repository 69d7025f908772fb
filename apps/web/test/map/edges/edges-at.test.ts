import { crossEdges, layout, routeEdges, rowsOf, WAITS } from '@gcscope/picture';
import { expect, it, vi } from 'vitest';
import { edgesAt } from '../../../src/map/edges/edges-at.ts';
import { type MapRoute, toMapRoute } from '../../../src/map/edges/map-routes.ts';
import { ownedBy, record } from '../../support/record.ts';

vi.stubGlobal('Path2D', class {});

const owners = ['one', 'other'].map((uid) => record({ uid, namespace: 'owners' }));
const dependents = owners.flatMap((owner) =>
  ['a', 'b'].map((name) =>
    record({ uid: `${owner.uid}-${name}`, namespace: 'dependents', owners: [ownedBy(owner)] }),
  ),
);
const rows = rowsOf([...owners, ...dependents]);
const placed = layout(rows);
const NO_CARDS = { cards: new Map(), edges: new Map() };

/** All lines on one way, as in a gap with room for one. */
function routes(traits = (at: number): number => (at < 0 ? WAITS : 0)): readonly MapRoute[] {
  return routeEdges(placed, crossEdges(rows.edges, placed)).map((route, at) =>
    toMapRoute({ ...route, traits: traits(at), points: [0, 0, 100, 0] }),
  );
}

it('of lines that run together, those to one owner are pointed at together', () => {
  const found = edgesAt(50, 0, 2, placed, routes(), NO_CARDS);
  expect(found).toHaveLength(2);
  expect(new Set(found.map(({ owner }) => owner)).size).toBe(1);
  expect(edgesAt(50, 9, 2, placed, routes(), NO_CARDS)).toEqual([]);
});

it('what an object waits for is pointed at apart from what names it as an owner', () => {
  const [first, ...others] = edgesAt(
    50,
    0,
    2,
    placed,
    routes((at) => (at === 0 ? WAITS : 0)),
    NO_CARDS,
  );
  expect(first?.waits).toBe(true);
  expect(others).toEqual([]);
});
