import { audit } from '@gcscope/gc-core';
import type { AuditReport } from '@gcscope/gc-core/wire';
import type { LiveCluster } from '../live/live-cluster.ts';

/** The audit of a cluster as it is; the same report until something changes. */
export class ClusterAudit {
  readonly #cluster: LiveCluster;
  #last: { readonly state: string; readonly report: AuditReport } | undefined;

  constructor(cluster: LiveCluster) {
    this.#cluster = cluster;
  }

  /** All findings, as of now. */
  report(): AuditReport {
    const { live, log } = this.#cluster;
    live.flush();
    const groups = live.served.groups;
    const asked = live.askedOwners.version;
    const state = JSON.stringify([log.position, live.view.unreadKinds(), groups?.size, asked]);
    if (this.#last?.state !== state) {
      this.#last = { state, report: audit(live.graph.nodes(), live.view) };
    }
    return this.#last.report;
  }
}
