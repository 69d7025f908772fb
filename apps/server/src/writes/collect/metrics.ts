import {
  collectorMetrics,
  type GarbageCollector,
  type QueueName,
  type ReleaseProfile,
} from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { addSeries } from '../../base/metric-series.ts';
import type { Workers } from './workers.ts';

const QUEUES: Readonly<Record<QueueName, string>> = {
  graphChanges: 'garbage_collector_graph_changes',
  attemptToDelete: 'garbage_collector_attempt_to_delete',
  attemptToOrphan: 'garbage_collector_attempt_to_orphan',
};
const QUEUE_NAMES: readonly QueueName[] = ['graphChanges', 'attemptToDelete', 'attemptToOrphan'];
/** From ten nanoseconds to ten seconds. */
const BUCKETS = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10];
const HELP: Readonly<Record<string, string>> = {
  workqueue_adds_total: 'Total number of adds handled by workqueue',
  workqueue_depth: 'Current depth of workqueue',
  workqueue_retries_total: 'Total number of retries handled by workqueue',
};

/** The metrics of a controller manager that concern the collector, under their names there. */
export class CollectMetrics {
  readonly #registry = new Registry();
  readonly #syncErrors: Counter;
  readonly #requests: Counter;
  readonly #queueDuration: Histogram;
  readonly #workDuration: Histogram;
  readonly #host: string;

  /** `server`: the URL of the API server. */
  constructor(
    server: string,
    collector: GarbageCollector,
    release: ReleaseProfile,
    workers: Workers,
    now: () => Millis,
  ) {
    this.#host = new URL(server).host;
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    const labelNames = ['name'];
    for (const [name, help] of Object.entries(HELP)) {
      addSeries(this.#registry, name === 'workqueue_depth' ? Gauge : Counter, {
        name,
        help,
        labelNames,
        read: () =>
          collectorMetrics(collector, { ...release, metrics: 'labelled' })
            .filter((metric) => metric.name === name)
            .map(({ value, labels }) => [value, labels]),
      });
    }
    // A graph change is never half done when metrics are read.
    const ages = (queue: QueueName): number[] =>
      queue === 'graphChanges' ? [] : workers.running(queue).map((began) => (now() - began) / 1000);
    const gauge = (name: string, help: string, of: (ages: readonly number[]) => number): void =>
      addSeries(this.#registry, Gauge, {
        name,
        help,
        labelNames,
        read: () => QUEUE_NAMES.map((queue) => [of(ages(queue)), { name: QUEUES[queue] }]),
      });
    gauge(
      'workqueue_unfinished_work_seconds',
      "How many seconds of work has been done that is in progress and hasn't been observed by work_duration",
      (all) => all.reduce((sum, each) => sum + each, 0),
    );
    gauge(
      'workqueue_longest_running_processor_seconds',
      'How many seconds has the longest running processor for workqueue been running',
      (all) => Math.max(0, ...all),
    );
    const durations = (name: string, help: string): Histogram => {
      const histogram = new Histogram({ name, help, labelNames, buckets: BUCKETS, registers });
      // Each queue has its series from the beginning.
      for (const queue of QUEUE_NAMES) histogram.zero({ name: QUEUES[queue] });
      return histogram;
    };
    this.#queueDuration = durations(
      'workqueue_queue_duration_seconds',
      'How long in seconds an item stays in workqueue before being requested',
    );
    this.#workDuration = durations(
      'workqueue_work_duration_seconds',
      'How long in seconds processing an item from workqueue takes',
    );
    this.#syncErrors = new Counter({
      name: 'garbagecollector_controller_resources_sync_error_total',
      help: 'Number of garbage collector resources sync errors',
      registers,
    });
    this.#requests = new Counter({
      name: 'rest_client_requests_total',
      help: 'Number of HTTP requests, partitioned by status code, method and host',
      labelNames: ['code', 'host', 'method'],
      registers,
    });
  }

  /** An item was taken from its queue. */
  waited(queue: QueueName, duration: Millis): void {
    this.#queueDuration.observe({ name: QUEUES[queue] }, duration / 1000);
  }

  /** An item was worked on. */
  worked(queue: QueueName, duration: Millis): void {
    this.#workDuration.observe({ name: QUEUES[queue] }, duration / 1000);
  }

  /** A resync of the monitors went wrong. */
  syncFailed(): void {
    this.#syncErrors.inc();
  }

  /** A request of the collector was answered. */
  answered(method: string, code: number | '<error>'): void {
    this.#requests.inc({ code: String(code), host: this.#host, method });
  }

  async text(): Promise<{ readonly type: string; readonly text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }
}
