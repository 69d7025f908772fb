import { gunzipSync } from 'node:zlib';
import {
  type NodeRecord,
  type PackedSnapshot,
  type SnapshotIdentity,
  type SnapshotStructure,
  unpackNodes,
} from '@gcscope/gc-core/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEPLOYMENTS, ownedBy, PODS, SECRETS } from '../live/support/scripted-cluster.ts';
import type { Asked } from './support/fake-reviews.ts';
import { SharedApp } from './support/shared-app.ts';

/** More than fit into a snapshot of one part. */
const PODS_SEEN = 20_001;
const STRUCTURE = '/api/v1/snapshot/structure';

describe('a snapshot in two parts', { timeout: 120_000 }, () => {
  let shared: SharedApp;
  let ann: string;
  let admin: string;

  beforeAll(async () => {
    shared = await SharedApp.start();
    shared.reviews.tokens.set('token-of-ann', 'ann').set('token-of-admin', 'admin');
    shared.reviews.allows = ({ user, resource, namespace, verb }: Asked): boolean =>
      verb === 'list' && (user === 'admin' || (resource === 'pods' && namespace === 'a'));
    const { scripted } = shared;
    scripted.put(DEPLOYMENTS, 'hidden-owner', { namespace: 'a' });
    scripted.put(SECRETS, 'a-hidden-secret', { namespace: 'a' });
    scripted.put(PODS, 'hidden-pod', { namespace: '0' });
    for (let pod = 0; pod < PODS_SEEN; pod++) scripted.put(PODS, `p${pod}`, { namespace: 'a' });
    const ownerReferences = [ownedBy(DEPLOYMENTS, 'hidden-owner')];
    scripted.put(PODS, 'owned', { namespace: 'a', ownerReferences });
    scripted.tick();
    [ann, admin] = await Promise.all([
      shared.signIn('token-of-ann'),
      shared.signIn('token-of-admin'),
    ]);
  });

  afterAll(() => shared.stop());

  const read = async <Answer>(url: string, cookie: string): Promise<Answer> =>
    (await shared.get(url, cookie)).json<Answer>();
  const second = (id: string): string => `/api/v1/snapshot/identity?of=${id}`;

  it('is the whole snapshot, and of a person what they may see', async () => {
    for (const cookie of [ann, admin]) {
      const { id, nodes, referenceOwners } = await read<SnapshotStructure>(STRUCTURE, cookie);
      const identity = await read<SnapshotIdentity>(second(id), cookie);
      const whole = await read<PackedSnapshot>('/api/v1/snapshot', cookie);
      expect(identity.id).toBe(id);
      expect({ ...nodes, ...identity.nodes }).toEqual(whole.nodes);
      expect(referenceOwners).toEqual([]);
      const graph = await read<{ nodes: NodeRecord[] }>('/graph.json', cookie);
      const byUid = (records: readonly NodeRecord[]) => new Map(records.map((r) => [r.uid, r]));
      expect(byUid(unpackNodes(whole.nodes))).toEqual(byUid(graph.nodes));
    }
    const { nodes } = await read<SnapshotStructure>(STRUCTURE, ann);
    // Their Pods, and the owner that one of them names.
    expect(nodes.kind).toHaveLength(PODS_SEEN + 2);
    expect(nodes.namespaces).toEqual(['a']);
    expect(nodes.kinds.map(([, kind]) => kind)).toEqual(['Deployment', 'Pod']);
  });

  it('is forgotten for those who see something else, as one that never was', async () => {
    const { id } = await read<SnapshotStructure>(STRUCTURE, admin);
    const others = await shared.get(second(id), ann);
    const never = await shared.get(second('never'), ann);
    expect([others.statusCode, others.body]).toEqual([410, never.body]);
    expect(never.json()).toMatchObject({
      code: 'snapshot-gone',
      detail: 'Fetch /api/v1/snapshot, which is whole.',
    });
    expect((await shared.get(second(id), '')).statusCode).toBe(401);
  });

  it('is sent compressed to those who read that, and not again while it is the same', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const { id } = await read<SnapshotStructure>(STRUCTURE, ann);
    for (const url of [STRUCTURE, second(id), '/api/v1/snapshot']) {
      const answer = await shared.get(url, ann, headers);
      const plain = await shared.get(url, ann);
      expect(String(gunzipSync(answer.rawPayload))).toBe(plain.body);
      expect(answer.headers).toMatchObject({
        etag: `"${id}"`,
        'cache-control': 'private, no-cache',
      });
      const again = await shared.get(url, ann, { 'if-none-match': `"${id}"` });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  });
});
