import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import { RealCluster } from '../../real-cluster/src/real-cluster.ts';
import { waitFor } from '../../real-cluster/src/wait-for.ts';

const NAMESPACES = '/api/v1/namespaces';
const ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
const HOLD = 'example.com/hold';

/** What is stored, as far as a deletion shows in it. */
interface Stored {
  readonly metadata: {
    readonly uid: string;
    readonly deletionTimestamp?: string;
    readonly finalizers?: readonly string[];
    readonly ownerReferences?: readonly unknown[];
  };
  readonly spec?: { readonly finalizers?: readonly string[] };
}

/** The stages of the scenarios namespace-orphaned, -in-the-foreground and -in-the-background, on a real cluster. */
describeReal('deletion of a Namespace', () => {
  let cluster: RealCluster;

  beforeAll(async () => {
    cluster = await RealCluster.start({
      controllers: ['garbage-collector-controller', 'namespace-controller'],
    });
  });
  afterAll(() => cluster?.stop());

  const read = async (path: string): Promise<Stored | undefined> => {
    const { code, body } = await cluster.request('GET', path);
    return code === 200 ? (body as Stored) : undefined;
  };
  const finalizersOf = async (path: string): Promise<readonly string[] | 'gone'> => {
    const stored = await read(path);
    return stored ? (stored.metadata.finalizers ?? []) : 'gone';
  };
  const until = (what: string, holds: () => Promise<boolean>): Promise<true> =>
    waitFor(what, async () => ((await holds()) ? true : undefined));
  const isGone = async (path: string): Promise<boolean> => (await read(path)) === undefined;

  /** A Namespace, with a dependent that is free to go and one that is held; returns their paths. */
  const create = async (name: string, finalizers: readonly string[] = []) => {
    const metadata = { name, finalizers };
    const { body } = await cluster.request('POST', NAMESPACES, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata,
    });
    const { uid } = (body as Stored).metadata;
    const owner = { apiVersion: 'v1', kind: 'Namespace', name, uid, blockOwnerDeletion: true };
    for (const [dependent, held] of [
      [`${name}-free`, []],
      [`${name}-held`, [HOLD]],
    ] as const) {
      await cluster.request('POST', ROLES, {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: dependent, finalizers: held, ownerReferences: [owner] },
      });
    }
    // The collector knows them once it knows the last one.
    await until('the collector', async () => (await cluster.debugGraph()).includes(`${name}-held`));
    return {
      team: `${NAMESPACES}/${name}`,
      free: `${ROLES}/${name}-free`,
      held: `${ROLES}/${name}-held`,
    };
  };
  /**
   * Content that keeps a Namespace until it is let go, by what is returned: its controller comes after five seconds, whether the
   * test has looked or not.
   */
  const keepFull = async (team: string): Promise<() => Promise<unknown>> => {
    const metadata = { name: 'content', finalizers: [HOLD] };
    await cluster.request('POST', `${team}/configmaps`, { metadata });
    return () =>
      cluster.request('PATCH', `${team}/configmaps/content`, { metadata: { finalizers: null } });
  };
  const remove = async (path: string, options: object): Promise<Stored['metadata']> => {
    const { body } = await cluster.request('DELETE', path, options);
    return (body as Stored).metadata;
  };
  const referencesOf = async (path: string): Promise<number> =>
    (await read(path))?.metadata.ownerReferences?.length ?? 0;

  it('[NS-17] Orphan: dependents lose their reference and stay', async () => {
    const { team, free, held } = await create('orphaned');
    const letGo = await keepFull(team);
    const marked = await remove(team, { propagationPolicy: 'Orphan' });
    expect(marked.finalizers).toEqual(['orphan']);
    await until('the finalizer to go', async () => (await finalizersOf(team)).length === 0);
    expect((await read(team))?.spec?.finalizers).toEqual(['kubernetes']);
    expect(await Promise.all([free, held].map(referencesOf))).toEqual([0, 0]);
    const again = await remove(team, { propagationPolicy: 'Foreground' });
    expect(again.finalizers ?? []).toEqual([]);
    await letGo();
    await until('the Namespace to go', () => isGone(team));
    for (const path of [free, held]) {
      expect((await read(path))?.metadata).not.toHaveProperty('deletionTimestamp');
    }
  }, 60_000);

  it.each([{ propagationPolicy: 'Foreground' }, { orphanDependents: false }])(
    '[NS-17] %j: a held dependent keeps it, emptied',
    async (options) => {
      const { team, free, held } = await create(
        `waiting-${Object.keys(options)[0]?.toLowerCase()}`,
      );
      const letGo = await keepFull(team);
      const marked = await remove(team, options);
      expect(marked.finalizers).toEqual(['foregroundDeletion']);
      await until('the free one to go', () => isGone(free));
      expect((await remove(team, { propagationPolicy: 'Background' })).finalizers).toEqual([
        'foregroundDeletion',
      ]);
      await letGo();
      await until('its controller', async () => (await read(team))?.spec?.finalizers === undefined);
      expect(await finalizersOf(team)).toEqual(['foregroundDeletion']);
      await until('the held one to be deleted', async () => {
        return (await read(held))?.metadata.deletionTimestamp !== undefined;
      });
      await cluster.request('PATCH', held, { metadata: { finalizers: null } });
      await until('both to go', async () => (await isGone(held)) && (await isGone(team)));
    },
    60_000,
  );

  it('[NS-17] emptied it is deleted as any object', async () => {
    const { team, held } = await create('twice');
    await remove(team, { propagationPolicy: 'Foreground' });
    await until('its controller', async () => (await read(team))?.spec?.finalizers === undefined);
    const gone = await remove(team, { propagationPolicy: 'Background' });
    expect(gone.finalizers).toEqual(['foregroundDeletion']);
    expect(await isGone(team)).toBe(true);
    expect(await finalizersOf(held)).toEqual([HOLD]);
  }, 60_000);

  it('[NS-17] Background takes foregroundDeletion away; dependents go after it', async () => {
    const { team, free, held } = await create('background', ['foregroundDeletion']);
    const marked = await remove(team, { propagationPolicy: 'Background' });
    expect(marked.finalizers ?? []).toEqual([]);
    await until('the Namespace to go', () => isGone(team));
    await until('the free one to go', () => isGone(free));
    await until('the held one to be deleted', async () => {
      return (await read(held))?.metadata.deletionTimestamp !== undefined;
    });
  }, 60_000);

  it('[NS-17] [NS-18] [NS-19] refusals, and a finalizer that decides', async () => {
    const { team, free } = await create('decided', ['orphan']);
    const conflict = await cluster.request('DELETE', team, { preconditions: { uid: 'x' } });
    expect(conflict).toMatchObject({
      code: 409,
      body: { reason: 'Conflict', details: { name: 'decided', kind: 'namespaces' } },
    });
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'decided' } };
    const plain = { ...namespace, spec: { finalizers: ['plain'] } };
    expect(await cluster.request('PUT', `${team}/finalize`, plain)).toMatchObject({ code: 422 });
    expect((await remove(team, {})).finalizers).toEqual(['orphan']);
    const active = { ...namespace, status: { phase: 'Active' } };
    expect(await cluster.request('PUT', `${team}/status`, active)).toMatchObject({ code: 422 });
    await until('the Namespace to go', () => isGone(team));
    expect(await referencesOf(free)).toBe(0);
  }, 60_000);
});
