import {
  type AuditReport,
  type Explanation,
  type Forecast,
  type NodeRecord,
  type ObjectDetails,
  type PackedSnapshot,
  type TerminatingReport,
  unpackNodes,
} from '@gcscope/gc-core/wire';
import { runProgram } from '../../../../apps/server/src/cli/program.ts';
import { waitFor } from '../wait-for.ts';
import { type ClusterState, nameOf } from './cluster-state.ts';

/** `gcscope serve` in this process, before a cluster: what it answers is what a person gets. */
export class GcscopeAtWork {
  /** Without a slash at the end. */
  readonly url: string;
  readonly #stop: AbortController;
  readonly #ended: Promise<unknown>;

  private constructor(url: string, stop: AbortController, ended: Promise<unknown>) {
    this.url = url;
    this.#stop = stop;
    this.#ended = ended;
  }

  /** Rejects with what it says of itself when it ends before it serves. */
  static async start(kubeconfig: string): Promise<GcscopeAtWork> {
    const stop = new AbortController();
    let errors = '';
    let ended: Promise<unknown> = Promise.resolve();
    const url = await new Promise<string>((resolve, reject) => {
      ended = runProgram(['serve', '--kubeconfig', kubeconfig, '--port', '0'], {
        env: {},
        out: (text) => resolve(text.trim()),
        err: (text) => {
          errors += text;
        },
        stop: stop.signal,
      }).then(() => reject(new Error(`gcscope serve ended: ${errors}`)));
    });
    return new GcscopeAtWork(url.replace(/\/$/, ''), stop, ended);
  }

  /** Resolves with the cluster, once gcscope sees exactly that; rejects with what it sees otherwise. */
  async sees(read: () => Promise<ClusterState>): Promise<ClusterState> {
    let otherwise: readonly string[] = [];
    const look = async (): Promise<ClusterState | undefined> => {
      const state = await read();
      const { nodes } = (await this.#get('/snapshot')) as PackedSnapshot;
      const seen = unpackNodes(nodes).filter(({ virtual, kind }) => !virtual && kind !== 'Lease');
      otherwise = differences(seen, state);
      return otherwise.length === 0 ? state : undefined;
    };
    return waitFor('gcscope to see the cluster as it is', look).catch((error: unknown) => {
      throw new Error(`${String(error)} Otherwise: ${otherwise.slice(0, 5).join(', ')}`);
    });
  }

  async explain(uid: string): Promise<Explanation> {
    return ((await this.#get(`/objects/${uid}`)) as ObjectDetails).explanation;
  }

  async forecast(uid: string): Promise<Forecast> {
    return (await this.#get(`/objects/${uid}/forecast`)) as Forecast;
  }

  async audit(): Promise<AuditReport> {
    return (await this.#get('/audit')) as AuditReport;
  }

  async terminating(): Promise<TerminatingReport> {
    return (await this.#get('/terminating')) as TerminatingReport;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }

  async #get(path: string): Promise<unknown> {
    const answer = await fetch(`${this.url}/api/v1${path}`);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return await answer.json();
  }
}

/**
 * What of metadata the collector decides by. Of owners their uids: of references with one uid gcscope keeps those that the
 * collector's graph keeps (GB-12).
 */
function differences(seen: readonly NodeRecord[], state: ClusterState): string[] {
  const uids = new Set(seen.map(({ uid }) => uid));
  const unseen = [...state.values()].filter(({ metadata }) => !uids.has(metadata.uid));
  const other = seen.filter((record) => {
    const real = state.get(record.uid)?.metadata;
    if (!real) return true;
    return (
      record.deletionTimestamp !== real.deletionTimestamp ||
      record.finalizers.join() !== (real.finalizers ?? []).join() ||
      uidsOf(record.owners) !== uidsOf(real.ownerReferences ?? [])
    );
  });
  return [
    ...unseen.map((object) => `${nameOf(object)} is not seen`),
    ...other.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name} is seen otherwise`),
  ];
}

function uidsOf(references: readonly { readonly uid: string }[]): string {
  return [...new Set(references.map(({ uid }) => uid))].toSorted().join();
}
