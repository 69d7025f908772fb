import { setTimeout } from 'node:timers/promises';
import { describeAnswer } from '../api-client.ts';
import { ensureNamespace } from '../deployment-chain.ts';
import { listMetadata } from '../objects.ts';
import { quiet } from '../quiet.ts';
import type { RealCluster } from '../real-cluster.ts';
import { waitFor } from '../wait-for.ts';
import { type Course, outcomeLines } from './outcome.ts';
import { type WorldRequest, WorldRequests } from './requests.ts';
import { KINDS, OTHER_VERSION, type World } from './world.ts';

const WIDGETS = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.differential.example.com' },
  spec: {
    group: 'differential.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: ['v1', OTHER_VERSION.split('/')[1]].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    })),
  },
};

/** Makes the cluster ready: the custom kind is served, and the collector watches it. */
export async function serveWidgets(cluster: RealCluster): Promise<void> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const answer = await cluster.request('POST', path, WIDGETS);
  if (answer.code !== 201) throw new Error(`Widgets: ${describeAnswer(answer)}`);
  await waitFor('widgets to be served', async () => {
    const { code } = await cluster.request('GET', '/apis/differential.example.com/v1/widgets');
    return code === 200 ? true : undefined;
  });
  await cluster.restartControllerManager();
}

/** Whether the simulation knows an order that leads to this course so far. */
export type IsExplained = (world: World, course: Course) => boolean;

/**
 * Plays worlds on the real cluster, all at once, and says how each went. The collector is paused while users write, so
 * that it meets each round as a whole; then it runs until it is at rest.
 */
export async function playWorlds(
  cluster: RealCluster,
  worlds: readonly World[],
  isExplained: IsExplained,
): Promise<Course[]> {
  const plays = worlds.map((world, at) => new Play(cluster, world, `w${world.seed}-${at}`));
  await inParallel(plays, (play) => play.prepare());
  const rounds = Math.max(...worlds.map((world) => world.rounds.length));
  await settled(cluster, plays, (play) => play.create(), isExplained);
  for (let round = 0; round < rounds; round++) {
    await settled(cluster, plays, (play) => play.act(round), isExplained);
  }
  await inParallel(plays, (play) => play.clear());
  return plays.map((play) => play.course);
}

/** A child of an unserved kind is retried with a growing delay; what frees it is noticed only then. */
const PATIENCE = 90_000;
const LOOK_AGAIN = 3000;

async function settled(
  cluster: RealCluster,
  plays: readonly Play[],
  write: (play: Play) => Promise<void>,
  isExplained: IsExplained,
): Promise<void> {
  cluster.pauseControllerManager();
  try {
    await inParallel(plays, write);
  } finally {
    cluster.resumeControllerManager();
  }
  await quiet(cluster, { within: 300_000 });
  const first = await allLeft(cluster);
  for (const play of plays) play.note(first);
  let open = plays.filter((play) => !isExplained(play.world, play.course));
  const until = performance.now() + PATIENCE;
  while (open.length > 0 && performance.now() < until) {
    await setTimeout(LOOK_AGAIN);
    const left = await allLeft(cluster);
    for (const play of open) play.noteAgain(left);
    open = open.filter((play) => !isExplained(play.world, play.course));
  }
}

type Metadata = Awaited<ReturnType<typeof listMetadata>>;

async function allLeft(cluster: RealCluster): Promise<Metadata> {
  const lists = await Promise.all(
    KINDS.map((kind) => listMetadata(cluster, collectionPath(kind, ''))),
  );
  return lists.flat();
}

class Play {
  readonly course: { answers: string[]; left: string[] }[] = [];
  readonly #cluster: RealCluster;
  readonly world: World;
  readonly #requests: WorldRequests;
  #answers: string[] = [];

  constructor(cluster: RealCluster, world: World, prefix: string) {
    this.#cluster = cluster;
    this.world = world;
    this.#requests = new WorldRequests(world, prefix);
  }

  async prepare(): Promise<void> {
    for (const namespace of this.#requests.namespaces)
      await ensureNamespace(this.#cluster, namespace);
  }

  async create(): Promise<void> {
    for (const index of this.world.objects.keys()) {
      const body = await this.#send(this.#requests.create(index));
      const uid = (body as { metadata?: { uid?: string } }).metadata?.uid;
      this.#requests.uids.push(uid ?? `refused-${index}`);
    }
    for (const index of this.world.objects.keys()) {
      const request = this.#requests.refer(index);
      if (request) await this.#send(request);
    }
  }

  async act(round: number): Promise<void> {
    for (const action of this.world.rounds[round] ?? [])
      await this.#send(this.#requests.act(action));
  }

  /** Keeps what is left of this world. */
  note(left: Metadata): void {
    this.course.push({ answers: this.#answers, left: outcomeLines(left, this.#requests) });
    this.#answers = [];
  }

  /** Looks at the same round once more. */
  noteAgain(left: Metadata): void {
    const last = this.course.at(-1);
    if (last) last.left = outcomeLines(left, this.#requests);
  }

  /** Takes away what would be retried for ever. */
  async clear(): Promise<void> {
    for (const index of this.world.objects.keys()) {
      const { kind, namespace, name } = this.#requests.create(index);
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

function collectionPath(kind: (typeof KINDS)[number], namespace: string): string {
  const root = kind.apiVersion.includes('/')
    ? `/apis/${kind.apiVersion}`
    : `/api/${kind.apiVersion}`;
  return namespace === ''
    ? `${root}/${kind.resource}`
    : `${root}/namespaces/${namespace}/${kind.resource}`;
}

/** The API server takes no more at once from one client's connections. */
const AT_ONCE = 16;

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const pending = [...items];
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let item = pending.shift(); item !== undefined; item = pending.shift()) await work(item);
  });
  await Promise.all(workers);
}
