import { Counter, Gauge, type Registry } from 'prom-client';
import type { KindCounts, ReaderCounts } from '../cluster/reflect/reader-counts.ts';
import type { LiveCluster } from '../live/live-cluster.ts';

const KIND_LABELS = ['group', 'resource'] as const;

/** The series of one metric: the value, and the labels beside those of the kind. */
type Series = readonly (readonly [value: number, labels?: Readonly<Record<string, string>>])[];

/**
 * Adds what reading the cluster takes. Labels name at most a thousand kinds: `resource="other"` stands for more, and for
 * those with names that no API server accepts.
 */
export function addReaderMetrics(
  registry: Registry,
  { clock, live }: LiveCluster,
  counts: ReaderCounts,
): void {
  const registers = [registry];
  const perKind = (
    Metric: typeof Counter | typeof Gauge,
    name: string,
    help: string,
    read: (kind: KindCounts) => Series,
    label?: string,
  ): void => {
    new Metric<string>({
      name: `gcscope_${name}`,
      help,
      labelNames: label === undefined ? KIND_LABELS : [...KIND_LABELS, label],
      registers,
      collect() {
        this.reset();
        for (const kind of counts.kinds) {
          const { group, resource } = kind;
          for (const [value, labels] of read(kind)) this.inc({ group, resource, ...labels }, value);
        }
      },
    });
  };

  new Counter({
    name: 'rest_client_requests_total',
    help: 'Requests to the API server, by the code of the answer.',
    labelNames: ['code', 'method'],
    registers,
    collect() {
      this.reset();
      for (const [code, count] of counts.requests) this.inc({ code, method: 'GET' }, count);
    },
  });
  new Gauge({
    name: 'gcscope_synced',
    help: 'Whether every object of the kind is known now.',
    labelNames: KIND_LABELS,
    registers,
    collect() {
      this.reset();
      for (const { group, resource, state } of live.health.kinds) {
        if (!counts.of({ group, resource }).isShared) {
          this.set({ group, resource }, state === 'synced' ? 1 : 0);
        }
      }
    },
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
