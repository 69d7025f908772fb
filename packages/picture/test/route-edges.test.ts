import type { NodeRecord } from '@gcscope/gc-core/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { churn } from '../bench/churn.ts';
import { seeded, syntheticWorld } from '../bench/synthetic-world.ts';
import { overlaps } from '../src/geometry.ts';
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type CrossEdge,
  type Layout,
  type Route,
  routePaths,
} from '../src/index.ts';
import { record, reference, uglyWorlds } from './support/records.ts';
import { coveredRoutes, enteredCards, partsOf, routed } from './support/routes.ts';

describe('routeEdges', () => {
  it('runs along the axes from a side of the dependent to a side of the owner, and enters no card', () => {
    fc.assert(
      fc.property(uglyWorlds, (records) => {
        const picture = routed(records);
        expect(enteredCards(picture)).toEqual([]);
        for (const route of picture.routes) expect(faultsOf(route, picture.placed)).toEqual([]);
      }),
    );
  });

  it('enters no card of a realistic world, nor after it has changed for a while', () => {
    const chance = seeded(3);
    let records: readonly NodeRecord[] = syntheticWorld(1500, 5);
    let picture = routed(records);
    for (let step = 0; step < 8; step++) {
      expect(picture.routes.length).toBeGreaterThan(8);
      expect(enteredCards(picture)).toEqual([]);
      records = churn(records, 0.05, chance);
      picture = routed(records, picture.placed);
    }
  });

  it('enters no card of what is left of trees, where rooms stand in rooms', () => {
    let shared = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const chance = seeded(seed);
      let records = tangled(chance);
      let placed: Layout | undefined;
      for (let step = 0; step < 5; step++) {
        const picture = routed(records, placed);
        placed = picture.placed;
        expect(enteredCards(picture)).toEqual([]);
        if (placed.reserved.some((room, at, all) => all.slice(at + 1).some(overlaps.bind(0, room))))
          shared++;
        // Owners go, and leave their dependents where they are.
        records = records.filter(() => chance() > 0.12);
      }
    }
    expect(shared).toBeGreaterThan(20);
  });

  it('lays no line on another one while a lane has room for all', () => {
    expect(coveredRoutes(routed(crossing(8)))).toEqual([]);
    expect(coveredRoutes(routed(syntheticWorld(2000)))).toEqual([]);
  });

  it('gives the same ways whatever the order of the records', () => {
    const records = crossing(6);
    const waysOf = (input: readonly NodeRecord[]): unknown => {
      const { placed, routes } = routed(input);
      return routes
        .map(({ dependent, owner, points }) => [placed.uids[dependent], placed.uids[owner], points])
        .sort((a, b) => String(a).localeCompare(String(b)));
    };
    expect(waysOf(records.toReversed())).toEqual(waysOf(records));
  });

  it('keeps a way while nothing near it changes', () => {
    const records = crossing(2);
    const before = routed(records);
    const far = record({ uid: 'new', namespace: 'between', name: 'new' });
    const after = routed([...records, far], before.placed);
    expect(after.routes.map(({ points }) => points)).toEqual(
      before.routes.map(({ points }) => points),
    );
  });

  it('puts an arrowhead at the owner, from the side from which the line comes', () => {
    const from = (points: readonly number[]): string => routePaths(points, false).tip;
    expect(from([0, 0, 50, 0, 50, 40, 100, 40])).toBe('M99 40l-8-4v8z');
    expect(from([0, 0, 150, 0, 150, 40, 100, 40])).toBe('M101 40l8-4v8z');
    expect(routePaths([0, 0, 100, 0], true).bar).toBe('M97.5 -9v18');
  });
});

/** Faults in the form of a route: slanting parts, ends that are not at a side of their card. */
function faultsOf({ points, dependent, owner }: CrossEdge & Route, placed: Layout): string[] {
  const slanting = partsOf({ points }).filter(({ x0, y0, x1, y1 }) => x0 !== x1 && y0 !== y1);
  const isAtSide = (slot: number, [x = 0, y = 0]: readonly number[]): boolean =>
    Math.abs(x - (placed.x[slot] ?? 0)) === CARD_WIDTH / 2 &&
    Math.abs(y - (placed.y[slot] ?? 0)) < CARD_HEIGHT / 2;
  return [
    ...(slanting.length > 0 ? ['slanting'] : []),
    ...(isAtSide(dependent, points.slice(0, 2)) ? [] : ['not at the dependent']),
    ...(isAtSide(owner, points.slice(-2)) ? [] : ['not at the owner']),
  ];
}

/** A few deep trees in two namespaces, with many further owners across them. */
function tangled(chance: () => number): NodeRecord[] {
  const pick = (count: number): number => Math.floor(chance() * count);
  const count = 20 + pick(80);
  return Array.from({ length: count }, (_, at) => {
    const owners = at > 0 && chance() < 0.75 ? [pick(Math.min(at, 12 + at / 3))] : [];
    if (chance() < 0.15) owners.push(pick(count));
    const namespace = chance() < 0.1 ? 'b' : 'a';
    return record({
      uid: `${at}`,
      namespace,
      owners: owners.map((owner) => reference(`${owner}`)),
    });
  });
}

/** A world of so many objects in one namespace with owners in another, past a third one with trees. */
function crossing(count: number): NodeRecord[] {
  const between = syntheticWorld(120).map((each) => ({ ...each, namespace: 'between' }));
  const pairs = Array.from({ length: count }, (_, at) => [
    record({ uid: `dependent-${at}`, namespace: 'a', owners: [reference(`owner-${at}`)] }),
    record({ uid: `owner-${at}`, namespace: 'z' }),
  ]);
  return [...between, ...pairs.flat()];
}
