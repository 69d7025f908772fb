import { describe, expect, it } from 'vitest';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { createWorld } from '../../src/scenario/run-scenario.ts';
import { queueContents } from '../../src/simulation/step-recorder.ts';
import { observe } from '../support/one-look.ts';
import { readScenario } from '../support/scenario-files.ts';

const QUEUE = 'attemptToDelete';
const DEPLOYMENT = 'apps/v1/Deployment shop/deploy-a deploy-a-uid';
const REPLICA_SET = 'apps/v1/ReplicaSet shop/rs-a rs-a-uid';

describe('the walk-through of a foreground deletion, with two workers', () => {
  it.each<Release>(['v1.13', 'v1.17', 'v1.28', 'v1.36'])(
    '[FG-02] [QU-02] [AD-19] [API-39] in %s the Deployment brings back a ReplicaSet that a worker has in hand',
    (release) => {
      const scenario = readScenario(`walk-throughs/foreground-${release}.yaml`);
      const { simulation, transcript } = createWorld(scenario, RELEASES[release]);
      const { process, apiServer } = simulation;
      simulation.settle();
      const resource = apiServer.table.forKind('apps/v1', 'Deployment');
      if (!resource) throw new Error('Deployments are not served');
      const target = { resource, namespace: 'shop', name: 'deploy-a' };
      apiServer.delete(target, { propagationPolicy: 'Foreground' });
      observe(simulation);

      const pass = process.beginStanding(QUEUE);
      expect(queueContents(simulation)[QUEUE]).toEqual([DEPLOYMENT]);
      simulation.step(QUEUE);
      expect(transcript.take('decisions')).toEqual([`FG-02 ${DEPLOYMENT}`]);
      // It is in hand: it comes back when that pass is done, once.
      expect(queueContents(simulation)[QUEUE]).toEqual([]);
      if (pass) process.finish(pass);
      expect(queueContents(simulation)[QUEUE]).toEqual([REPLICA_SET]);
      transcript.take('requests');

      // Its own update has not been seen: it is deleted again, which changes nothing.
      const events = queueContents(simulation).graphChanges;
      simulation.step(QUEUE);
      expect(transcript.take('requests').at(-1)).toBe('delete apps/v1/replicasets shop/rs-a');
      expect(queueContents(simulation).graphChanges).toEqual(events);
      simulation.settle();
      simulation.advance(60_000);
      expect([...apiServer.all()]).toEqual([]);
    },
  );
});
