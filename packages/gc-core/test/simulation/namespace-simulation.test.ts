import { describe, expect, it } from 'vitest';
import { RELEASES } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { plainText } from '../../src/meta/sentence.ts';
import { settleInSomeOrder } from '../../src/simulation/explore.ts';
import { seededRandom } from '../../src/simulation/random.ts';
import { Simulation } from '../../src/simulation/simulation.ts';
import { StepRecorder } from '../../src/simulation/step-recorder.ts';
import { HELD, home, object, running, START } from './namespace-world.ts';

const table = ResourceTable.builtIn();

function simulate(...objects: readonly ReturnType<typeof object>[]): Simulation {
  const all = [home(), ...objects];
  const simulation = new Simulation({
    release: RELEASES['v1.36'],
    table,
    objects: all,
    now: START,
  });
  simulation.settle();
  return simulation;
}

function deleteNamespace({ apiServer }: Simulation): void {
  const resource = table.forKind('v1', 'Namespace');
  if (resource) apiServer.delete({ resource, namespace: '', name: 'a' });
}

const left = ({ apiServer }: Simulation): string[] =>
  [...apiServer.all()].map(({ kind, metadata }) => `${kind} ${metadata.name}`);

describe('the namespace controller in a simulation', () => {
  it('[NS-04] makes its passes at once when everything is to settle, the clock moves on', () => {
    const simulation = simulate(object('ConfigMap', 'c'));
    deleteNamespace(simulation);
    simulation.settle();
    expect(left(simulation)).toEqual([]);
    expect(simulation.now).toBe(START + 5_000);
    expect([...simulation.process.collector.graph.nodes()]).toEqual([]);
  });

  it('[NS-04] waits for its time while the clock is moved on', () => {
    const simulation = simulate(object('ConfigMap', 'c'));
    deleteNamespace(simulation);
    simulation.advance(4_000);
    expect(left(simulation)).toEqual(['Namespace a', 'ConfigMap c']);
    simulation.advance(1_000);
    expect(left(simulation)).toEqual([]);
  });

  it('[NS-07] settling ends no grace period, and rests while nothing can change', () => {
    const simulation = simulate(running('p', { terminationGracePeriodSeconds: 1 }));
    deleteNamespace(simulation);
    simulation.settle();
    expect(left(simulation)).toEqual(['Namespace a', 'Pod p']);
    const at = simulation.now;
    simulation.settle();
    expect(simulation.now).toBe(at);
    simulation.advance(60_000);
    expect(left(simulation)).toEqual([]);
  });

  it('[NS-07] [NS-14] is told step by step, as a controller', () => {
    const simulation = simulate(running('p', { terminationGracePeriodSeconds: 20 }));
    const recorder = new StepRecorder(simulation);
    deleteNamespace(simulation);
    simulation.advance(60_000);
    const told = recorder.steps.filter(({ actor }) => actor === 'controller');
    const lines = told.map(({ at, rule, sentence }) => `${at} ${rule} ${plainText(sentence)}`);
    expect(lines.slice(0, 2)).toEqual([
      '5000 NS-07 Namespace `a` still has Pods: nothing else is touched.',
      '10000 NS-07 Namespace `a` still has Pods: nothing else is touched.',
    ]);
    // The Pod ends 25 s after the DELETE; until then passes end in an error that is tried again.
    expect(lines.at(-1)).toBe(
      '26115 NS-14 Namespace `a` is empty: its finalizer kubernetes is removed.',
    );
    expect(told[0]?.objects.map(({ type, after }) => `${type} ${after?.kind}`)).toEqual([
      'MODIFIED Pod',
      'MODIFIED Namespace',
    ]);
    expect(told.at(-1)?.requests.at(-1)).toMatchObject({ method: 'PUT', code: 200 });
  });

  it('[NS-09] ends the same in every order of collector and controller', () => {
    for (let seed = 0; seed < 20; seed++) {
      const owner = object('ConfigMap', 'owner');
      const ownerReferences = [
        { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'ConfigMap-owner' },
      ];
      const simulation = simulate(owner, object('Secret', 'child', { ownerReferences, ...HELD }));
      deleteNamespace(simulation);
      settleInSomeOrder(simulation, seededRandom(seed));
      expect(left(simulation), `seed ${seed}`).toEqual(['Namespace a', 'Secret child']);
    }
  });

  it('stepped by hand there is none', () => {
    const options = { release: RELEASES['v1.36'], table, objects: [home()], now: START };
    const simulation = new Simulation({ ...options, manual: true });
    deleteNamespace(simulation);
    expect(simulation.nextUsefulDue()).toBeUndefined();
    simulation.moveClock(START + 60_000);
    expect(simulation.makePass()).toBe(false);
  });
});
