import { ensureNamespace } from '../deployment-chain.ts';
import { collectionPath, listMetadata, type ObjectMetadata } from '../objects.ts';
import type { RealCluster } from '../real-cluster.ts';
import { type SentInRound, type SentRequest, sentInRound } from './collector-requests.ts';
import { type Warned, warningsAbout } from './collector-warnings.ts';
import { type LeftObject, leftObjects } from './outcome.ts';
import { type WorldRequest, WorldRequests } from './requests.ts';
import { KINDS, type World, type WorldAction } from './world.ts';

/** Metadata of an object, with its kind. */
export type LeftMetadata = ObjectMetadata & Pick<(typeof KINDS)[number], 'apiVersion' | 'kind'>;

/** Metadata of every object of the worlds' kinds. */
export async function allLeft(cluster: RealCluster): Promise<LeftMetadata[]> {
  const lists = await Promise.all(
    KINDS.map(async (each) => {
      const { apiVersion, kind } = each;
      const metas = await listMetadata(cluster, collectionPath(each, ''));
      return metas.map((meta) => ({ ...meta, apiVersion, kind }));
    }),
  );
  return lists.flat();
}

/** Keeps the namespaces of worlds apart that one process plays. */
let played = 0;

/** A world as it is played on a real cluster, in namespaces of its own. */
export class Play {
  readonly course: { answers: readonly string[]; left: readonly LeftObject[] }[] = [];
  readonly sent: SentInRound[] = [];
  readonly #cluster: RealCluster;
  readonly world: World;
  /** Whether a round ended in a way that the simulation does not know. */
  astray = false;
  readonly #requests: WorldRequests;
  #answers: string[] = [];

  constructor(cluster: RealCluster, world: World) {
    this.#cluster = cluster;
    this.world = world;
    this.#requests = new WorldRequests(world, `w${++played}`);
  }

  /** Makes its namespaces. */
  async prepare(): Promise<void> {
    for (const namespace of this.#requests.namespaces)
      await ensureNamespace(this.#cluster, namespace);
  }

  /** The number of the world's object with the uid. */
  numberOf(uid: string): number | undefined {
    return this.#requests.numberOf(uid);
  }

  /** What users do in a round. */
  act(round: number): Promise<void> {
    return this.perform(this.world.rounds[round] ?? []);
  }

  /** What users do, one request after the other. */
  async perform(actions: readonly WorldAction[]): Promise<void> {
    this.#answers = [];
    for (const action of actions) {
      const body = await this.#send(this.#requests.act(action));
      if (action.type !== 'create') continue;
      this.#requests.created(
        action.object,
        (body as { metadata?: { uid?: string } }).metadata?.uid,
      );
    }
  }

  /** Keeps what is left of this world after the round; the last look counts. */
  note(round: number, left: readonly ObjectMetadata[]): void {
    this.course[round] = { answers: this.#answers, left: leftObjects(left, this.#requests) };
  }

  /** Keeps what the collector sent about this world in the round. */
  noteSent(round: number, sent: ReadonlyMap<string, readonly SentRequest[]>): void {
    this.sent[round] = sentInRound(sent.get(this.#requests.prefix) ?? [], this.#requests);
  }

  /** What of these the collector said about this world. */
  warningsAmong(warnings: readonly Warned[]): readonly string[] {
    return warningsAbout(this.#requests, warnings);
  }

  /** Takes away what would be retried for ever. */
  async clear(): Promise<void> {
    for (const index of this.world.objects.keys()) {
      const { kind, namespace, name } = this.#requests.addressOf(index);
      const path = `${collectionPath(kind, namespace)}/${name}`;
      await this.#cluster.request('PATCH', path, {
        metadata: { finalizers: null, ownerReferences: null },
      });
      await this.#cluster.request('DELETE', path, {
        propagationPolicy: 'Background',
        gracePeriodSeconds: 0,
      });
    }
  }

  async #send({ verb, kind, namespace, name, body }: WorldRequest): Promise<unknown> {
    const collection = collectionPath(kind, namespace);
    const answer =
      verb === 'create'
        ? await this.#cluster.request('POST', collection, body)
        : await this.#cluster.request(
            verb === 'patch' ? 'PATCH' : 'DELETE',
            `${collection}/${name}`,
            body,
          );
    this.#answers.push(String(answer.code));
    return answer.body;
  }
}

/** The API server takes no more at once from one client's connections. */
const AT_ONCE = 16;

/** Does the work for all items, some at a time. */
export async function inParallel<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const pending = [...items];
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let item = pending.shift(); item !== undefined; item = pending.shift()) await work(item);
  });
  await Promise.all(workers);
}
