import { Counter, Gauge, type Registry } from 'prom-client';
import type { LiveCluster } from '../live/live-cluster.ts';

/** Adds what the real collector is expected to do, and what became of it. */
export function addDecisionMetrics(registry: Registry, { decisions }: LiveCluster): void {
  const registers = [registry];
  new Gauge({
    name: 'gcscope_standing_decisions',
    help: 'What the collector should do now and has not done yet.',
    labelNames: ['overdue'],
    registers,
    collect() {
      this.set({ overdue: 'true' }, decisions.overdue);
      this.set({ overdue: 'false' }, decisions.size - decisions.overdue);
    },
  });
  new Counter({
    name: 'gcscope_decisions_total',
    help: 'Decisions that the collector carried out, that became overdue, or that something else made void.',
    labelNames: ['result'],
    registers,
    collect() {
      const { carriedOut, overdue, withdrawn } = decisions.counts;
      this.reset();
      this.inc({ result: 'carried_out' }, carriedOut);
      this.inc({ result: 'overdue' }, overdue);
      this.inc({ result: 'withdrawn' }, withdrawn);
    },
  });
  new Counter({
    name: 'gcscope_deletions_total',
    help: 'Deletions by who made them, inferred from the verdict before: goes now, stays, goes at a later look, not verified.',
    labelNames: ['by'],
    registers,
    collect() {
      const { byCollector, byOthers, early, unverified } = decisions.counts;
      this.reset();
      this.inc({ by: 'collector' }, byCollector);
      this.inc({ by: 'others' }, byOthers);
      this.inc({ by: 'collector_or_others' }, early);
      this.inc({ by: 'unknown' }, unverified);
    },
  });
}
