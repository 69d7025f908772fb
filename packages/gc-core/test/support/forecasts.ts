import type { ClusterView } from '../../src/insight/cluster-view.ts';
import type { DeletionFacts } from '../../src/insight/deletion-facts.ts';
import { forecast } from '../../src/insight/forecast/forecast.ts';
import type { ApiResource } from '../../src/meta/api-resource.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { PROPAGATION_POLICIES, type PropagationPolicy } from '../../src/meta/propagation-policy.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { plainText } from '../../src/meta/sentence.ts';
import { simulationView } from '../../src/scenario/simulation-view.ts';
import type { Awaited, Blocker, Forecast, PolicyForecast } from '../../src/wire/forecast.ts';
import { ownedBy } from './nodes.ts';
import { unreadKind } from './unread-kind.ts';
import { watched } from './watched.ts';
import { WIDGETS } from './widgets.ts';

/** What deleting the named objects does, in a cluster of these objects. */
export function forecastOf(
  objects: readonly ApiObject[],
  names: readonly string[],
  facts: Partial<DeletionFacts> = {},
  isRead: (kind: string) => boolean = () => true,
): Forecast {
  return forecastIn('v1.36', objects, names, facts, isRead);
}

/** The same of a cluster of which something else is known: `changed` gives what differs in the view. */
export function forecastWith(
  objects: readonly ApiObject[],
  names: readonly string[],
  changed: (view: ClusterView) => Partial<ClusterView>,
  facts: Partial<DeletionFacts> = {},
  kinds: readonly ApiResource[] = [],
  policies: readonly PropagationPolicy[] = PROPAGATION_POLICIES,
): Forecast {
  const simulation = watched(objects, ResourceTable.builtIn([WIDGETS, ...kinds]));
  const { graph } = simulation.process.collector;
  const targets = names.flatMap((name) => graph.get(`${name}-uid`) ?? []);
  const view = { ...simulationView(simulation), isQueued: () => false };
  const { resources } = simulation.apiServer.table;
  const { now } = simulation;
  const known = { resources, now, ...facts };
  return forecast(targets, { ...view, ...changed(view), deletionFacts: () => known }, policies);
}

/** The same with the collector of a release, and more kinds. */
export function forecastIn(
  release: Release,
  objects: readonly ApiObject[],
  names: readonly string[],
  facts: Partial<DeletionFacts> = {},
  isRead: (kind: string) => boolean = () => true,
  kinds: readonly ApiResource[] = [],
): Forecast {
  const changed = (): Partial<ClusterView> => ({
    release: RELEASES[release],
    isRead: ({ kind }) => isRead(kind),
    unreadKinds: () => ['Secret', 'Pod'].filter((kind) => !isRead(kind)),
    kinds: isRead('Secret') ? [] : [unreadKind()],
  });
  return forecastWith(objects, names, changed, facts, kinds);
}

/** What deleting the named objects under this policy does; the other policies are not played. */
export function forecastUnder(
  policy: PropagationPolicy,
  objects: readonly ApiObject[],
  names: readonly string[],
): PolicyForecast {
  return under(
    policy,
    forecastWith(objects, names, () => ({}), {}, [], [policy]),
  );
}

export function under(policy: PropagationPolicy, { policies }: Forecast): PolicyForecast {
  const found = policies.find((each) => each.policy === policy);
  if (!found) throw new Error(`nothing is said of ${policy}`);
  return found;
}

/** Every line, short: `name rule`, with what keeps or blocks it. */
export interface Described {
  readonly deleted: readonly string[];
  readonly orphaned: readonly string[];
  readonly kept: readonly string[];
  readonly blocked: readonly string[];
  readonly leftAlone: readonly string[];
  readonly notVerified: readonly string[];
}

export function described(forecast: PolicyForecast): Described {
  const { deleted, orphaned, kept, blocked, leftAlone, notVerified } = forecast;
  return {
    deleted: deleted
      .map(({ object, rule, after }) => {
        return `${object.name} ${rule}${after ? `, after ${waitOf(after)} ${after.rule}` : ''}`;
      })
      .sort(),
    orphaned: orphaned
      .map(
        ({ object, rule, text }) => `${object.name} ${rule}${text ? `: ${plainText(text)}` : ''}`,
      )
      .sort(),
    kept: kept.map(({ object, owner }) => `${object.name} by ${owner.name}`).sort(),
    blocked: blocked
      .map(({ object, by, rule, terminating }) => {
        return `${object.name} by ${waitOf(by)} ${rule}${terminating ? ', terminating' : ''}`;
      })
      .sort(),
    leftAlone: leftAlone.map(({ object, rule, reference }) => {
      return `${object.name} for ${reference.name} ${rule}`;
    }),
    notVerified: notVerified.map(({ object, unread }) => `${object.name} ${unread.join()}`),
  };
}

function waitOf(by: Blocker | Awaited): string {
  switch (by.type) {
    case 'finalizer':
      return `finalizer ${by.finalizers.join()}`;
    case 'object':
    case 'container':
      return `${by.type} ${by.object.name}`;
    case 'reference':
      return `reference ${by.reference.name}`;
    default:
      return by.type;
  }
}

/** What `told` says where nothing happens. */
export const NOTHING = {
  deleted: [],
  orphaned: [],
  kept: [],
  blocked: [],
  leftAlone: [],
  notVerified: [],
} as const;

/** How a deletion is played: Background, v1.36 and nothing beside unless it is said. */
export interface Deletion {
  readonly policy?: PropagationPolicy;
  readonly release?: Release;
  readonly facts?: Partial<DeletionFacts>;
  readonly kinds?: readonly ApiResource[];
  readonly changed?: Partial<ClusterView>;
}

/** What deleting the named objects comes to, in short. */
export function deleting(
  objects: readonly ApiObject[],
  names: string | readonly string[],
  { policy = 'Background', release = 'v1.36', facts, kinds, changed }: Deletion = {},
): Described {
  const targets = typeof names === 'string' ? [names] : names;
  const view = { release: RELEASES[release], ...changed };
  return described(
    under(
      policy,
      forecastWith(objects, targets, () => view, facts, kinds, [policy]),
    ),
  );
}

/** A row of a table: deleting `names` comes to `outcome`, and to nothing that this does not name. */
export type DeletionRow = [
  title: string,
  objects: readonly ApiObject[],
  names: string | readonly string[],
  outcome: Partial<Described>,
  deletion?: Deletion,
];

/** A reference that blocks. */
export function blocking(name: string, more: Partial<OwnerReference> = {}): OwnerReference {
  return ownedBy(name, { blockOwnerDeletion: true, ...more });
}
