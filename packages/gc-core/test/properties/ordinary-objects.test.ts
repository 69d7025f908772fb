import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GraphChange } from '../../src/graph/graph-change.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import { arbitrarySightings } from '../support/arbitrary-world.ts';
import { changesOf, type GraphFixture, graphFixture } from '../support/graph-fixture.ts';
import { isRefreshed } from '../support/ordinary-object.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** Added to a uid it makes the graph keep the object as it came, not as numbers. */
const MARK = '~';

function mostly<T>(ordinary: readonly T[], others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...ordinary) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

const detail = fc.record({
  resourceVersion: mostly(['7', '99999999999'], ['184467440737095516', '07', undefined]),
  generation: mostly([undefined, 0, 1, 61, 62], [63, 1000, -3]),
  creationTimestamp: mostly([undefined, '2026-01-01T00:00:00Z'], ['yesterday', '']),
});

/** One of the form that the API server gives, another for each. */
function uidOf(uid: string): string {
  if (uid.length === 36) return uid.replace('0BAD', '1bad').toLowerCase();
  const hex = [...uid].map((each) => (each.codePointAt(0) ?? 0).toString(16)).join('');
  return `00000000-0000-4000-8000-${hex.padStart(12, '0').slice(-12)}`;
}

/** The change with uids as the API server makes them, and with other details. */
function ordinary(change: GraphChange, more: Partial<Record<keyof ObjectMeta, unknown>>): string {
  const given = Object.entries(more).filter(([, value]) => value !== undefined);
  const { meta } = change;
  const text = JSON.stringify(
    meta ? { ...change, meta: { ...meta, ...Object.fromEntries(given) } } : change,
  );
  return text.replace(/"uid":"([^"]*)"/g, (_, uid: string) => `"uid":"${uidOf(uid)}"`);
}

type Detail = Partial<Record<keyof ObjectMeta, unknown>>;

/** The change, then the same again: with another version, with its own, with one other detail each, and as it was. */
function repeated(change: GraphChange, [more = {}, other = {}]: readonly Detail[]): string[] {
  const first = ordinary(change, more);
  if (change.type === 'DELETED') return [first];
  const again: GraphChange = { ...change, type: 'MODIFIED' };
  const same = ordinary(again, more);
  const { generation, creationTimestamp } = other;
  return [
    first,
    ordinary(again, { ...more, resourceVersion: '17' }),
    ordinary(again, { ...more, generation }),
    ordinary(again, { ...more, creationTimestamp }),
    same.replace('"blockOwnerDeletion":true', '"blockOwnerDeletion":false'),
    same,
    same,
  ];
}

function extraordinary(text: string): string {
  return text.replace(/"uid":"([^"]*)"/g, `"uid":"$1${MARK}"`);
}

function state({ graph, cache, enqueued, orphaned, notes, events }: GraphFixture): string {
  const nodes = [...graph.nodes()].map((node) => ({
    record: node.toRecord(),
    meta: node.meta,
    dependents: [...node.dependents].map((each) => each.uid),
  }));
  const rest = { cache: cache.entries(), enqueued, orphaned, notes, events };
  return JSON.stringify({ nodes, delta: graph.takeDelta(), ...rest }).replaceAll(MARK, '');
}

describe('ordinary objects', () => {
  it('[GB-16] what is kept as numbers is what is kept as it came, after every change', () => {
    let refreshed = 0;
    fc.assert(
      fc.property(
        arbitrarySightings(),
        fc.array(detail, { minLength: 1 }),
        (sightings, details) => {
          const [packed, plain] = [graphFixture(), graphFixture()];
          const unlistened = graphFixture(500, 'v1.36', false);
          for (const [index, change] of changesOf(sightings).entries()) {
            const texts = repeated(
              change,
              [index, index + 1].map((at) => details[at % details.length] ?? {}),
            );
            for (const text of texts) {
              packed.process(JSON.parse(text) as GraphChange);
              plain.process(JSON.parse(extraordinary(text)) as GraphChange);
              unlistened.process(JSON.parse(text) as GraphChange);
              const unlistenedState = state({ ...unlistened, notes: packed.notes });
              expect(unlistenedState).toBe(state(packed));
              expect(unlistenedState).toBe(state(plain));
            }
            const { identity, meta } = JSON.parse(texts.at(-1) ?? '') as GraphChange;
            if (meta && isRefreshed(packed.graph, identity.uid, meta)) refreshed++;
            packed.graph.takeDelta();
          }
        },
      ),
      propertyRuns(50),
    );
    expect(refreshed).toBeGreaterThan(0);
  });
});
