import { RELEASES } from '@gcscope/gc-core';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { addSeries, type Series } from '../base/metric-series.ts';
import { VERSION } from '../base/version.ts';
import type { KindCounts, ReaderCounts } from '../cluster/reflect/reader-counts.ts';
import type { LiveCluster } from '../live/live-cluster.ts';
import type { StreamCounts } from './stream-counts.ts';

/** Prometheus metrics of this process. Labels name kinds and states, never an object or a namespace. */
export function metricsOf(cluster: LiveCluster, streams: StreamCounts): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, read: () => number): void =>
    addSeries(registry, Gauge, { name, help, read: () => [[read()]] });
  /** A count that only grows. */
  const total = (name: string, help: string, read: () => number): void =>
    addSeries(registry, Counter, { name, help, read: () => [[read()]] });

  const releases = Object.keys(RELEASES).join(',');
  addSeries(registry, Gauge, {
    name: 'gcscope_build_info',
    help: 'Version of gcscope and the Kubernetes releases that it mirrors.',
    labelNames: ['version', 'releases'],
    read: () => [[1, { version: VERSION, releases }]],
  });
  addSeries(registry, Gauge, {
    name: 'gcscope_kinds',
    help: 'Kinds by what is known of them.',
    labelNames: ['state'],
    read: () => cluster.health.kinds.map(({ state }) => [1, { state }]),
  });
  gauge('gcscope_cluster_live', 'Whether the cluster is read as far as it can be.', () =>
    cluster.health.state === 'live' ? 1 : 0,
  );
  const { graph } = cluster.live;
  gauge('gcscope_graph_objects', 'Nodes of the graph.', () => graph.size);
  gauge('gcscope_graph_edges', 'Edges of the graph, from dependents to owners.', () => {
    let edges = 0;
    for (const { dependents } of graph.nodes()) edges += dependents.size;
    return edges;
  });
  gauge('gcscope_stream_clients', 'Open streams.', () => streams.clients);
  gauge(
    'gcscope_stream_lagging_clients',
    'Open streams whose readers are too slow.',
    () => streams.lagging,
  );
  total('gcscope_stream_frames_total', 'Frames sent.', () => streams.frames);
  total('gcscope_stream_bytes_total', 'Bytes of frames sent.', () => streams.bytes);
  total(
    'gcscope_stream_dropped_total',
    'Streams ended because their readers did not catch up.',
    () => streams.dropped,
  );
  const age = new Histogram({
    name: 'gcscope_apply_to_frame_seconds',
    help: 'Time from the first change in a frame until the frame is ready to be sent.',
    buckets: [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
    registers: [registry],
  });
  cluster.subscribe({
    frame: () => age.observe(cluster.live.changesAge / 1000),
    health: () => {},
  });
  addSeries(registry, Counter, {
    name: 'gcscope_stream_resyncs_total',
    help: 'Readers sent to the snapshot, by reason.',
    labelNames: ['reason'],
    read: () => Object.entries(streams.resyncs).map(([reason, count]) => [count, { reason }]),
  });
  return registry;
}

/** Adds what the real collector is expected to do, and what became of it. */
export function addDecisionMetrics(registry: Registry, { decisions }: LiveCluster): void {
  addSeries(registry, Gauge, {
    name: 'gcscope_standing_decisions',
    help: 'Decisions that the collector has not carried out yet.',
    labelNames: ['overdue'],
    read: () => [
      [decisions.overdue, { overdue: 'true' }],
      [decisions.size - decisions.overdue, { overdue: 'false' }],
    ],
  });
  addSeries(registry, Counter, {
    name: 'gcscope_decisions_total',
    help: 'Decisions that the collector carried out, that became overdue, or that something else made void.',
    labelNames: ['result'],
    read: () => {
      const { carriedOut, overdue, withdrawn } = decisions.counts;
      return [
        [carriedOut, { result: 'carried_out' }],
        [overdue, { result: 'overdue' }],
        [withdrawn, { result: 'withdrawn' }],
      ];
    },
  });
  addSeries(registry, Counter, {
    name: 'gcscope_deletions_total',
    help: 'Deletions by who made them, inferred from the verdict before: goes now, stays, goes at a later look, not verified or not seen.',
    labelNames: ['by'],
    read: () => {
      const { byCollector, byOthers, early, unverified, unseen } = decisions.counts;
      return [
        [byCollector, { by: 'collector' }],
        [byOthers, { by: 'others' }],
        [early, { by: 'collector_or_others' }],
        [unverified + unseen, { by: 'unknown' }],
      ];
    },
  });
}

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
