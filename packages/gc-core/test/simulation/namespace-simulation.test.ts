import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { plainText } from '../../src/meta/sentence.ts';
import { settleInSomeOrder } from '../../src/simulation/explore.ts';
import { seededRandom } from '../../src/simulation/random.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { StepRecorder } from '../../src/simulation/step-recorder.ts';
import { ownedBy } from '../support/nodes.ts';
import { settled, simulate } from '../support/simulate.ts';
import { HELD, home, object, running, START } from './namespace-world.ts';

/** A simulation of namespace `a` with these objects that has come to rest. */
function worldOf(...objects: readonly ApiObject[]): Simulation {
  return settled([home(), ...objects], { now: START });
}

function deleteNamespace({ apiServer }: Simulation): void {
  const resource = apiServer.table.forKind('v1', 'Namespace');
  if (resource) apiServer.delete({ resource, namespace: '', name: 'a' });
}

const left = ({ apiServer }: Simulation): string[] =>
  [...apiServer.all()].map(({ kind, metadata }) => `${kind} ${metadata.name}`);

describe('the namespace controller in a simulation', () => {
  it('[NS-07] settling ends no grace period, and rests while nothing can change', () => {
    const simulation = worldOf(running('p', { terminationGracePeriodSeconds: 1 }));
    deleteNamespace(simulation);
    simulation.settle();
    expect(left(simulation)).toEqual(['Namespace a', 'Pod p']);
    const at = simulation.now;
    simulation.settle();
    expect(simulation.now).toBe(at);
    simulation.advance(60_000);
    expect(left(simulation)).toEqual([]);
  });

  it('[NS-07] [NS-14] is recorded step by step, as a controller', () => {
    const simulation = worldOf(running('p', { terminationGracePeriodSeconds: 20 }));
    const recorder = new StepRecorder(simulation);
    deleteNamespace(simulation);
    simulation.advance(60_000);
    const passes = recorder.steps.filter(({ actor }) => actor === 'controller');
    const lines = passes.map(({ at, rule, sentence }) => `${at} ${rule} ${plainText(sentence)}`);
    expect(lines.slice(0, 2)).toEqual([
      '5000 NS-07 Namespace `a` still has Pods. The namespace controller deletes nothing else until they are gone.',
      '10000 NS-07 Namespace `a` still has Pods. The namespace controller deletes nothing else until they are gone.',
    ]);
    // The Pod ends 25 s after the DELETE; until then passes end in an error that is tried again.
    expect(lines.at(-1)).toBe(
      '26115 NS-14 Namespace `a` is empty. The namespace controller removes its finalizer `kubernetes`.',
    );
    expect(passes[0]?.objects.map(({ type, after }) => `${type} ${after?.kind}`)).toEqual([
      'MODIFIED Pod',
      'MODIFIED Namespace',
    ]);
    expect(passes.at(-1)?.requests.at(-1)).toMatchObject({ method: 'PUT', code: 200 });
  });

  it('[NS-09] ends the same in every order of collector and controller', () => {
    for (let seed = 0; seed < 20; seed++) {
      const owner = object('ConfigMap', 'owner');
      const ownerReferences = [ownedBy('owner', { uid: 'ConfigMap-owner' })];
      const simulation = worldOf(owner, object('Secret', 'child', { ownerReferences, ...HELD }));
      deleteNamespace(simulation);
      settleInSomeOrder(simulation, seededRandom(seed));
      expect(left(simulation), `seed ${seed}`).toEqual(['Namespace a', 'Secret child']);
    }
  });

  it('stepped by hand there is none', () => {
    const simulation = simulate([home()], { now: START, manual: true });
    deleteNamespace(simulation);
    expect(simulation.nextUsefulDue()).toBeUndefined();
    simulation.moveClock(START + 60_000);
    expect(simulation.makePass()).toBe(false);
  });
});
