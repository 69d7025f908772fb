import { type AuditScope, auditStepwise } from '@gcscope/gc-core';
import type { AuditReport } from '@gcscope/gc-core/wire';
import { answerInTurns } from '../base/in-turns.ts';
import type { LiveCluster } from '../live/live-cluster.ts';
import type { LiveGraph } from '../live/live-graph.ts';

/** The most findings in one answer: a person reads fewer, and half a million would not fit into one string. */
const MOST_FINDINGS = 10_000;

/** The audit of a cluster as it is; the same report until something changes or something else is asked. */
export class ClusterAudit {
  readonly #cluster: LiveCluster;
  #last: { readonly state: string; readonly report: Promise<AuditReport> } | undefined;

  constructor(cluster: LiveCluster) {
    this.#cluster = cluster;
  }

  /** The findings that pass the filter. Of a large cluster it takes seconds, in which other work goes on. */
  async report(filter: AuditScope['filter'] = {}): Promise<AuditReport> {
    const { live, log } = this.#cluster;
    live.flush();
    const { groups } = live.served;
    const asked = live.askedOwners.version;
    const state = JSON.stringify([
      log.position,
      live.view.unreadKinds(),
      groups?.size,
      asked,
      filter,
    ]);
    if (this.#last?.state === state) return this.#last.report;
    // One at a time: the next one waits for this one, whatever becomes of it.
    const before = this.#last?.report.catch(() => undefined);
    const audited = async (): Promise<AuditReport> => {
      await before;
      return auditGraph(live, { filter, most: MOST_FINDINGS });
    };
    const last = { state, report: audited() };
    this.#last = last;
    last.report.catch(() => {
      if (this.#last === last) this.#last = undefined;
    });
    return last.report;
  }
}

/** Audits a graph; other work goes on meanwhile. */
export async function auditGraph(live: LiveGraph, scope: AuditScope): Promise<AuditReport> {
  return answerInTurns(auditStepwise(live.graph.nodes(), live.view, scope));
}
