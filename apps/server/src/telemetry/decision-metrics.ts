import { Counter, Gauge, type Registry } from 'prom-client';
import { addSeries } from '../base/metric-series.ts';
import type { LiveCluster } from '../live/live-cluster.ts';

/** Adds what the real collector is expected to do, and what became of it. */
export function addDecisionMetrics(registry: Registry, { decisions }: LiveCluster): void {
  addSeries(registry, Gauge, {
    name: 'gcscope_standing_decisions',
    help: 'What the collector should do now and has not done yet.',
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
    help: 'Deletions by who made them, inferred from the verdict before: goes now, stays, goes at a later look, not verified.',
    labelNames: ['by'],
    read: () => {
      const { byCollector, byOthers, early, unverified } = decisions.counts;
      return [
        [byCollector, { by: 'collector' }],
        [byOthers, { by: 'others' }],
        [early, { by: 'collector_or_others' }],
        [unverified, { by: 'unknown' }],
      ];
    },
  });
}
