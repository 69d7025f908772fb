import { awaitedEdges, crossEdges, layout, rowsOf, slotOf } from '@gcscope/picture';
import { describe, expect, it, vi } from 'vitest';
import { MapRoutes } from '../../../src/map/edges/map-routes.ts';
import { ownedBy, record } from '../../support/record.ts';

const owner = record({ uid: 'owner', namespace: 'zoo' });
const far = record({ uid: 'far', namespace: 'app', owners: [ownedBy(owner)] });
const near = record({ uid: 'near', namespace: 'zoo', owners: [ownedBy(owner)] });

describe('the lines that the map leaves out', () => {
  it('are counted where neither end has a card, and those of objects that are gone are none', () => {
    const rows = rowsOf([owner, far, near]);
    const routes = new MapRoutes();
    const missing = (without: readonly string[]): number => {
      const placed = layout(rows);
      routes.arrange(crossEdges(rows.edges, placed), placed, new Set(without));
      routes.load(() => false);
      expect(routes.routes).toEqual([]);
      return routes.missing;
    };
    // The edge of a dependent in the tree of its owner is no line of its own.
    expect(missing([])).toBe(1);
    expect(missing(['far'])).toBe(0);
  });

  it('are no lines of a Namespace in deletion to what it waits for', () => {
    const space = record({ uid: 'app', kind: 'Namespace', name: 'app', namespace: '' });
    const rows = rowsOf([
      { ...space, beingDeleted: true },
      record({ uid: 'pod', namespace: 'app', beingDeleted: true }),
    ]);
    const placed = layout(rows);
    const waits = awaitedEdges(rows);
    expect(waits).toHaveLength(1);
    const routes = new MapRoutes();
    routes.arrange([...crossEdges(rows.edges, placed), ...waits], placed, new Set());
    routes.load(() => false, { frame: undefined, selected: undefined });
    expect(routes.missing).toBe(0);
  });
});

it('from afar, one line stands for those between two namespaces, but never for that of the selected object', () => {
  // Node has no canvas.
  vi.stubGlobal('Path2D', class {});
  const owners = ['o0', 'o1', 'o2'].map((uid) => record({ uid, namespace: 'zoo' }));
  const all = owners.map((each, at) =>
    record({ uid: `d${at}`, namespace: 'app', owners: [ownedBy(each)] }),
  );
  const rows = rowsOf([...owners, ...all]);
  const placed = layout(rows);
  const routes = new MapRoutes();
  routes.arrange(crossEdges(rows.edges, placed), placed, new Set());
  const frame = placed.namespaces.findIndex(({ namespace }) => namespace === 'app');
  const drawn = (selected?: string): unknown => {
    const slot = selected === undefined ? undefined : slotOf(placed, selected);
    routes.load(() => false, { frame, selected: slot });
    return routes.routes.map(({ dependent }) => placed.uids[dependent]);
  };
  expect(drawn()).toEqual(['d0']);
  expect(drawn('d2')).toEqual(['d0', 'd2']);
  vi.unstubAllGlobals();
});
