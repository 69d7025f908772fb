import type { Finding, ReportedCause } from '@gcscope/gc-core/wire';
import { defineKind } from '../define-kind.ts';
import { deleteObject, listMetadata } from '../objects.ts';
import { quiet } from '../quiet.ts';
import { RealCluster } from '../real-cluster.ts';
import { waitFor } from '../wait-for.ts';
import { checkForecast, checkMadeAnew } from './check-forecast.ts';
import { checkVerdicts } from './check-verdicts.ts';
import { type ClusterState, type RealObject, readCluster } from './cluster-state.ts';
import { GROUP } from './custom-kinds.ts';
import { GcscopeAtWork } from './gcscope-at-work.ts';
import { type Island, makeIslands } from './islands.ts';
import { Land } from './land.ts';
import { type Faulty, makeFaults } from './make-faults.ts';
import type { Case } from './report.ts';
import { tryAdvice, tryFixes } from './try-commands.ts';
import { emptyNode } from './workloads.ts';

/** Enough that the rate of the controllers is not what takes the time. */
const QPS = 500;
/** Milliseconds without a write. */
const SILENCE = 2500;
/** After an error the next pass over a Namespace comes a minute later. Milliseconds. */
const NAMESPACES_GO = 90_000;
/** The namespace controller deletes what is held again and again (NS-13). */
const NAMESPACE_CONTROLLER = 'system:serviceaccount:kube-system:namespace-controller';

/**
 * A real cluster with all controllers and workloads of all kinds in it, and gcscope before it. There is no kubelet and no
 * scheduler: Pods get no node, stay Pending and go at once when they are deleted.
 */
export class PopulatedCluster {
  readonly cluster: RealCluster;
  readonly #gcscope: GcscopeAtWork;
  readonly #islands: readonly Island[];
  readonly #faulty = new Map<string, string>();

  private constructor(cluster: RealCluster, gcscope: GcscopeAtWork, islands: readonly Island[]) {
    this.cluster = cluster;
    this.#gcscope = gcscope;
    this.#islands = islands;
  }

  static async start(): Promise<PopulatedCluster> {
    const cluster = await RealCluster.start({ controllers: ['*'], kubeApiQps: QPS, verbosity: 2 });
    return cluster.preparedBy(async () => {
      await defineKind(cluster, GROUP, 'Widget', ['v1']);
      await defineKind(cluster, GROUP, 'Gadget', ['v1', 'v1beta1']);
      await emptyNode(await Land.in(cluster, 'default'));
      // The collector learns the custom kinds at once.
      await cluster.restartControllerManager();
      const islands = await makeIslands(cluster);
      await rest(cluster);
      const gcscope = await GcscopeAtWork.start(cluster.kubeconfigPath);
      return new PopulatedCluster(cluster, gcscope, islands);
    });
  }

  async stop(): Promise<void> {
    await this.#gcscope.stop();
    await this.cluster.stop();
  }

  /** Faults in the cluster, the verdict on every object, and what a new collector makes of them. */
  async tryVerdicts(): Promise<Case[]> {
    await this.#faults('faults');
    const before = await this.#seen();
    const predicted = new Map(
      await Promise.all(
        [...before.keys()].map(async (uid) => [uid, await this.#gcscope.explain(uid)] as const),
      ),
    );
    await this.cluster.restartControllerManager();
    await rest(this.cluster);
    const labelOf = (uid: string): string => {
      const fault = this.#faulty.get(uid);
      return fault === undefined ? '' : ` (${fault})`;
    };
    return checkVerdicts(predicted, before, await readCluster(this.cluster), labelOf);
  }

  /** The forecast of every planned deletion, and what comes of them. */
  async tryForecasts(): Promise<Case[]> {
    const before = await this.#seen();
    const predicted = await Promise.all(
      this.#islands.map(async (island) => {
        const { policies } = await this.#gcscope.forecast(island.target.metadata.uid);
        const found = policies.find(({ policy }) => policy === island.policy);
        if (!found) throw new Error(`No forecast of ${island.policy} for ${island.name}.`);
        return { island, forecast: found };
      }),
    );
    for (const { target, policy } of this.#islands) {
      await deleteObject(this.cluster, target.path, policy);
    }
    await rest(this.cluster);
    const after = await readCluster(this.cluster);
    return predicted.flatMap(({ island, forecast }) => {
      const objects = objectsOf(island, before);
      return [
        ...checkForecast(island.name, forecast, objects, after),
        ...checkMadeAnew(island.name, forecast, objects, before, after),
      ];
    });
  }

  /** The fix of every finding in a namespace of faults, while nothing else is fixed. */
  async tryFixes(): Promise<Case[]> {
    const ours = await this.#faults('fixed');
    const audit = async () => {
      await this.#seen();
      return this.#gcscope.audit();
    };
    const isOurs = ({ object }: Finding): boolean => ours.has(object.uid);
    // An owner is known to be absent once its kind was observed again (CL-06): else findings come later, and not by a fix.
    await waitFor('every reference to be verified', async () =>
      (await audit()).unverified === 0 ? true : undefined,
    );
    return tryFixes(this.cluster, { audit }, isOurs);
  }

  /** What is advised of every object that hangs, while the collector works. */
  async tryAdvice(): Promise<Case[]> {
    await this.#faults('advised');
    this.cluster.resumeControllerManager();
    const terminating = async () => {
      await rest(this.cluster);
      await this.#seen();
      return this.#gcscope.terminating();
    };
    const isOurs = ({ object }: ReportedCause): boolean => this.#faulty.has(object.uid);
    // Of two ways out each is taken somewhere.
    return tryAdvice(this.cluster, { terminating }, isOurs, (changes, { object }) =>
      object.namespace === 'advised' || object.name.startsWith('advised')
        ? changes[0]
        : changes.at(-1),
    );
  }

  /** Stops the controllers, and makes all faults in this namespace. */
  async #faults(namespace: string): Promise<Faulty> {
    this.cluster.pauseControllerManager();
    const made = await makeFaults(this.cluster, namespace);
    for (const [uid, fault] of made) this.#faulty.set(uid, fault);
    return made;
  }

  #seen(): Promise<ClusterState> {
    return this.#gcscope.sees(() => readCluster(this.cluster));
  }
}

/** The collector and the controllers have nothing left to do, and no Namespace is on its way (NS-04: it begins late). */
async function rest(cluster: RealCluster): Promise<void> {
  await quiet(cluster, { silence: SILENCE, ignored: NAMESPACE_CONTROLLER });
  const isLeaving = async (): Promise<boolean> => {
    const namespaces = await listMetadata(cluster, '/api/v1/namespaces');
    return namespaces.some(({ deletionTimestamp }) => deletionTimestamp !== undefined);
  };
  if (!(await isLeaving())) return;
  await waitFor('Namespaces to go', async () => ((await isLeaving()) ? undefined : true), {
    within: NAMESPACES_GO,
  });
  await quiet(cluster, { silence: SILENCE });
}

function objectsOf({ name, beside }: Island, state: ClusterState): RealObject[] {
  const uids = new Set(beside.map(({ metadata }) => metadata.uid));
  return [...state.values()].filter(({ metadata: { namespace, uid } }) => {
    return namespace === name || uids.has(uid);
  });
}
