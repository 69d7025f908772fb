import { Counter, Gauge, type Registry } from 'prom-client';
import { addSeries, type Series } from '../base/metric-series.ts';
import type { KindCounts, ReaderCounts } from '../cluster/reflect/reader-counts.ts';
import type { LiveCluster } from '../live/live-cluster.ts';

const KIND_LABELS = ['group', 'resource'] as const;

/**
 * Adds what reading the cluster takes. Labels name at most a thousand kinds: `resource="other"` stands for more, and for
 * those with names that no API server accepts.
 */
export function addReaderMetrics(
  registry: Registry,
  { clock, live }: LiveCluster,
  counts: ReaderCounts,
): void {
  /** `read`: the values of a kind, with the labels beside its own. */
  const perKind = (
    Metric: typeof Counter | typeof Gauge,
    name: string,
    help: string,
    read: (kind: KindCounts) => Series,
    ...labels: readonly string[]
  ): void =>
    addSeries(registry, Metric, {
      name: `gcscope_${name}`,
      help,
      labelNames: [...KIND_LABELS, ...labels],
      read: function* () {
        for (const kind of counts.kinds) {
          const { group, resource } = kind;
          for (const [value, own] of read(kind)) yield [value, { group, resource, ...own }];
        }
      },
    });

  addSeries(registry, Counter, {
    name: 'rest_client_requests_total',
    help: 'Requests to the API server, by the code of the answer.',
    labelNames: ['code', 'method'],
    read: () => [...counts.requests].map(([code, count]) => [count, { code, method: 'GET' }]),
  });
  addSeries(registry, Gauge, {
    name: 'gcscope_synced',
    help: 'Whether every object of the kind is known now.',
    labelNames: KIND_LABELS,
    read: () =>
      live.health.kinds
        .filter((kind) => !counts.of(kind).isShared)
        .map(({ group, resource, state }) => [state === 'synced' ? 1 : 0, { group, resource }]),
  });
  perKind(
    Counter,
    'reflector_lists_total',
    'Lists of the kind, by result.',
    (kind) => [
      [kind.lists, { result: 'ok' }],
      [kind.failedLists, { result: 'failed' }],
    ],
    'result',
  );
  perKind(Counter, 'list_duration_seconds_total', 'Time that complete lists took.', (kind) => [
    [kind.listMillis / 1000],
  ]);
  perKind(Counter, 'watches_total', 'Watches that are over.', (kind) => [[kind.watches]]);
  perKind(Counter, 'watch_duration_seconds_total', 'Time for which watches were open.', (kind) => [
    [kind.watchMillis / 1000],
  ]);
  perKind(
    Counter,
    'watch_events_total',
    'Events of watches, by type.',
    ({ events }) => [...events].map(([type, count]) => [count, { type }]),
    'type',
  );
  perKind(
    Counter,
    'relists_total',
    'Lists in place of the next watch, by reason.',
    ({ relists }) => [...relists].map(([reason, count]) => [count, { reason }]),
    'reason',
  );
  perKind(
    Gauge,
    'last_event_age_seconds',
    'Time since the last event of the kind, bookmarks included.',
    ({ lastEvent }) =>
      lastEvent === undefined ? [] : [[Math.max(0, clock.now() - lastEvent) / 1000]],
  );
  perKind(Counter, 'decode_errors_total', 'Lists and watches that were not readable.', (kind) => [
    [kind.undecodable],
  ]);
  perKind(Gauge, 'undecodable_objects', 'Objects left out for their metadata.', (kind) => [
    [kind.leftOut],
  ]);
  perKind(
    Counter,
    'cache_audit_mismatch_total',
    'Differences between a store and the API server that gcscope found and repaired.',
    (kind) => [[kind.diverged]],
  );
}
