import { randomUUID } from 'node:crypto';
import { deleteObject } from '../objects.ts';
import type { RealCluster } from '../real-cluster.ts';
import { GADGET, WIDGET } from './custom-kinds.ts';
import { FAULTS, type Owners } from './faults.ts';
import { blocking, cycle, Land, type Made } from './land.ts';
import { DEPLOYMENT } from './workloads.ts';

const HOLD = 'example.com/hold';
const ROLE = ['rbac.authorization.k8s.io/v1', 'ClusterRole'] as const;

/** Each faulty object that was made, by uid, with the fault's name. */
export type Faulty = ReadonlyMap<string, string>;

/**
 * Makes every fault in the namespace and in one beside it. The controller manager should not run: it would fix some
 * before anybody has looked.
 */
export async function makeFaults(cluster: RealCluster, namespace: string): Promise<Faulty> {
  const land = await Land.in(cluster, namespace);
  const faulty = new Map<string, string>();
  const owners = await makeOwners(land);
  for (const { name, child, refused, references } of FAULTS) {
    const prefix = child === undefined ? '' : `${namespace}-`;
    const object = `${prefix}${name.replaceAll(/\W+/g, '-').toLowerCase()}`;
    const ownerReferences = references(owners);
    const making =
      child === undefined
        ? land.configMap(object, { ownerReferences })
        : land.create(ROLE, object, { rules: [] }, { ownerReferences });
    if (refused) await expectRefusal(name, making);
    else faulty.set((await making).metadata.uid, name);
  }
  const note = (name: string, ...all: readonly Made[]): void => {
    for (const { metadata } of all) faulty.set(metadata.uid, name);
  };
  note('cycle of two', ...(await cycle(land, 'two', 2)));
  note('cycle of three', ...(await cycle(land, 'three', 3)));
  note('cycle of one', ...(await cycle(land, 'one', 1)));
  note('child of what goes', ...(await vanishing(land)));
  note('cycle in foreground deletion', ...(await leavingCycle(land, 'leaving', [])));
  note('held cycle in foreground deletion', ...(await leavingCycle(land, 'held', [HOLD])));
  note('blocked foreground deletion', ...(await blockedByHeld(land)));
  note('foreground deletion blocked by a role', ...(await blockedByRole(land)));
  note('foreign finalizer', await deleted(land, 'foreign', 'Background'));
  note('foreign finalizer, orphaning', await deleted(land, 'orphaning', 'Orphan'));
  note(
    'unhandled finalizer',
    await land.configMap('unhandled', { finalizers: ['nobody.example.net/hold'] }),
  );
  return faulty;
}

async function expectRefusal(name: string, making: Promise<unknown>): Promise<void> {
  const outcome = await making.then(
    () => 'it was stored',
    (error: unknown) => String(error),
  );
  if (!outcome.includes('422 Invalid')) throw new Error(`${name} is to be refused: ${outcome}`);
}

async function makeOwners(land: Land): Promise<Owners> {
  const { cluster, namespace } = land;
  const beside = await Land.in(cluster, `${namespace}-beside`);
  const involvedObject = { kind: 'ConfigMap', namespace, name: 'owner' };
  return {
    owner: await land.configMap('owner'),
    far: await beside.configMap('far'),
    farOwner: await beside.configMap('owner'),
    leaving: await deleted(land, 'leaving', 'Foreground'),
    held: await deleted(land, 'held', 'Background'),
    deployment: await land.create(DEPLOYMENT, 'idle', { spec: IDLE }),
    widget: await land.create(WIDGET, 'widget'),
    gadget: await land.create(GADGET, 'gadget'),
    role: await land.create(ROLE, namespace, { rules: [] }),
    event: await land.create(['v1', 'Event'], 'event', { involvedObject }),
    namespace: await land.itself(),
    newUid: randomUUID,
  };
}

const LABELS = { app: 'idle' };
const IDLE = {
  replicas: 0,
  selector: { matchLabels: LABELS },
  template: { metadata: { labels: LABELS }, spec: { containers: [{ name: 'c', image: 'i' }] } },
};

/** A ConfigMap that is being deleted and held. */
async function deleted(
  land: Land,
  name: string,
  policy: 'Background' | 'Foreground' | 'Orphan',
): Promise<Made> {
  const made = await land.configMap(name, { finalizers: [HOLD] });
  await deleteObject(land.cluster, made.path, policy);
  return made;
}

async function vanishing(land: Land): Promise<Made[]> {
  const gone = { apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid: randomUUID() };
  const middle = await land.configMap('vanishing', { ownerReferences: [gone] });
  const child = await land.configMap('vanishing-child', { ownerReferences: [blocking(middle)] });
  return [middle, child];
}

/** Two that wait for each other (AD-16 does not come to them: they were deleted before it looked). */
async function leavingCycle(
  land: Land,
  name: string,
  finalizers: readonly string[],
): Promise<Made[]> {
  const all = await cycle(land, name, 2, finalizers);
  for (const { path } of all) await deleteObject(land.cluster, path, 'Foreground');
  return all;
}

async function blockedByHeld(land: Land): Promise<Made[]> {
  const owner = await land.configMap('blocked');
  const ownerReferences = [blocking(owner)];
  const child = await land.configMap('blocker', { ownerReferences, finalizers: [HOLD] });
  await deleteObject(land.cluster, owner.path, 'Foreground');
  return [owner, child];
}

/** The collector never looks at the role's owner, which waits for it (CL-04, DM-10). */
async function blockedByRole(land: Land): Promise<Made[]> {
  const owner = await land.configMap('blocked-by-role');
  const ownerReferences = [blocking(owner)];
  const name = `${land.namespace}-blocks`;
  const child = await land.create(ROLE, name, { rules: [] }, { ownerReferences });
  await deleteObject(land.cluster, owner.path, 'Foreground');
  return [owner, child];
}
