import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import {
  type Forecast,
  plainText,
  type ReportedCause,
  type TerminatingReport,
} from '@gcscope/gc-core/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeBlockedObjects } from '../../real-cluster/src/blocked-objects.ts';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import { checkForecast } from '../../real-cluster/src/differential/check-forecast.ts';
import type { StoredObject, WorldState } from '../../real-cluster/src/differential/world-state.ts';
import { GcscopeAtWork } from '../../real-cluster/src/gcscope-at-work.ts';
import { kubectlPath } from '../../real-cluster/src/kubectl.ts';
import { deleteObject, listMetadata } from '../../real-cluster/src/objects.ts';
import { quiet } from '../../real-cluster/src/quiet.ts';
import { RealCluster } from '../../real-cluster/src/real-cluster.ts';
import { waitFor } from '../../real-cluster/src/wait-for.ts';
import {
  makeWorkloads,
  PARTS,
  partsPath,
  type Workload,
} from '../../real-cluster/src/workloads.ts';

const run = promisify(execFile);
const TIMEOUT = 300_000;
/** Milliseconds without a write. */
const SILENCE = 2500;
/** Milliseconds for one command. */
const PATIENCE = 30_000;
/** What one command frees may be blocked by something else. */
const MOST_ROUNDS = 4;
/** Namespaces of blocked objects. */
const BLOCKED = ['first', 'last'] as const;

/**
 * All controllers, but neither kubelet nor scheduler: Pods get no node, stay Pending and go at once when they are deleted.
 */
describeReal('gcscope serve before a cluster with all controllers', () => {
  let cluster: RealCluster;
  let gcscope: GcscopeAtWork;
  let workloads: readonly Workload[];

  beforeAll(async () => {
    cluster = await RealCluster.start({ controllers: ['*'], kubeApiQps: 500, verbosity: 2 });
    workloads = await makeWorkloads(cluster);
    // The collector learns the custom kind at once.
    await cluster.restartControllerManager();
    await quiet(cluster, { silence: SILENCE });
    gcscope = await GcscopeAtWork.start(cluster.kubeconfigPath);
  });
  afterAll(async () => {
    await gcscope?.stop();
    await cluster?.stop();
  });

  it('each line of a forecast is what a deletion of a workload does', {
    timeout: TIMEOUT,
  }, async () => {
    const forecasts = await Promise.all(
      workloads.map(async (workload) => {
        const before = await partsOf(cluster, workload);
        for (const uid of before.keys()) {
          await waitFor(`${uid} to be seen`, () => gcscope.ask(`/objects/${uid}`));
        }
        const forecast = await waitFor(`a forecast of ${workload.namespace}`, async () => {
          const { policies = [] } =
            (await gcscope.ask<Forecast>(`/objects/${workload.uid}/forecast`)) ?? {};
          const found = policies.find(({ policy }) => policy === workload.policy);
          return found?.notVerified.length === 0 ? found : undefined;
        });
        return { workload, before, forecast };
      }),
    );
    for (const { path, policy } of workloads) await deleteObject(cluster, path, policy);
    await quiet(cluster, { silence: SILENCE });
    const remade = new Set<string>();
    for (const { workload, before, forecast } of forecasts) {
      const after = await partsOf(cluster, workload);
      expect(checkForecast(forecast, before, after), workload.namespace).toEqual([]);
      const anew = [...after.values()].filter(({ meta }) => !before.has(meta.uid));
      const makers = new Set(
        anew.map(({ meta }) => controllerOf(meta)).filter((maker = '') => before.has(maker)),
      );
      const said = forecast.deleted.flatMap(({ remadeBy }) => remadeBy?.uid ?? []);
      expect(makers, workload.namespace).toEqual(new Set(said));
      if (makers.size > 0) remade.add(workload.namespace);
    }
    // Strict: controllers have worked.
    expect([...remade].toSorted()).toEqual(['pod-background', 'replica-set-background']);
  });

  it('each command that is advised ends what blocks an object', { timeout: TIMEOUT }, async () => {
    cluster.pauseControllerManager();
    for (const namespace of BLOCKED) await makeBlockedObjects(cluster, namespace);
    cluster.resumeControllerManager();
    const tried: string[] = [];
    for (let round = 0; round < MOST_ROUNDS; round++) {
      await quiet(cluster, { silence: SILENCE });
      tried.push(...(await takeAdvice(cluster, gcscope)));
    }
    expect([...(await causesIn(gcscope)).keys()]).toEqual([]);
    // Strict: there was something of everything.
    const count = (type: string): number => tried.filter((each) => each === type).length;
    expect(count('read')).toBeGreaterThan(5);
    expect(count('finalizer')).toBeGreaterThan(5);
    expect(count('reference')).toBeGreaterThan(1);
  });
});

/** The parts in the namespace of a workload. */
async function partsOf(cluster: RealCluster, { namespace }: Workload): Promise<WorldState> {
  const lists = PARTS.map(async ([apiVersion, kind, resource]): Promise<StoredObject[]> => {
    const path = partsPath(namespace, resource);
    const { code } = await cluster.request('GET', path);
    if (code === 404) return [];
    return (await listMetadata(cluster, path)).map((meta) => {
      const { name, uid } = meta;
      return { identity: { apiVersion, kind, namespace, name, uid }, meta, onNode: false };
    });
  });
  const all = (await Promise.all(lists)).flat();
  return new Map(all.map((each) => [each.meta.uid, each]));
}

function controllerOf({ ownerReferences = [] }: StoredObject['meta']): string | undefined {
  return ownerReferences.find(({ controller }) => controller)?.uid;
}

/** Runs what is advised of each root cause, which must be gone then; what kinds of advice there were. */
async function takeAdvice(cluster: RealCluster, gcscope: GcscopeAtWork): Promise<string[]> {
  const tried: string[] = [];
  const causes = [...(await causesIn(gcscope)).values()];
  // Looks come first: a change may take away what the next one looks at.
  for (const { command } of causes.flatMap(({ advice }) => advice.filter(({ reads }) => reads))) {
    await perform(cluster, command);
    tried.push('read');
  }
  for (const cause of causes) {
    const changes = cause.advice.filter(({ reads }) => !reads);
    // Each of two ways out is taken somewhere.
    const chosen = changes.at(isOf(BLOCKED[0], cause) ? 0 : -1);
    if (!chosen) continue;
    await perform(cluster, chosen.command);
    tried.push(cause.type);
    await waitFor(`${keyOf(cause)} to be gone after ${chosen.command}`, async () =>
      (await causesIn(gcscope)).has(keyOf(cause)) ? undefined : true,
    );
  }
  return tried;
}

/** The root causes in the namespaces of blocked objects, and of objects that are named after them. */
async function causesIn(gcscope: GcscopeAtWork): Promise<Map<string, ReportedCause>> {
  const { objects = [] } = (await gcscope.ask<TerminatingReport>('/terminating')) ?? {};
  const all = objects
    .flatMap(({ rootCauses }) => rootCauses)
    .filter((cause) => BLOCKED.some((each) => isOf(each, cause)));
  return new Map(all.map((cause) => [keyOf(cause), cause]));
}

function isOf(name: string, { object }: ReportedCause): boolean {
  return object.namespace === name || object.name.startsWith(`${name}-`);
}

function keyOf({ object, type, text }: ReportedCause): string {
  return `${object.uid} ${type} ${plainText(text)}`;
}

/** Runs a command as it stands, by a shell; throws if it fails. */
async function perform(cluster: RealCluster, command: string): Promise<void> {
  const kubectl = (await kubectlPath()) ?? '';
  const env = {
    PATH: `${dirname(kubectl)}:${process.env.PATH}`,
    HOME: cluster.folder,
    KUBECONFIG: cluster.kubeconfigPath,
  };
  await run('sh', ['-c', `exec ${command}`], { env, timeout: PATIENCE });
}
