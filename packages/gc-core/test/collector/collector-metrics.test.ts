import { describe, expect, it } from 'vitest';
import { type CollectorMetric, collectorMetrics } from '../../src/collector/collector-metrics.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { ownedBy } from '../support/nodes.ts';
import { NOW, objectOf, simulate } from '../support/simulate.ts';

/** Everything the release's collector reports after a child of an unknown kind was seen. */
function metrics(release: Release): CollectorMetric[] {
  const ownerReferences = [ownedBy('owner', { apiVersion: 'no/v1', kind: 'Thing' })];
  const objects = [objectOf('child', { ownerReferences })];
  const simulation = simulate(objects, { release: RELEASES[release] });
  simulation.step();
  simulation.step();
  return collectorMetrics(simulation.process.collector, RELEASES[release]);
}

/** `name{label} value` of these. */
function reported(release: Release): string[] {
  return metrics(release).map(
    ({ name, labels, value }) => `${name}${JSON.stringify(Object.values(labels))} ${value}`,
  );
}

describe('collectorMetrics', () => {
  it('[QU-01] labels the queues of the work queue metrics since 1.14', () => {
    for (const release of ['v1.17', 'v1.28', 'v1.36'] as const) {
      expect(reported(release)).toEqual([
        'workqueue_adds_total["garbage_collector_graph_changes"] 1',
        'workqueue_depth["garbage_collector_graph_changes"] 0',
        'workqueue_retries_total["garbage_collector_graph_changes"] 0',
        'workqueue_adds_total["garbage_collector_attempt_to_delete"] 1',
        'workqueue_depth["garbage_collector_attempt_to_delete"] 0',
        'workqueue_retries_total["garbage_collector_attempt_to_delete"] 1',
        'workqueue_adds_total["garbage_collector_attempt_to_orphan"] 0',
        'workqueue_depth["garbage_collector_attempt_to_orphan"] 0',
        'workqueue_retries_total["garbage_collector_attempt_to_orphan"] 0',
      ]);
    }
  });

  it('[QU-01] puts the queue in front until 1.13', () => {
    expect(reported('v1.13').slice(3, 6)).toEqual([
      'garbage_collector_attempt_to_delete_adds[] 1',
      'garbage_collector_attempt_to_delete_depth[] 0',
      'garbage_collector_attempt_to_delete_retries[] 1',
    ]);
  });

  it('[QU-01] counts adds and retries, gauges depths, [PG-01] and sums latencies up', () => {
    const types = (release: Release): string[] => metrics(release).map(({ type }) => type);
    for (const release of ['v1.13', 'v1.36'] as const) {
      expect(types(release).slice(0, 3)).toEqual(['counter', 'gauge', 'counter']);
    }
    expect(types('v1.4')).toEqual(['summary', 'summary', 'summary']);
  });

  it('[PG-10] [PG-31] has three latencies until 1.5, in microseconds', () => {
    expect(reported('v1.4')).toEqual([
      'garbage_collector_event_processing_latency_microseconds[] 1',
      'garbage_collector_dirty_processing_latency_microseconds[] 0',
      'garbage_collector_orphan_processing_latency_microseconds[] 0',
    ]);
  });

  it('[PG-01] counts the time from the first enqueue on, in microseconds', () => {
    const release = RELEASES['v1.4'];
    const simulation = simulate([objectOf('a')], { release });
    simulation.moveClock(NOW + 7);
    simulation.step();
    expect(collectorMetrics(simulation.process.collector, release)[0]?.observations).toEqual([
      7000,
    ]);
  });
});
