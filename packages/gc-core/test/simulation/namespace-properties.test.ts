import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { settleInSomeOrder } from '../../src/simulation/explore.ts';
import { seededRandom } from '../../src/simulation/random.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { arbitraryWorld, targetIn, worldTable } from '../support/arbitrary-world.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { simulate } from '../support/simulate.ts';
import { home, START } from './namespace-world.ts';

/** Longer than the longest pause between two passes, and than the grace of any Pod. */
const LONG = 130_000;

const isHeld = ({ metadata }: ApiObject): boolean =>
  (metadata.finalizers ?? []).some((finalizer) => finalizer.includes('/'));

function worldOf(objects: readonly ApiObject[], release: Release): Simulation {
  const options = { release: RELEASES[release], table: worldTable, now: START };
  return simulate([home(), ...objects], options);
}

/** What the server holds of namespace `a`, itself included. */
function content({ apiServer }: Simulation): ApiObject[] {
  return [...apiServer.all()].filter(
    ({ kind, metadata }) => metadata.namespace === 'a' || kind === 'Namespace',
  );
}

function deleteNamespace({ apiServer }: Simulation): void {
  const resource = worldTable.forKind('v1', 'Namespace');
  if (resource) apiServer.delete({ resource, namespace: '', name: 'a' });
}

function free({ apiServer }: Simulation, object: ApiObject): void {
  const target = targetIn(object);
  if (!target) return;
  // The references of a random world may be such that no server would take them: they go, too.
  const metadata = { finalizers: null, ownerReferences: null };
  apiServer.patch(target, 'merge', { metadata });
}

/** Frees everything until the namespace is gone; what was behind a Pod may be held itself. */
function freeAll(simulation: Simulation): void {
  for (let round = 0; round < 2; round++) {
    for (const object of content(simulation).filter(isHeld)) free(simulation, object);
    simulation.advance(LONG);
  }
}

describe('a namespace of a random world', () => {
  it.each<Release>(['v1.28', 'v1.36'])(
    '[NS-14] goes in %s with all that is in it once no foreign finalizer holds anything',
    (release) => {
      fc.assert(
        fc.property(arbitraryWorld(), fc.nat(), (objects, seed) => {
          const simulation = worldOf(objects, release);
          settleInSomeOrder(simulation, seededRandom(seed));
          deleteNamespace(simulation);
          settleInSomeOrder(simulation, seededRandom(seed + 1));
          simulation.advance(LONG);
          const left = content(simulation).filter(({ kind }) => kind !== 'Namespace');
          const held = left.filter(isHeld);
          expect(content(simulation).length > 0, 'it waits for what is held').toBe(held.length > 0);
          const isPodHeld = release === 'v1.36' && held.some(({ kind }) => kind === 'Pod');
          if (!isPodHeld) expect(left, '[NS-08] all else is gone').toEqual(held);
          freeAll(simulation);
          expect(content(simulation)).toEqual([]);
        }),
        propertyRuns(40),
      );
    },
  );

  it('[NS-04] is left alone until it is deleted', () => {
    fc.assert(
      fc.property(arbitraryWorld(), (objects) => {
        const simulation = worldOf(objects, 'v1.36');
        simulation.advance(LONG);
        const namespaces = content(simulation).filter(({ kind }) => kind === 'Namespace');
        expect(namespaces).toMatchObject([home()]);
      }),
      propertyRuns(40),
    );
  });
});
