import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { CollectProcess } from '../../real-cluster/src/collect/collect-process.ts';
import {
  accountWith,
  COLLECTS,
  grant,
  type Rule,
} from '../../real-cluster/src/collect/collect-rights.ts';
import { defineKind } from '../../real-cluster/src/define-kind.ts';
import { ensureNamespace } from '../../real-cluster/src/deployment-chain.ts';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import { createObject, deleteObject, type ObjectMetadata } from '../../real-cluster/src/objects.ts';
import { RealCluster } from '../../real-cluster/src/real-cluster.ts';
import { waitFor } from '../../real-cluster/src/wait-for.ts';

const CONFIG_MAPS = '/api/v1/namespaces/shop/configmaps';
const SECRETS = '/api/v1/namespaces/shop/secrets';
const GROUP = '/apis/populated.example.com';
const READS: Rule = { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] };
const OFTEN = '--sync-period=2s';

describeReal('collect, kinds and rights', () => {
  let cluster: RealCluster;
  let collector: CollectProcess | undefined;
  let owners = 0;

  beforeAll(async () => {
    cluster = await RealCluster.start({ controllers: ['namespace-controller'] });
    await ensureNamespace(cluster, 'shop');
  });
  afterEach(() => collector?.kill());
  afterAll(() => cluster?.stop());

  const collect = async (
    name: string,
    rules: readonly Rule[],
    ...flags: string[]
  ): Promise<CollectProcess> => {
    const { kubeconfig } = await accountWith(cluster, name, rules);
    collector = await CollectProcess.start({ kubeconfig, folder: cluster.folder, flags });
    return collector;
  };
  /** A new ConfigMap, and the reference to it. */
  const owner = async (): Promise<{ readonly path: string; readonly reference: object }> => {
    const { name, uid } = await createObject(cluster, CONFIG_MAPS, {
      metadata: { name: `owner-${++owners}` },
    });
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: true };
    return { path: `${CONFIG_MAPS}/${name}`, reference };
  };
  /** One more dependent, in the collection; its path. */
  const dependent = async (collection: string, reference: object): Promise<string> => {
    const name = `dependent-${++owners}`;
    const metadata = { name, ownerReferences: [reference] };
    await createObject(cluster, collection, { metadata, ...kindOf(collection) });
    return `${collection}/${name}`;
  };
  const code = async (path: string): Promise<number> => (await cluster.request('GET', path)).code;
  const goes = (path: string): Promise<true> =>
    waitFor(`${path} to go`, async () => ((await code(path)) === 404 ? true : undefined));
  /** A ConfigMap goes with its owner: so much works in any case. */
  const collectsConfigMaps = async (): Promise<void> => {
    const { path, reference } = await owner();
    const child = await dependent(CONFIG_MAPS, reference);
    await deleteObject(cluster, path, 'Foreground');
    await goes(child);
    await goes(path);
  };

  it('[MO-08] a custom kind that comes is collected, and one that goes takes its dependents', async () => {
    const running = await collect('comes', [COLLECTS], OFTEN, '-v2');
    await running.ready();
    const definition = await defineKind(cluster, 'populated.example.com', 'Widget', ['v1']);
    const widgets = `${GROUP}/v1/namespaces/shop/widgets`;
    const { path, reference } = await owner();
    const child = await dependent(widgets, reference);
    // It is not ready while a kind is served that it does not watch; that may last no longer than this look.
    await waitFor('the kind to be watched', () =>
      /added: \[[^\]]*widgets/.test(running.log()) ? true : undefined,
    );
    await running.ready();
    await deleteObject(cluster, path, 'Foreground');
    await goes(child);
    await goes(path);
    const widget = (await objectAt(await dependent(widgets, (await owner()).reference))).metadata;
    const { name, uid } = widget;
    const child2 = await dependent(CONFIG_MAPS, {
      apiVersion: 'populated.example.com/v1',
      kind: 'Widget',
      name,
      uid,
    });
    await deleteObject(cluster, definition.path, 'Background');
    await goes(child2);
    await waitFor('the kind to be gone', () =>
      /removed: \[[^\]]*widgets/.test(running.log()) ? true : undefined,
    );
    await running.ready();
    await collectsConfigMaps();
  });

  it('[CF-04] it needs no more rights than the real collector, and says what it may not do', async () => {
    const running = await collect('reads', [READS], OFTEN);
    await running.ready();
    const { path, reference } = await owner();
    const child = await dependent(CONFIG_MAPS, reference);
    await deleteObject(cluster, path, 'Background');
    await waitFor('it to say so', () =>
      running.log().includes('cannot delete resource \\"configmaps\\"') ? true : undefined,
    );
    expect(await code(child)).toBe(200);
    expect(running.hasEnded()).toBe(false);
    // Not while something has come that it has not worked off yet.
    await running.ready();
    await grant(cluster, 'reads', [COLLECTS], 'reads-and-deletes');
    await goes(child);
  });

  it('[MO-18] a kind that it may not list does not keep it from collecting the others', async () => {
    const nearlyAll = { ...COLLECTS, resources: ['configmaps', 'pods', 'namespaces'] };
    const running = await collect('some', [nearlyAll], OFTEN);
    const { path, reference } = await owner();
    const secret = await dependent(SECRETS, reference);
    await deleteObject(cluster, path, 'Background');
    await collectsConfigMaps();
    expect(running.log()).toContain(
      'not all resource monitors could be synced, proceeding anyways',
    );
    expect(await running.readyz()).not.toBe(200);
    expect(await code(secret)).toBe(200);
    await grant(cluster, 'some', [COLLECTS], 'some-more');
    await running.ready(120_000);
    await goes(secret);
  });

  // The last one: such a kind cannot be deleted any more.
  it('[MO-18] a kind whose conversion is broken does not keep it from collecting the others', async () => {
    const gadgets = `${GROUP}/v1beta1/namespaces/shop/gadgets`;
    const { path: definition } = await defineKind(cluster, 'populated.example.com', 'Gadget', [
      'v1beta1',
      'v1',
    ]);
    const first = await collect('breaks', [COLLECTS], OFTEN);
    await first.ready();
    const { path, reference } = await owner();
    await dependent(gadgets, reference);
    const service = { namespace: 'shop', name: 'nobody', path: '/' };
    const webhook = { clientConfig: { service }, conversionReviewVersions: ['v1'] };
    const conversion = { strategy: 'Webhook', webhook };
    const broken = await cluster.request('PATCH', definition, { spec: { conversion } });
    expect(broken.code).toBe(200);
    await waitFor('the conversion to fail', async () =>
      (await code(`${GROUP}/v1/namespaces/shop/gadgets`)) === 200 ? undefined : true,
    );
    // A collector that watched the kind before goes on.
    await collectsConfigMaps();
    await first.kill();
    const second = await CollectProcess.start({
      kubeconfig: `${cluster.folder}/breaks.kubeconfig`,
      folder: cluster.folder,
      flags: [OFTEN],
    });
    collector = second;
    await collectsConfigMaps();
    expect(second.log()).toContain('not all resource monitors could be synced, proceeding anyways');
    expect(await second.readyz()).not.toBe(200);
    await deleteObject(cluster, path, 'Background');
    await goes(path);
    const fixed = await cluster.request('PATCH', definition, {
      spec: { conversion: { strategy: 'None', webhook: null } },
    });
    expect(fixed.code).toBe(200);
    await second.ready(120_000);
    await waitFor('the gadget to go', async () => {
      const { body } = await cluster.request('GET', gadgets);
      return (body as { items?: unknown[] }).items?.length === 0 ? true : undefined;
    });
  });

  async function objectAt(path: string): Promise<{ readonly metadata: ObjectMetadata }> {
    return (await cluster.request('GET', path)).body as { metadata: ObjectMetadata };
  }
});

/** What a custom object has to say of itself. */
function kindOf(collection: string): object {
  const [, version, resource] = /\/apis\/([^/]+\/[^/]+)\/.*\/(\w+)s$/.exec(collection) ?? [];
  if (version === undefined || resource === undefined) return {};
  return { apiVersion: version, kind: `${resource[0]?.toUpperCase()}${resource.slice(1)}` };
}
