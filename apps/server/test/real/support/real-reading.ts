import { groupResource, toDot } from '@gcscope/gc-core';
import { type KindHealth, plainText, type VerdictSummary } from '@gcscope/gc-core/wire';
import { listMetadata } from '../../../../../tools/real-cluster/src/objects.ts';
import type { RealCluster } from '../../../../../tools/real-cluster/src/real-cluster.ts';
import { waitFor } from '../../../../../tools/real-cluster/src/wait-for.ts';
import { type OpenCluster, openCluster } from '../../../src/cli/cluster-source.ts';
import type { ClusterFlags } from '../../../src/cluster/access/connection.ts';
import { SILENT } from '../../../src/cluster/reflect/cluster-log.ts';
import { resourcePath } from '../../../src/cluster/reflect/resource-path.ts';
import { clusterTerminating } from '../../../src/insight/cluster-terminating.ts';

/** Kinds whose objects change all the time. */
const RESTLESS = new Set(['coordination.k8s.io/leases']);

/** gcscope as it reads a real cluster, compared with that cluster. */
export class RealReading {
  /** Every sentence that a kind said of itself. */
  readonly said = new Set<string>();
  /** Every state in which a kind was. */
  readonly states = new Set<KindHealth['state']>();
  readonly #cluster: RealCluster;
  readonly #opened: OpenCluster;

  private constructor(cluster: RealCluster, opened: OpenCluster) {
    this.#cluster = cluster;
    this.#opened = opened;
    opened.cluster.subscribe({
      frame: () => undefined,
      health: () => {
        for (const { state, message } of this.kinds) {
          this.states.add(state);
          if (message !== undefined) this.said.add(message);
        }
      },
    });
  }

  /** Resolves when everything that may be read is read. */
  static async open(cluster: RealCluster, flags: ClusterFlags): Promise<RealReading> {
    const options = { log: SILENT };
    const reading = new RealReading(
      cluster,
      await openCluster({ type: 'kubeconfig', flags }, options),
    );
    await waitFor('the first lists', () =>
      reading.#opened.cluster.health.state === 'live' ? true : undefined,
    );
    return reading;
  }

  get kinds(): readonly KindHealth[] {
    return this.#opened.cluster.health.kinds;
  }

  /** What Terminating says of an object: in one sentence for each root cause. */
  async heldBy(name: string): Promise<readonly string[]> {
    const { cluster, sources } = this.#opened;
    const { objects } = await clusterTerminating(cluster.live, sources.readStatus);
    const found = objects.find(({ object }) => object.name === name);
    return (found?.rootCauses ?? []).map(({ text }) => plainText(text));
  }

  kind(resource: string): KindHealth | undefined {
    return this.kinds.find((kind) => groupResource(kind) === resource);
  }

  /** The kind is in this state within so many milliseconds; resolves with how long that took. */
  async reaches(
    resource: string,
    state: KindHealth['state'] | 'unserved',
    within: number,
  ): Promise<number> {
    const began = performance.now();
    await waitFor(
      `${resource} to be ${state}`,
      () => ((this.kind(resource)?.state ?? 'unserved') === state ? true : undefined),
      { within },
    );
    return performance.now() - began;
  }

  /** The verdict on an object. */
  summary(uid: string): VerdictSummary | undefined {
    return this.#opened.cluster.live.records.get(uid)?.summary;
  }

  has(uid: string): boolean {
    return this.#opened.cluster.live.graph.get(uid)?.virtual === false;
  }

  /** Resolves when the object is there: a first list may be older than the object. */
  async sees(uid: string): Promise<void> {
    await waitFor(`${uid} to be seen`, () => this.has(uid) || undefined);
  }

  /** Resolves when a kind has told this. */
  async says(text: string): Promise<void> {
    await waitFor(
      `a kind to say “${text}”`,
      () => [...this.said].join().includes(text) || undefined,
    );
  }

  /** Every kind is read and equals a fresh list, uid by uid; and the graph around these uids is the collector's. */
  async equals(uids: readonly string[], within = 60_000): Promise<void> {
    await agrees(() => this.#difference(uids), within);
  }

  /** The graph around these uids is the collector's. */
  async sharesGraph(uids: readonly string[], within = 60_000): Promise<void> {
    await agrees(() => this.#graphDifference(uids), within);
  }

  close(): Promise<void> {
    return this.#opened.close();
  }

  async #difference(uids: readonly string[]): Promise<string> {
    const unread = this.kinds.find(({ state }) => state !== 'synced');
    if (unread) return `${unread.resource} is ${unread.state}: ${unread.message}`;
    const { live } = this.#opened.cluster;
    const known = new Map([...live.graph.nodes()].map((node) => [node.uid, node]));
    const stored = new Set<string>();
    for (const kind of this.kinds) {
      for (const { uid, name, resourceVersion } of await listMetadata(
        this.#cluster,
        resourcePath(kind),
      )) {
        stored.add(uid);
        const version = known.get(uid)?.meta?.resourceVersion;
        if (version === resourceVersion) continue;
        if (version !== undefined && RESTLESS.has(groupResource(kind))) continue;
        return `${kind.resource} ${name} is ${version} and not ${resourceVersion}`;
      }
    }
    const extra = [...known.values()].find(({ virtual, uid }) => !virtual && !stored.has(uid));
    if (extra) return `${extra.kind} ${extra.name} does not exist`;
    return this.#graphDifference(uids);
  }

  async #graphDifference(uids: readonly string[]): Promise<string> {
    const own = linesOf(toDot(this.#opened.cluster.live.graph, uids));
    const real = linesOf(await this.#cluster.debugGraph(uids));
    return own === real ? '' : `\n${own}\nis not\n${real}`;
  }
}

/** Resolves once no difference is found. */
async function agrees(find: () => Promise<string>, within: number): Promise<void> {
  let difference = '';
  const look = async (): Promise<true | undefined> => {
    // A server that has just started answers that it is not ready.
    difference = await find().catch(String);
    return difference === '' ? true : undefined;
  };
  await waitFor('gcscope to equal the cluster', look, { within }).catch((error: unknown) => {
    throw new Error(`${String(error)} ${difference}`);
  });
}

/** The collector prints in no order. */
function linesOf(dot: string): string {
  const lines = dot.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .toSorted()
    .join('\n');
}
