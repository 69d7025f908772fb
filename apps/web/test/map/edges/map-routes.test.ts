import { crossEdges, layout, rowsOf } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
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
    // That of a dependent in the tree of its owner is no line of its own.
    expect(missing([])).toBe(1);
    expect(missing(['far'])).toBe(0);
  });
});
