import { RELEASES } from '@gcscope/gc-core';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { addSeries } from '../base/metric-series.ts';
import { VERSION } from '../base/version.ts';
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
