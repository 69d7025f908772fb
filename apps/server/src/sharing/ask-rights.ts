import { groupResource } from '@gcscope/gc-core';
import type { KindHealth } from '@gcscope/gc-core/wire';
import type { ListQuestion } from '../cluster/access/review-client.ts';
import type { LiveGraph } from '../live/live-graph.ts';
import { Rights } from './rights.ts';

/** Asks the cluster whether a person may list something. Rejects with `ReviewError`. */
export type AskRight = (question: ListQuestion) => Promise<boolean>;

/**
 * Finds out which of the objects in the graph a person may list. One question is enough if they may list everything. Otherwise
 * it asks for each kind in all namespaces, and then in each namespace that holds objects of it. Where something is allowed, it asks
 * for every kind, so that an empty kind is known to be empty. Rejects when an answer is missing: a fault must not show anything.
 */
export async function askRights(live: LiveGraph, ask: AskRight): Promise<Rights> {
  if (await ask({ group: '*', resource: '*', namespace: '' })) return new Rights('everything');
  const kinds = live.health.kinds.filter(({ resource }) => resource !== '*');
  const whole = new Set(await filter(kinds, (kind) => ask(questionOf(kind, ''))));
  const left = kinds.filter((kind) => kind.namespaced && !whole.has(kind));
  const places = left.flatMap((kind) =>
    [...live.names.namespacesOf(groupResource(kind))].map((namespace) => ({ kind, namespace })),
  );
  const mayList = ({ kind, namespace }: Place): Promise<boolean> =>
    ask(questionOf(kind, namespace));
  const seen = await filter(places, mayList);
  const asked = new Set(places.map(keyOf));
  const others = [...new Set(seen.map(({ namespace }) => namespace))]
    .flatMap((namespace) => left.map((kind) => ({ kind, namespace })))
    .filter((place) => !asked.has(keyOf(place)));
  const empty = await filter(others, mayList);
  return new Rights(
    [...whole].map(groupResource),
    [...seen, ...empty].map(({ kind, namespace }) => [groupResource(kind), namespace] as const),
  );
}

interface Place {
  readonly kind: KindHealth;
  readonly namespace: string;
}

function keyOf({ kind, namespace }: Place): string {
  return JSON.stringify([groupResource(kind), namespace]);
}

function questionOf({ group, resource }: KindHealth, namespace: string): ListQuestion {
  return { group, resource, namespace };
}

async function filter<Item>(
  items: readonly Item[],
  isWanted: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const wanted = await Promise.all(items.map(isWanted));
  return items.filter((_, index) => wanted[index]);
}
