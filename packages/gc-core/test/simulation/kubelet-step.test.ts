import { describe, expect, it } from 'vitest';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { StepRecorder } from '../../src/simulation/step-recorder.ts';
import { objectOf, simulate, targetOf } from '../support/simulate.ts';

/** Running Pods by their names, all with one uid. */
function running(...names: string[]): Simulation {
  const type = { kind: 'Pod', spec: { nodeName: 'node-1' } };
  return simulate(names.map((name) => objectOf(name, { uid: 'pod-uid' }, type)));
}

describe('the kubelet in a simulation', () => {
  it('[API-51] [API-54] ends a Pod past its grace: a step with the final DELETE as its request', () => {
    const simulation = running('pod');
    const recorder = new StepRecorder(simulation);
    simulation.apiServer.delete(targetOf(simulation, 'pod', 'Pod'));
    simulation.advance(29_000);
    expect(recorder.steps.some((step) => step.actor === 'kubelet')).toBe(false);
    simulation.advance(1000);
    const step = recorder.steps.find((each) => each.actor === 'kubelet');
    expect(step?.requests).toMatchObject([
      {
        method: 'DELETE',
        path: '/api/v1/namespaces/shop/pods/pod',
        body: '{"kind":"DeleteOptions","apiVersion":"v1","gracePeriodSeconds":0,"preconditions":{"uid":"pod-uid"}}',
        code: 200,
      },
    ]);
    expect([...simulation.apiServer.all()]).toEqual([]);
  });

  it('[API-51] ends each of two Pods with one uid', () => {
    const simulation = running('a', 'b');
    for (const name of ['a', 'b']) simulation.apiServer.delete(targetOf(simulation, name, 'Pod'));
    simulation.advance(30_000);
    expect([...simulation.apiServer.all()]).toEqual([]);
  });
});
