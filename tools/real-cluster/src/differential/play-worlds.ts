import { setTimeout } from 'node:timers/promises';
import { describeAnswer } from '../api-client.ts';
import { ensureNamespace } from '../deployment-chain.ts';
import { listMetadata } from '../objects.ts';
import { quiet } from '../quiet.ts';
import type { RealCluster } from '../real-cluster.ts';
import { waitFor } from '../wait-for.ts';
import { type Course, type LeftObject, leftObjects } from './outcome.ts';
import { type WorldRequest, WorldRequests } from './requests.ts';
import { KINDS, WIDGET_VERSIONS, type World } from './world.ts';

const WIDGETS = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.differential.example.com' },
  spec: {
    group: 'differential.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: WIDGET_VERSIONS.map((name) => ({
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

/** Whether the simulation knows an order that leads to this course so far; `thoroughly`: also a rare one. */
export type IsExplained = (world: World, course: Course, thoroughly: boolean) => boolean;

/** How worlds are played. */
export interface PlayOptions {
  readonly isExplained: IsExplained;
  /** How long a round that is not explained is looked at again. Milliseconds. */
  readonly patience?: number;
}

/**
 * Plays worlds on the real cluster, all at once, and says how each went. All must ask for as many workers. The collector
 * starts anew, and is paused while users write, so that it meets each round as a whole; then it runs until it is at rest.
 */
export async function playWorlds(
  cluster: RealCluster,
  worlds: readonly World[],
  options: PlayOptions,
): Promise<Course[]> {
  const single = worlds.some(({ workers }) => workers === 'one');
  await cluster.restartControllerManager({ concurrentGcSyncs: single ? 1 : DEFAULT_WORKERS });
  const plays = worlds.map((world) => new Play(cluster, world, `w${++played}`));
  await inParallel(plays, (play) => play.prepare());
  const rounds = Math.max(...worlds.map((world) => world.rounds.length));
  for (let round = 0; round < rounds; round++) {
    const going = plays.filter(({ world }) => world.rounds.length > round);
    await settled(cluster, going, round, options);
  }
  await inParallel(plays, (play) => play.clear());
  return plays.map((play) => play.course);
}

const DEFAULT_WORKERS = 20;
/** Keeps the namespaces of worlds apart that one process plays. */
let played = 0;

/** A child of an unserved kind is retried with a growing delay; what frees it is noticed only then. */
const PATIENCE = 90_000;
const LOOK_AGAIN = 3000;
/** Looks after which a course is no longer only early, but perhaps rare. */
const THOROUGH_LOOK = 3;

async function settled(
  cluster: RealCluster,
  plays: readonly Play[],
  round: number,
  { isExplained, patience = PATIENCE }: PlayOptions,
): Promise<void> {
  cluster.pauseControllerManager();
  try {
    await inParallel(plays, (play) => play.act(round));
  } finally {
    cluster.resumeControllerManager();
  }
  await quiet(cluster, { within: 300_000 });
  // Whoever went astray in an earlier round is not waited for again.
  let open = plays.filter((play) => !play.astray);
  let left = await allLeft(cluster);
  for (const play of plays) play.note(round, left);
  const until = performance.now() + patience;
  for (let look = 1; ; look++) {
    const thoroughly = look === THOROUGH_LOOK;
    open = open.filter((play) => !isExplained(play.world, play.course, thoroughly));
    if (open.length === 0 || performance.now() > until) break;
    await setTimeout(LOOK_AGAIN);
    left = await allLeft(cluster);
    for (const play of open) play.note(round, left);
  }
  for (const play of open) play.astray = true;
}

type Metadata = Awaited<ReturnType<typeof listMetadata>>;

async function allLeft(cluster: RealCluster): Promise<Metadata> {
  const lists = await Promise.all(
    KINDS.map((kind) => listMetadata(cluster, collectionPath(kind, ''))),
  );
  return lists.flat();
}

class Play {
  readonly course: { answers: readonly string[]; left: readonly LeftObject[] }[] = [];
  readonly #cluster: RealCluster;
  readonly world: World;
  /** Whether a round ended in a way that the simulation does not know. */
  astray = false;
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

  async act(round: number): Promise<void> {
    this.#answers = [];
    for (const action of this.world.rounds[round] ?? []) {
      const body = await this.#send(this.#requests.act(action));
      if (action.type !== 'create') continue;
      this.#requests.created(
        action.object,
        (body as { metadata?: { uid?: string } }).metadata?.uid,
      );
    }
  }

  /** Keeps what is left of this world after the round; the last look counts. */
  note(round: number, left: Metadata): void {
    this.course[round] = { answers: this.#answers, left: leftObjects(left, this.#requests) };
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
