import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GraphNode } from '../../src/graph/graph-node.ts';
import { type ClusterView, kindName } from '../../src/insight/cluster-view.ts';
import { explain, summaryOf } from '../../src/insight/verdict/explain.ts';
import { type ApiResource, groupResource } from '../../src/meta/api-resource.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { parseApiVersion, sameIdentity } from '../../src/meta/object-reference.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import type { Explanation } from '../../src/wire/explanation.ts';
import type { KindHealth, KindState } from '../../src/wire/frames.ts';
import { arbitraryWorld, worldTable } from '../support/arbitrary-world.ts';
import { cycleWorld } from '../support/cycle-world.ts';
import { decidedWorld } from '../support/decided-world.ts';
import { type GraphView, graphViewOf } from '../support/graph-view.ts';
import { type Plain, plain } from '../support/plain.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { unreadKind } from '../support/unread-kind.ts';

const releases = Object.keys(RELEASES) as Release[];

/** Why a kind is not read, and what is said of it; `undiscovered`: its whole group is not known. */
const WHY: Readonly<Record<Exclude<KindState, 'synced'> | 'undiscovered', string>> = {
  listing: 'The first list is not complete.',
  stale: 'The watch fell silent.',
  backoff: 'The server did not answer.',
  forbidden: 'gcscope may not list it.',
  gone: 'The server no longer serves it.',
  unsupported: 'It cannot be watched.',
  degraded: 'The last list failed.',
  undiscovered: '',
};

interface Hidden {
  readonly state: keyof typeof WHY;
  readonly resource: ApiResource;
  /** Whether its objects were seen before. */
  readonly wasRead: boolean;
}

const RESOURCES = ['ConfigMap', 'Secret', 'Pod', 'ReplicaSet', 'Widget', 'Node'].flatMap((kind) => {
  const resource = worldTable.resources.find((each) => each.kind === kind);
  return resource ? [resource] : [];
});

const hidden: fc.Arbitrary<Hidden> = fc.record({
  state: fc.constantFrom(...(Object.keys(WHY) as (keyof typeof WHY)[])),
  resource: fc.constantFrom(...RESOURCES),
  wasRead: fc.boolean(),
});

function isHidden(resource: ApiResource, { state, resource: of }: Hidden): boolean {
  if (state === 'undiscovered') return resource.group === of.group;
  return groupResource(resource) === groupResource(of);
}

function isOfHidden({ apiVersion, kind }: ApiObject, what: Hidden): boolean {
  const resource = worldTable.forKind(apiVersion, kind);
  return resource !== undefined && isHidden(resource, what);
}

/** The world as it is seen while the kind is not read; `whole` sees the same graph, but reads every kind. */
function seenWithout(
  release: Release,
  world: readonly ApiObject[],
  what: Hidden,
): GraphView & { readonly whole: ClusterView } {
  const seen = what.wasRead ? world : world.filter((each) => !isOfHidden(each, what));
  const { nodes, view } = graphViewOf(release, seen);
  const { state } = what;
  const changed: Partial<ClusterView> = {
    isRead: (resource) => !isHidden(resource, what),
    unreadKinds: () => RESOURCES.filter((each) => isHidden(each, what)).map(kindName),
  };
  if (state === 'undiscovered') {
    const { group } = what.resource;
    const mapping: ClusterView['mapping'] = (apiVersion, kind) =>
      parseApiVersion(apiVersion).group === group ? 'unknown' : view.mapping(apiVersion, kind);
    return { nodes, view: { ...view, ...changed, mapping }, whole: view };
  }
  const health: KindHealth = unreadKind({ ...what.resource, state, message: WHY[state] });
  const kindHealth: ClusterView['kindHealth'] = (resource) =>
    isHidden(resource, what) ? health : undefined;
  return { nodes, view: { ...view, ...changed, kindHealth }, whole: view };
}

/** What may have become of an object that nobody could see. */
const change = fc.record({
  isGone: fc.nat(3).map((dice) => dice === 0),
  isDeleted: fc.boolean(),
  /** Objects of the world that it is owned by now, and blocks. */
  owners: fc.array(fc.nat(20), { maxLength: 2 }),
});

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function changedWorld(
  world: readonly ApiObject[],
  what: Hidden,
  changes: readonly Change[],
): readonly ApiObject[] {
  return world.flatMap((object, at) => {
    const become = changes[at % changes.length];
    if (!become || !isOfHidden(object, what)) return [object];
    if (become.isGone) return [];
    const owners = become.owners.flatMap((each) => {
      const { apiVersion, kind, metadata } = world[each % world.length] ?? object;
      const { name, uid } = metadata;
      return [{ apiVersion, kind, name, uid, blockOwnerDeletion: true }];
    });
    const { metadata } = object;
    const ownerReferences = [...(metadata.ownerReferences ?? []), ...owners];
    const deletion = {
      deletionTimestamp: '2026-01-01T00:00:00Z',
      finalizers: ['foregroundDeletion'],
    };
    return [
      {
        ...object,
        metadata: { ...metadata, ownerReferences, ...(become.isDeleted ? deletion : {}) },
      },
    ];
  });
}

const worlds = fc.oneof(arbitraryWorld({ uniqueUids: true }), decidedWorld(), cycleWorld());
const changes = fc.array(change, { minLength: 1, maxLength: 4 });

function explained(node: GraphNode, view: ClusterView): Plain<Explanation> {
  return plain(explain(node, view));
}

/** Whether this is the name of a hidden kind; a kind of an undiscovered group has the name that references give it. */
function isNameOf(kind: string, { state, resource }: Hidden): boolean {
  if (state !== 'undiscovered') return kind === kindName(resource);
  return kind.split('.').slice(1).join('.') === resource.group;
}

/** Whether one of the kinds that are said to be unread is in the text, with the time since when and the reason. */
function isExplained({ unread, sentence, because }: Plain<Explanation>, what: Hidden): boolean {
  const text = [sentence, ...because.map((each) => each.text)].join(' ');
  // Kinds that may hide dependents are named, no more.
  if (text.includes('dependents of kind')) return unread.some((kind) => text.includes(kind));
  const { state } = what;
  return unread.some((kind) =>
    text.includes(
      state === 'undiscovered'
        ? `the API group of ${kind} could not be discovered`
        : `gcscope has not read ${kind} since 2026-01-01T00:00:00Z. ${WHY[state]}`,
    ),
  );
}

/** Whether the object is of the kind, or was referred to as one. */
function isUnread({ apiVersion, kind }: GraphNode, view: ClusterView): boolean {
  const mapping = view.mapping(apiVersion, kind);
  return mapping === 'unknown' || (mapping !== 'unserved' && !view.isRead(mapping));
}

describe.each(releases)('a kind that is not read, in %s', (release) => {
  it('[CL-06] [AD-08] [PG-31] decides no verdict, leaves its own objects not verified, and is named where it matters', () => {
    fc.assert(
      fc.property(worlds, hidden, changes, (world, what, become) => {
        const { nodes, view, whole } = seenWithout(release, world, what);
        const truth = graphViewOf(release, changedWorld(world, what, become)).view;
        for (const node of nodes) {
          const said = explained(node, view);
          const { verdict } = summaryOf(node, view);
          expect({ said, verdict }).toEqual({ said, verdict: said.verdict });
          const isOfKind = isUnread(node, view);
          if (verdict === 'not verified') {
            if (explained(node, whole).verdict !== verdict) expectNamed(said, what);
            // Where a name is wanting besides, an owner that nobody has seen is not asked for at all (AD-05).
            expect({
              said,
              namesNone: isOfKind && !node.virtual && said.unread.length === 0,
            }).toEqual({
              said,
              namesNone: false,
            });
            continue;
          }
          expect({ said, isOfKind }).toEqual({ said, isOfKind: false });
          expectTrue(said, node, truth);
        }
      }),
      propertyRuns(),
    );
  });
});

/** What is said holds, whatever has become of the objects that nobody could see. */
function expectTrue(said: Plain<Explanation>, node: GraphNode, truth: ClusterView): void {
  const real = truth.get(node.uid);
  if (!real || real.virtual !== node.virtual || !sameIdentity(real, node)) return;
  const really = explained(real, truth);
  expect({ said, really, verdict: really.verdict }).toEqual({
    said,
    really,
    verdict: said.verdict,
  });
}

/** The kind alone is named, with the time since when, and the reason. */
function expectNamed(said: Plain<Explanation>, what: Hidden): void {
  const others = said.unread.filter((kind) => !isNameOf(kind, what));
  expect({ said, others, isExplained: isExplained(said, what) }).toEqual({
    said,
    others: [],
    isExplained: true,
  });
}
