import { describe, expect, it } from 'vitest';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { createWorld } from '../../src/scenario/run-scenario.ts';
import type { ScenarioWorld } from '../../src/scenario/scenario-world.ts';
import { queueContents } from '../../src/simulation/step-recorder.ts';
import { observe } from '../support/one-look.ts';
import { readScenario } from '../support/scenario-files.ts';

const DEPLOYMENT = 'apps/v1/Deployment shop/deploy-a deploy-a-uid';
const REPLICA_SET = 'apps/v1/ReplicaSet shop/rs-a rs-a-uid';
const MODES = { foreground: 'Foreground', orphan: 'Orphan' } as const;

/** The world of a walk-through when the collector has seen that the Deployment is being deleted. */
function deleted(mode: keyof typeof MODES, release: Release): ScenarioWorld {
  const world = createWorld(
    readScenario(`walk-throughs/${mode}-${release}.yaml`),
    RELEASES[release],
  );
  const { simulation } = world;
  simulation.settle();
  const resource = simulation.apiServer.table.forKind('apps/v1', 'Deployment');
  if (!resource) throw new Error('Deployments are not served');
  const target = { resource, namespace: 'shop', name: 'deploy-a' };
  simulation.apiServer.delete(target, { propagationPolicy: MODES[mode] });
  observe(simulation);
  return world;
}

describe.each<Release>(['v1.13', 'v1.17', 'v1.28', 'v1.36'])(
  'with two workers in %s',
  (release) => {
    it('[FG-02] [QU-02] [AD-19] [API-39] a Deployment brings back the ReplicaSet that another has in hand', () => {
      const { simulation, transcript } = deleted('foreground', release);
      const { process, apiServer } = simulation;
      const pass = process.beginPaused('attemptToDelete');
      expect(queueContents(simulation).attemptToDelete).toEqual([DEPLOYMENT]);
      simulation.step('attemptToDelete');
      expect(transcript.take('decisions')).toEqual([`FG-02 ${DEPLOYMENT}`]);
      // It is in hand: it comes back when that pass is done, once.
      expect(queueContents(simulation).attemptToDelete).toEqual([]);
      if (pass) process.finish(pass);
      expect(queueContents(simulation).attemptToDelete).toEqual([REPLICA_SET]);
      transcript.take('requests');

      // Its own update has not been seen: it is deleted again, which changes nothing.
      const events = queueContents(simulation).graphChanges;
      simulation.step('attemptToDelete');
      expect(transcript.take('requests').at(-1)).toBe('delete apps/v1/replicasets shop/rs-a');
      expect(queueContents(simulation).graphChanges).toEqual(events);
      simulation.settle();
      simulation.advance(60_000);
      expect([...apiServer.all()]).toEqual([]);
    });

    it('[GB-14] [AD-02] [OR-07] a Deployment is checked in vain before its orphan worker is done', () => {
      const { simulation, transcript } = deleted('orphan', release);
      const { process, apiServer } = simulation;
      const pass = process.beginPaused('attemptToOrphan');
      expect(pass && process.resume(pass)).toBeUndefined();
      expect(transcript.take('requests')).toEqual(['patch apps/v1/replicasets shop/rs-a']);
      observe(simulation);
      expect(queueContents(simulation).attemptToDelete).toEqual([DEPLOYMENT]);
      simulation.step('attemptToDelete');
      expect(transcript.take('decisions')).toEqual([`AD-02 ${DEPLOYMENT}`]);
      expect(transcript.take('requests')).toEqual([]);
      expect(pass && process.finish(pass)).toMatchObject({ outcome: { rule: 'OR-07' } });
      simulation.settle();
      expect([...apiServer.all()].map(({ kind }) => kind)).toEqual(['ReplicaSet', 'Pod']);
      expect(transcript.take('decisions')).toEqual([]);
    });
  },
);
