import { describe, expect, it } from 'vitest';
import { ownedBy, PODS, REPLICA_SETS, ScriptedCluster } from '../live/support/scripted-cluster.ts';
import { get, post, type ScriptedApp, scriptedApp } from './support/scripted-app.ts';

/** A Pod and the ReplicaSet that owned it are gone; another Pod still names the ReplicaSet. */
async function tomb(): Promise<ScriptedApp> {
  const served = await scriptedApp();
  const { scripted } = served;
  const ownerReferences = [ownedBy(REPLICA_SETS, 'rs')];
  const owner = scripted.put(REPLICA_SETS, 'rs');
  const pod = scripted.put(PODS, 'a', { ownerReferences });
  scripted.tick();
  scripted.delete(REPLICA_SETS, owner);
  scripted.delete(PODS, pod);
  scripted.tick();
  scripted.put(PODS, 'late', { ownerReferences });
  scripted.tick();
  return served;
}

const AT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/.source;
const POD_GONE = new RegExp(
  `^Pod \`ns/a\` has been gone since ${AT}\\. The collector probably deleted it(?: \\(AD-17\\))?: its owner ReplicaSet \`rs\` was gone\\.$`,
);
const OWNER_GONE = new RegExp(
  `^ReplicaSet \`ns/rs\` has been gone since ${AT}\\. A controller or a person deleted it, not the collector: it had no owner\\.$`,
);

describe('an object that is gone', () => {
  it.each([
    ['/o/pod-a.dot', undefined, POD_GONE],
    ['/o/replicaset-rs.dot', undefined, OWNER_GONE],
    ['/api/v1/objects/pod-a/forecast', undefined, POD_GONE],
    ['/api/v1/objects/replicaset-rs/forecast', undefined, OWNER_GONE],
    ['/api/v1/terminating?uid=pod-a', undefined, POD_GONE],
    ['/api/v1/forecasts', { uids: ['pod-late', 'pod-a'] }, POD_GONE],
    ['/api/v1/forecasts', { uids: ['replicaset-rs'] }, OWNER_GONE],
    ['/api/v1/forks', { uid: 'pod-a' }, POD_GONE],
    ['/api/v1/forks', { uid: 'replicaset-rs' }, OWNER_GONE],
  ])('%s (%j) says what, when and why', async (url, payload, title) => {
    const { app } = await tomb();
    const answer = await (payload ? post(app, url, payload) : get(app, url));
    expect(answer.json()).toMatchObject({
      status: 410,
      code: 'uid-gone',
      title: expect.stringMatching(title),
    });
    const isAboutDeletion = /forecast|forks/.test(url);
    if (isAboutDeletion) expect(answer.json().detail).toBe('The object no longer exists.');
  });

  it('is drawn as gone, with what was around it', async () => {
    const { app } = await tomb();
    const pod = await get(app, '/o/pod-a.svg');
    expect(pod.statusCode).toBe(200);
    expect(pod.body).toMatch(new RegExp(`<title>Pod ns/a, gone since ${AT}</title>`));
    expect(pod.body).toContain('/o/pod-a"');
    const owner = await get(app, '/o/replicaset-rs.svg');
    expect(owner.body).toContain('/o/pod-late"');
    expect(owner.body).toMatch(/>gone</);
    // It was seen.
    expect(owner.body).not.toContain('never seen');
  });

  it('says that its owner is gone, too, and not that it was never observed', async () => {
    const { app } = await tomb();
    for (const uid of ['pod-a', 'pod-late']) {
      const { owners, goneOwners } = (await get(app, `/api/v1/objects/${uid}`)).json();
      expect(owners).toEqual([]);
      expect(goneOwners).toMatchObject([
        {
          record: { uid: 'replicaset-rs', virtual: false },
          text: [
            {
              type: 'text',
              text: expect.stringMatching(/^Gone. A controller or a person deleted it/),
            },
          ],
        },
      ]);
    }
    const owner = (await get(app, '/api/v1/objects/replicaset-rs')).json();
    expect(owner).toMatchObject({
      record: { virtual: false },
      gone: {
        text: [
          {
            type: 'text',
            text: expect.stringMatching(/^Gone. A controller or a person deleted it/),
          },
        ],
      },
      dependents: [{ name: 'late' }],
      dependentsTotal: 1,
    });
  });
});

describe('an unknown uid', () => {
  async function whyUnknown(scripted: ScriptedCluster): Promise<string> {
    const { app } = await scriptedApp({ scripted });
    const answer = await get(app, '/api/v1/objects/nobody');
    expect(answer.json()).toMatchObject({ status: 404, code: 'uid-unknown' });
    return answer.json().detail;
  }

  it('may belong to what is read next', async () => {
    expect(await whyUnknown(new ScriptedCluster())).toBe(
      'gcscope is still reading the cluster: try again in a moment.',
    );
  });

  it('may belong to a cluster of which nothing was ever read; the answer says why', async () => {
    const scripted = new ScriptedCluster();
    scripted.live.reachable(false, 'nothing answers at http://c (connection refused); start it');
    scripted.tick();
    expect(await whyUnknown(scripted)).toBe(
      'gcscope has not read anything from the cluster yet: nothing answers at http://c (connection refused); start it.',
    );
  });

  it('may be newer than what was read before the cluster stopped to answer', async () => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(PODS, 'a');
    scripted.live.reachable(false, 'nothing answers');
    scripted.tick();
    expect(await whyUnknown(scripted)).toBe(
      'It may be newer than the last data from the cluster, which does not answer now: nothing answers.',
    );
  });

  it('may belong to another cluster, or to the past', async () => {
    expect(await whyUnknown(new ScriptedCluster().sync())).toContain(
      'deleted before gcscope started, or belong to another cluster',
    );
  });
});
