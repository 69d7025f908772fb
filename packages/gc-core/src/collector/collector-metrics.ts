import type { ReleaseProfile } from '../meta/releases.ts';
import type { Collector, QueueName } from './collector.ts';

/** One metric of the collector under its upstream name: a number, or the observations of a summary in microseconds. */
export interface CollectorMetric {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly type: 'counter' | 'gauge' | 'summary';
  /** For a summary: the number of observations. */
  readonly value: number;
  readonly observations?: readonly number[];
}

/** The queues by their upstream names (QU-01). */
const QUEUES: readonly (readonly [QueueName, string])[] = [
  ['graphChanges', 'garbage_collector_graph_changes'],
  ['attemptToDelete', 'garbage_collector_attempt_to_delete'],
  ['attemptToOrphan', 'garbage_collector_attempt_to_orphan'],
];

/** The metrics that the release's collector would report now; durations of today's queues are not simulated. */
export function collectorMetrics(
  collector: Collector,
  { metrics }: ReleaseProfile,
): CollectorMetric[] {
  if (metrics === 'latencies') return latencyMetrics(collector);
  return QUEUES.flatMap(([queue, name]) => {
    const { size, counts } = collector[queue];
    const metric = (what: string, suffix: string, value: number): CollectorMetric => {
      const type = what === 'depth' ? 'gauge' : 'counter';
      return metrics === 'labelled'
        ? { name: `workqueue_${what}${suffix}`, labels: { name }, type, value }
        : { name: `${name}_${what}`, labels: {}, type, value };
    };
    return [
      metric('adds', '_total', counts.adds),
      metric('depth', '', size),
      metric('retries', '_total', counts.retries),
    ];
  });
}

function latencyMetrics({ latencies }: Collector): CollectorMetric[] {
  return (['event', 'dirty', 'orphan'] as const).map((what) => {
    const observations = (latencies?.[`${what}Processing`] ?? []).map((millis) => millis * 1000);
    return {
      name: `garbage_collector_${what}_processing_latency_microseconds`,
      labels: {},
      type: 'summary',
      value: observations.length,
      observations,
    };
  });
}
